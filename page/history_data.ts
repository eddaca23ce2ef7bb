/* The data of a history, as command/history/curves.c packs them: what each routine cost, and where that
   changed. */

import { difference, numbers, sums } from "./packed";

export interface Commit {
   hash: string;
   date: number;       /* in seconds */
   subject: string;
}

export interface Step {
   at: number;         /* index of a record of the line */
   kind: string;       /* "program", "routine", "ended", "work", "mark" */
   direction: number;  /* 1: worse; -1: better; 0: neither */
   isClass: boolean;   /* it grows as another class */
   factor: number | null;
   what: string;
   object: string;
   text: string;
   unmeasured: number; /* commits before that may have done it instead */
}

/* The answer of aprof diff about a record and the one that it was compared with, whose hash is in `before`.
   */
export interface Comparison {
   at: number;         /* index of a record of the line */
   before: string;
   text: string;
}

/* A cost from a record on. */
export interface Change {
   at: number;
   cost: number;
}

export interface Routine {
   name: string;
   object: string;     /* "": the program itself */
   packed: string;
   law: string;        /* of an experiment: "n^2, confirmed"; "": not known */
}

/* Results that were measured in one way: a result for each of some commits. */
export interface Line {
   name: string;
   program: string;
   machine: string;
   measure: string;
   unit: string;          /* of costs */
   size: number | null;   /* of experiments: of the runs that costs are of */
   commits: number[];  /* by record: the index of its commit */
   totals: number[];
   steps: Step[];
   routines: Routine[];
   comparisons: Comparison[];   /* of the newest records with steps */
}

export interface History {
   commits: Commit[];  /* the oldest first */
   lines: Line[];
   commitUrl: string | null;   /* of a commit, without its hash */
}

function lineOf(json: any): Line {
   const [series, at, total, steps, routines, comparisons] = json;
   return {
      ...series, commits: sums(numbers(at)), totals: sums(numbers(total)),
      steps: steps.map(([record, kind, direction, isClass, factor, what, object, text, unmeasured]: any[]) =>
         ({ at: record, kind, direction, isClass: isClass === 1, factor, what, object, text, unmeasured })),
      routines: routines.map(([name, object, packed, law]: string[]) =>
         ({ name, object, packed, law: law ?? "" })),
      comparisons: comparisons.map(([record, before, text]: any[]) => ({ at: record, before, text })),
   };
}

export function readHistory(text: string): History {
   const json = JSON.parse(text);
   return {
      commits: json.commits.map(([hash, date, subject]: any[]) => ({ hash, date, subject })),
      lines: json.lines.map(lineOf),
      commitUrl: /^https?:/.test(json.commit_url ?? "") ? json.commit_url : null,
   };
}

/* The costs of a routine, the oldest first. */
export function changesOf(routine: Routine): Change[] {
   const packed = numbers(routine.packed);
   const changes: Change[] = [];
   let at = 0;
   let cost = 0;
   for (let i = 0; i + 1 < packed.length; i += 2) {
      at += packed[i];
      cost += difference(packed[i + 1]);
      changes.push({ at, cost });
   }
   return changes;
}

/* The cost at a record; 0: it is not there yet, or no more. */
export function costAt(changes: Change[], at: number): number {
   let low = 0;
   let high = changes.length;
   while (low < high) {
      const middle = (low + high) >> 1;
      if (changes[middle].at <= at) {
         low = middle + 1;
      } else {
         high = middle;
      }
   }
   return low === 0 ? 0 : changes[low - 1].cost;
}
