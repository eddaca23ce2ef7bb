/* One flame graph: the width of a box is its cost, and beside it, further from the root, stands what it
   called, or who called it.  Only boxes that can be seen are drawn.  Zoomed into a box, those between it
   and the root stay, as wide as everything. */

import { Data, Routine } from "./data";
import { h, visible } from "./dom";
import { FlameTree } from "./folded";
import { fitted } from "./names";
import { levelOf } from "./parts";
import * as state from "./state";

const boxHeight = 20;
export const objectColours = 6;
const fewestLetters = 5;      /* of a name that is cut */
const letterWidth = 6.6;
const borders = 2;

export interface GraphSpec {
   label: string;
   key: string;                                         /* of the fragment: what is zoomed into */
   isUpward: boolean;                                   /* the root is at the bottom */
   text: (node: number) => string;                      /* of a box, behind its name */
   tell: (graph: FlameGraph, node: number) => void;     /* a box is chosen; -1: none */
   openSandwich: (routine: number) => void;
}

export class FlameGraph {
   readonly element: HTMLElement;
   private canvas = h("canvas", { role: "img", tabindex: "0" });
   private spacer = h("div", { class: "flame-spacer" });
   private tip = h("div", { class: "tip", hidden: true, "aria-hidden": "true" });   /* beside the mouse */
   private zoomed: number;           /* -1: all */
   private chosen = -1;
   private matches: ((name: string) => boolean) | null = null;

   constructor(private data: Data, readonly tree: FlameTree, private objects: Map<string, number>,
               private spec: GraphSpec) {
      this.element = h("div", { class: "flame-room" }, this.canvas, this.spacer, this.tip);
      this.element.style.flexBasis = spec.isUpward ? this.boxesHeight() + borders + "px" : "";
      this.zoomed = Math.min(state.getNumber(spec.key, -1), tree.count - 1);
      this.listen();
      this.describe("");
      new ResizeObserver(() => { this.scrollToZoomed(); this.draw(); }).observe(this.element);
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
   }

   routine(node: number): Routine | null {
      return this.data.routines[this.tree.routine[node]];
   }

   get zoomedNode(): number {
      return this.zoomed;
   }

   describe(text: string): void {
      this.canvas.setAttribute("aria-label", visible(`${this.spec.label}. ${text}`));
   }

   /* Marks the boxes of matching routines, and dims the others.  Returns what the marked ones cost, those
      inside one another once; NaN: nothing is looked for. */
   search(matches: ((name: string) => boolean) | null): number {
      this.matches = matches;
      this.draw();
      if (matches === null) {
         return NaN;
      }
      const { tree } = this;
      const known = new Map<number, boolean>();
      let cost = 0;
      for (let i = 0; i < tree.count;) {
         let isMatch = known.get(tree.routine[i]);
         if (isMatch === undefined) {
            known.set(tree.routine[i], isMatch = matches(this.routine(i)?.name ?? ""));
         }
         cost += isMatch ? tree.cost[i] : 0;
         i = isMatch ? tree.end[i] : i + 1;
      }
      return cost;
   }

   zoom(node: number): void {
      this.zoomed = node;
      this.chosen = node;
      state.note({ [this.spec.key]: node < 0 ? null : node });
      this.scrollToZoomed();
      this.spec.tell(this, node);
      this.draw();
   }

   /*--- Drawing ---*/

   private boxesHeight(): number {
      return (this.tree.deepest + 1) * boxHeight + 4;
   }

   private contentHeight(): number {
      return Math.max(this.element.clientHeight, this.boxesHeight());
   }

   /* From the top of what can be scrolled. */
   private placeOf(depth: number): number {
      return this.spec.isUpward ? this.contentHeight() - (depth + 1) * boxHeight : depth * boxHeight;
   }

   /* Some of those between a box and the root stay in sight. */
   private scrollToZoomed(): void {
      const kept = 5 * boxHeight;
      const depth = this.zoomed < 0 ? 0 : this.tree.depth[this.zoomed];
      const hidden = this.contentHeight() - this.element.clientHeight;
      this.spacer.style.height = Math.min(30_000_000, hidden) + "px";
      this.element.scrollTop = this.spec.isUpward
         ? this.placeOf(depth) + boxHeight + kept - this.element.clientHeight : this.placeOf(depth) - kept;
   }

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

   draw(): void {
      const width = this.element.clientWidth;
      const height = this.element.clientHeight;
      if (width === 0 || height === 0) {
         return;
      }
      const ratio = devicePixelRatio || 1;
      this.canvas.width = width * ratio;
      this.canvas.height = height * ratio;
      this.canvas.style.width = width + "px";
      this.canvas.style.height = height + "px";
      const context = this.canvas.getContext("2d");
      if (context !== null) {
         context.scale(ratio, ratio);
         context.clearRect(0, 0, width, height);
         context.font = "12px system-ui, sans-serif";
         context.textBaseline = "middle";
         this.boxes(context, width, height);
         this.ancestors(context, width, height);
      }
   }

   private boxes(context: CanvasRenderingContext2D, width: number, height: number): void {
      const { tree, zoomed } = this;
      const colours = this.colours();
      const begin = zoomed < 0 ? 0 : zoomed;
      const end = zoomed < 0 ? tree.count : tree.end[zoomed];
      const origin = zoomed < 0 ? 0 : tree.start[zoomed];
      const whole = Math.max(1, zoomed < 0 ? tree.total : tree.cost[zoomed]);
      const scroll = this.element.scrollTop;
      for (let i = begin; i < end;) {
         const wide = tree.cost[i] / whole * width;
         const y = this.placeOf(tree.depth[i]) - scroll;
         if (wide < 0.4 || (this.spec.isUpward ? y < -boxHeight : y > height)) {
            i = tree.end[i];
            continue;
         }
         if (y > -boxHeight && y < height) {
            this.box(context, colours, i, (tree.start[i] - origin) / whole * width, y, wide);
         }
         i++;
      }
   }

   private ancestors(context: CanvasRenderingContext2D, width: number, height: number): void {
      const { tree, zoomed } = this;
      const colours = this.colours();
      for (let i = zoomed < 0 ? -1 : tree.parent[zoomed]; i >= 0; i = tree.parent[i]) {
         const y = this.placeOf(tree.depth[i]) - this.element.scrollTop;
         if (y > -boxHeight && y < height) {
            this.box(context, colours, i, 0, y, width);
            context.fillStyle = colours.get("--paper") ?? "white";
            context.fillRect(0, y, 3, boxHeight - 1);      /* a notch: there is more beside it */
            context.fillRect(width - 4, y, 4, boxHeight - 1);
         }
      }
   }

   private box(context: CanvasRenderingContext2D, colours: Map<string, string>, node: number,
               x: number, y: number, wide: number): void {
      const routine = this.routine(node);
      const name = visible(routine?.name ?? "?");
      const isMatch = this.matches !== null && this.matches(routine?.name ?? "");
      context.globalAlpha = this.matches !== null && !isMatch ? 0.35 : 1;
      const colour = this.colourOf(routine);
      context.fillStyle = colours.get(colour) ?? "gray";
      context.fillRect(x, y, Math.max(0.5, wide - 1), boxHeight - 1);
      if (node === this.chosen || isMatch) {
         context.strokeStyle = colours.get(isMatch && node !== this.chosen ? "--mark" : "--ink") ?? "black";
         context.lineWidth = 2;
         context.strokeRect(x + 1, y + 1, Math.max(0.5, wide - 3), boxHeight - 3);
      }
      const letters = Math.floor((wide - 8) / letterWidth);
      if (letters >= Math.min(name.length, fewestLetters)) {
         context.fillStyle = colour === "--unknown" ? colours.get("--ink") ?? "black" : "#fff";
         context.fillText(fitted(name, letters), x + 5, y + boxHeight / 2, wide - 6);
      }
      context.globalAlpha = 1;
   }

   /*--- Mouse and keys ---*/

   private ancestorAt(depth: number): number {
      let node = this.zoomed;
      while (node >= 0 && this.tree.depth[node] > depth) {
         node = this.tree.parent[node];
      }
      return node;
   }

   private at(event: MouseEvent): number {
      const box = this.canvas.getBoundingClientRect();
      const { tree, zoomed } = this;
      const y = event.clientY - box.top + this.element.scrollTop;
      const depth = Math.floor((this.spec.isUpward ? this.contentHeight() - y : y) / boxHeight);
      if (zoomed >= 0 && depth < tree.depth[zoomed]) {
         return this.ancestorAt(depth);
      }
      const whole = zoomed < 0 ? tree.total : tree.cost[zoomed];
      const begin = zoomed < 0 ? 0 : tree.start[zoomed];
      const cost = begin + (event.clientX - box.left) / box.width * whole;
      const end = zoomed < 0 ? tree.count : tree.end[zoomed];
      for (let i = Math.max(0, zoomed); i < end;) {
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
      this.element.addEventListener("scroll", () => this.draw());
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
         this.tip.replaceChildren(h("b", {}, routine.name), this.spec.text(node));
         this.tip.style.left = right ? "" : event.clientX + 14 + "px";
         this.tip.style.right = right ? document.documentElement.clientWidth - event.clientX + 14 + "px" : "";
         this.tip.style.top = event.clientY + 14 + "px";
      }
   }

   private choose(node: number): void {
      if (node !== this.chosen) {
         this.chosen = node;
         this.spec.tell(this, node >= 0 ? node : this.zoomed);
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
      const further = () => this.choose(this.chosen < 0 ? 0 : node + 1 < tree.end[node] ? node + 1 : node);
      const back = () => this.choose(Math.max(tree.parent[node], 0));
      const actions: Record<string, () => void> = {
         ArrowDown: this.spec.isUpward ? back : further,
         ArrowUp: this.spec.isUpward ? further : back,
         ArrowLeft: () => this.choose(this.sibling(node, -1)),
         ArrowRight: () => this.choose(this.sibling(node, 1)),
         Enter: () => this.zoom(node),
         Escape: () => this.zoom(-1),
         o: () => state.go("routine", { id: tree.routine[node] }),
         s: () => this.spec.openSandwich(tree.routine[node]),
      };
      const action = actions[event.key];
      if (action !== undefined && tree.count > 0 && !event.ctrlKey && !event.metaKey) {
         event.preventDefault();
         event.stopPropagation();
         action();
      }
   }
}
