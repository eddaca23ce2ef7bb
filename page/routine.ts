/* One routine in depth: its plots, laws and predictions, who calls it and whom
   it calls, its contexts. */

import { Call, callees, callers, contextsOf, path } from "./calls";
import { addBaseline, boundFunctions, costSeries, isExact, Kind, kinds, Plan, planOf, tableHead, tableRows,
       } from "./curves";
import { Contexts, Data, PackedPoints, Point, Routine, shareOf, unpack } from "./data";
import { button, Child, choice, h, plainTable } from "./dom";
import { exportTools } from "./export";
import { className, grouped, lawText, percent, plural, short } from "./format";
import { legend, markOf } from "./legend";
import { fitted } from "./names";
import { caseNames, costBar, growthBadge, growthText, inUnit, outlook, pathText, points, routineLink, star,
       } from "./parts";
import { Plot, Series } from "./plot";
import { sourceSection } from "./source";
import * as state from "./state";
import { Table } from "./table";

const contextsShown = 12;
const callersShown = 3;      /* of a context */
const lettersInTitle = 120;
const lettersInPath = 50;

/*--- Plot ---*/

/* If all calls with the same input cost the same, one case says all. */
let casesByDefault = "012";

function chosenCases(): number[] {
   const text = state.get("cases", casesByDefault);
   return [0, 1, 2].filter(which => text.includes(String(which)));
}

function toggleCase(which: number): void {
   const cases = chosenCases();
   const next = cases.includes(which) ? cases.filter(other => other !== which) : [...cases, which];
   const text = next.sort().join("");
   state.set({ cases: text === casesByDefault ? null : text });
}

function windowOf(): [number, number] | null {
   const parts = state.get("window").split("~").map(Number);
   return parts.length === 2 && parts.every(isFinite) && parts[1] > parts[0] ? [parts[0], parts[1]] : null;
}

/* The three cases can be switched on and off. */
function caseLegend(plan: Plan): HTMLElement {
   const shown = plan.series.map(series => {
      const which = caseNames.indexOf(series.name);
      return which < 0 ? h("span", {}, markOf(series), series.name)
         : h("button", { type: "button", title: `hide ${series.name}`, "aria-pressed": "true",
                         click: () => toggleCase(which) }, markOf(series), series.name);
   });
   const hidden = [0, 1, 2].filter(which => !chosenCases().includes(which)).map(which =>
      h("button", { type: "button", class: "off", title: `show ${caseNames[which]}`, "aria-pressed": "false",
                    click: () => toggleCase(which) }, "+ " + caseNames[which]));
   return legend(plan, [...shown, ...hidden]);
}

function toggle(label: string, key: string, title: string, on: boolean): HTMLElement {
   return h("button", { type: "button", title, "aria-pressed": String(on), "data-toggle": key,
                        click: () => state.set({ [key]: on ? "0" : "1" }) }, label);
}

function overlays(data: Data): Series[] {
   const { contexts } = data;
   const chosen = state.get("over").split(".").filter(text => text !== "").map(Number);
   return contexts === null ? [] : chosen.filter(context => contexts.points.has(context)).map(
      (context, i) => costSeries(unpack(contexts.points.get(context) as PackedPoints), 1,
                                 contextName(data, contexts, context), `s${3 + i % 5}`));
}

function baselineOf(data: Data, routine: Routine): Routine | null {
   return data.comparison?.changes.find(change => change.now === routine)?.before ?? null;
}

function plotSection(data: Data, routine: Routine): HTMLElement {
   const all = points(routine);
   casesByDefault = isExact(all) ? "1" : "012";
   const kind = state.get("plot", "cost") as Kind;
   const log = state.get("axes") === "log";
   const law = state.get("law", "1") === "1";
   const far = state.get("far", "0") === "1";
   const bound = state.get("bound", boundFunctions.find(name =>
         name === data.classes[routine.cases[1]?.growth]) ?? "n");
   const plan = planOf(data, routine, all, kind, chosenCases(), law, far, bound);
   if (kind === "cost") {
      plan.series.push(...overlays(data));
      const before = baselineOf(data, routine);
      if (before !== null) {
         addBaseline(data, plan, before, points(before), law, far);
      }
   }
   const title = `${routine.name}: ${plan.yLabel} over the input, ${plural(all.length, "mark")}, `
                 + growthText(routine, 1);
   const plot = new Plot({
      title, xLabel: `input n${inUnit(routine)}`, yLabel: plan.yLabel, xLog: log, yLog: log,
      series: plan.series, curves: plan.curves, bands: plan.bands, measuredTo: plan.measuredTo,
      hint: "point at a mark to read it off; drag to pan, Ctrl and wheel to zoom, double-click for all",
      window: windowOf(),
      onWindow: window => state.note({
         window: window === null ? null : window.map(end => Number(end.toPrecision(5))).join("~"),
      }),
   });
   const canPredict = routine.cases.some(item => item.predictions.length > 1);
   return h("section", { class: "plot-section", "aria-label": "Plot" },
            h("div", { class: "bar" },
              choice("What to plot", kinds, kind,
                     value => state.set({ plot: value === "cost" ? null : value, window: null })),
              choice("Axes", [["linear", "linear"], ["log", "log"]], log ? "log" : "linear",
                     value => state.set({ axes: value === "log" ? "log" : null, window: null }))),
            h("div", { class: "bar" }, kind === "cost" || kind === "bound" ? caseLegend(plan) : legend(plan),
              h("span", { class: "tools" },
                kind === "bound" ? choice("f(n)", boundFunctions.map(name => [name, className(name)]), bound,
                                          value => state.set({ bound: value })) : null,
                kind === "cost" ? toggle("law", "law", "draw the law (w)", law) : null,
                kind === "cost" && canPredict
                   ? toggle("×10", "far", "up to 10 times the largest input, with its interval (x)", far)
                   : null,
                button("+", "zoom in (+)", () => plot.zoom(0.7)),
                button("−", "zoom out (-)", () => plot.zoom(1 / 0.7)),
                button("all", "show all (0)", () => plot.reset()))),
            plot.element, plot.read,
            h("div", { class: "bar exports" },
              h("span", { class: "faint" }, plural(routine.pointCount, "point")
                + (all.length < routine.pointCount ? ` in ${all.length} bins of similar input` : "")),
              exportTools(plot.picture, routine.name, tableHead, () => tableRows(all))),
            dataTable(all));
}

function dataTable(all: Point[]): HTMLElement {
   const room = h("div", { class: "data-table" });
   const details = h("details", { toggle: () => {
      if (details.open && room.childElementCount === 0) {
         const rows = tableRows(all);
         const table = new Table<number[]>({
            label: "Points", rowHeight: 26, open: () => {},
            columns: tableHead.map((name, i) => ({
               key: name, head: name, title: name, numeric: true,
               cell: (row: number[]) => name === "deviation" && row[i] < 0 ? "not known" : grouped(row[i]),
            })),
         });
         room.append(table.element);
         table.setRows(rows);
      }
   } }, h("summary", {}, "Table of the points"), room);
   return details;
}

/*--- Laws ---*/

function lawTable(data: Data, routine: Routine): HTMLElement {
   const rows: Child[][] = routine.cases.map(({ fit, power }, which) => [
      caseNames[which],
      h("span", { class: "class-cell" }, growthBadge(routine, which)),
      fit === null ? "–" : h("span", { class: "law" }, lawText(fit, data.classes)
                             + (fit.from > 0 ? `, for n ≥ ${grouped(fit.from)}` : "")),
      power === null ? "–" : `${power.low.toFixed(2)} to ${power.high.toFixed(2)}`,
      fit === null ? "–" : percent(fit.scatter),
   ]);
   return plainTable("Laws: the cost of a call with input n",
                     ["cost", "class", "law", "c in nᶜ, 95 %", "scatter"], rows, 2);
}

/* Multiples of the input, which `aprof show` has, too; the others are for the curve. */
const predicted = [2, 5, 10];

function predictionTable(routine: Routine): HTMLElement | null {
   const base = Math.max(1, routine.largest);
   const at = (which: number, factor: number) =>
      routine.cases[which].predictions.find(item => Math.abs(item.n / base - factor) < 1e-3);
   const cell = (which: number, factor: number): Child => {
      const item = at(which, factor);
      if (!item || item.cost === null) {
         return "–";
      }
      const interval = item.low === null || item.high === null ? null
                     : h("small", {}, ` ${short(item.low)}–${short(item.high)}`);
      return h("span", {}, short(item.cost), interval);
   };
   const factors = predicted.filter(factor => [0, 1, 2].some(which => at(which, factor) !== undefined));
   return factors.length === 0 ? null
      : plainTable("What a call will cost, and the interval of 95 %", ["input n", "worst", "mean", "best"],
                   factors.map(factor => [`${grouped(base * factor)} (×${factor})`,
                                          cell(0, factor), cell(1, factor), cell(2, factor)]));
}

function candidateTable(data: Data, routine: Routine): HTMLElement | null {
   const all = [...routine.cases[1].candidates].sort((a, b) => a.criterion - b.criterion);
   const rows = all.map(fit => [
      className(data.classes[fit.model]), h("span", { class: "law" }, lawText(fit, data.classes)),
      percent(fit.scatter), percent(fit.probability),
   ]);
   return rows.length === 0 ? null : h("details", {}, h("summary", {}, "Other laws that were tried"),
      plainTable("Candidates for the mean cost, the best first", ["class", "law", "scatter", "probability"],
                 rows));
}

function laws(data: Data, routine: Routine): HTMLElement {
   const hasLaw = routine.cases.some(({ fit, power }) => fit !== null || power !== null);
   if (routine.cases.length === 0 || (!hasLaw && routine.notKnown !== "")) {
      return h("section", {}, h("h2", {}, "Growth"), h("p", {}, `Not known: ${routine.notKnown}.`));
   }
   return h("section", {}, h("h2", {}, "Growth"),
            routine.outlook === "" ? null : h("p", { class: "finding" }, ...outlook(data, routine)),
            lawTable(data, routine), predictionTable(routine), candidateTable(data, routine));
}

/*--- Callers, callees, contexts ---*/

const lettersInTable = 60;
const callsShown = 15;
const mostCalls = 1000;

function callRow(data: Data, call: Call): Child[] {
   const exact = (number: number): Child => h("span", { title: grouped(number) }, short(number));
   const routine = call.routine < 0 ? null : data.routines[call.routine];
   return [routine ? routineLink(routine, lettersInTable) : h("i", {}, "the program or a thread"),
           routine ? growthBadge(routine, 1) : "–", exact(call.calls), exact(call.cost),
           exact(call.cost / Math.max(1, call.calls)), costBar(data, call.cost)];
}

function callTable(data: Data, caption: string, calls: Call[]): HTMLElement {
   const room = h("div");
   const show = (count: number): void => {
      const rest = calls.length - count;
      room.replaceChildren(
         plainTable(caption, ["routine", "growth", "calls", "cost", "cost a call", "share"],
                    calls.slice(0, count).map(call => callRow(data, call)), 2),
         rest <= 0 ? "" : count >= mostCalls ? h("p", { class: "faint" }, `and ${grouped(rest)} more`)
            : h("button", { type: "button", class: "more", click: () => show(mostCalls) },
                `show ${grouped(rest)} more`),
         calls.length === 0 ? h("p", { class: "faint" }, "none") : "");
   };
   show(callsShown);
   return room;
}

function contextName(data: Data, contexts: Contexts, context: number): string {
   const items = path(contexts, context);      /* may be a million */
   const names = items.slice(-callersShown - 1).map(
      item => fitted(data.routines[contexts.routine[item]]?.name ?? "?", lettersInPath));
   return (items.length > names.length ? "… › " : "") + names.join(" › ");
}

function contextTable(data: Data, contexts: Contexts, routine: Routine): HTMLElement {
   const all = contextsOf(contexts, routine.index).sort((a, b) => contexts.cost[b] - contexts.cost[a]);
   const chosen = new Set(state.get("over").split(".").filter(text => text !== "").map(Number));
   const box = (context: number): Child => !contexts.points.has(context) ? null : h("input", {
      type: "checkbox", "aria-label": "draw its mean cost in the plot", checked: chosen.has(context),
      change: () => {
         if (!chosen.delete(context)) {
            chosen.add(context);
         }
         state.set({ over: [...chosen].join("."), plot: null });
      },
   });
   const rows = all.slice(0, contextsShown).map(context => [
      h("a", { href: state.link("contexts", { at: context }) }, contextName(data, contexts, context)),
      box(context), short(contexts.calls[context]), short(contexts.cost[context]),
      costBar(data, contexts.cost[context]),
   ]);
   return h("section", {}, h("h2", {}, plural(all.length, "context")),
            plainTable("Mark contexts to draw their mean costs together",
                       ["context", "plot", "calls", "cost", "share"], rows, 2),
            all.length > rows.length
               ? h("p", { class: "faint" }, `and ${grouped(all.length - rows.length)} more, which cost less`)
               : null);
}

function callSection(data: Data, routine: Routine): HTMLElement {
   const { contexts } = data;
   if (contexts === null) {
      return h("section", {}, h("p", { class: "faint" },
               "The report has no calling contexts, so callers are not known: run the program with ",
               h("code", {}, "--collect-cct=yes"), "."));
   }
   return h("div", {},
            h("section", { class: "pair" },
              callTable(data, "Called by", callers(contexts, routine.index)),
              callTable(data, "Calls", callees(contexts, routine.index))),
            contextTable(data, contexts, routine));
}

export function routineView(data: Data): HTMLElement {
   const routine = data.routines[state.getNumber("id", -1)];
   if (!routine) {
      return h("p", {}, "There is no such routine in this report.");
   }
   const name = fitted(routine.name, lettersInTitle);
   const part = (cost: number) => percent(shareOf(data, cost));
   const parts = [
      plural(routine.calls, "call"),
      (!routine.isMeasured ? "input not measured"
         : routine.pointCount === 1 ? `inputs of ${grouped(routine.largest)}`
         : `inputs of ${grouped(routine.pointCount)} sizes, ${grouped(routine.smallest)} to `
           + grouped(routine.largest))
         + (routine.unit === "" || !routine.isMeasured ? "" : `, in ${routine.unit}`),
      `cost ${grouped(routine.cost)}, ${part(routine.cost)}`
         + (routine.isBound ? ", or less: instances may call each other" : ""),
      data.head.has_self_costs ? `self ${grouped(routine.self)}, ${part(routine.self)}` : "",
   ].filter(text => text !== "");
   return h("div", { class: "routine" },
            h("div", { class: "title" },
              star(routine), h("h1", { title: routine.name }, name), growthBadge(routine, 1)),
            h("p", { class: "faint path" }, pathText(routine.object),
              name === routine.name ? "" : ` · ${routine.name}`,
              routine.mangled === "" ? "" : ` · ${routine.mangled}`),
            h("ul", { class: "parts" }, ...parts.map(text => h("li", {}, text))),
            h("div", { class: "columns wide-left" }, plotSection(data, routine), laws(data, routine)),
            callSection(data, routine), sourceSection(data, routine));
}
