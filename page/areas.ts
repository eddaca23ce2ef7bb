/* The picture of what will dominate: the shares of routines over the size of the run, one area above the
   other.  With two sizes, there is no axis to draw them over: each run has a bar. */

import { Child, h, plainTable, svg } from "./dom";
import { Experiment, hasOneSize } from "./experiment";
import { exportTools } from "./export";
import { leastShare, percent, short } from "./format";
import { fitted } from "./names";
import { Picture } from "./plot";
import { linearScale, logScale, Scale } from "./scale";
import { Share, Shares, sharesOf } from "./shares";

const margin = { left: 52, right: 14, top: 24, bottom: 42 };
const height = 300;
const lettersInLegend = 60;

/* Below the part of each share: the parts of those before it. */
function bottomsOf(shares: Shares): number[][] {
   const sums = shares.places.map(() => 0);
   return shares.list.map(share => share.parts.map((part, i) => {
      const bottom = sums[i];
      sums[i] += part;
      return bottom;
   }));
}

function partText(share: Share, place: number): string {
   return `${fitted(share.name, lettersInLegend)} ${percent(share.parts[place])}`;
}

function placeText(shares: Shares, place: number): string {
   const parts = shares.list.filter(share => share.parts[place] >= leastShare);
   return `${shares.places[place].text}: ` + parts.map(share => partText(share, place)).join(", ");
}

class AreaPlot extends Picture {
   private readonly bottoms: number[][];
   private chosen = -1;
   private x!: Scale;
   private y!: Scale;

   constructor(private experiment: Experiment, private shares: Shares) {
      super("Shares of the cost over the size of the run", height, "point at a size to read off the shares");
      this.bottoms = bottomsOf(shares);
      this.picture.addEventListener("pointermove", event => this.choose(this.nearest(event.clientX)));
      this.picture.addEventListener("pointerleave", () => this.choose(-1));
      this.picture.addEventListener("keydown", event => this.key(event));
   }

   protected contents(): SVGElement[] {
      const sizes = this.shares.places.map(place => place.size);
      const positive = sizes.filter(size => size > 0);
      this.x = logScale(Math.min(...positive, Math.max(1, ...sizes)), Math.max(1, ...sizes), margin.left,
                        this.width - margin.right, positive.length < sizes.length);
      this.y = linearScale(0, 1, height - margin.bottom, margin.top, false);
      this.choose(-1);
      return [...this.areas(), this.axes()];
   }

   /* The last measured place belongs to both kinds of areas. */
   private areas(): SVGElement[] {
      const { places, list } = this.shares;
      const measured = places.filter(place => place.times === 0).length;
      const last = places.length - 1;
      return list.flatMap((share, i) => [
         this.area(share, this.bottoms[i], 0, measured - 1, ""),
         ...(measured <= last ? [this.area(share, this.bottoms[i], measured - 1, last, " forecast")] : []),
      ]);
   }

   private area(share: Share, bottoms: number[], from: number, to: number, kind: string): SVGPathElement {
      const at = (place: number, part: number) => {
         const px = this.x.place(this.shares.places[place].size);
         return `${px.toFixed(1)},${this.y.place(Math.min(part, 1)).toFixed(1)}`;
      };
      const places = Array.from({ length: to - from + 1 }, (_, i) => from + i);
      const path = [...places.map(place => at(place, bottoms[place] + share.parts[place])),
                    ...places.reverse().map(place => at(place, bottoms[place]))];
      return svg("path", { class: `area ${share.colour}${kind}`, d: "M" + path.join("L") + "z" });
   }

   private axes(): SVGGElement {
      const group = svg("g", { class: "axes" });
      const bottom = height - margin.bottom;
      const right = this.width - margin.right;
      let taken = -Infinity;
      for (const tick of this.x.ticks) {
         const place = this.x.place(tick.value);
         if (place - taken >= 36) {
            group.append(svg("line", { class: "axis", x1: place, x2: place, y1: bottom, y2: bottom + 4 }),
                         svg("text", { x: place, y: bottom + 17, "text-anchor": "middle" }, tick.text));
            taken = place;
         }
      }
      for (const part of [0, 0.25, 0.5, 0.75, 1]) {
         const place = this.y.place(part);
         group.append(svg("line", { class: "axis", x1: margin.left - 4, x2: margin.left,
                                   y1: place, y2: place }),
                      svg("text", { x: margin.left - 8, y: place + 4, "text-anchor": "end" },
                          `${100 * part}\u00a0%`));
      }
      group.append(svg("text", { class: "label", x: right, y: height - 8, "text-anchor": "end" },
                       sizeLabel(this.experiment)));
      this.addLimit(group, bottom);
      return group;
   }

   private addLimit(group: SVGGElement, bottom: number): void {
      const { places } = this.shares;
      const largest = places.filter(place => place.times === 0).length - 1;
      if (largest < places.length - 1) {
         const place = this.x.place(places[largest].size);
         group.append(svg("line", { class: "edge", x1: place, x2: place, y1: margin.top - 14, y2: bottom }),
                      svg("text", { x: place - 6, y: margin.top - 8, "text-anchor": "end" },
                          `measured up to ${short(places[largest].size)}`),
                      svg("text", { x: place + 6, y: margin.top - 8 }, "forecast"));
      }
   }

   private nearest(clientX: number): number {
      const px = clientX - this.picture.getBoundingClientRect().left;
      const distances = this.shares.places.map(place => Math.abs(this.x.place(place.size) - px));
      return distances.indexOf(Math.min(...distances));
   }

   private choose(place: number): void {
      this.chosen = place;
      this.picture.querySelector(".cursor")?.remove();
      if (place >= 0) {
         const px = this.x.place(this.shares.places[place].size);
         this.picture.append(svg("line", { class: "cursor", x1: px, x2: px, y1: margin.top,
                                           y2: height - margin.bottom }));
      }
      this.read.textContent = place < 0 ? this.hint : placeText(this.shares, place);
   }

   private key(event: KeyboardEvent): void {
      const last = this.shares.places.length - 1;
      const places: Record<string, number> = {
         ArrowRight: Math.min(this.chosen + 1, last), ArrowLeft: Math.max(this.chosen - 1, 0),
         Home: 0, End: last,
      };
      if (event.key in places) {
         event.preventDefault();
         event.stopPropagation();
         this.choose(places[event.key]);
      }
   }
}

export function sizeLabel(experiment: Experiment): string {
   return experiment.unit === "number" ? experiment.parameters[0] : `size of the run, ${experiment.unit}`;
}

function chip(share: Share): HTMLElement {
   return h("span", { class: `chip ${share.colour}`, "aria-hidden": "true" });
}

/* In the order of the areas, from the top down; beside each its part of the last place. */
function legend(shares: Shares): HTMLElement {
   const last = shares.places.length - 1;
   const shown = [...shares.list].reverse();
   return h("ul", { class: "legend stack" }, ...shown.map(share => h("li", {}, chip(share),
      h("span", { title: share.name }, fitted(share.name, lettersInLegend)),
      h("span", { class: "number" }, percent(share.parts[last])))));
}

function table(shares: Shares): HTMLElement {
   const room = h("div");
   const details = h("details", { toggle: () => {
      if (details.open && room.childElementCount === 0) {
         room.append(plainTable("Share of the cost", ["size", ...shares.list.map(share => share.name)],
                                shares.places.map((place, i) =>
                                   [place.text, ...shares.list.map(share => percent(share.parts[i]))])));
      }
   } }, h("summary", {}, "Table of the shares"), room);
   return details;
}

function exports(plot: AreaPlot, shares: Shares): HTMLElement {
   return exportTools(plot.picture, "shares", ["size", "times", ...shares.list.map(share => share.name)],
      () => shares.places.map((place, i) => [place.size, place.times === 0 ? "measured" : place.times,
                                             ...shares.list.map(share => share.parts[i])]));
}

function areas(experiment: Experiment, shares: Shares): HTMLElement {
   const plot = new AreaPlot(experiment, shares);
   return h("div", { class: "stacked" }, h("div", {}, plot.element, plot.read), legend(shares),
            h("div", { class: "bar" }, table(shares), exports(plot, shares)));
}

/*--- Two sizes ---*/

function bar(shares: Shares, place: number): HTMLElement {
   const forecast = shares.places[place].times > 0 ? " forecast" : "";
   const text = placeText(shares, place);
   const element = h("span", { class: `stacked-bar${forecast}`, role: "img", "aria-label": text,
                               title: text });
   for (const share of shares.list) {
      const part = h("span", { class: share.colour });
      part.style.width = 100 * share.parts[place] + "%";
      element.append(part);
   }
   return element;
}

function bars(shares: Shares): HTMLElement {
   const rows = shares.places.map((place, i): Child[] => [place.text, short(place.cost), bar(shares, i)]);
   return h("div", { class: "stacked" },
            plainTable("Shares of the cost in each run", ["sizes", "cost", "shares"], rows), legend(shares));
}

export function dominance(experiment: Experiment): HTMLElement | null {
   const shares = sharesOf(experiment);
   if (shares.places.length === 0) {
      return null;
   }
   const by = hasOneSize(experiment) ? ", by the size of the run."
            : ", in each run. Two sizes have no common axis, so each run and each forecast has a bar.";
   return h("section", { class: "dominance", "aria-label": "What will dominate" },
            h("h2", {}, "What will dominate"),
            h("p", { class: "faint" }, "Share of the cost that is a routine's own code" + by),
            hasOneSize(experiment) && shares.places.length > 1 ? areas(experiment, shares) : bars(shares));
}
