/* Plots of a routine: for each kind of plot, its marks, lines and areas, and the
   table behind it. */

import { Data, GrowthCase, Point, Routine } from "./data";
import { className, grouped, short } from "./format";
import { classFunction, lawCost } from "./growth";
import { caseNames } from "./parts";
import { Band, Curve, Series } from "./plot";

export type Kind = "cost" | "total" | "amortized" | "calls" | "spread" | "bound";

export const kinds: [Kind, string][] = [
   ["cost", "Cost"], ["total", "Total"], ["amortized", "Amortized"], ["calls", "Calls"], ["spread", "Spread"],
   ["bound", "Cost / f(n)"],
];

export const boundFunctions = ["log n", "n", "n log n", "n^1.5", "n^2", "n^2 log n", "n^3"];

export const shapes: Series["shape"][] = ["triangle", "circle", "square", "diamond"];

export function inputText(point: Point): string {
   return point.first === point.last ? `n ${grouped(point.first)}`
         : `n ${grouped(point.first)} to ${grouped(point.last)}`;
}

function callsText(point: Point): string {
   return point.calls === 1 ? "1 call" : grouped(point.calls) + " calls";
}

export function costOf(point: Point, which: number): number {
   return which === 0 ? point.max : which === 2 ? point.min : point.sum / point.calls;
}

export function costSeries(points: Point[], which: number, name = caseNames[which],
                           colour = `s${which}`): Series {
   return {
      name, colour, shape: shapes[which],
      marks: points.map(point => ({
         x: point.n, y: costOf(point, which),
         text: `${inputText(point)}: ${name} cost ${grouped(costOf(point, which))}, ${callsText(point)}`,
      })),
   };
}

type Value = (point: Point) => number;

function oneSeries(points: Point[], name: string, shape: Series["shape"], value: Value): Series {
   return {
      name, colour: "s1", shape,
      marks: points.map(point => ({
         x: point.n, y: value(point),
         text: `${inputText(point)}: ${name} ${grouped(value(point))}, ${callsText(point)}`,
      })),
   };
}

/* Mean cost of all calls with at most this input. */
function amortized(points: Point[]): Map<Point, number> {
   const found = new Map<Point, number>();
   let sum = 0;
   let calls = 0;
   for (const point of points) {
      sum += point.sum;
      calls += point.calls;
      found.set(point, sum / calls);
   }
   return found;
}

export interface Plan {
   series: Series[];
   curves: Curve[];
   bands: Band[];
   yLabel: string;
   measuredTo: number | null;   /* if the curves go beyond what was measured */
}

/* On a curve that is given at some places: between two of them, it is taken for a power of n. */
export function between(line: number[][], n: number): number {
   const found = line.findIndex(([x]) => x >= n);
   const next = found < 0 ? line.length - 1 : Math.max(1, found);
   const [[x0, y0], [x1, y1]] = [line[next - 1], line[next]];
   const part = Math.log(Math.max(n, 1e-9) / x0) / Math.log(x1 / x0);
   return y0 > 0 && y1 > 0 ? y0 * Math.pow(y1 / y0, part) : y0 + (y1 - y0) * part;
}

/* Whether all calls with the same input cost the same: then the three cases are one. */
export function isExact(points: Point[]): boolean {
   return points.every(point => point.min === point.max);
}

function lawCurves(data: Data, item: GrowthCase | undefined, name: string, colour: string, routine: Routine,
                   far: boolean): { curves: Curve[]; bands: Band[] } {
   const fit = item?.fit ?? null;
   if (item === undefined || fit === null) {
      return { curves: [], bands: [] };
   }
   const at = (n: number) => lawCost(fit, data.classes, n);
   const curves: Curve[] = [{
      name: `${name}: ${className(data.classes[fit.model])}`, colour, dashed: false,
      at, from: Math.max(fit.from, routine.smallest), to: routine.largest,
   }];
   const edges = item.predictions.filter(({ low, high }) => low !== null && high !== null)
      .map(({ n, low, high }) => ({ x: n, low: low as number, high: high as number }));
   if (!far || edges.length < 2) {
      return { curves, bands: [] };
   }
   const line = item.predictions.map(({ n, cost }) => [n, cost]);
   curves.push({ name: "prediction", colour, dashed: true, at: n => between(line, n),
                 from: line[0][0], to: line[line.length - 1][0] });
   return { curves, bands: [{ colour, edges }] };
}

/* Draws the same routine of the baseline, too: its marks, and its law. */
export function addBaseline(data: Data, plan: Plan, before: Routine, points: Point[], law: boolean,
                            far: boolean): void {
   const colour = "s7";
   const name = "mean, baseline";
   plan.series.push({ ...costSeries(points, 1, name, colour), shape: "diamond" });
   if (law) {
      const { curves, bands } = lawCurves(data, before.cases[1], name, colour, before, far);
      plan.curves.push(...curves);
      plan.bands.push(...bands);
   }
}

function costPlan(data: Data, routine: Routine, points: Point[], cases: number[], law: boolean,
                  far: boolean): Plan {
   const series = cases.map(which => costSeries(points, which));
   const plan: Plan = { series, curves: [], bands: [], yLabel: "cost of a call", measuredTo: null };
   for (const which of law ? cases : []) {
      const { curves, bands } = lawCurves(data, routine.cases[which], caseNames[which], `s${which}`, routine,
                                          far);
      plan.curves.push(...curves);
      plan.bands.push(...bands);
   }
   plan.measuredTo = plan.bands.length > 0 ? routine.largest : null;
   return plan;
}

export function planOf(data: Data, routine: Routine, points: Point[], kind: Kind, cases: number[],
                       law: boolean, far: boolean, bound: string): Plan {
   const single = (name: string, shape: Series["shape"], yLabel: string, value: Value): Plan =>
      ({ series: [oneSeries(points, name, shape, value)], curves: [], bands: [], yLabel, measuredTo: null });
   const running = amortized(points);
   switch (kind) {
      case "cost":
         return costPlan(data, routine, points, cases, law, far);
      case "total":
         return single("total cost", "circle", "cost of all calls with this input", point => point.sum);
      case "amortized":
         return single("mean cost up to here", "circle", "mean cost of all calls with at most this input",
                       point => running.get(point) ?? 0);
      case "calls":
         return single("calls", "bar", "calls with this input", point => point.calls);
      case "spread":
         return single("standard deviation", "circle", "standard deviation of the cost",
                       point => point.deviation < 0 ? NaN : point.deviation);
      case "bound": {
         const by = (which: number): Series => ({
            name: caseNames[which], colour: `s${which}`, shape: shapes[which],
            marks: points.filter(point => classFunction(bound, point.n) > 0).map(point => {
               const ratio = costOf(point, which) / classFunction(bound, point.n);
               const text = `${caseNames[which]} cost / ${className(bound)} = ${short(ratio)}`;
               return { x: point.n, y: ratio, text: `${inputText(point)}: ${text}` };
            }),
         });
         return { series: cases.map(by), curves: [], bands: [], measuredTo: null,
                  yLabel: `cost / (${className(bound)}); level if it grows so` };
      }
   }
}

export const tableHead = [
   "n from", "n to", "calls", "worst", "mean", "best", "total", "amortized", "deviation",
];

export function tableRows(points: Point[]): number[][] {
   const running = amortized(points);
   return points.map(point => [
      point.first, point.last, point.calls, point.max, point.sum / point.calls, point.min, point.sum,
      running.get(point) ?? 0, point.deviation,
   ]);
}
