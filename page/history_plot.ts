/* A cost over the commits of a line: a stair, with steps as points on it, and marks as lines across.  The
   scale of costs begins at 0, or is logarithmic. */

import { svg } from "./dom";
import { Change, costAt, Line, Step } from "./history_data";
import { linearScale, logScale, Scale } from "./scale";

const height = 280;
const left = 64;
const bottom = 24;
const top = 32;

/* Room that the name of a commit needs on the axis. */
const labelWidth = 190;

/* A cost of 0 is at the bottom.  A logarithmic scale has whole powers of ten at both ends. */
function scaleOf(costs: number[], isLogarithmic: boolean): Scale {
   const known = costs.filter(cost => cost > 0);
   if (!isLogarithmic || known.length === 0) {
      return linearScale(0, Math.max(1, ...costs), height - bottom, top, true);
   }
   const low = Math.pow(10, Math.floor(Math.log10(Math.min(...known))));
   const high = Math.pow(10, Math.ceil(Math.log10(Math.max(...known))));
   return logScale(low, high, height - bottom, top, known.length < costs.length);
}

export interface Plot {
   element: SVGSVGElement;
   recordAt: (x: number) => number;   /* of a place in the element, from 0 to 1 */
}

/* `width`: in pixels, so that texts are as large as others.  `nameOf`: what the axis says of a record;
   `unit`: of costs. */
export function plotCost(width: number, line: Line, changes: Change[], steps: Step[], chosen: number,
                         choose: (record: number) => void, nameOf: (record: number) => string,
                         unit: string, isLogarithmic: boolean, label: string): Plot {
   const records = line.commits.length;
   const scale = scaleOf(changes.map(change => change.cost), isLogarithmic);
   const x = (record: number) => left + (width - left - 12) * (records < 2 ? 0.5 : record / (records - 1));
   const corners = changes.map((change, i) => i === 0
      ? `M${x(change.at).toFixed(1)} ${scale.place(change.cost).toFixed(1)}`
      : `H${x(change.at).toFixed(1)}V${scale.place(change.cost).toFixed(1)}`);
   const path = corners.join("") + `H${x(records - 1).toFixed(1)}`;
   const across = (record: number) => ({ x1: x(record), x2: x(record), y1: top, y2: height - bottom });
   const element = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "history-plot", role: "img",
                                "aria-label": label });
   for (const tick of scale.ticks) {
      const place = scale.place(tick.value);
      element.append(svg("line", { x1: left, x2: width - 12, y1: place, y2: place, class: "grid" }),
                     svg("text", { x: left - 6, y: place + 4, "text-anchor": "end" }, tick.text));
   }
   element.append(svg("text", { x: 0, y: 12, class: "unit" }, unit));
   const labels = Math.min(records, Math.max(2, Math.floor((width - left) / labelWidth)));
   for (let i = 0; i < labels; i++) {
      const record = labels < 2 ? 0 : Math.round(i * (records - 1) / (labels - 1));
      const anchor = labels < 2 ? "middle" : i === 0 ? "start" : i === labels - 1 ? "end" : "middle";
      element.append(svg("text", { x: x(record), y: height - 6, "text-anchor": anchor }, nameOf(record)));
   }
   for (const step of steps.filter(one => one.kind === "mark")) {
      element.append(svg("line", { ...across(step.at), class: "mark" },
                         svg("title", {}, `${step.what}: ${step.text}`)));
   }
   if (chosen >= 0) {
      element.append(svg("line", { ...across(chosen), class: "chosen" }));
   }
   if (changes.length > 0) {
      element.append(svg("path", { d: path, class: "curve" }));
   }
   /* The first step of a record is what the others come from, so it is drawn last. */
   for (const step of steps.filter(one => one.kind !== "mark").reverse()) {
      const kind = step.direction > 0 ? "worse" : step.direction < 0 ? "better" : "neither";
      const place = scale.place(costAt(changes, step.at));
      element.append(svg("circle", { cx: x(step.at), cy: place, r: step.isClass ? 6 : 4,
                                     class: `step ${kind}`, click: () => choose(step.at) },
                         svg("title", {}, `${step.what}: ${step.text}`)));
   }
   return {
      element,
      recordAt: place => Math.max(0, Math.min(records - 1,
         Math.round((place * width - left) / (width - left - 12) * (records - 1)))),
   };
}
