/* Legends, which say what the marks, lines and areas of a plot mean; small plots with them. */

import { Plan } from "./curves";
import { Child, h, svg } from "./dom";
import { Plot, Series } from "./plot";

const shapes: Record<Series["shape"], string> = {
   triangle: "M7,2l5,9h-10z", circle: "M3,7a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z", square: "M3,3h8v8h-8z",
   bar: "M5,2h4v10h-4z", diamond: "M7,1l5,6l-5,6l-5,-6z",
};

function swatch(colour: string, ...content: SVGElement[]): SVGSVGElement {
   return svg("svg", { class: `swatch ${colour}`, width: 14, height: 14, "aria-hidden": "true" }, ...content);
}

export function markOf(series: Series): SVGSVGElement {
   return swatch(series.colour, svg("path", { d: shapes[series.shape] }));
}

/* Lines and areas have the colours of the marks, so one of each kind says it for all. */
function linesOf(plan: Pick<Plan, "curves" | "bands">, dashedName: string): Child[] {
   const line = (text: string, dashed: boolean): Child => {
      const curve = plan.curves.find(item => item.dashed === dashed);
      return curve === undefined ? null : h("li", {}, swatch(curve.colour, svg("path", {
         class: `curve ${curve.colour}`, d: "M0,7h14", "stroke-dasharray": dashed ? "5 3" : null,
      })), text);
   };
   const [band] = plan.bands;
   return [line("law", false), line(dashedName, true),
           band === undefined ? null : h("li", {}, swatch(band.colour, svg("path", {
              class: `band ${band.colour}`, d: "M0,2h14v10h-14z" })), "95\u00a0% sure")];
}

/* `items` are the marks; by default, one for each series. */
export function legend(plan: Pick<Plan, "series" | "curves" | "bands">,
                       items: Child[] = plan.series.map(series => h("span", {}, markOf(series), series.name)),
                       dashedName = "predicted"): HTMLElement {
   return h("ul", { class: "legend" }, ...items.map(item => h("li", {}, item)), ...linesOf(plan, dashedName));
}

/* A plot of mean costs beside text: it can be read off, but not be changed.  What is predicted is ten
   times as far as what was measured, and costs may be thousands of times as high: so the axes are
   logarithmic, on which both have room. `unit`: what the input counts. */
export function plotCard(title: string, plan: Plan, unit: string): HTMLElement {
   const isLog = plan.measuredTo !== null;
   const plot = new Plot({
      title, xLabel: `input n${unit}`, yLabel: "mean cost of a call", xLog: isLog, yLog: isLog,
      series: plan.series, curves: plan.curves, bands: plan.bands, measuredTo: plan.measuredTo, hint: "",
   }, 220);
   return h("div", { class: "card-plot" }, plot.element, legend(plan));
}
