/* The page of an experiment: its views, and their keys. */

import { Experiment, readExperiment } from "./experiment";
import { fileName } from "./format";
import { showPage, Shown, Tab } from "./frame";
import { experimentHelp, helpDialog } from "./help";
import { Outlook, outlook, runsView } from "./outlook";
import * as state from "./state";
import { kinds } from "./trend";

const tabs: Tab[] = [
   { view: "overview", text: "What grows", key: "1" },
   { view: "runs", text: "Runs", key: "2" },
];

function nextPlot(): void {
   const names = kinds.map(([kind]) => kind as string);
   const next = names[(names.indexOf(state.get("plot", names[0])) + 1) % names.length];
   state.set({ plot: next === names[0] ? null : next });
}

function title(experiment: Experiment): string {
   return `${fileName(experiment.command[0])} – aprof`;
}

export function showExperiment(text: string): void {
   const experiment = readExperiment(text);
   let found: Outlook | null = null;
   const make = (view: state.View): Shown => {
      found = view === "runs" ? null : outlook(experiment);
      const table = found?.table;
      return found === null ? { element: runsView(experiment) }
                            : { element: found.element, key: event => table?.key(event) };
   };
   const keys: Record<string, () => void> = {
      l: () => state.set({ axes: state.get("axes", "log") === "log" ? "linear" : null }),
      p: nextPlot,
      n: () => found?.step?.(1),
      b: () => found?.step?.(-1),
   };
   showPage({
      tabs, help: helpDialog(experimentHelp), make,
      view: () => state.get("view") === "runs" ? "runs" : "overview",
      tabOf: view => view, place: view => view, title: () => title(experiment), opened: () => {},
      keys: view => view === "runs" ? {} : keys,
   });
}
