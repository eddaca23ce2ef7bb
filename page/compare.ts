/* Copyright (C) 2026 The aprof authors.  The licence of the page is in page/LICENCE.

   The report and its baseline: what got worse, what is new, what is gone. */

import { Data, Routine } from "./data";
import { h } from "./dom";
import { fileName, grouped, percent, plural, short, times } from "./format";
import { lawCost } from "./growth";
import { growthBadge, objectText, points, routineLink } from "./parts";
import * as state from "./state";
import { Column, Table } from "./table";

interface Pair {
   now: Routine | null;
   before: Routine | null;
   same: number;        /* mean cost at the same input, now / before; NaN: not known */
   total: number;       /* cost, now / before */
}

function key(routine: Routine): string {
   return routine.name + "\n" + fileName(routine.object);
}

/* Over the points that both have; if there are none, by the laws at an input that both know. */
function sameInput(data: Data, now: Routine, before: Routine): number {
   const old = new Map(points(before).map(point => [point.n, point]));
   let cost = 0;
   let costBefore = 0;
   for (const point of points(now)) {
      const other = old.get(point.n);
      if (other !== undefined) {
         cost += point.sum / point.calls;
         costBefore += other.sum / other.calls;
      }
   }
   if (costBefore > 0) {
      return cost / costBefore;
   }
   const fit = now.cases[1]?.fit;
   const fitBefore = before.cases[1]?.fit;
   const n = Math.min(now.largest, before.largest);
   return fit && fitBefore ? lawCost(fit, data.classes, n) / lawCost(fitBefore, data.classes, n) : NaN;
}

function pairs(data: Data): Pair[] {
   const before = new Map((data.baseline?.routines ?? []).filter((routine): routine is Routine =>
         routine !== null)
      .map(routine => [key(routine), routine]));
   const found: Pair[] = [];
   for (const now of data.routines) {
      if (now !== null) {
         const other = before.get(key(now)) ?? null;
         before.delete(key(now));
         found.push({ now, before: other, same: other ? sameInput(data, now, other) : NaN, total: other
               ? now.cost / Math.max(1, other.cost) : Infinity });
      }
   }
   for (const gone of before.values()) {
      found.push({ now: null, before: gone, same: NaN, total: 0 });
   }
   return found;
}

/* How much cost was added at the same inputs: what got worse first. */
function added(pair: Pair): number {
   if (pair.now === null || pair.before === null) {
      return pair.now === null ? -(pair.before?.cost ?? 0) : pair.now.cost;
   }
   return isNaN(pair.same) || pair.same <= 0 ? pair.now.cost - pair.before.cost
         : pair.now.cost * (1 - 1 / pair.same);
}

function badge(data: Data, routine: Routine | null): Node {
   return routine === null ? document.createTextNode("–") : growthBadge(data, routine, 1);
}

const orders: Record<string, (pair: Pair) => number> = {
   added, same: pair => isNaN(pair.same) ? -1 : pair.same, total: pair => pair.total,
   now: pair => pair.now?.cost ?? -1, before: pair => pair.before?.cost ?? -1,
};

export function compareView(data: Data): { element: HTMLElement; table: Table<Pair> } {
   const base = data.baseline as NonNullable<Data["baseline"]>;
   const columns: Column<Pair>[] = [
      { key: "name", head: "Routine", title: "routine", numeric: false, wide: true, sortable: false,
        cell: pair => pair.now ? routineLink(pair.now) : h("span", {}, pair.before?.name ?? "") },
      { key: "what", head: "", title: "new or gone", numeric: false, sortable: false,
        cell: pair => pair.before === null ? h("b", {}, "new") : pair.now === null ? h("b", {}, "gone")
              : "" },
      { key: "growth-before", head: "Growth before", title: "class of the mean cost in the baseline",
            numeric: false, sortable: false, cell: pair => badge(data, pair.before) },
      { key: "growth", head: "Growth now", title: "class of the mean cost", numeric: false, sortable: false,
            cell: pair => badge(data, pair.now) },
      { key: "added", head: "Added cost", title: "cost now, less what the same inputs cost before",
            numeric: true, cell: pair => short(added(pair)) },
      { key: "same", head: "Same input", title: "mean cost at the same input, now / before", numeric: true,
            cell: pair => isNaN(pair.same) ? "–" : "×" + times(pair.same) },
      { key: "total", head: "Total", title: "cost, now / before", numeric: true, cell: pair =>
            pair.now === null || pair.before === null ? "–" : "×" + times(pair.total) },
      { key: "before", head: "Before", title: "cost in the baseline", numeric: true, cell: pair => h("span",
            { title: grouped(pair.before?.cost ?? 0) }, short(pair.before?.cost ?? 0)) },
      { key: "now", head: "Now", title: "cost", numeric: true, cell: pair => h("span",
            { title: grouped(pair.now?.cost ?? 0) }, short(pair.now?.cost ?? 0)) },
      { key: "object", head: "Object", title: "object file", numeric: false, sortable: false, cell: pair =>
            objectText((pair.now ?? pair.before) as Routine) },
   ];
   const all = pairs(data);
   const table = new Table<Pair>({
      label: "Comparison", columns, rowHeight: 30, sortKey: state.get("sort", "added"),
            descending: state.get("dir") !== "up",
      onSort: chosen => {
         const up = state.get("sort", "added") === chosen && state.get("dir") !== "up";
         state.note({ sort: chosen, dir: up ? "up" : null });
         update();
      },
      open: pair => { if (pair.now) { state.go("routine", { id: pair.now.index }); } },
   });
   const update = () => {
      const value = orders[state.get("sort", "added")] ?? added;
      const sign = state.get("dir") === "up" ? 1 : -1;
      table.setSort(state.get("sort", "added"), sign < 0);
      table.setRows([...all].sort((a, b) => sign * (value(a) - value(b))));
   };
   update();
   const change = base.head.total === 0 ? 0 : data.head.total / base.head.total;
   return { table, element: h("div", { class: "full" }, h("h1", {}, "What got worse"),
      h("p", { class: "lead" },
            `Total cost ${short(data.head.total)}, before ${short(base.head.total)}: ${percent(change)} of it. ` +
        `${plural(all.filter(pair => pair.before === null).length, "routine")} new, ${all.filter(pair => pair.now === null).length} gone. ` +
        `Baseline: ${base.head.paths.map(fileName).join(", ")}, ${base.head.date || "no date"}.`),
              table.element) };
}
