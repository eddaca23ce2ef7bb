/* The report and its baseline: what `aprof diff` says of them. */

import { addBaseline, planOf } from "./curves";
import { Change, Comparison, Data, Factor, Routine, Subject } from "./data";
import { Child, h } from "./dom";
import { fileName, grouped, powers, short } from "./format";
import { plotCard } from "./legend";
import { fitted } from "./names";
import { inUnit, objectText, points, routineLink } from "./parts";
import * as state from "./state";
import { Column, Table } from "./table";

function factorText(factor: Factor | null): Child {
   if (factor === null) {
      return "–";
   }
   const text = (value: number) => value < 10 ? value.toFixed(2) : short(value);
   return h("span", { title: `95\u00a0%: ${text(factor.low)} to ${text(factor.high)}` },
            "×" + text(factor.value));
}

/* Signs, so that nobody has to tell colours apart. */
const signs: Record<string, string> = { worse: "▲ ", better: "▼ " };

function stateText(change: Change): Child {
   const text = (signs[change.state] ?? "") + change.state;
   return change.state === "worse" ? h("b", {}, text) : text;
}

function cost(routine: Routine | null): Child {
   return h("span", { title: grouped(routine?.cost ?? 0) }, short(routine?.cost ?? 0));
}

const orders: Record<string, (change: Change) => number> = {
   state: change => -change.position,
   factor: change => change.factor?.value ?? -1,
   beyond: change => change.beyond?.value ?? -1,
   added: change => change.added,
   now: change => change.now?.cost ?? -1,
   before: change => change.before?.cost ?? -1,
};

const columns: Column<Change>[] = [
   { key: "name", head: "Routine", title: "routine", numeric: false, wide: true, sortable: false,
     cell: (change, letters) => change.now ? routineLink(change.now, letters)
        : h("span", { title: change.before?.name }, fitted(change.before?.name ?? "", letters)) },
   { key: "state", head: "State", title: "what became of it; first what introduced a change for the worse",
     numeric: false, cell: stateText },
   { key: "growth", head: "Growth", title: "class of the cost, before and now", numeric: false,
     sortable: false, cell: change => growthText(change.growth) },
   { key: "factor", head: "Cost", title: "cost now / before, at the largest input of both", numeric: true,
     cell: change => factorText(change.factor) },
   { key: "beyond", head: "At ×10", title: "predicted at ten times that input", numeric: true,
     cell: change => factorText(change.beyond) },
   { key: "added", head: "Added cost", title: "cost now, less what the same calls cost before",
     numeric: true, cell: change => short(change.added) },
   { key: "before", head: "Before", title: "cost in the baseline", numeric: true,
     cell: change => cost(change.before) },
   { key: "now", head: "Now", title: "cost", numeric: true, cell: change => cost(change.now) },
   { key: "why", head: "Why", title: "who introduced the change; or why it is none", numeric: false,
     sortable: false, cell: change => change.why ?? "" },
   { key: "object", head: "Object", title: "object file", numeric: false, sortable: false,
     cell: change => objectText((change.now ?? change.before) as Routine) },
];

/* "n² → n³" */
function growthText(growth: string): string {
   return growth === "-" ? "–" : powers(growth).replace(" -> ", " → ");
}

function paragraph(title: string, lines: string[]): Child {
   return lines.length === 0 ? null : h("p", {}, h("b", {}, title), lines.join("; ") + ".");
}

function words(base: Subject, comparison: Comparison): HTMLElement {
   return h("div", {}, h("h1", {}, "What changed"), h("p", { class: "lead" }, powers(comparison.verdict)),
            h("p", {}, `${comparison.summary}. Total cost: ${comparison.total.replace(" -> ", " → ")}. `
              + `Baseline: ${base.head.reports.map(fileName).join(", ")}, ${base.head.date || "no date"}.`),
            paragraph("Renamed? ", comparison.renames), paragraph("Called otherwise: ", comparison.loads),
            paragraph("Not counted: ", comparison.notes));
}

/* Draws what changed most, before and now; nothing if nothing changed. */
function picture(data: Data, comparison: Comparison): HTMLElement | null {
   const [first] = comparison.changes;
   if (!first || !first.now || !first.before || !["worse", "maybe", "better"].includes(first.state)) {
      return null;
   }
   const plan = planOf(data, first.now, points(first.now), "cost", [1], true, false, "n");
   addBaseline(data, plan, first.before, points(first.before), true, false);
   return plotCard(`${first.now.name}: mean cost over the input, now and in the baseline`, plan,
                   inUnit(first.now));
}

export function compareView(data: Data): { element: HTMLElement; table: Table<Change> } {
   const base = data.baseline as NonNullable<Data["baseline"]>;
   const comparison = data.comparison as NonNullable<Data["comparison"]>;
   const table = new Table<Change>({
      label: "Comparison", columns, rowHeight: 26, sortKey: "state",
      onSort: chosen => {
         const up = state.get("sort", "state") === chosen && state.get("dir") !== "up";
         state.note({ sort: chosen, dir: up ? "up" : null });
         update();
      },
      open: change => { if (change.now) { state.go("routine", { id: change.now.index }); } },
   });
   const update = () => {
      const value = orders[state.get("sort", "state")] ?? orders.state;
      const sign = state.get("dir") === "up" ? 1 : -1;
      table.setRows([...comparison.changes].sort((a, b) => sign * (value(a) - value(b))
                                                             || a.position - b.position));
   };
   update();
   return { table, element: h("div", { class: "full" },
      h("div", { class: "compare-head" }, words(base, comparison), picture(data, comparison)),
      table.element) };
}
