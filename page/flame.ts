/* Copyright (C) 2026 The aprof authors.  The licence of the page is in page/LICENCE.

   The flame graph: the width of a box is its cost, and what it called stands
   below it.  Only boxes that can be seen are drawn. */

import { Data, Routine } from "./data";
import { button, choice, h } from "./dom";
import { fileName, grouped, percent, shortened } from "./format";
import { flameTree, FlameTree } from "./folded";
import { growthText, levelOf, routineLink } from "./parts";
import { matcher } from "./routines";
import * as state from "./state";

const boxHeight = 20;
const objectColours = 6;
const fewestLetters = 5;      /* of a name that is cut */

export class Flame {
   readonly element: HTMLElement;
   private tree: FlameTree;
   private canvas = h("canvas", { role: "img", tabindex: "0" });
   private room: HTMLElement;
   private spacer = h("div", { class: "flame-spacer" });
   private read = h("output", { class: "read" });
   private tip = h("div", { class: "tip", hidden: true, "aria-hidden": "true" });   /* beside the mouse */
   private zoomed = -1;              /* -1: all */
   private chosen = -1;
   private matches: ((name: string) => boolean) | null = null;
   private objects: Map<string, number>;

   constructor(private data: Data) {
      const contexts = data.contexts as NonNullable<Data["contexts"]>;
      this.tree = flameTree(contexts, state.get("fold") === "1");
      this.objects = new Map(data.objects.map((path, i) => [path, i % objectColours]));
      const search = h("input", {
         type: "search", id: "search", placeholder: "mark routines", value: state.get("q"),
         input: () => {
            state.note({ q: search.value });
            this.search(search.value);
         },
      });
      const isFolded = state.get("fold") === "1";
      this.room = h("div", { class: "flame-room" }, this.canvas, this.spacer, this.tip);
      this.element = h("div", { class: "full flame" }, h("h1", { class: "hidden" }, "Flame graph"),
         h("div", { class: "filters" }, h("label", { class: "grow" }, "Find", search),
           choice("Colours", [["growth", "growth"], ["object", "object"]], state.get("colour", "growth"),
                  value => state.set({ colour: value === "growth" ? null : value })),
           h("button", {
              type: "button", title: "fold recursion (r)", "data-toggle": "fold",
              "aria-pressed": String(isFolded),
              click: () => state.set({ fold: isFolded ? null : "1", zoom: null }),
           }, "fold recursion"),
           button("all", "zoom out (Escape)", () => this.zoom(-1))),
         this.legend(), this.room, this.read);
      this.search(search.value);
      this.zoomed = Math.min(state.getNumber("zoom", -1), this.tree.count - 1);
      this.listen();
      this.tell(this.zoomed);
      new ResizeObserver(() => this.draw()).observe(this.room);
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
   }

   private legend(): HTMLElement {
      const byObject = state.get("colour") === "object";
      const items: [string, string][] = byObject
         ? [...this.objects].slice(0, objectColours).map(([path, i]) => [`object${i}`, fileName(path)])
         : [["level0", "constant"], ["level1", "n"], ["level2", "n log n"], ["level3", "n¹·⁵"],
            ["level4", "n² or faster"], ["unknown", "open"]];
      return h("ul", { class: "legend" }, ...items.map(([colour, text]) =>
         h("li", {}, h("span", { class: `chip ${colour}` }), text)));
   }

   private routine(node: number): Routine | null {
      return this.data.routines[this.tree.routine[node]];
   }

   private search(text: string): void {
      this.matches = text === "" ? null : matcher(text);
      this.draw();
   }

   private zoom(node: number): void {
      this.zoomed = node;
      this.chosen = node;
      state.note({ zoom: node < 0 ? null : node });
      this.room.scrollTop = 0;
      this.tell(node);
      this.draw();
   }

   private textOf(node: number, routine: Routine): string {
      const { cost, self, calls } = this.tree;
      const share = cost[node] / Math.max(1, this.data.head.total_cost);
      return `: ${percent(share)} of the cost, ${grouped(cost[node])}, by itself ${grouped(self[node])}; `
             + `${grouped(calls[node])} calls; growth ${growthText(routine, 1)}`;
   }

   private tell(node: number): void {
      const routine = node < 0 ? null : this.routine(node);
      this.read.replaceChildren(...(routine === null
         ? ["click a box to zoom into it; arrows move, Enter zooms, o opens the routine"]
         : [routineLink(routine), this.textOf(node, routine)]));
      this.canvas.setAttribute("aria-label", "Flame graph. " + (this.read.textContent ?? ""));
   }

   /*--- Drawing ---*/

   private colours(): Map<string, string> {
      const style = getComputedStyle(this.element);
      const names = ["--level0", "--level1", "--level2", "--level3", "--level4", "--unknown",
                     "--ink", "--paper", "--mark",
                     ...Array.from({ length: objectColours }, (_, i) => `--object${i}`)];
      return new Map(names.map(name => [name, style.getPropertyValue(name).trim()]));
   }

   private colourOf(routine: Routine | null): string {
      if (routine === null) {
         return "--unknown";
      }
      const level = levelOf(routine);
      return state.get("colour") === "object" ? `--object${this.objects.get(routine.object) ?? 0}`
           : level < 0 ? "--unknown" : `--level${level}`;
   }

   private top(): number {
      return this.zoomed < 0 ? 0 : this.tree.depth[this.zoomed];
   }

   private draw(): void {
      const width = this.room.clientWidth;
      const height = this.room.clientHeight;
      if (width === 0 || height === 0) {
         return;
      }
      const ratio = devicePixelRatio || 1;
      this.canvas.width = width * ratio;
      this.canvas.height = height * ratio;
      this.canvas.style.width = width + "px";
      this.canvas.style.height = height + "px";
      this.spacer.style.height = Math.min(30_000_000, Math.max(0,
            (this.tree.deepest - this.top() + 1) * boxHeight + 4 - height)) + "px";
      const context = this.canvas.getContext("2d");
      if (context !== null) {
         context.scale(ratio, ratio);
         context.clearRect(0, 0, width, height);
         context.font = "12px system-ui, sans-serif";
         context.textBaseline = "middle";
         this.boxes(context, width, height);
      }
   }

   private boxes(context: CanvasRenderingContext2D, width: number, height: number): void {
      const { tree } = this;
      const colours = this.colours();
      const begin = this.zoomed < 0 ? 0 : this.zoomed;
      const end = this.zoomed < 0 ? tree.count : tree.end[this.zoomed];
      const origin = this.zoomed < 0 ? 0 : tree.start[this.zoomed];
      const whole = Math.max(1, this.zoomed < 0 ? tree.total : tree.cost[this.zoomed]);
      const top = this.top();
      const scroll = this.room.scrollTop;
      for (let i = begin; i < end;) {
         const wide = tree.cost[i] / whole * width;
         const y = (tree.depth[i] - top) * boxHeight - scroll;
         if (wide < 0.4 || y > height) {
            i = tree.end[i];
            continue;
         }
         if (y > -boxHeight) {
            this.box(context, colours, i, (tree.start[i] - origin) / whole * width, y, wide);
         }
         i++;
      }
   }

   private box(context: CanvasRenderingContext2D, colours: Map<string, string>, node: number,
               x: number, y: number, wide: number): void {
      const routine = this.routine(node);
      const name = routine?.name ?? "?";
      const isMatch = this.matches !== null && this.matches(name);
      context.globalAlpha = this.matches !== null && !isMatch ? 0.35 : 1;
      const colour = this.colourOf(routine);
      context.fillStyle = colours.get(colour) ?? "gray";
      context.fillRect(x, y, Math.max(0.5, wide - 1), boxHeight - 1);
      if (node === this.chosen || isMatch) {
         context.strokeStyle = colours.get(isMatch && node !== this.chosen ? "--mark" : "--ink") ?? "black";
         context.lineWidth = 2;
         context.strokeRect(x + 1, y + 1, Math.max(0.5, wide - 3), boxHeight - 3);
      }
      const letters = Math.floor((wide - 8) / 6.6);
      if (letters >= Math.min(name.length, fewestLetters)) {
         context.fillStyle = colour === "--unknown" ? colours.get("--ink") ?? "black" : "#fff";
         context.fillText(shortened(name, letters), x + 4, y + boxHeight / 2, wide - 6);
      }
      context.globalAlpha = 1;
   }

   /*--- Mouse and keys ---*/

   private at(event: MouseEvent): number {
      const box = this.canvas.getBoundingClientRect();
      const { tree } = this;
      const whole = this.zoomed < 0 ? tree.total : tree.cost[this.zoomed];
      const begin = this.zoomed < 0 ? 0 : tree.start[this.zoomed];
      const cost = begin + (event.clientX - box.left) / box.width * whole;
      const depth = Math.floor((event.clientY - box.top + this.room.scrollTop) / boxHeight) + this.top();
      const end = this.zoomed < 0 ? tree.count : tree.end[this.zoomed];
      for (let i = Math.max(0, this.zoomed); i < end;) {
         if (cost < tree.start[i] || cost >= tree.start[i] + tree.cost[i]) {
            i = tree.end[i];
         } else if (tree.depth[i] === depth) {
            return i;
         } else {
            i++;
         }
      }
      return -1;
   }

   private listen(): void {
      this.room.addEventListener("scroll", () => this.draw());
      this.canvas.addEventListener("mousemove", event => this.point(event));
      this.canvas.addEventListener("mouseleave", () => { this.tip.hidden = true; });
      this.canvas.addEventListener("click", event => {
         const node = this.at(event);
         if (node >= 0) {
            this.zoom(node === this.zoomed ? this.tree.parent[node] : node);
         }
      });
      this.canvas.addEventListener("keydown", event => this.key(event));
   }

   private point(event: MouseEvent): void {
      const node = this.at(event);
      const routine = node < 0 ? null : this.routine(node);
      this.choose(node);
      this.tip.hidden = routine === null;
      if (routine !== null) {
         const right = event.clientX > innerWidth / 2;
         this.tip.replaceChildren(h("b", {}, routine.name), this.textOf(node, routine));
         this.tip.style.left = right ? "" : event.clientX + 14 + "px";
         this.tip.style.right = right ? document.documentElement.clientWidth - event.clientX + 14 + "px" : "";
         this.tip.style.top = event.clientY + 14 + "px";
      }
   }

   private choose(node: number): void {
      if (node !== this.chosen) {
         this.chosen = node;
         this.tell(node >= 0 ? node : this.zoomed);
         this.draw();
      }
   }

   private sibling(node: number, by: number): number {
      const { tree } = this;
      const parent = tree.parent[node];
      const siblings: number[] = [];
      const end = parent < 0 ? tree.count : tree.end[parent];
      for (let i = parent + 1; i < end; i = tree.end[i]) {
         siblings.push(i);
      }
      return siblings[siblings.indexOf(node) + by] ?? node;
   }

   key(event: KeyboardEvent): void {
      const node = Math.max(0, this.chosen);
      const { tree } = this;
      const actions: Record<string, () => void> = {
         ArrowDown: () => this.choose(this.chosen < 0 ? 0 : node + 1 < tree.end[node] ? node + 1 : node),
         ArrowUp: () => this.choose(Math.max(tree.parent[node], 0)),
         ArrowLeft: () => this.choose(this.sibling(node, -1)),
         ArrowRight: () => this.choose(this.sibling(node, 1)),
         Enter: () => this.zoom(node),
         Escape: () => this.zoom(-1),
         o: () => state.go("routine", { id: tree.routine[node] }),
      };
      const action = actions[event.key];
      if (action !== undefined && tree.count > 0 && !event.ctrlKey && !event.metaKey) {
         event.preventDefault();
         event.stopPropagation();
         action();
      }
   }
}
