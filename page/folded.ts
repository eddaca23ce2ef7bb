/* The trees that flame graphs show: the contexts as they are, or with recursion folded; all contexts of one
   routine as one; and the same the other way round, from what was called to who called it.  Folded, a routine
   that runs inside itself is added to its outermost context, so that f > g > f > h is f > h there. */

import { rootsOf } from "./calls";
import { Contexts } from "./data";

/* In preorder.  `start` is where a box begins, in cost from the left. */
export interface FlameTree {
   count: number;
   routine: Int32Array;
   parent: Int32Array;
   depth: Int32Array;
   end: Int32Array;
   cost: Float64Array;
   self: Float64Array;
   calls: Float64Array;
   start: Float64Array;
   total: number;
   deepest: number;
}

interface Shape {
   routine: number[];
   parent: number[];
   self: number[];
   calls: number[];
}

/* A shape that grows: which node a parent has for a routine is looked up. */
class Grower {
   readonly shape: Shape = { routine: [], parent: [], self: [], calls: [] };
   private known = new Map<number, Map<number, number>>();

   below(parent: number, routine: number): number {
      let siblings = this.known.get(parent);
      if (siblings === undefined) {
         this.known.set(parent, siblings = new Map<number, number>());
      }
      let node = siblings.get(routine);
      if (node === undefined) {
         node = this.shape.routine.length;
         siblings.set(routine, node);
         this.shape.routine.push(routine);
         this.shape.parent.push(parent);
         this.shape.self.push(0);
         this.shape.calls.push(0);
      }
      return node;
   }
}

/* Returns what the contexts have called, all in one tree: each of these is a root, and those of one routine
   are one. Folded, the outermost context of a routine stands for all inside it. */
function descend(contexts: Contexts, roots: number[], isFolded: boolean): Shape {
   const grower = new Grower();
   const { shape } = grower;
   const nodes = new Int32Array(contexts.count);
   for (const root of roots) {
      const onPath = new Map<number, number>();             /* routine: folded context on the path to here */
      const path: { context: number; routine: number; isNew: boolean }[] = [];
      for (let i = root; i < contexts.end[root]; i++) {
         while (path.length > 0 && contexts.end[path[path.length - 1].context] <= i) {
            const left = path.pop();
            if (left?.isNew) {
               onPath.delete(left.routine);
            }
         }
         const routine = contexts.routine[i];
         const same = isFolded ? onPath.get(routine) : undefined;
         const node = same ?? grower.below(i === root ? -1 : nodes[contexts.parent[i]], routine);
         nodes[i] = node;
         shape.self[node] += contexts.self[i];
         shape.calls[node] += contexts.calls[i];
         if (isFolded) {
            onPath.set(routine, node);
            path.push({ context: i, routine, isNew: same === undefined });
         }
      }
   }
   return shape;
}

/* Each context from `begin` on and before `end` is a box; the first one is a root. */
function unfolded(contexts: Contexts, begin: number, end: number): Shape {
   const shape: Shape = { routine: [], parent: [], self: [], calls: [] };
   const nodes = new Int32Array(end);
   for (let i = begin; i < end; i++) {
      if (contexts.isStartUp[i] === 0 || i === begin) {
         const isRoot = i === begin || contexts.depth[i] === 0;
         nodes[i] = shape.routine.length;
         shape.routine.push(contexts.routine[i]);
         shape.parent.push(isRoot ? -1 : nodes[contexts.parent[i]]);
         shape.self.push(contexts.self[i]);
         shape.calls.push(contexts.calls[i]);
      }
   }
   return shape;
}

/* More steps up would take seconds: a million contexts may be a million deep.  If there are so many contexts,
   what nobody can see is not followed up: less than this part of all. */
const mostSteps = 2_000_000;
const manyContexts = 100_000;
const leastPart = 1 / 20_000;

/* Who called the contexts, and who called those: level by level, until too many steps were taken.  A node has
   the costs that came this way, and by itself those that began there. */
function ascend(contexts: Contexts, from: number[], cost: Float64Array): Shape {
   const grower = new Grower();
   const { shape } = grower;
   const origins = Int32Array.from(from);           /* of those that go on up */
   const at = Int32Array.from(from);
   const nodes = at.map(context => grower.below(-1, contexts.routine[context]));
   nodes.forEach((node, i) => { shape.calls[node] += contexts.calls[origins[i]]; });
   const least = from.length > manyContexts ? leastPart * from.reduce((sum, i) => sum + cost[i], 0) : 0;
   for (let count = at.length, steps = count; count > 0; steps += count) {
      let going = 0;
      const weights = new Map<number, number>();
      for (let i = 0; i < count && least > 0; i++) {
         weights.set(nodes[i], (weights.get(nodes[i]) ?? 0) + cost[origins[i]]);
      }
      for (let i = 0; i < count; i++) {
         const parent = contexts.parent[at[i]];
         const isSmall = least > 0 && (weights.get(nodes[i]) ?? 0) < least;
         if (parent < 0 || contexts.isStartUp[parent] === 1 || isSmall || steps > mostSteps) {
            shape.self[nodes[i]] += cost[origins[i]];
         } else {
            const above = grower.below(nodes[i], contexts.routine[parent]);
            shape.calls[above] += contexts.calls[origins[i]];
            [origins[going], at[going], nodes[going]] = [origins[i], parent, above];
            going++;
         }
      }
      count = going;
   }
   return shape;
}

/* Children of each, the costliest first, without recursion. */
function layOut(shape: Shape): FlameTree {
   const count = shape.routine.length;
   const cost = Float64Array.from(shape.self);
   const below: number[][] = Array.from({ length: count + 1 }, () => []);
   for (let i = count - 1; i >= 0; i--) {
      if (shape.parent[i] >= 0) {
         cost[shape.parent[i]] += cost[i];
      }
      below[shape.parent[i] + 1].push(i);
   }
   const tree: FlameTree = {
      count, routine: new Int32Array(count), parent: new Int32Array(count), depth: new Int32Array(count),
      end: new Int32Array(count), cost: new Float64Array(count), self: new Float64Array(count),
      calls: new Float64Array(count), start: new Float64Array(count),
      total: 0, deepest: 0,
   };
   const place = new Int32Array(count);
   const taken = new Float64Array(count + 1);   /* by children that are placed, of parent + 1 */
   const waiting: number[] = [];
   const wait = (parent: number) => {
      for (const child of below[parent + 1].sort((a, b) => cost[a] - cost[b])) {
         waiting.push(child);
      }
   };
   wait(-1);
   for (let next = 0; waiting.length > 0; next++) {
      const node = waiting.pop() as number;
      const parent = shape.parent[node];
      const at = parent < 0 ? -1 : place[parent];
      place[node] = next;
      tree.routine[next] = shape.routine[node];
      tree.parent[next] = at;
      tree.depth[next] = at < 0 ? 0 : tree.depth[at] + 1;
      tree.cost[next] = cost[node];
      tree.self[next] = shape.self[node];
      tree.calls[next] = shape.calls[node];
      tree.start[next] = (at < 0 ? 0 : tree.start[at]) + taken[at + 1];
      taken[at + 1] += cost[node];
      tree.deepest = Math.max(tree.deepest, tree.depth[next]);
      tree.end[next] = next + 1;
      wait(node);
   }
   for (let i = count - 1; i >= 0; i--) {
      if (tree.parent[i] >= 0) {
         tree.end[tree.parent[i]] = Math.max(tree.end[tree.parent[i]], tree.end[i]);
      }
   }
   tree.total = taken[0];
   return tree;
}

/* From main down. */
export function flameTree(contexts: Contexts, isFolded: boolean): FlameTree {
   const [begin] = rootsOf(contexts);
   return layOut(isFolded ? descend(contexts, rootsOf(contexts), true)
                          : unfolded(contexts, begin ?? 0, contexts.count));
}

/* Returns where the cost is, and who called that. */
export function invertedTree(contexts: Contexts): FlameTree {
   const found: number[] = [];
   for (let i = 0; i < contexts.count; i++) {
      if (contexts.self[i] > 0 && contexts.isStartUp[i] === 0) {
         found.push(i);
      }
   }
   return layOut(ascend(contexts, found, contexts.self));
}

/* Not those inside another one of the routine, whose costs it has. */
function outermost(contexts: Contexts, routine: number): number[] {
   const found: number[] = [];
   for (let i = 0; i < contexts.count;) {
      if (contexts.routine[i] === routine) {
         found.push(i);
         i = contexts.end[i];
      } else {
         i++;
      }
   }
   return found;
}

/* Returns what a routine called, and who called it. */
export function sandwichTrees(contexts: Contexts, routine: number,
                              isFolded: boolean): [FlameTree, FlameTree] {
   const found = outermost(contexts, routine);
   const below = found.length === 1 && !isFolded && contexts.isStartUp[found[0]] === 0
               ? unfolded(contexts, found[0], contexts.end[found[0]]) : descend(contexts, found, isFolded);
   return [layOut(below), layOut(ascend(contexts, found, contexts.cost))];
}
