/* The data of the page: the JSON of the answer that command/answer/page/ makes, as objects. */

import { numbers, sums } from "./packed";

/* cost = constant + lower * g(n) + factor * f(n); see docs/growth.md. */
export interface Fit {
   model: number;
   constant: number;
   factor: number;
   lower: number;
   lowerClass: number;
   rate: number;
   from: number;
   scatter: number;
   explained: number;
   criterion: number;      /* of candidates */
   probability: number;
}

/* constant + factor * n^exponent, and the interval of the exponent. */
export interface PowerLaw {
   constant: number;
   factor: number;
   exponent: number;
   low: number;
   high: number;
   scatter: number;
}

export interface Prediction {
   n: number;
   cost: number;
   low: number | null;
   high: number | null;
}

export interface GrowthCase {
   growth: number;         /* the likeliest: index into classes */
   slowest: number;        /* what remains possible */
   fastest: number;
   shown: number;          /* the likeliest, or why there is none */
   text: string;           /* "n^2", "n log n or n^2", "fixed input", "open" */
   level: number;          /* how alarming that is, from 0 to 4; -1: it is no class */
   fit: Fit | null;
   power: PowerLaw | null;
   predictions: Prediction[];
   candidates: Fit[];
}

export interface Projection {
   known: boolean;
   told: boolean;          /* the share says what larger inputs do */
   factor: number;
   low: number | null;
   high: number | null;
   share: number;
   shareLow: number;
   shareHigh: number;
}

/* One point, or a bin of points of similar rms. */
export interface Point {
   first: number;          /* the smallest n in it */
   last: number;
   n: number;              /* where it is drawn */
   calls: number;
   min: number;
   max: number;
   sum: number;
   deviation: number;      /* standard deviation of the calls' costs; negative: not known */
}

/* Columns of packed numbers.  One is empty or missing: one call each, or no bins. */
export interface PackedPoints {
   distance: string;       /* of n to the point before */
   max: string;
   calls?: string;
   spread?: string;        /* max - min */
   missing?: string;       /* calls * max - sum */
   width?: string;         /* of the bin */
   deviations?: number[];
}

export interface Routine {
   index: number;
   name: string;
   object: string;
   mangled: string;
   calls: number;
   cost: number;
   self: number;
   pointCount: number;
   smallest: number;
   largest: number;
   isMeasured: boolean;    /* its input; if not, smallest and largest say nothing */
   section: number;
   own: boolean;
   cases: GrowthCase[];    /* worst, mean, best; empty if there are too few points */
   projection: Projection;
   unit: string;           /* what its input counts; empty: the value of an argument, or not known */
   notKnown: string;       /* why no class is known, and what to do; empty: one is */
   outlook: string;        /* what becomes of its cost with larger inputs; empty: nobody knows */
   why: string;            /* why its cost grows faster than its input; empty: it does not */
   callee: number;         /* that the reason names; -1: none */
   cause: number;          /* who introduces an inherited growth; -1: it is not inherited */
   again: number;          /* how often its calls read the program's input; 0: not again and again */
   packedPoints: PackedPoints;
   isBound: boolean;       /* its cost may count calls twice: generic instances may call each other */
}

export interface Contexts {
   count: number;
   parent: Int32Array;     /* -1: none */
   routine: Int32Array;
   calls: Float64Array;
   self: Float64Array;
   cost: Float64Array;     /* the self costs of it and all below it */
   real: Float64Array;     /* cost of its calls, without those inside another call of the routine */
   end: Int32Array;        /* behind its last descendant */
   depth: Int32Array;      /* 0: trees begin with it */
   isStartUp: Uint8Array;  /* 1: above main, or before it; all that is above such a one is, too */
   points: Map<number, PackedPoints>;
}

/* A command that tells more, and a sentence about it. */
export interface Next {
   words: string;
   command: string;
}

/* The part of the cost that one run does not explain, and the command that does. */
export interface Unknown extends Next {
   share: number;
}

/* The answer of `aprof show --format=json` about the program and the run, and a little more. */
export interface Head {
   reports: string[];              /* paths */
   program: string | null;
   command: string | null;
   date: string | null;
   unit: string;
   input: string;
   input_measured: boolean;
   input_arguments: string[];
   ended: string[];                /* how the runs ended, each way once */
   incomplete: string[];           /* what the report lacks of a whole run, in sentences */

   memory_resolution: number | null;
   total_cost: number;
   whole: number;                  /* the cost without start-up: what shares are of */
   report_count: number;
   has_self_costs: boolean;
   times: number;
   headline: {
      sentence: string;            /* what the list of routines comes to */
      routine: { index: number } | null;   /* that it names */
   };
   unknown: Unknown | null;
   interpreter: Next | null;       /* what names the functions of its script */
   nameless: string[];             /* who would name what has no name, in sentences */
}

export interface Subject {
   head: Head;
   sections: string[];     /* titles */
   objects: string[];
   routines: (Routine | null)[];
   order: number[];        /* what somebody who looks for trouble reads first */
}

/* The cost of a line, and that of its calls with all that they called. */
export interface LineCost {
   line: number;           /* 0: other files, or not known */
   self: number;
   input: number;
   called: number;
   calledInput: number;
}

export interface LineCall {
   line: number;
   callee: number | string;   /* index, or the name if the report does not have the routine */
   calls: number;
   cost: number;
   input: number;
}

/* The place where a routine is defined; runs of lines, none if they are not in the page; and what the lines
   cost, by a Callgrind profile. */
export interface Source {
   file: string;
   line: number;
   runs: { first: number; lines: string[] }[];
   costs: LineCost[];
   elsewhere: LineCost | null;
   calls: LineCall[];
}

/* A kind of events that the profile counts. */
export interface LineEvents {
   name: string;
   unit: string;
   hasInput: boolean;
   total: number;
   totalInput: number;
}

/* A cost now / before, and its interval. */
export interface Factor {
   value: number;
   low: number;
   high: number;
}

/* A routine before and now, as `aprof diff` has it. */
export interface Change {
   now: Routine | null;
   before: Routine | null;
   state: string;          /* worse, maybe, new, better, gone, unknown, same, identical */
   growth: string;         /* "n -> n^2" */
   factor: Factor | null;  /* at the largest input that both know */
   beyond: Factor | null;  /* at ten times that, predicted */
   added: number;          /* cost now, less what the same calls cost before */
   why: string | null;     /* who introduced the change, or why it is none */
   position: number;       /* in the order of `aprof diff` */
}

export interface Comparison {
   verdict: string;
   summary: string;
   total: string;          /* the cost before and now, in words */
   renames: string[];
   loads: string[];
   notes: string[];
   changes: Change[];
}

export interface Data extends Subject {
   lineEvents: LineEvents | null;
   favourites: number[];
   sources: Map<number, Source>;
   madeBy: string;
   classes: string[];
   contexts: Contexts | null;
   baseline: Subject | null;
   comparison: Comparison | null;
}

/* How large a part of the program's cost this is. */
export function shareOf(data: Data, cost: number): number {
   return cost <= 0 ? 0 : Math.min(1, cost / Math.max(1, data.head.whole));
}

type Json = any;

/* Reads rows by the names of their columns.  To read a column that the table does not have is a mistake in
   the page. */
class Rows {
   private readonly tables: Map<string, Map<string, number>>;

   /* The levels are of each class; rows refer to texts by number, -1: none. */
   constructor(columns: Record<string, string>, readonly levels: number[], readonly texts: string[]) {
      this.tables = new Map(Object.entries(columns).map(([table, names]) =>
         [table, new Map(names.split(" ").map((name, place) => [name, place]))]));
   }

   of(table: string, row: Json[]): (name: string) => Json {
      const places = this.tables.get(table);
      return name => {
         const place = places?.get(name);
         if (place === undefined) {
            throw new Error(`the data have no column ${name}`);
         }
         return row[place];
      };
   }

   pick<Name extends string>(table: string, row: Json[], ...names: Name[]): Record<Name, Json> {
      const get = this.of(table, row);
      const picked = {} as Record<Name, Json>;
      for (const name of names) {
         picked[name] = get(name);
      }
      return picked;
   }
}

function fitOf(rows: Rows, row: Json): Fit {
   return rows.pick("fit", row, "model", "constant", "factor", "lower", "lowerClass", "rate", "from",
                    "scatter", "explained", "criterion", "probability");
}

function caseOf(rows: Rows, row: Json): GrowthCase {
   const get = rows.of("case", row);
   const fit = get("fit");
   const power = get("power");
   return {
      ...rows.pick("case", row, "growth", "slowest", "fastest", "shown", "level"),
      text: rows.texts[get("text")],
      fit: fit ? fitOf(rows, fit) : null,
      power: power ? rows.pick("power", power, "constant", "factor", "exponent", "low", "high", "scatter")
                   : null,
      predictions: (get("predictions") ?? []).map((item: Json) =>
         rows.pick("prediction", item, "n", "cost", "low", "high")),
      candidates: (get("candidates") ?? []).map((item: Json) => fitOf(rows, item)),
   };
}

/* One stands for all if they are the same. */
function casesOf(rows: Rows, json: Json): GrowthCase[] {
   const cases = json === 0 ? [] : json.map((row: Json) => caseOf(rows, row));
   return cases.length === 1 ? [cases[0], cases[0], cases[0]] : cases;
}

function projectionOf(rows: Rows, row: Json): Projection {
   return { ...rows.pick("projection", row, "factor", "low", "high", "share", "shareLow", "shareHigh"),
            known: rows.of("projection", row)("known") > 0, told: rows.of("projection", row)("known") === 2 };
}

function pointsOf(rows: Rows, row: Json): PackedPoints {
   return rows.pick("points", row, "distance", "max", "calls", "spread", "missing", "width", "deviations");
}

function routineOf(rows: Rows, row: Json, index: number, head: Head): Routine | null {
   if (row === 0) {
      return null;
   }
   const get = rows.of("routine", row);
   return {
      ...rows.pick("routine", row, "name", "calls", "cost", "self", "pointCount", "smallest", "largest",
                   "section"),
      index, object: rows.texts[get("object")], mangled: get("mangled") || "", own: get("own") === 1,
      cases: casesOf(rows, get("cases")), projection: projectionOf(rows, get("projection")),
      isMeasured: head.input_measured || get("pointCount") > 1 || get("largest") > 0,
      unit: rows.texts[get("unit")] ?? "", notKnown: rows.texts[get("notKnown")] ?? "",
      outlook: get("outlook") || "",
      why: get("why") || "", callee: get("callee") ?? -1, cause: get("cause") ?? -1,
      again: get("again") ?? 0,
      packedPoints: pointsOf(rows, get("points")), isBound: get("isBound") === 1,
   };
}

export function unpack(packed: PackedPoints): Point[] {
   const [distance, max, calls, spread, missing, width] = [packed.distance, packed.max, packed.calls,
      packed.spread, packed.missing, packed.width].map(text => numbers(text ?? ""));
   const points: Point[] = [];
   let last = 0;
   for (let i = 0; i < distance.length; i++) {
      const begin = last + distance[i];
      last = begin + (width[i] ?? 0);
      const count = calls[i] ?? 1;
      points.push({
         first: begin, last, n: (begin + last) / 2, calls: count, min: max[i] - (spread[i] ?? 0), max: max[i],
         sum: count * max[i] - (missing[i] ?? 0), deviation: packed.deviations?.[i] ?? 0,
      });
   }
   return points;
}

/* Contexts are in preorder: a context's descendants directly follow it. */
function contextsOf(rows: Rows, json: Json, routineCount: number): Contexts {
   const up = numbers(json.up);
   const routine = sums(numbers(json.routine));
   const self = numbers(json.self);
   const count = up.length;
   const contexts: Contexts = {
      count, parent: new Int32Array(count), routine: new Int32Array(count),
      calls: numbers(json.calls), self, cost: self.slice(),
      real: new Float64Array(count), end: new Int32Array(count), depth: new Int32Array(count),
      isStartUp: new Uint8Array(count),
      points: new Map(json.points.map(([i, row]: [number, Json]) => [i, pointsOf(rows, row)])),
   };
   let startUp = -1;
   for (const distance of numbers(json.startUp)) {
      contexts.isStartUp[startUp += distance] = 1;
   }
   for (let i = 0; i < count; i++) {
      const parent = up[i] === 0 ? -1 : i - up[i];
      contexts.routine[i] = routine[i];
      contexts.parent[i] = parent;
      contexts.depth[i] = parent < 0 || contexts.isStartUp[parent] === 1 ? 0 : contexts.depth[parent] + 1;
      contexts.end[i] = i + 1;
   }
   for (let i = count - 1; i >= 0; i--) {
      const parent = contexts.parent[i];
      if (parent >= 0) {
         contexts.cost[parent] += contexts.cost[i];
         contexts.end[parent] = Math.max(contexts.end[parent], contexts.end[i]);
      }
   }
   const active = new Int32Array(routineCount);   /* contexts of each routine in which the walk is */
   for (let i = 0; i < count; i++) {
      for (let ended = i - 1; ended !== contexts.parent[i]; ended = contexts.parent[ended]) {
         active[contexts.routine[ended]]--;
      }
      contexts.real[i] = active[contexts.routine[i]]++ > 0 ? 0 : contexts.cost[i];
   }
   for (const [index, real] of Object.entries<number>(json.real)) {
      contexts.real[Number(index)] = real;
   }
   return contexts;
}

function subjectOf(rows: Rows, json: Json): Subject {
   const routines: (Routine | null)[] =
      json.routines.map((row: Json, index: number) => routineOf(rows, row, index, json.head));
   return {
      head: json.head, sections: json.sections, order: sums(numbers(json.order)), routines,
      objects: [...new Set(routines.flatMap(routine => routine === null ? [] : [routine.object]))],
   };
}

function factorOf(factor: Json): Factor | null {
   return factor && { ...factor, high: factor.high ?? Infinity };
}

function changeOf(rows: Rows, row: Json, position: number, now: Subject, before: Subject): Change {
   const get = rows.of("change", row);
   return {
      ...rows.pick("change", row, "state", "growth", "added", "why"),
      now: now.routines[get("now")] ?? null, before: before.routines[get("before")] ?? null,
      factor: factorOf(get("factor")), beyond: factorOf(get("beyond")), position,
   };
}

function comparisonOf(rows: Rows, json: Json, now: Subject, before: Subject): Comparison {
   return {
      ...json,
      changes: json.changes.map((row: Json, position: number) => changeOf(rows, row, position, now, before)),
   };
}

function lineCostOf(rows: Rows, row: Json): LineCost {
   return rows.pick("lineCost", row, "line", "self", "input", "called", "calledInput");
}

function sourceOf(rows: Rows, row: Json): [number, Source] {
   const get = rows.of("source", row);
   const elsewhere = get("elsewhere");
   return [get("routine"), {
      ...rows.pick("source", row, "file", "line"),
      runs: get("runs").map((run: Json) => rows.pick("run", run, "first", "lines")),
      costs: (get("costs") ?? []).map((cost: Json) => lineCostOf(rows, cost)),
      elsewhere: elsewhere ? lineCostOf(rows, elsewhere) : null,
      calls: (get("calls") ?? []).map((call: Json) =>
         rows.pick("lineCall", call, "line", "callee", "calls", "cost", "input")),
   }];
}

export function readData(text: string): Data {
   const json = JSON.parse(text);
   const rowsOf = (side: Json) => new Rows(json.columns, json.levels, side.texts);
   const rows = rowsOf(json);
   const subject = subjectOf(rows, json);
   const baseline = json.baseline ? subjectOf(rowsOf(json.baseline), json.baseline) : null;
   return {
      ...subject, madeBy: json.madeBy, classes: json.classes, lineEvents: json.lineEvents,
      favourites: json.favourites, sources: new Map(json.sources.map((row: Json) => sourceOf(rows, row))),
      contexts: json.contexts ? contextsOf(rows, json.contexts, subject.routines.length) : null,
      baseline, comparison: baseline ? comparisonOf(rows, json.comparison, subject, baseline) : null,
   };
}
