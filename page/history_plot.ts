/* Copyright (C) 2026 The aprof authors.  The licence of the page is in page/LICENCE.

   A cost over the commits of a line: a stair, with steps as points on it, and marks as lines across. */

import { svg } from "./dom";
import { short } from "./format";
import { Change, costAt, Line, Step } from "./history_data";

const width = 1000;
const height = 260;
const left = 64;
const bottom = 24;
const top = 12;

/* Commits that the axis names. */
const shownLabels = 5;

/* 1, 2 or 5 times a power of ten: about four up to the largest. */
function ticksUpTo(largest: number): number[] {
   const rough = largest / 4;
   const power = Math.pow(10, Math.floor(Math.log10(rough)));
   const step = power * (rough / power >= 5 ? 5 : rough / power >= 2 ? 2 : 1);
   const ticks: number[] = [];
   for (let value = 0; value <= largest * 1.0001; value += step) {
      ticks.push(value);
   }
   return ticks;
}

export interface Plot {
   element: SVGSVGElement;
   recordAt: (x: number) => number;   /* of a place in the element, from 0 to 1 */
}

/* `nameOf`: what the axis says of a record. */
export function plotCost(line: Line, changes: Change[], steps: Step[], chosen: number,
                         choose: (record: number) => void, nameOf: (record: number) => string,
                         label: string): Plot {
   const records = line.commits.length;
   const largest = Math.max(1, ...changes.map(change => change.cost)) * 1.05;
   const x = (record: number) => left + (width - left - 12) * (records < 2 ? 0.5 : record / (records - 1));
   const y = (cost: number) => height - bottom - (height - bottom - top) * cost / largest;
   const corners = changes.map((change, i) => i === 0
      ? `M${x(change.at).toFixed(1)} ${y(change.cost).toFixed(1)}`
      : `H${x(change.at).toFixed(1)}V${y(change.cost).toFixed(1)}`);
   const path = corners.join("") + `H${x(records - 1).toFixed(1)}`;
   const across = (record: number) => ({ x1: x(record), x2: x(record), y1: top, y2: height - bottom });
   const element = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "history-plot", role: "img",
                                "aria-label": label });
   for (const tick of ticksUpTo(largest)) {
      element.append(svg("line", { x1: left, x2: width - 12, y1: y(tick), y2: y(tick), class: "grid" }),
                     svg("text", { x: left - 6, y: y(tick) + 4, "text-anchor": "end" }, short(tick)));
   }
   const labels = Math.min(records, shownLabels);
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
   for (const step of steps.filter(one => one.kind !== "mark")) {
      const kind = step.direction > 0 ? "worse" : step.direction < 0 ? "better" : "neither";
      element.append(svg("circle", { cx: x(step.at), cy: y(costAt(changes, step.at)), r: step.isClass ? 6 : 4,
                                     class: `step ${kind}`, click: () => choose(step.at) },
                         svg("title", {}, `${step.what}: ${step.text}`)));
   }
   return {
      element,
      recordAt: place => Math.max(0, Math.min(records - 1,
         Math.round((place * width - left) / (width - left - 12) * (records - 1)))),
   };
}
