/* Copyright (C) 2026 The aprof authors.  The licence of the page is in page/LICENCE.

   The page: the bar with the views, the view that the address names, and keys. */

import { compareView } from "./compare";
import { kinds } from "./curves";
import { Data, readData } from "./data";
import { h } from "./dom";
import { Flame } from "./flame";
import { fileName } from "./format";
import { helpDialog } from "./help";
import { overview } from "./overview";
import { routineView } from "./routine";
import { routines } from "./routines";
import { nextHotLine, showLine } from "./source";
import * as state from "./state";
import { Table } from "./table";
import { Tree } from "./tree";

interface Shown {
   element: HTMLElement;
   table?: Table<any>;
   flame?: Flame;
   tree?: Tree;
}

const data: Data = readData(document.getElementById("data")?.textContent ?? "");
state.giveFavourites(data.favourites);
const main = h("main", { id: "main", tabindex: "-1" });
const bar = h("nav", { "aria-label": "Views" });
const help = helpDialog();
let shown: Shown = { element: main };

const views: { view: state.View; text: string; key: string; there: boolean }[] = [
   { view: "overview", text: "Overview", key: "1", there: true },
   { view: "routines", text: "Routines", key: "2", there: true },
   { view: "contexts", text: "Contexts", key: "3", there: data.contexts !== null },
   { view: "flame", text: "Flame graph", key: "4", there: data.contexts !== null },
   { view: "compare", text: "Comparison", key: "5", there: data.baseline !== null },
];

function currentView(): state.View {
   const view = state.get("view", "overview");
   const known = view === "routine" || views.some(item => item.view === view && item.there);
   return known ? view as state.View : "overview";
}

function make(view: state.View): Shown {
   switch (view) {
      case "overview": return { element: overview(data) };
      case "routines": return routines(data);
      case "routine":  return { element: routineView(data) };
      case "contexts": {
         const tree = new Tree(data, data.contexts as NonNullable<Data["contexts"]>);
         return { element: tree.element, table: tree.table, tree };
      }
      case "flame": {
         const flame = new Flame(data);
         return { element: flame.element, flame };
      }
      case "compare":  return compareView(data);
   }
}

function showBar(view: state.View): void {
   bar.replaceChildren(h("span", { class: "brand" }, "aprof"),
      ...views.filter(item => item.there).map(item => h("a", {
         href: state.link(item.view), title: `${item.text} (${item.key})`,
         "aria-current": item.view === (view === "routine" ? "routines" : view) ? "page" : null,
      }, item.text)),
      h("button", { type: "button", class: "help-button", title: "keys (?)", "aria-label": "Help",
                    click: () => help.showModal() }, "?"));
}

let lastView = "";

function render(): void {
   const view = currentView();
   const isNew = view + state.get("id") !== lastView;
   const scroll = scrollY;
   const active = document.activeElement;
   const focused = active?.getAttribute("data-value") ?? active?.getAttribute("data-toggle");
   lastView = view + state.get("id");
   showBar(view);
   shown = make(view);
   main.replaceChildren(shown.element);
   const program = data.head.program ? fileName(data.head.program) : "report";
   const routine = view === "routine" ? data.routines[state.getNumber("id", -1)] : null;
   document.title = `${routine ? routine.name + " – " : ""}${program} – aprof`;
   scrollTo(0, isNew ? 0 : scroll);
   if (isNew) {
      showLine();
   } else if (focused) {
      main.querySelector<HTMLElement>(`[data-value="${focused}"], [data-toggle="${focused}"]`)?.focus();
   }
}

/*--- Keys ---*/

function flip(key: string, otherwise: string): void {
   state.set({ [key]: state.get(key, otherwise) === "1" ? "0" : "1" });
}

function nextRoutine(by: number): void {
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

const routineKeys: Record<string, () => void> = {
   l: () => state.set({ axes: state.get("axes") === "log" ? null : "log", window: null }),
   w: () => flip("law", "1"),
   x: () => flip("far", "0"),
   p: nextPlot,
   n: () => nextRoutine(1),
   b: () => nextRoutine(-1),
   s: () => nextHotLine(data),
   f: () => { state.toggleFavourite(state.getNumber("id", -1)); render(); },
};

function onKey(event: KeyboardEvent): void {
   const target = event.target as HTMLElement;
   if (event.ctrlKey || event.metaKey || event.altKey || help.open) {
      return;
   }
   if (target.matches("input, select, textarea")) {
      const isDone = event.key === "Enter" && shown.table !== undefined && shown.tree === undefined;
      if (event.key === "Escape" || isDone) {
         target.blur();
         shown.table?.element.focus();
      }
      return;
   }
   const view = views.find(item => item.key === event.key && item.there);
   if (view !== undefined) {
      state.go(view.view);
   } else if (event.key === "?") {
      help.showModal();
   } else if (event.key === "/") {
      main.querySelector<HTMLElement>("#search")?.focus();
      event.preventDefault();
   } else if (currentView() === "routine" && event.key in routineKeys) {
      routineKeys[event.key]();
   } else if (currentView() === "routines" && event.key === "o") {
      state.set({ own: state.get("own") === "1" ? null : "1" });
   } else if (currentView() === "flame" && event.key === "r") {
      state.set({ fold: state.get("fold") === "1" ? null : "1", zoom: null });
   } else if (target === document.body || target === main) {
      shown.table?.key(event);
      shown.flame?.key(event);
   }
}

document.body.append(h("a", { class: "skip", href: "#main",
      click: (event: Event) => { event.preventDefault(); main.focus(); } }, "to the content"),
                     h("header", {}, bar), main, help);
state.onChange(render);
addEventListener("keydown", onKey);
render();
