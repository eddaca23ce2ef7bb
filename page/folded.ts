/* Copyright (C) 2026 The aprof authors.  The licence of the page is in page/LICENCE.

   The tree that a flame graph shows: the contexts as they are, or with recursion
   folded.  Folded, a routine that runs inside itself is added to its outermost
   context, so that f > g > f > h is f > h there. */

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

/* The outermost context of the same routine stands for all inside it. */
function fold(contexts: Contexts): Shape {
   const shape: Shape = { routine: [], parent: [], self: [], calls: [] };
   const known = new Map<number, Map<number, number>>();   /* by folded parent and routine */
   const folded = new Int32Array(contexts.count);
   const onPath = new Map<number, number>();                /* routine: folded context on the path to here */
   const path: { context: number; routine: number; isNew: boolean }[] = [];
   for (let i = 0; i < contexts.count; i++) {
      while (path.length > 0 && contexts.end[path[path.length - 1].context] <= i) {
         const left = path.pop();
         if (left?.isNew) {
            onPath.delete(left.routine);
         }
      }
      const routine = contexts.routine[i];
      const parent = contexts.parent[i] < 0 ? -1 : folded[contexts.parent[i]];
      let node = onPath.get(routine);
      const isNew = node === undefined;
      if (node === undefined) {
         const siblings = known.get(parent) ?? new Map<number, number>();
         known.set(parent, siblings);
         node = siblings.get(routine);
         if (node === undefined) {
            node = shape.routine.length;
            siblings.set(routine, node);
            shape.routine.push(routine);
            shape.parent.push(parent);
            shape.self.push(0);
            shape.calls.push(0);
         }
         onPath.set(routine, node);
      }
      folded[i] = node;
      shape.self[node] += contexts.self[i];
      shape.calls[node] += contexts.calls[i];
      path.push({ context: i, routine, isNew });
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

export function flameTree(contexts: Contexts, isFolded: boolean): FlameTree {
   return layOut(isFolded ? fold(contexts) : {
      routine: Array.from(contexts.routine), parent: Array.from(contexts.parent),
      self: Array.from(contexts.self), calls: Array.from(contexts.calls),
   });
}
