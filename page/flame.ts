/* Flame graphs: from main down; inverted, from what costs to who called it; and a sandwich: a routine,
   with all who call it above, and all that it calls below. */

import { Contexts, Data, shareOf } from "./data";
import { button, Child, choice, h } from "./dom";
import { fileName, grouped, percent } from "./format";
import { FlameGraph, GraphSpec, objectColours } from "./flame_graph";
import { flameTree, FlameTree, invertedTree, sandwichTrees } from "./folded";
import { fitted } from "./names";
import { growthText, routineLink } from "./parts";
import { matcher } from "./routines";
import * as state from "./state";

type Mode = "down" | "inverted" | "sandwich";

const modes: [Mode, string][] = [["down", "from main"], ["inverted", "inverted"], ["sandwich", "sandwich"]];
const lettersOfChoice = 40;
const mostChoices = 200;
const lettersRead = 100;

/* Returns the share of the cost that is left out of the trees. */
function shareOfStartUp({ self, isStartUp }: Contexts): number {
   let [all, found] = [0, 0];
   self.forEach((cost, i) => {
      all += cost;
      found += isStartUp[i] === 1 ? cost : 0;
   });
   return found / Math.max(1, all);
}

export class Flame {
   readonly element: HTMLElement;
   private graphs: FlameGraph[];
   private read = h("output", { class: "read" });
   private found = h("span", { class: "faint", role: "status" });
   private objects: Map<string, number>;
   private mode: Mode;
   private isCalled: Uint8Array;     /* by routine: whether it has contexts */
   private middle: number;           /* the routine of a sandwich */

   constructor(private data: Data) {
      const contexts = data.contexts as Contexts;
      const isFolded = state.get("fold") === "1";
      this.mode = modes.find(([mode]) => mode === state.get("mode"))?.[0] ?? "down";
      this.isCalled = new Uint8Array(data.routines.length);
      contexts.routine.forEach(routine => { this.isCalled[routine] = 1; });
      this.middle = this.middleOf();
      this.objects = new Map(data.objects.map((path, i) => [path, i % objectColours]));
      this.graphs = this.graphsOf(contexts, isFolded);
      this.element = h("div", { class: "full flame" }, h("h1", { class: "hidden" }, "Flame graph"),
         this.controls(isFolded), this.legend(contexts),
         ...this.graphs.map(graph => graph.element), this.read);
      this.search(state.get("q"));
      this.tell(this.graphs[0], this.graphs[0].zoomedNode);
   }

   /* Returns the routine in the middle: by default, the first one of all lists that has contexts. */
   private middleOf(): number {
      const asked = state.getNumber("of", -1);
      return this.isCalled[asked] === 1 ? asked
         : this.data.order.find(index => this.isCalled[index] === 1) ?? 0;
   }

   private controls(isFolded: boolean): HTMLElement {
      const search = h("input", {
         type: "search", id: "search", placeholder: "mark routines", value: state.get("q"),
         input: () => {
            state.note({ q: search.value });
            this.search(search.value);
         },
      });
      return h("div", { class: "filters" }, h("label", { class: "grow" }, "Find", search),
         choice("Tree", modes, this.mode, value => state.set({
            mode: value === "down" ? null : value, zoom: null, callers: null })),
         this.mode === "sandwich" ? this.middleChoice() : null,
         choice("Colours", [["growth", "growth"], ["object", "object"]], state.get("colour", "growth"),
                value => state.set({ colour: value === "growth" ? null : value })),
         this.mode === "inverted" ? null : h("button", {
            type: "button", title: "fold recursion (r)", "data-toggle": "fold",
            "aria-pressed": String(isFolded),
            click: () => state.set({ fold: isFolded ? null : "1", zoom: null }),
         }, "fold recursion"),
         button("all", "zoom out (Escape)", () => this.graphs.forEach(graph => graph.zoom(-1))), this.found);
   }

   /* The costliest routines, and the one that is shown. */
   private middleChoice(): HTMLElement {
      const { routines, order } = this.data;
      const costliest = order.filter(index => this.isCalled[index] === 1).slice(0, mostChoices);
      const listed = [...new Set([this.middle, ...costliest])];
      const select: HTMLSelectElement = h("select", { change: () => this.openSandwich(Number(select.value)) },
         ...listed.map(index => h("option", { value: index, selected: index === this.middle },
                                  fitted(routines[index]?.name ?? "?", lettersOfChoice))));
      return h("label", {}, "Routine", select);
   }

   private openSandwich(routine: number): void {
      state.set({ mode: "sandwich", of: routine, zoom: null, callers: null });
   }

   private graphsOf(contexts: Contexts, isFolded: boolean): FlameGraph[] {
      const graph = (label: string, tree: FlameTree, key: string, isUpward: boolean): FlameGraph => {
         const spec: GraphSpec = {
            label, key, isUpward, text: node => this.textOf(made, node),
            tell: (which, node) => this.tell(which, node),
            openSandwich: index => this.openSandwich(index),
         };
         const made: FlameGraph = new FlameGraph(this.data, tree, this.objects, spec);
         return made;
      };
      if (this.mode === "sandwich") {
         const [below, above] = sandwichTrees(contexts, this.middle, isFolded);
         return [graph("Callers, as a flame graph", above, "callers", true),
                 graph("Callees, as a flame graph", below, "zoom", false)];
      }
      return this.mode === "inverted" ? [graph("Inverted flame graph", invertedTree(contexts), "zoom", false)]
                                      : [graph("Flame graph", flameTree(contexts, isFolded), "zoom", false)];
   }

   private legend(contexts: Contexts): HTMLElement {
      const byObject = state.get("colour") === "object";
      const items: [string, string][] = byObject
         ? [...this.objects].slice(0, objectColours).map(([path, i]) => [`object${i}`, fileName(path)])
         : [["level0", "constant"], ["level1", "n"], ["level2", "n log n"], ["level3", "n¹·⁵"],
            ["level4", "n² or faster"], ["unknown", "open"]];
      const leftOut = shareOfStartUp(contexts);
      return h("ul", { class: "legend" }, ...items.map(([colour, text]) =>
         h("li", {}, h("span", { class: `chip ${colour}` }), text)),
         leftOut === 0 ? null : h("li", { class: "faint" }, `before main, left out: ${percent(leftOut)}`));
   }

   private search(text: string): void {
      const costs = this.graphs.map(graph => graph.search(text === "" ? null : matcher(text)));
      this.found.textContent = text === "" ? "" : "found: " + percent(shareOf(this.data, Math.max(...costs)));
   }

   private textOf(graph: FlameGraph, node: number): string {
      const { tree } = graph;
      const routine = graph.routine(node);
      const share = shareOf(this.data, tree.cost[node]);
      const isDown = graph.tree === this.graphs[this.graphs.length - 1].tree && this.mode !== "inverted";
      return `: ${percent(share)} of the cost, ${grouped(tree.cost[node])}`
             + (isDown ? `, by itself ${grouped(tree.self[node])}` : "")
             + `; ${grouped(tree.calls[node])} calls; growth `
             + (routine === null ? "open" : growthText(routine, 1));
   }

   private tell(graph: FlameGraph, node: number): void {
      const routine = node < 0 ? null : graph.routine(node);
      const content: Child[] = routine === null
         ? ["click a box to zoom into it; arrows move, Enter zooms, s shows its callers and callees, "
            + "o opens the routine"]
         : [routineLink(routine, lettersRead), this.textOf(graph, node)];
      this.read.replaceChildren(...h("span", {}, ...content).childNodes);
      graph.describe(this.read.textContent ?? "");
   }

   key(event: KeyboardEvent): void {
      this.graphs[this.graphs.length - 1].key(event);
   }
}
