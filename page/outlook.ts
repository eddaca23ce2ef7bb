/* The view of an experiment: the answer first, what will dominate, what came true, and each routine. */

import { dominance } from "./areas";
import { predictions } from "./checked";
import { Child, h, plainTable, quoted } from "./dom";
import { Experiment, Routine, shownName } from "./experiment";
import { bytes, fileName, grouped, percent, plural, short, times } from "./format";
import { fitted } from "./names";
import { shareBar } from "./parts";
import * as state from "./state";
import { Column, nextOrder, Table } from "./table";
import { growthOf, pretty, stateText, trend } from "./trend";

type Value = (routine: Routine) => number | string;

const stateOrder = ["open", "likely", "confirmed"];

const orders: Record<string, Value> = {
   name: shownName, share: routine => routine.share, far: routine => routine.far_share,
   own: routine => routine.far_self_share, times: routine => routine.far_times ?? -1,
   growth: routine => routine.total.exponent ?? -1, state: routine => stateOrder.indexOf(routine.total.state),
};

function part(share: number): Child {
   return percent(Math.min(share, 1));
}

function columns(experiment: Experiment, open: (routine: Routine) => void): Column<Routine>[] {
   const name = (routine: Routine, letters: number): Child => h("a", {
      href: state.link("overview", { id: routine.index }), title: `${routine.name}\n${routine.object}`,
      click: (event: MouseEvent) => {
         if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
            event.preventDefault();
            open(routine);
         }
      },
   }, fitted(shownName(routine), letters));
   const far = `at ${experiment.far}`;
   return [
      { key: "name", head: "Routine", title: "routine", numeric: false, wide: true, cell: name },
      { key: "share", head: "Now", title: "share of the cost in the largest run, with what it calls",
        numeric: true, cell: routine => shareBar(Math.min(routine.share, 1), grouped(routine.cost)) },
      { key: "far", head: far.startsWith("at 10 times") ? "At ×10" : `At ${experiment.far}`,
        title: `share of the cost ${far}, with what it calls`,
        numeric: true, cell: routine => shareBar(Math.min(routine.far_share, 1)) },
      { key: "own", head: "Own", title: `share of the cost ${far} that is its own code`,
        numeric: true, cell: routine => part(routine.far_self_share) },
      { key: "times", head: "Times", title: `cost ${far} / cost now`, numeric: true,
        cell: routine => routine.far_times === null ? "–" : times(routine.far_times) },
      { key: "growth", head: "Growth", title: "how its cost grows with the size of the run", numeric: false,
        cell: routine => h("span", { class: `badge level${routine.total.level ?? "-none"}` },
                           growthOf(experiment, routine.total)) },
      { key: "state", head: "State", title: "whether the largest run cost what the smaller ones predicted",
        numeric: false, cell: routine => stateText(routine.total.state) },
      { key: "why", head: "Why", title: "how often it is called, and what a call costs", numeric: false,
        sortable: false, cell: routine => pretty(experiment, routine.why) },
      { key: "object", head: "Object", title: "object file", numeric: false, sortable: false,
        cell: routine => h("span", { class: "faint", title: routine.object }, fileName(routine.object)) },
   ];
}

function compare(a: number | string, b: number | string): number {
   return typeof a === "string" || typeof b === "string" ? String(b).localeCompare(String(a)) : a - b;
}

function sorted(routines: Routine[]): Routine[] {
   const value = orders[state.get("sort")];
   const sign = state.get("dir") === "up" ? 1 : -1;
   return value === undefined ? routines
      : [...routines].sort((a, b) => sign * compare(value(a), value(b)) || a.index - b.index);
}

interface RoutineTable {
   element: HTMLElement;
   table: Table<Routine>;
   step: (by: number) => void;
}

function routineTable(experiment: Experiment): RoutineTable {
   const room = h("div", { class: "trend-room" });
   let rows: Routine[] = [];
   const chosen = () => experiment.routines[state.getNumber("id", Math.max(experiment.namedAt, 0))]
      ?? experiment.routines[0];
   const show = () => { room.replaceChildren(trend(experiment, chosen(), show)); };
   const open = (routine: Routine) => {
      state.note({ id: routine.index });
      table.choose(rows.indexOf(routine));
      show();
   };
   const table: Table<Routine> = new Table<Routine>({
      label: "Routines", rowHeight: 28, columns: columns(experiment, open), open,
      onSort: key => {
         state.note(nextOrder(key));
         update();
      },
   });
   const update = () => {
      rows = sorted(experiment.routines);
      table.setRows(rows, rows.indexOf(chosen()));
   };
   update();
   show();
   const element = h("section", { class: "grown", "aria-label": "All routines" },
      h("h2", {}, plural(experiment.routines.length, "routine")),
      h("p", { class: "faint" }, `Whose own code will cost most at ${experiment.far} comes first. Choose one `
        + "to see more of it below."),
      h("div", { class: "data-table" }, table.element), room);
   return { element, table, step: by => {
      const next = rows[rows.indexOf(chosen()) + by];
      if (next !== undefined) {
         open(next);
      }
   } };
}

export interface Outlook {
   element: HTMLElement;
   table?: Table<Routine>;
   step?: (by: number) => void;
}

export function outlook(experiment: Experiment): Outlook {
   const { headline, lacking, lacking_command, open, next, range, counted, command } = experiment;
   const culprit = experiment.namedAt;
   const found = experiment.routines.length > 0 ? routineTable(experiment) : null;
   const runs = range === null ? "" : `: ${plural(counted.length, "run")}, ${range}`;
   const element = h("div", { class: "overview" },
      h("h1", {}, ...quoted(pretty(experiment, headline),
                            culprit < 0 ? null : state.link("overview", { id: culprit }))),
      lacking === null ? null : h("p", { class: "finding" }, pretty(experiment, lacking), " ",
                                  lacking_command === null ? null : h("code", {}, lacking_command)),
      h("p", { class: "path" }, h("code", {}, command.join(" ")), runs),
      experiment.memory === null ? null : h("p", { class: "finding" }, experiment.memory),
      open === null ? null : h("p", { class: "finding" }, open, " ",
                              next === null ? null : h("code", {}, next)),
      h("div", { class: "columns wide-left pictures" }, dominance(experiment), predictions(experiment)),
      found?.element);
   return { element, table: found?.table, step: found?.step };
}

/* All runs, also those that do not count. */
export function runsView(experiment: Experiment): HTMLElement {
   const row = (run: Experiment["runs"][number]): Child[] => [
      experiment.parameters.map(name => `${name} = ${grouped(run.sizes[name])}`).join(", "),
      run.cost === null ? "–" : h("span", { title: grouped(run.cost) }, short(run.cost)),
      `${run.seconds.toFixed(1)} s`
         + (run.native_seconds === null ? "" : `, without Valgrind ${run.native_seconds.toFixed(2)} s`)
         + (run.native_kernel_seconds === null ? ""
            : ` (in the kernel ${run.native_kernel_seconds.toFixed(2)} s)`)
         + (run.native_memory === null ? "" : ` and ${bytes(run.native_memory)} of memory`),
      run.ended, run.counts ? "yes" : "no",
      [run.failure, run.said].filter(text => text !== null).join(": "),
   ];
   const failed = experiment.runs.filter(run => !run.counts).length;
   return h("div", {}, h("h1", {}, "Runs"),
      h("p", { class: "lead" }, `${plural(experiment.counted.length, "run")} of `
        + `${grouped(experiment.runs.length)} `
        + (failed === 0 ? "count." : "count; the others are in no answer.")),
      plainTable(`Runs of ${experiment.command.join(" ")}, in ${experiment.directory}`,
                 ["size", `cost, ${experiment.metric ?? "not measured"}`, "time", "ended", "counts",
                  "why it does not"], experiment.runs.map(row)));
}
