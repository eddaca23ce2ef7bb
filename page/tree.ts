/* Calling contexts as a tree that one opens step by step.  Contexts may be a
   million deep, so nothing here calls itself. */

import { children, path, rootsOf } from "./calls";
import { Contexts, Data, Routine } from "./data";
import { button, Child, h } from "./dom";
import { grouped, short } from "./format";
import { costBar, growthBadge, objectText, routineLink } from "./parts";
import { matcher } from "./routines";
import * as state from "./state";
import { Table } from "./table";

/* Deeper rows are not indented further: a number says how deep they are. */
const deepestIndent = 30;

/* Contexts that are open stay so when one comes back, unless it is too much to keep. */
const placeOfOpen = "open contexts";
const mostKept = 2000;

export class Tree {
   readonly element: HTMLElement;
   readonly table: Table<number>;
   private open = new Set<number>();
   private rows: number[] = [];

   constructor(private data: Data, private contexts: Contexts) {
      this.table = new Table<number>({
         label: "Calling contexts", rowHeight: 26, open: context => this.toggle(context),
         role: "treegrid",
         rowAttributes: context => ({
            "aria-level": String(contexts.depth[context] + 1),
            ...(this.isLeaf(context) ? {} : { "aria-expanded": String(this.open.has(context)) }),
         }),
         onKey: (context, event) => this.key(context, event),
         columns: [
            { key: "name", head: "Context", title: "routine, below its caller", numeric: false, wide: true,
              cell: (context, letters) => this.name(context, letters) },
            { key: "growth", head: "Growth", title: "of the routine's mean cost", numeric: false,
              cell: context => this.badge(context) },
            { key: "total", head: "Total", title: "share of the cost, with all below it", numeric: true,
              cell: context => costBar(data, contexts.cost[context]) },
            { key: "self", head: "Self", title: "share of the cost by itself", numeric: true,
              cell: context => costBar(data, contexts.self[context]) },
            { key: "calls", head: "Calls", title: "how often it was called here", numeric: true,
              cell: context => this.calls(context) },
            { key: "object", head: "Object", title: "object file of the routine", numeric: false,
              cell: context => this.object(context) },
         ],
      });
      const search = h("input", {
         type: "search", id: "search", placeholder: "find in the tree; Enter: the next",
         keydown: (event: KeyboardEvent) => {
            if (event.key === "Enter") {
               this.find(search.value);
            }
         },
      });
      this.element = h("div", { class: "full tree" }, h("h1", { class: "hidden" }, "Calling contexts"),
                       h("div", { class: "filters" }, h("label", { class: "grow" }, "Find", search),
                         button("hot path", "open the costliest path from here (h)", () => this.hotPath()),
                         button("close all", "close all", () => { this.open.clear(); this.update(-1); })),
                       this.table.element);
      const at = state.getNumber("at", -1);
      const before = state.place(placeOfOpen) as number[] | undefined;
      if (before !== undefined) {
         this.open = new Set(before);
         this.update(at);
      } else if (at >= 0 && at < contexts.count) {
         this.reveal(at);
      } else {
         this.update(-1);
         this.table.choose(0);
         this.hotPath();
      }
   }

   private routine(context: number): Routine | null {
      return this.data.routines[this.contexts.routine[context]];
   }

   private badge(context: number): Child {
      const routine = this.routine(context);
      return routine === null ? "" : growthBadge(routine, 1);
   }

   private object(context: number): Child {
      const routine = this.routine(context);
      return routine === null ? "" : objectText(routine);
   }

   private calls(context: number): Child {
      const calls = this.contexts.calls[context];
      return h("span", { title: grouped(calls) }, short(calls));
   }

   private isLeaf(context: number): boolean {
      return this.contexts.end[context] === context + 1;
   }

   private name(context: number, letters: number): HTMLElement {
      const routine = this.routine(context);
      const depth = this.contexts.depth[context];
      const twisty = this.isLeaf(context) ? h("span", { class: "twisty" }) : h("button", {
         type: "button", class: "twisty", tabindex: -1, click: () => this.toggle(context),
         "aria-label": this.open.has(context) ? "close" : "open",
      }, this.open.has(context) ? "▾" : "▸");
      const element = h("span", { class: "tree-name" }, twisty,
                        depth > deepestIndent ? h("small", { class: "faint" }, grouped(depth) + " ") : null,
                        routine ? routineLink(routine, letters - 2 * Math.min(depth, deepestIndent)) : "?");
      element.style.setProperty("--depth", String(Math.min(depth, deepestIndent)));
      return element;
   }

   private costliestFirst(list: number[]): number[] {
      return list.sort((a, b) => this.contexts.cost[b] - this.contexts.cost[a] || a - b);
   }

   private update(current: number): void {
      this.rows = [];
      const waiting = this.costliestFirst(rootsOf(this.contexts)).reverse();
      while (waiting.length > 0) {
         const context = waiting.pop() as number;
         this.rows.push(context);
         if (this.open.has(context)) {
            for (const child of this.costliestFirst(children(this.contexts, context)).reverse()) {
               waiting.push(child);
            }
         }
      }
      if (this.open.size <= mostKept) {
         state.keepPlace(placeOfOpen, [...this.open]);
      }
      this.table.setRows(this.rows, -1);
      if (current >= 0) {
         this.table.choose(this.rows.indexOf(current));
         state.note({ at: current });
      }
   }

   private toggle(context: number): void {
      if (!this.isLeaf(context) && !this.open.delete(context)) {
         this.open.add(context);
      }
      this.update(context);
   }

   private reveal(context: number): void {
      for (const item of path(this.contexts, context).slice(0, -1)) {
         if (this.contexts.isStartUp[item] === 0) {
            this.open.add(item);
         }
      }
      this.update(context);
   }

   /* From the current row down, always to the costliest context, as long as one has most of the cost. */
   hotPath(): void {
      let context = this.table.currentRow ?? this.rows[0];
      if (context === undefined) {
         return;
      }
      const begin = this.contexts.cost[context];
      while (!this.isLeaf(context)) {
         const hottest = this.costliestFirst(children(this.contexts, context))[0];
         if (this.contexts.cost[hottest] < 0.3 * begin) {
            break;
         }
         this.open.add(context);
         context = hottest;
      }
      this.update(context);
   }

   private find(text: string): void {
      const matches = matcher(text);
      const begin = this.table.currentRow ?? -1;
      for (let step = 1; step <= this.contexts.count; step++) {
         const context = (begin + step) % this.contexts.count;
         if (this.contexts.isStartUp[context] === 0 && matches(this.routine(context)?.name ?? "")) {
            this.reveal(context);
            return;
         }
      }
   }

   private key(context: number, event: KeyboardEvent): void {
      if (event.key === "ArrowRight" && !this.isLeaf(context)) {
         if (this.open.has(context)) {
            this.update(this.costliestFirst(children(this.contexts, context))[0]);
         } else {
            this.toggle(context);
         }
      } else if (event.key === "ArrowLeft") {
         if (this.open.has(context)) {
            this.toggle(context);
         } else if (this.contexts.depth[context] > 0) {
            this.update(this.contexts.parent[context]);
         }
      } else if (event.key === "h") {
         this.hotPath();
      } else if (event.key === "o") {
         state.go("routine", { id: this.contexts.routine[context] });
      } else {
         return;
      }
      event.preventDefault();
      event.stopPropagation();
   }
}
