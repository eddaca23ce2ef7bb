/* Copyright (C) 2026 The aprof authors.  The licence of the page is in page/LICENCE.

   What is in the page: the JSON that command/render/page/ has written, as objects.  The
   order of the columns is agreed on with the files there; nobody else knows it. */

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
   slowest: number;        /* what the points show beyond doubt */
   fastest: number;        /* what they allow */
   shown: number;          /* what tables show: the slowest, or why there is no class */
   range: string;          /* "n to n^2" */
   level: number;          /* how alarming that is, from 0 to 4; -1: it is no class */
   fit: Fit | null;
   power: PowerLaw | null;
   predictions: Prediction[];
   candidates: Fit[];
}

export interface Projection {
   known: boolean;
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

/* Columns of packed numbers, and the deviations; often only the first two. */
export type PackedPoints = [string, string, string?, string?, string?, string?, number[]?];

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
   section: number;
   own: boolean;
   cases: GrowthCase[];    /* worst, mean, best; empty if there are too few points */
   projection: Projection;
   unit: string;           /* what its input counts; empty: the value of an argument, or not known */
   notKnown: string;       /* why no class is known, and what to do; empty: one is */
   why: string;            /* why its cost grows faster than its input; empty: it does not */
   callee: number;         /* that the reason names; -1: none */
   cause: number;          /* who introduces an inherited growth; -1: it is not inherited */
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
   depth: Int32Array;
   points: Map<number, PackedPoints>;
}

export interface Head {
   paths: string[];
   program: string | 0;
   command: string | 0;
   date: string | 0;
   metric: string;
   unit: string;
   input: string;
   inputArguments: string[];
   incomplete: string[];   /* what the report lacks of a whole run, in sentences */
   programInput: string | 0;   /* what the input of (program) counts; 0: there is no such routine */
   resolution: number;
   reports: number;
   total: number;
   hasSelf: boolean;
   times: number;
   version: number;
}

export interface Subject {
   head: Head;
   sections: string[];     /* titles */
   objects: string[];
   routines: (Routine | null)[];
   order: number[];        /* what somebody who looks for trouble reads first */
}

/* What a line costs, and what its calls cost with all that they called. */
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

/* Where a routine is defined; runs of lines, none if they are not in the page; and what the lines cost, by a
   Callgrind profile. */
export interface Source {
   file: string;
   line: number;
   runs: { first: number; lines: string[] }[];
   costs: LineCost[];
   elsewhere: LineCost | null;
   calls: LineCall[];
}

/* What the profile counts. */
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
   cause: string;          /* why it is the same although costs differ */
   growth: string;         /* "n -> n^2" */
   largest: number;        /* the largest input that both know; 0: none */
   factor: Factor | null;  /* there */
   beyond: Factor | null;  /* at ten times that, predicted */
   added: number;          /* cost now, less what the same calls cost before */
   reason: string | 0;     /* who introduced the change */
   position: number;       /* in the order of `aprof diff` */
}

export interface Comparison {
   verdict: string;
   counts: string;
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

type Json = any;

/* Reads the rows of a table by the names of its columns.  To read a column that the table does not have is a
   mistake in the page. */
class Columns {
   private readonly places: Map<string, number>;

   constructor(names: string[]) {
      this.places = new Map(names.map((name, place) => [name, place]));
   }

   of(row: Json[]): (name: string) => Json {
      return name => {
         const place = this.places.get(name);
         if (place === undefined) {
            throw new Error(`the data have no column ${name}`);
         }
         return row[place];
      };
   }
}

interface Tables {
   routine: Columns;
   projection: Columns;
   case: Columns;
   fit: Columns;
   power: Columns;
   prediction: Columns;
   levels: number[];       /* of each class */
   texts: string[];        /* to which rows refer; -1: none */
}

function tablesOf(columns: Json, texts: string[], levels: number[]): Tables {
   return { routine: new Columns(columns.routine), projection: new Columns(columns.projection),
            case: new Columns(columns.case), fit: new Columns(columns.fit), power: new Columns(columns.power),
            prediction: new Columns(columns.prediction), levels, texts };
}

function fitOf(tables: Tables, row: Json): Fit {
   const get = tables.fit.of(row);
   return { model: get("model"), constant: get("constant"), factor: get("factor"), lower: get("lower"),
            lowerClass: get("lowerClass"), rate: get("rate"), from: get("from"), scatter: get("scatter"),
            explained: get("explained"), criterion: get("criterion"), probability: get("probability") };
}

function powerOf(tables: Tables, row: Json): PowerLaw {
   const get = tables.power.of(row);
   return { constant: get("constant"), factor: get("factor"), exponent: get("exponent"), low: get("low"),
            high: get("high"), scatter: get("scatter") };
}

function predictionOf(tables: Tables, row: Json): Prediction {
   const get = tables.prediction.of(row);
   return { n: get("n"), cost: get("cost"), low: get("low"), high: get("high") };
}

function caseOf(tables: Tables, row: Json): GrowthCase {
   const get = tables.case.of(row);
   const fit = get("fit");
   const power = get("power");
   return {
      growth: get("growth"), slowest: get("slowest"), fastest: get("fastest"), shown: get("shown"),
      range: tables.texts[get("range")], level: tables.levels[get("shown")],
      fit: fit ? fitOf(tables, fit) : null,
      power: power ? powerOf(tables, power) : null,
      predictions: (get("predictions") ?? []).map((item: Json) => predictionOf(tables, item)),
      candidates: (get("candidates") ?? []).map((item: Json) => fitOf(tables, item)),
   };
}

/* One stands for all if they are the same. */
function casesOf(tables: Tables, json: Json): GrowthCase[] {
   const cases = json === 0 ? [] : json.map((row: Json) => caseOf(tables, row));
   return cases.length === 1 ? [cases[0], cases[0], cases[0]] : cases;
}

function projectionOf(tables: Tables, row: Json): Projection {
   const get = tables.projection.of(row);
   return { known: get("known") === 1, factor: get("factor"), low: get("low"), high: get("high"),
            share: get("share"), shareLow: get("shareLow"), shareHigh: get("shareHigh") };
}

function routineOf(tables: Tables, row: Json, index: number, objects: string[]): Routine | null {
   if (row === 0) {
      return null;
   }
   const get = tables.routine.of(row);
   return {
      index, name: get("name"), object: objects[get("object")], mangled: get("mangled") || "",
      calls: get("calls"), cost: get("cost"), self: get("self"), pointCount: get("pointCount"),
      smallest: get("smallest"), largest: get("largest"), section: get("section"), own: get("own") === 1,
      cases: casesOf(tables, get("cases")), projection: projectionOf(tables, get("projection")),
      unit: tables.texts[get("unit")] ?? "", notKnown: tables.texts[get("notKnown")] ?? "",
      why: get("why") || "", callee: get("callee"), cause: get("cause"),
      packedPoints: get("points"), isBound: get("isBound") === 1,
   };
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const digitOf = new Uint8Array(128);
[...alphabet].forEach((sign, value) => { digitOf[sign.charCodeAt(0)] = value; });

/* As value_packed of command/render/page/values.c writes them.  What does not fit 53 bits is rounded. */
function numbers(text: string): Float64Array {
   const found = new Float64Array(text.length);
   let count = 0;
   for (let i = 0; i < text.length; i++) {
      let digit = digitOf[text.charCodeAt(i)];
      let value = digit & 31;
      for (let factor = 32; digit > 31; factor *= 32) {
         digit = digitOf[text.charCodeAt(++i)];
         value += (digit & 31) * factor;
      }
      found[count++] = value;
   }
   return found.slice(0, count);
}

/* Columns: the distance of n to the point before, max, calls, max - min, calls * max - sum, width of the bin;
   deviations.  An empty column: one call each, or no bins. */
export function unpack(packed: PackedPoints): Point[] {
   const [first, max, calls, spread, missing, width] = [0, 1, 2, 3, 4, 5].map(column =>
      numbers(packed[column] as string | undefined ?? ""));
   const deviation = packed[6] ?? [];
   const points: Point[] = [];
   let last = 0;
   for (let i = 0; i < first.length; i++) {
      const begin = last + first[i];
      last = begin + (width[i] ?? 0);
      const count = calls[i] ?? 1;
      points.push({
         first: begin, last, n: (begin + last) / 2, calls: count, min: max[i] - (spread[i] ?? 0), max: max[i],
         sum: count * max[i] - (missing[i] ?? 0), deviation: deviation[i] ?? 0,
      });
   }
   return points;
}

/* Contexts are in preorder: a context's descendants directly follow it. */
function contextsOf(json: Json, routineCount: number): Contexts {
   const up = numbers(json.up);
   const routine = numbers(json.routine);
   const self = numbers(json.self);
   const count = up.length;
   const contexts: Contexts = {
      count, parent: new Int32Array(count), routine: new Int32Array(count),
      calls: numbers(json.calls), self, cost: self.slice(),
      real: new Float64Array(count), end: new Int32Array(count), depth: new Int32Array(count),
      points: new Map(json.points),
   };
   for (let i = 0; i < count; i++) {
      const parent = up[i] === 0 ? -1 : i - up[i];
      const change = routine[i] % 2 === 0 ? routine[i] / 2 : -(routine[i] + 1) / 2;
      contexts.routine[i] = (i === 0 ? 0 : contexts.routine[i - 1]) + change;
      contexts.parent[i] = parent;
      contexts.depth[i] = parent < 0 ? 0 : contexts.depth[parent] + 1;
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
   for (const [index, real] of json.real) {
      contexts.real[index] = real;
   }
   return contexts;
}

function subjectOf(json: Json, levels: number[]): Subject {
   const tables = tablesOf(json.columns, json.texts, levels);
   return {
      head: json.head, sections: json.sections, objects: json.objects, order: json.order,
      routines: json.routines.map((row: Json, index: number) => routineOf(tables, row, index, json.objects)),
   };
}

function factorOf(row: number[] | 0): Factor | null {
   return row === 0 ? null : { value: row[0], low: row[1], high: row[2] ?? Infinity };
}

function comparisonOf(json: Json, now: Subject, before: Subject): Comparison {
   return {
      verdict: json.verdict, counts: json.counts, renames: json.renames, loads: json.loads, notes: json.notes,
      changes: json.pairs.map((row: Json, position: number) => {
         const [index, indexBefore, state, cause, growth, largest, factor, beyond, added, reason] = row;
         return { now: now.routines[index] ?? null, before: before.routines[indexBefore] ?? null, state,
            cause, growth, largest, factor: factorOf(factor), beyond: factorOf(beyond), added, reason,
            position };
      }),
   };
}

function lineCostOf([line, self, input, called, calledInput]: number[]): LineCost {
   return { line, self, input, called, calledInput };
}

function sourceOf([, file, line, runs, costs, elsewhere, calls]: Json): Source {
   return {
      file, line, runs: runs.map(([first, ...lines]: Json) => ({ first, lines })),
      costs: (costs ?? []).map(lineCostOf), elsewhere: elsewhere ? lineCostOf(elsewhere) : null,
      calls: (calls ?? []).map(([at, callee, count, cost, input]: Json) =>
         ({ line: at, callee, calls: count, cost, input })),
   };
}

function lineEventsOf(json: Json): LineEvents | null {
   if (json === 0) {
      return null;
   }
   const [name, unit, hasInput, total, totalInput] = json;
   return { name, unit, hasInput: hasInput === 1, total, totalInput };
}

export function readData(text: string): Data {
   const json = JSON.parse(text);
   const subject = subjectOf(json, json.levels);
   const baseline = json.baseline ? subjectOf(json.baseline, json.levels) : null;
   return {
      ...subject, madeBy: json.madeBy, classes: json.classes,
      lineEvents: lineEventsOf(json.lineEvents), favourites: json.favourites,
      sources: new Map(json.sources.map((row: Json) => [row[0], sourceOf(row)])),
      contexts: json.contexts ? contextsOf(json.contexts, subject.routines.length) : null,
      baseline, comparison: baseline ? comparisonOf(json.comparison, subject, baseline) : null,
   };
}
