/* One routine of an experiment: what it cost at each size, what it will cost, and what of that came true. */

import { sizeLabel } from "./areas";
import { between } from "./curves";
import { Child, choice, h, plainTable } from "./dom";
import { Check, Curve, Experiment, Forecast, hasOneSize, Interval, Routine, shownName,
         sizeOf } from "./experiment";
import { exportTools } from "./export";
import { grouped, powers, short } from "./format";
import { legend } from "./legend";
import { fact } from "./parts";
import { Band, Curve as Line, Mark, Plot, Series } from "./plot";
import { sizeText } from "./shares";
import * as state from "./state";

type Kind = "total" | "self" | "calls";

export const kinds: [Kind, string][] = [["total", "Cost"], ["self", "Own cost"], ["calls", "Calls"]];

/* Signs, so that nobody has to tell colours apart. */
const signs: Record<string, string> = { confirmed: "●", likely: "◐", open: "○" };

export function stateText(name: string): HTMLElement {
   const sign = h("span", { "aria-hidden": "true" }, signs[name] + " ");
   return h("span", { class: `state ${name}` }, sign, name);
}

/* n^2 as n², also of other sizes. */
export function pretty(experiment: Experiment, text: string | null): string {
   return text === null ? "–" : powers(text, experiment.parameters);
}

/* "n²"; "n²?" if it only looks so. */
export function growthOf(experiment: Experiment, curve: Curve): string {
   return pretty(experiment, curve.class) + (curve.state === "open" && curve.class !== null ? "?" : "");
}

export function intervalText(interval: Interval): string {
   return interval.low === null || interval.high === null ? "–"
        : `${short(interval.low)} to ${short(interval.high)}`;
}

/*--- The plot ---*/

interface Picture {
   series: Series[];
   curves: Line[];
   bands: Band[];
}

function checkMark(experiment: Experiment, check: Check): Mark {
   const { value, low, high } = check.predicted;
   return { x: sizeOf(experiment, experiment.largest), y: value ?? NaN, text: check.words,
            low: low ?? undefined, high: high ?? undefined };
}

/* From the largest run on: there, nothing is uncertain. */
function forecastLine(experiment: Experiment, curve: Curve): number[][] {
   const size = sizeOf(experiment, experiment.largest);
   const measured = curve.measured[experiment.largest];
   return [[size, measured, measured, measured],
           ...curve.forecast.map(({ times, cost }) =>
              [size * times, cost.value ?? NaN, cost.low ?? NaN, cost.high ?? NaN])];
}

function pictureOf(experiment: Experiment, curve: Curve): Picture {
   const text = (run: number) => `${sizeText(experiment, experiment.counted[run].sizes)}: `
                               + grouped(curve.measured[run]);
   const series: Series[] = [{
      name: "measured", colour: "s1", shape: "circle",
      marks: curve.measured.map((y, run) => ({ x: sizeOf(experiment, run), y, text: text(run) })),
   }];
   if (curve.check !== null) {
      series.push({ name: "predicted for the largest run", colour: "s0", shape: "diamond",
                    marks: [checkMark(experiment, curve.check)] });
   }
   const line = forecastLine(experiment, curve);
   if (line.length < 2 || line[0][0] <= 0) {
      return { series, curves: [], bands: [] };
   }
   const marks = line.slice(1).map(([x, y, low, high]) =>
      ({ x, y, text: `${grouped(x)}: forecast ${short(y)}, ${short(low)} to ${short(high)}` }));
   series.push({ name: "×2, ×5, ×10", colour: "s2", shape: "square", marks });
   return {
      series,
      curves: [{ name: "forecast", colour: "s2", dashed: true, at: n => between(line, n), from: line[0][0],
                 to: line[line.length - 1][0] }],
      bands: [{ colour: "s2", edges: line.map(([x, , low, high]) => ({ x, low, high })) }],
   };
}

function rowsOf(experiment: Experiment, curve: Curve): (string | number)[][] {
   const { counted, largest } = experiment;
   return [...counted.map((run, i) => [sizeText(experiment, run.sizes), curve.measured[i], "", ""]),
           ...curve.forecast.map(({ times, cost }) =>
              [sizeText(experiment, counted[largest].sizes, times), cost.value ?? "", cost.low ?? "",
               cost.high ?? ""])];
}

const tableHead = ["size", "measured or forecast", "low", "high"];

function table(experiment: Experiment, curve: Curve): HTMLElement {
   const rows = rowsOf(experiment, curve).map(row => row.map((cell, i) =>
      typeof cell === "number" ? (i === 1 && row[2] === "" ? grouped(cell) : short(cell)) : cell));
   return plainTable("What was measured, and what is forecast", tableHead, rows);
}

function plotSection(experiment: Experiment, routine: Routine, kind: Kind): HTMLElement {
   const curve = routine[kind];
   const picture = pictureOf(experiment, curve);
   const log = state.get("axes", "log") === "log";
   const what = kind === "calls" ? "calls" : `${kind === "self" ? "own cost" : "cost"}, ${experiment.metric}`;
   const plot = new Plot({
      title: `${shownName(routine)}: ${what} over the size of the run`,
      xLabel: sizeLabel(experiment), yLabel: what,
      xLog: log, yLog: log, ...picture, hint: "point at a mark to read it off",
      measuredTo: picture.curves.length > 0 ? sizeOf(experiment, experiment.largest) : null,
   }, 340);
   const details = h("details", {}, h("summary", {}, "Table of the points"), table(experiment, curve));
   return h("div", {}, legend(picture, undefined, "forecast"), plot.element, plot.read,
            h("div", { class: "bar" }, details,
              exportTools(plot.picture, shownName(routine), tableHead, () => rowsOf(experiment, curve))));
}

/*--- In words and figures ---*/

function forecastTable(experiment: Experiment, curve: Curve): HTMLElement | null {
   const sizes = experiment.counted[experiment.largest].sizes;
   const row = ({ times, cost }: Forecast): Child[] =>
      [`${sizeText(experiment, sizes, times)} (×${times})`, short(cost.value ?? NaN), intervalText(cost)];
   return curve.forecast.length === 0 ? null
      : plainTable("Forecast", ["size", "value", "interval of 95\u00a0%"], curve.forecast.map(row));
}

function words(experiment: Experiment, routine: Routine, kind: Kind): HTMLElement {
   const curve = routine[kind];
   return h("div", {},
      h("dl", { class: "facts" },
        fact("State", stateText(curve.state)),
        fact("Growth", growthOf(experiment, curve),
             curve.state === "open" && curve.class !== null ? " (looks like it, not confirmed)" : null),
        fact("Law", pretty(experiment, curve.law),
             curve.from === null ? null : `, from ${grouped(curve.from)} on`),
        fact("Why", pretty(experiment, routine.why)),
        curve.check === null ? null : fact("Check", curve.check.words),
        routine.readable === null ? null : fact("Symbol", routine.name),
        fact("Object", routine.object)),
      forecastTable(experiment, curve));
}

/* `show` draws it anew. */
export function trend(experiment: Experiment, routine: Routine, show: () => void): HTMLElement {
   const text = state.get("plot", "total");
   const kind = kinds.find(([name]) => name === text)?.[0] ?? "total";
   const set = (change: state.Change) => () => { state.note(change); show(); };
   const choose = (key: string, otherwise: string) => (value: string) =>
      set({ [key]: value === otherwise ? null : value })();
   return h("section", { class: "trend", "aria-label": "The chosen routine" },
      h("h2", {}, shownName(routine)),
      h("div", { class: "bar" }, choice("What to show", kinds, kind, choose("plot", "total")),
        hasOneSize(experiment) ? choice("Axes", [["linear", "linear"], ["log", "log"]],
                                        state.get("axes", "log"), choose("axes", "log")) : null),
      h("div", { class: "columns wide-left" },
        hasOneSize(experiment) ? plotSection(experiment, routine, kind)
           : h("div", {}, h("p", { class: "faint" },
                                "There is no curve over one size, because two sizes vary."),
               table(experiment, routine[kind])),
        words(experiment, routine, kind)));
}
