/* The page of a report: its views, and their keys. */

import { compareView } from "./compare";
import { kinds } from "./curves";
import { Data, readData } from "./data";
import { Flame } from "./flame";
import { fileName } from "./format";
import { showPage, Shown, Tab } from "./frame";
import { helpDialog, reportHelp } from "./help";
import { overview } from "./overview";
import { routineView } from "./routine";
import { routines } from "./routines";
import { nextHotLine, showLine } from "./source";
import * as state from "./state";
import { Tree } from "./tree";

function tabsOf(data: Data): Tab[] {
   const tabs: (Tab & { there: boolean })[] = [
      { view: "compare", text: "Comparison", key: "5", there: data.baseline !== null },
      { view: "overview", text: "Overview", key: "1", there: true },
      { view: "routines", text: "Routines", key: "2", there: true },
      { view: "contexts", text: "Contexts", key: "3", there: data.contexts !== null },
      { view: "flame", text: "Flame graph", key: "4", there: data.contexts !== null },
   ];
   return tabs.filter(tab => tab.there);
}

function currentView(tabs: Tab[]): state.View {
   const view = state.get("view");
   const known = view === "routine" || tabs.some(tab => tab.view === view);
   return known ? view as state.View : tabs[0].view;
}

function make(data: Data, view: state.View): Shown {
   switch (view) {
      case "routine":  return { element: routineView(data) };
      case "routines":
      case "compare": {
         const { element, table } = view === "routines" ? routines(data) : compareView(data);
         return { element, results: table.element, key: event => table.key(event),
                  goBack: () => table.goBack() };
      }
      case "contexts": {
         const { element, table } = new Tree(data, data.contexts as NonNullable<Data["contexts"]>);
         return { element, key: event => table.key(event), goBack: () => table.goBack() };
      }
      case "flame": {
         const flame = new Flame(data);
         return { element: flame.element, key: event => flame.key(event) };
      }
      default: return { element: overview(data) };
   }
}

function title(data: Data, view: state.View): string {
   const program = data.head.program ? fileName(data.head.program) : "report";
   const routine = view === "routine" ? data.routines[state.getNumber("id", -1)] : null;
   return `${routine ? routine.name + " – " : ""}${program} – aprof`;
}

/*--- Keys ---*/

function flip(key: string, otherwise: string): void {
   state.set({ [key]: state.get(key, otherwise) === "1" ? "0" : "1" });
}

function nextRoutine(data: Data, by: number): void {
   const at = data.order.indexOf(state.getNumber("id", -1));
   const next = data.order[at + by];
   if (next !== undefined) {
      state.set({ id: next, window: null, over: null, bound: null, line: null });
   }
}

function nextPlot(): void {
   const names = kinds.map(([kind]) => kind as string);
   const next = names[(names.indexOf(state.get("plot", "cost")) + 1) % names.length];
   state.set({ plot: next === "cost" ? null : next, window: null });
}

function routineKeys(data: Data, render: () => void): Record<string, () => void> {
   return {
      l: () => state.set({ axes: state.get("axes") === "log" ? null : "log", window: null }),
      w: () => flip("law", "1"),
      x: () => flip("far", "0"),
      p: nextPlot,
      n: () => nextRoutine(data, 1),
      b: () => nextRoutine(data, -1),
      s: () => nextHotLine(data),
      f: () => { state.toggleFavourite(state.getNumber("id", -1)); render(); },
   };
}

export function showReport(text: string): void {
   const data = readData(text);
   const tabs = tabsOf(data);
   state.giveFavourites(data.favourites);
   const keys: Partial<Record<state.View, Record<string, () => void>>> = {
      routine: routineKeys(data, () => render()),
      routines: { o: () => state.set({ own: state.get("own") === "1" ? null : "1" }) },
      flame: {
         r: () => state.set({ fold: state.get("fold") === "1" ? null : "1", zoom: null }),
         i: () => state.set({ mode: state.get("mode") === "inverted" ? null : "inverted", zoom: null }),
      },
   };
   const render = showPage({
      tabs, help: helpDialog(reportHelp), view: () => currentView(tabs), make: view => make(data, view),
      tabOf: view => view === "routine" ? "routines" : view, place: view => view + state.get("id"),
      title: view => title(data, view), opened: showLine, keys: view => keys[view] ?? {},
   });
}
