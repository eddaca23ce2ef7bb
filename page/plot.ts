/* A plot: marks, lines and areas over n, with axes that are linear or
   logarithmic.  One can zoom, pan, and read off marks, by mouse and by keyboard.
   What it shows is also in a table, which the caller makes. */

import { svg, h } from "./dom";
import { short } from "./format";
import { linearScale, logScale, Scale } from "./scale";

export interface Mark {
   x: number;
   y: number;
   text: string;           /* what is read off */
   low?: number;           /* an interval of y */
   high?: number;
}

export interface Series {
   name: string;
   colour: string;         /* a class of the style sheet: s0 to s7 */
   shape: "circle" | "square" | "triangle" | "bar" | "diamond";
   marks: Mark[];
}

export interface Curve {
   name: string;
   colour: string;
   dashed: boolean;
   at: (n: number) => number;
   from: number;
   to: number;
}

export interface Band {
   colour: string;
   edges: { x: number; low: number; high: number }[];
}

export interface PlotSpec {
   title: string;
   xLabel: string;
   yLabel: string;
   xLog: boolean;
   yLog: boolean;
   series: Series[];
   curves: Curve[];
   bands: Band[];
   measuredTo: number | null;                 /* what is beyond this x is predicted; null: nothing is */
   hint: string;                              /* what one reads as long as no mark is chosen */
   window?: [number, number] | null;          /* of x; null: all */
   onWindow?: (window: [number, number] | null) => void;
}

const margin = { left: 62, right: 14, top: 12, bottom: 42 };

/* Beyond this many marks they are drawn as one path. */
const manyMarks = 600;

interface Extent {
   low: number;
   high: number;
   lowPositive: number;
   hasZero: boolean;
}

function extentOf(values: number[]): Extent {
   const extent = { low: Infinity, high: -Infinity, lowPositive: Infinity, hasZero: false };
   for (const value of values) {
      if (isFinite(value)) {
         extent.low = Math.min(extent.low, value);
         extent.high = Math.max(extent.high, value);
         extent.hasZero = extent.hasZero || value <= 0;
         if (value > 0) {
            extent.lowPositive = Math.min(extent.lowPositive, value);
         }
      }
   }
   return extent;
}

/* Not within a window, which has the ends that were asked for. */
function scaleOf(extent: Extent, log: boolean, from: number, to: number, isWhole: boolean): Scale {
   if (log) {
      const low = isFinite(extent.lowPositive) ? extent.lowPositive : 1;
      return logScale(low, Math.max(extent.high, low), from, to, extent.hasZero);
   }
   const low = isWhole ? Math.min(0, extent.low) : extent.low;
   return linearScale(isFinite(low) ? low : 0, isFinite(extent.high) ? extent.high : 1, from, to, isWhole);
}

function shapePath(shape: Series["shape"], x: number, y: number, size: number): string {
   const wide = size * 1.4;
   switch (shape) {
      case "square":   return `M${x - size},${y - size}h${2 * size}v${2 * size}h${-2 * size}z`;
      case "triangle": return `M${x},${y - size * 1.2}l${size * 1.2},${size * 2.1}h${-size * 2.4}z`;
      case "diamond":  return `M${x},${y - wide}l${wide},${wide}l${-wide},${wide}l${-wide},${-wide}z`;
      default:         return `M${x - size},${y}a${size},${size} 0 1,0 ${2 * size},0`
                              + `a${size},${size} 0 1,0 ${-2 * size},0z`;
   }
}

/* A picture that is as wide as there is room. */
export abstract class Picture {
   readonly element: HTMLElement;
   readonly picture: SVGSVGElement;
   readonly read: HTMLElement;      /* what is read off */
   protected width = 0;

   constructor(title: string, protected readonly height: number, protected readonly hint: string) {
      this.picture = svg("svg", { class: "plot", role: "img", tabindex: "0", "aria-label": title });
      this.element = h("div", { class: "plot-room" }, this.picture);
      this.element.style.height = height + "px";
      this.read = h("output", { class: "read" }, hint);
      new ResizeObserver(() => this.resize()).observe(this.element);
   }

   /* Makes what is in the picture. */
   protected abstract contents(): SVGElement[];

   private resize(): void {
      const width = Math.floor(this.element.clientWidth);
      if (width > 0 && width !== this.width) {
         this.width = width;
         this.draw();
      }
   }

   protected draw(): void {
      this.picture.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
      this.picture.setAttribute("width", String(this.width));
      this.picture.setAttribute("height", String(this.height));
      this.picture.replaceChildren(...this.contents());
   }
}

export class Plot extends Picture {
   private x!: Scale;
   private y!: Scale;
   private marks: { mark: Mark; px: number; py: number }[] = [];
   private chosen = -1;
   private ring: SVGCircleElement | null = null;

   constructor(private spec: PlotSpec, height = 380) {
      super(spec.title, height, spec.hint);
      this.listen();
   }

   private visible(x: number): boolean {
      const { window } = this.spec;
      return !window || (x >= window[0] && x <= window[1]);
   }

   /*--- Drawing ---*/

   private makeScales(): void {
      const { spec } = this;
      const xs = spec.window ?? [...spec.series.flatMap(series => series.marks.map(mark => mark.x)),
                                 ...spec.curves.flatMap(curve => [curve.from, curve.to])];
      this.x = scaleOf(extentOf(xs), spec.xLog, margin.left, this.width - margin.right, !spec.window);
      const ys = spec.series.flatMap(series => series.marks).filter(mark => this.visible(mark.x))
                            .flatMap(mark => [mark.y, mark.low ?? mark.y, mark.high ?? mark.y]);
      for (const curve of spec.curves) {
         if (this.visible(curve.to)) {
            ys.push(curve.at(curve.to));
         }
      }
      for (const band of spec.bands) {
         ys.push(...band.edges.filter(edge => this.visible(edge.x)).map(edge => edge.high));
      }
      if (ys.length === 0) {
         ys.push(0, 1);
      }
      const positive = spec.yLog ? ys : ys.filter(value => value >= 0);
      this.y = scaleOf(extentOf(positive), spec.yLog, this.height - margin.bottom, margin.top, true);
   }

   protected contents(): SVGElement[] {
      this.makeScales();
      this.chosen = -1;
      this.ring = null;
      return [svg("title", {}, this.spec.title), this.axes(), this.content()];
   }

   private axes(): SVGGElement {
      const group = svg("g", { class: "axes" });
      const bottom = this.height - margin.bottom;
      const right = this.width - margin.right;
      let taken = -Infinity;
      for (const tick of this.x.ticks) {
         const place = this.x.place(tick.value);
         group.append(svg("line", { class: "grid", x1: place, x2: place, y1: margin.top, y2: bottom }));
         if (place - taken >= 30) {
            group.append(svg("text", { x: place, y: bottom + 16, "text-anchor": "middle" }, tick.text));
            taken = place;
         }
      }
      for (const tick of this.y.ticks) {
         const place = this.y.place(tick.value);
         group.append(svg("line", { class: "grid", x1: margin.left, x2: right, y1: place, y2: place }),
                      svg("text", { x: margin.left - 8, y: place + 4, "text-anchor": "end" }, tick.text));
      }
      group.append(svg("line", { class: "axis", x1: margin.left, x2: right, y1: bottom, y2: bottom }),
                   svg("line", { class: "axis", x1: margin.left, x2: margin.left,
                                 y1: margin.top, y2: bottom }));
      if (this.x.hasZeroPlace) {
         group.append(svg("path", { class: "break", d: `M${margin.left + 17},${bottom - 4}l4,8m3,-8l4,8` }));
      }
      group.append(svg("text", { class: "label", x: right, y: this.height - 8, "text-anchor": "end" },
                       this.spec.xLabel),
                   svg("text", { class: "label", x: margin.left + 8, y: margin.top + 10 }, this.spec.yLabel));
      this.addLimit(group, bottom);
      return group;
   }

   /* Marks where measurements end, and predictions begin. */
   private addLimit(group: SVGGElement, bottom: number): void {
      const { measuredTo } = this.spec;
      if (measuredTo !== null && this.visible(measuredTo)) {
         const place = this.x.place(measuredTo);
         const hasRoom = place < this.width / 2;   /* curves rise, so there is room on the left */
         const room = hasRoom ? this.width - margin.right - place : place - margin.left;
         group.append(svg("line", { class: "limit", x1: place, x2: place, y1: margin.top + 18, y2: bottom }),
                      svg("text", { x: hasRoom ? place + 5 : place - 5, y: margin.top + 28,
                                    "text-anchor": hasRoom ? "start" : "end" },
                          (room < 160 ? "beyond " : "predicted beyond ") + short(measuredTo)));
      }
   }

   private content(): SVGGElement {
      const id = "clip" + Math.random().toString(36).slice(2);
      const clip = svg("clipPath", { id }, svg("rect", {
         x: margin.left - 6, y: margin.top - 6,
         width: Math.max(0, this.width - margin.left - margin.right + 12),
         height: this.height - margin.top - margin.bottom + 12,
      }));
      const group = svg("g", { "clip-path": `url(#${id})` });
      for (const band of this.spec.bands) {
         group.append(this.bandPath(band));
      }
      this.marks = [];
      for (const series of this.spec.series) {
         group.append(this.seriesMarks(series));
      }
      for (const curve of this.spec.curves) {
         group.append(this.curvePath(curve));
      }
      this.marks.sort((a, b) => a.px - b.px || a.py - b.py);
      return svg("g", {}, clip, group);
   }

   private curvePath(curve: Curve): SVGPathElement {
      const least = this.spec.xLog ? 1e-9 : -Infinity;
      const from = Math.max(margin.left, this.x.place(Math.max(curve.from, least)));
      const to = Math.min(this.width - margin.right, this.x.place(curve.to));
      let path = "";
      for (let place = from; place <= to + 0.001; place += Math.max(0.5, (to - from) / 200)) {
         const value = curve.at(this.x.invert(Math.min(place, to)));
         const good = isFinite(value) && (!this.spec.yLog || value > 0);
         const begins = path === "" || path.endsWith(" ");
         path += good ? `${begins ? "M" : "L"}${place.toFixed(1)},${this.y.place(value).toFixed(1)}` : " ";
      }
      return svg("path", { class: `curve ${curve.colour}`, d: path.trim(),
                           "stroke-dasharray": curve.dashed ? "6 4" : null });
   }

   private bandPath(band: Band): SVGPathElement {
      const at = (x: number, y: number) =>
         `${this.x.place(x).toFixed(1)},${this.y.place(Math.max(y, 0)).toFixed(1)}`;
      const path = [...band.edges.map(edge => at(edge.x, edge.high)),
                    ...[...band.edges].reverse().map(edge => at(edge.x, edge.low))];
      return svg("path", { class: `band ${band.colour}`,
                           d: path.length > 0 ? "M" + path.join("L") + "z" : "" });
   }

   private seriesMarks(series: Series): SVGGElement {
      const group = svg("g", { class: `marks ${series.colour}` });
      const size = series.marks.length > 150 ? 2.4 : 3.6;
      const bottom = Math.min(this.y.place(0), this.height - margin.bottom);
      let joined = "";
      for (const mark of series.marks) {
         const hasPlace = !this.spec.xLog || mark.x > 0 || this.x.hasZeroPlace;
         if (!isFinite(mark.y) || !this.visible(mark.x) || !hasPlace) {
            continue;
         }
         const px = this.x.place(mark.x);
         const py = this.y.place(mark.y);
         const path = series.shape === "bar" ? `M${px - 1.5},${bottom}V${py}h3V${bottom}z`
                    : shapePath(series.shape, Number(px.toFixed(1)), Number(py.toFixed(1)), size);
         this.marks.push({ mark, px, py });
         if (series.marks.length > manyMarks) {
            joined += path;
         } else {
            group.append(svg("path", { d: path }));
         }
         if (mark.low !== undefined && mark.high !== undefined) {
            group.append(this.whisker(mark.low, mark.high, px));
         }
      }
      if (joined !== "") {
         group.append(svg("path", { d: joined }));
      }
      return group;
   }

   private whisker(low: number, high: number, px: number): SVGPathElement {
      const [bottom, top] = [low, high].map(value => this.y.place(value).toFixed(1));
      return svg("path", { class: "whisker", d: `M${px - 4},${top}h8m-4,0V${bottom}m-4,0h8` });
   }

   /*--- Reading off, zooming ---*/

   private choose(index: number): void {
      this.ring?.remove();
      this.ring = null;
      this.chosen = index;
      const found = this.marks[index];
      if (found !== undefined) {
         this.ring = svg("circle", { class: "ring", cx: found.px, cy: found.py, r: 8 });
         this.picture.append(this.ring);
      }
      this.read.textContent = found?.mark.text ?? this.hint;
   }

   private nearest(px: number, py: number): number {
      let best = -1;
      let distance = 40 * 40;
      this.marks.forEach((found, i) => {
         const here = (found.px - px) ** 2 + (found.py - py) ** 2;
         if (here < distance) {
            best = i;
            distance = here;
         }
      });
      return best;
   }

   /* Zooms by a factor about a place, or moves by so many pixels. */
   private change(factor: number, about: number, by: number): void {
      const from = margin.left;
      const to = this.width - margin.right;
      const low = this.x.invert(about - (about - from) * factor + by);
      const high = this.x.invert(about + (to - about) * factor + by);
      this.spec.window = [Math.max(0, low), high];
      this.draw();
      this.spec.onWindow?.(this.spec.window);
   }

   reset(): void {
      this.spec.window = null;
      this.draw();
      this.spec.onWindow?.(null);
   }

   zoom(factor: number): void {
      this.change(factor, (margin.left + this.width - margin.right) / 2, 0);
   }

   private listen(): void {
      let grabbed: number | null = null;
      this.picture.addEventListener("pointermove", event => {
         const box = this.picture.getBoundingClientRect();
         if (grabbed !== null && Math.abs(event.clientX - grabbed) > 3) {
            this.change(1, 0, grabbed - event.clientX);
            grabbed = event.clientX;
         } else if (grabbed === null) {
            this.choose(this.nearest(event.clientX - box.left, event.clientY - box.top));
         }
      });
      this.picture.addEventListener("pointerdown", event => { grabbed = event.clientX; });
      addEventListener("pointerup", () => { grabbed = null; });
      this.picture.addEventListener("dblclick", () => this.reset());
      this.picture.addEventListener("wheel", event => {
         if (event.ctrlKey || event.shiftKey) {
            event.preventDefault();
            const box = this.picture.getBoundingClientRect();
            this.change(event.deltaY > 0 ? 1.25 : 0.8, event.clientX - box.left, 0);
         }
      }, { passive: false });
      this.picture.addEventListener("keydown", event => this.key(event));
   }

   private key(event: KeyboardEvent): void {
      const actions: Record<string, () => void> = {
         ArrowRight: () => this.choose(Math.min(this.chosen + 1, this.marks.length - 1)),
         ArrowLeft: () => this.choose(Math.max(this.chosen - 1, 0)),
         Home: () => this.choose(0),
         End: () => this.choose(this.marks.length - 1),
         "+": () => this.zoom(0.7),
         "-": () => this.zoom(1 / 0.7),
         "0": () => this.reset(),
      };
      const action = actions[event.key];
      if (action !== undefined) {
         event.preventDefault();
         event.stopPropagation();
         action();
      }
   }
}

/* A plot without axes, for a row of a table: cost over n, both from 0.  One point alone says nothing. */
export function sparkline(points: { n: number; y: number }[], colour: string,
                          width = 96, height = 22): SVGSVGElement {
   const picture = svg("svg", { class: `spark ${colour}`, width, height, viewBox: `0 0 ${width} ${height}`,
                                "aria-hidden": "true" });
   const right = Math.max(1, ...points.map(point => point.n));
   const top = Math.max(1, ...points.map(point => point.y));
   const place = (point: { n: number; y: number }) => {
      const x = 2 + (width - 4) * point.n / right;
      const y = height - 2 - (height - 4) * point.y / top;
      return `${x.toFixed(1)},${y.toFixed(1)}`;
   };
   if (points.length > 1) {
      picture.append(svg("path", { d: "M" + points.map(place).join("L") }));
   }
   return picture;
}
