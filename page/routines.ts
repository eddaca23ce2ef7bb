/* All routines in one table. */

import { Data, Routine, shareOf } from "./data";
import { button, h } from "./dom";
import { favouriteButtons } from "./favourites";
import { className, fileName, grouped, plural, short } from "./format";
import { saveCsv } from "./export";
import { costBar, growthBadge, growthOf, growthText, levelOf, objectText, projectedBar, routineLink, spark,
         star } from "./parts";
import * as state from "./state";
import { Column, nextOrder, Table } from "./table";

type Order = (a: Routine, b: Routine) => number;

function byGrowth(which: number): Order {
   const rank = (routine: Routine) => levelOf(routine, which) < 0 ? -1 : growthOf(routine, which) ?? -1;
   return (a, b) => rank(a) - rank(b);
}

const orders: Record<string, Order> = {
   name: (a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0,
   object: (a, b) => a.object < b.object ? -1 : a.object > b.object ? 1 : 0,
   growth: byGrowth(1),
   worst: byGrowth(0),
   projected: (a, b) => a.projection.share - b.projection.share,
   total: (a, b) => a.cost - b.cost,
   self: (a, b) => a.self - b.self,
   read: (a, b) => a.again - b.again,
   calls: (a, b) => a.calls - b.calls,
   points: (a, b) => a.pointCount - b.pointCount,
   largest: (a, b) => a.largest - b.largest,
};

/* Returns a test of names: whether one contains the text, or as a whole matches a pattern with * and ?. */
export function matcher(pattern: string): (name: string) => boolean {
   if (!/[*?]/.test(pattern)) {
      const lower = pattern.toLowerCase();
      return name => name.toLowerCase().includes(lower);
   }
   const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&").replace(/\*/g, ".*").replace(/\?/g, ".");
   const expression = new RegExp("^" + escaped + "$", "is");
   return name => expression.test(name);
}

function columns(data: Data): Column<Routine>[] {
   const all: Column<Routine>[] = [
      { key: "name", head: "Routine", title: "sort by name", numeric: false, wide: true,
        cell: (routine, letters) => h("span", { class: "name-cell" }, star(routine),
                                      routineLink(routine, letters)) },
      { key: "growth", head: "Growth", title: "how the mean cost of a call grows with its input",
        numeric: false, cell: routine => growthBadge(routine, 1) },
      { key: "worst", head: "At worst", title: "how the worst cost grows, if that differs", numeric: false,
        cell: routine => growthText(routine, 0) === growthText(routine, 1) ? ""
                         : growthBadge(routine, 0) },
      { key: "plot", head: "Cost by n", title: "mean cost over the input, both from 0", numeric: false,
        sortable: false, cell: spark },
      { key: "projected", head: `At ×${data.head.times}`,
        title: `share of the cost if all inputs were ${data.head.times} times as large`,
        numeric: true, cell: projectedBar },
      { key: "total", head: "Total", title: "share of the cost, with all that it called", numeric: true,
        cell: routine => costBar(data, routine.cost) },
      { key: "self", head: "Self", title: "share of the cost, without what it called", numeric: true,
        cell: routine => costBar(data, routine.self) },
      { key: "read", head: "Read", numeric: true,
        title: "how often all calls together read the program's input, if they read it again and again",
        cell: routine => routine.again > 0 ? `×${short(routine.again)}` : "" },
      { key: "calls", head: "Calls", title: "how often it was called", numeric: true,
        cell: routine => h("span", { title: grouped(routine.calls) }, short(routine.calls)) },
      { key: "points", head: "Points", title: "inputs of different size", numeric: true,
        cell: routine => grouped(routine.pointCount) },
      { key: "largest", head: "Input n", title: "inputs, in cells", numeric: true,
        cell: routine => !routine.isMeasured ? "–"
                         : (routine.smallest === routine.largest ? "" : short(routine.smallest) + "–")
                         + short(routine.largest) },
      { key: "object", head: "Object", title: "sort by object file", numeric: false, cell: objectText },
   ];
   const isEmpty = (key: string): boolean => key === "self" && !data.head.has_self_costs
      || key === "read" && !data.routines.some(routine => routine !== null && routine.again > 0);
   return all.filter(column => !isEmpty(column.key));
}

function filtered(data: Data): Routine[] {
   const matches = matcher(state.get("q"));
   const object = state.get("object");
   const growth = state.get("class");
   const leastShare = state.getNumber("share", 0) / 100;
   const leastPoints = state.getNumber("points", 0);
   const section = state.getNumber("section", -1);
   const own = state.get("own") === "1";
   const favourites = state.get("starred") === "1" ? state.favourites() : null;
   return data.order.map(index => data.routines[index]).filter((routine): routine is Routine =>
      routine !== null && (matches(routine.name) || (routine.mangled !== "" && matches(routine.mangled)))
      && (object === "" || routine.object === object)
      && (growth === "" || String(growthOf(routine, 1)) === growth)
      && shareOf(data, routine.cost) >= leastShare && routine.pointCount >= leastPoints
      && (section < 0 || routine.section === section) && (!own || routine.own)
      && (favourites === null || favourites.has(routine.index)));
}

function sorted(rows: Routine[]): Routine[] {
   const order = orders[state.get("sort")];
   if (order !== undefined) {
      const sign = state.get("dir") === "up" ? 1 : -1;
      rows.sort((a, b) => sign * order(a, b) || b.cost - a.cost || a.index - b.index);
   }
   return rows;
}

function select(label: string, key: string, options: [string, string][], update: () => void): HTMLElement {
   const element = h("select", { change: () => { state.note({ [key]: element.value }); update(); } },
                     ...options.map(([value, text]) =>
                        h("option", { value, selected: state.get(key) === value }, text)));
   return h("label", {}, label, element);
}

function check(label: string, key: string, update: () => void): HTMLElement {
   const box = h("input", { type: "checkbox", "data-key": key, checked: state.get(key) === "1",
                            change: () => { state.note({ [key]: box.checked ? "1" : null }); update(); } });
   return h("label", { class: "check" }, box, label);
}

function number(label: string, key: string, update: () => void): HTMLElement {
   const box = h("input", { type: "number", min: 0, value: state.get(key), "data-key": key,
                            input: () => { state.note({ [key]: box.value }); update(); } });
   return h("label", {}, label, box);
}

function exportRows(rows: Routine[]): void {
   const head = ["routine", "object", "growth", "worst", "read", "calls", "cost", "self", "points",
                 "smallest n", "largest n", "share at more"];
   saveCsv(head, rows.map(routine => [
      routine.name, routine.object, growthText(routine, 1), growthText(routine, 0),
      routine.again, routine.calls, routine.cost, routine.self, routine.pointCount,
      routine.isMeasured ? routine.smallest : "", routine.isMeasured ? routine.largest : "",
      routine.projection.share,
   ]), "routines");
}

function filters(data: Data, update: () => void): HTMLElement {
   const search = h("input", {
      type: "search", id: "search", value: state.get("q"), placeholder: "name, or pattern with * and ?",
      input: () => { state.note({ q: search.value }); update(); },
   });
   const classes = [...new Set(data.routines.map(routine => routine === null ? null : growthOf(routine, 1)))]
      .filter((growth): growth is number => growth !== null).sort((a, b) => a - b);
   return h("form", { class: "filters", submit: (event: Event) => event.preventDefault() },
            h("label", { class: "grow" }, "Find", search),
            select("Object", "object", [["", "all"], ...data.objects.map(path =>
               [path, fileName(path)] as [string, string])], update),
            select("Growth", "class", [["", "all"], ...classes.map(growth =>
               [String(growth), className(data.classes[growth])] as [string, string])], update),
            select("Section", "section", [["", "all"], ...data.sections.map((text, i) =>
               [String(i), text] as [string, string])], update),
            number("Least share, %", "share", update), number("Least points", "points", update),
            check("only my code", "own", update), check("favourites", "starred", update));
}

export function routines(data: Data): { element: HTMLElement; table: Table<Routine> } {
   const count = h("p", { class: "count", role: "status" });
   let rows: Routine[] = [];
   const table = new Table<Routine>({
      label: "Routines", columns: columns(data), rowHeight: 26,
      onSort: key => {
         state.note(nextOrder(key, key === "name" || key === "object"));
         update();
      },
      open: routine => state.go("routine", { id: routine.index }),
      onKey: (routine, event) => {
         if (event.key === "f" && !event.ctrlKey && !event.metaKey) {
            state.toggleFavourite(routine.index);
            table.redraw();
         }
      },
   });
   const update = () => {
      rows = sorted(filtered(data));
      table.setRows(rows);
      count.textContent = (rows.length === data.order.length ? "" : `${grouped(rows.length)} of `)
                          + plural(data.order.length, "routine")
                          + (state.get("sort") === "" ? "; what will hurt first is at the top" : "");
   };
   update();
   const bar = h("div", { class: "bar" }, count, h("span", { class: "tools" }, favouriteButtons(data, update),
                 button("CSV", "save the rows as CSV", () => exportRows(rows))));
   const element = h("div", { class: "routines full" }, h("h1", { class: "hidden" }, "Routines"),
                     filters(data, update), bar, table.element);
   return { element, table };
}
