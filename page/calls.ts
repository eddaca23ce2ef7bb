/* Who calls a routine, and whom it calls: its contexts added up. */

import { Contexts } from "./data";

export interface Call {
   routine: number;        /* -1: nobody; the program or a thread began with it */
   calls: number;
   cost: number;
}

export function contextsOf(contexts: Contexts, routine: number): number[] {
   const found: number[] = [];
   for (let i = 0; i < contexts.count; i++) {
      if (contexts.routine[i] === routine) {
         found.push(i);
      }
   }
   return found;
}

/* Returns where trees begin: main, and what else is not called by what every program has. */
export function rootsOf(contexts: Contexts): number[] {
   const found: number[] = [];
   for (let i = 0; i < contexts.count;) {
      if (contexts.isStartUp[i] === 1) {
         i++;
      } else {
         found.push(i);
         i = contexts.end[i];
      }
   }
   return found;
}

export function children(contexts: Contexts, context: number): number[] {
   const found: number[] = [];
   for (let i = context + 1; i < contexts.end[context]; i = contexts.end[i]) {
      found.push(i);
   }
   return found;
}

function addUp(contexts: Contexts, found: number[], other: (context: number) => number): Call[] {
   const calls = new Map<number, Call>();
   for (const context of found) {
      const routine = other(context);
      const call = calls.get(routine) ?? { routine, calls: 0, cost: 0 };
      call.calls += contexts.calls[context];
      call.cost += contexts.real[context];
      calls.set(routine, call);
   }
   return [...calls.values()].sort((a, b) => b.cost - a.cost || b.calls - a.calls);
}

export function callers(contexts: Contexts, routine: number): Call[] {
   return addUp(contexts, contextsOf(contexts, routine), context =>
      contexts.parent[context] < 0 ? -1 : contexts.routine[contexts.parent[context]]);
}

export function callees(contexts: Contexts, routine: number): Call[] {
   return addUp(contexts, contextsOf(contexts, routine).flatMap(context => children(contexts, context)),
                context => contexts.routine[context]);
}

/* From the root to the context. */
export function path(contexts: Contexts, context: number): number[] {
   const found: number[] = [];
   for (let i = context; i >= 0; i = contexts.parent[i]) {
      found.push(i);
   }
   return found.reverse();
}
