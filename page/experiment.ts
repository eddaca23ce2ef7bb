/* The data of the page of an experiment: the JSON of `aprof grow`, as objects.
   docs/formats.md describes it. */

export interface Interval {
   value: number | null;
   low: number | null;
   high: number | null;
}

/* At so many times the largest size. */
export interface Forecast {
   times: number;
   cost: Interval;
}

/* A prediction of smaller runs for the largest one. */
export interface Check {
   from: number | null;
   predicted: Interval;
   measured: number;
   words: string;
}

export interface Curve {
   measured: number[];     /* by run */
   state: string;          /* confirmed, likely or open */
   class: string | null;
   exponent: number | null;
   level: number | null;   /* how alarming that is, from 1 to 4; null: open */
   law: string | null;
   from: number | null;    /* the size that the law holds from */
   forecast: Forecast[];
   check: Check | null;
}

export interface Names {
   name: string;
   object: string;
}

export interface Routine {
   index: number;
   name: string;
   object: string;
   mangled: string | null;
   readable: string | null;   /* the name as its language writes it, if the other is not that */
   caller: Names | null;   /* own code for which a routine of a library does most of its work */
   share: number;
   self_share: number;
   far_share: number;
   far_self_share: number;
   small: boolean;         /* its own code is next to nothing */
   own_part: boolean;      /* it has a part of its own in a picture of the cost */
   cost: number;
   far_cost: Interval;
   far_times: number | null;
   why: string;
   total: Curve;
   self: Curve;
   calls: Curve;
   named: boolean;         /* it is the one that the headline names */
}

export interface Run {
   name: string;
   sizes: Record<string, number>;
   counts: boolean;
   ended: string;          /* "exit status 0" */
   failure: string | null;
   said: string | null;
   seconds: number;
   native_seconds: number | null;   /* without Valgrind */
   native_kernel_seconds: number | null;   /* of these */
   native_memory: number | null;    /* bytes then */
   cost: number | null;
   report: string | null;
}

export interface ProgramCost {
   measured: number[];
   forecast: Forecast[];
   wide: boolean;          /* sentences name the range of the last forecast */
   check: Check | null;
   seconds: number;        /* that the largest run took */
}

export interface Experiment {
   directory: string;
   command: string[];
   parameters: string[];
   unit: string;
   program: string | null;
   runs: Run[];
   end: string;            /* why there are no more */
   counted: Run[];         /* those that count: the order of all that was measured */
   largest: number;        /* which of them the forecasts begin at */
   headline: string;
   lacking: string | null; /* what the routine that it names lacks to be told better */
   lacking_command: string | null; /* tells it */
   namedAt: number;        /* the index of that routine; -1: it names none */
   open: string | null;
   next: string | null;    /* which command tells more */
   open_share: number | null;
   range: string | null;
   far: string | null;     /* the farthest size that is forecast, in words */
   metric: string | null;
   program_cost: ProgramCost | null;
   memory: string | null;  /* how it grows, in words */
   routines: Routine[];
}

type Json = any;

/* To read what the data do not have is a mistake in the page. */
function pick<Name extends string>(json: Json, ...names: Name[]): Record<Name, Json> {
   const picked = {} as Record<Name, Json>;
   for (const name of names) {
      if (!(name in json)) {
         throw new Error(`the data have no ${name}`);
      }
      picked[name] = json[name];
   }
   return picked;
}

function intervalOf(json: Json): Interval {
   return pick(json, "value", "low", "high");
}

function forecastsOf(json: Json): Forecast[] {
   return json.map((item: Json) => {
      const { times, cost } = pick(item, "times", "cost");
      return { times, cost: intervalOf(cost) };
   });
}

function checkOf(json: Json): Check | null {
   if (json === null) {
      return null;
   }
   const check = pick(json, "from", "predicted", "measured", "words");
   return { ...check, predicted: intervalOf(check.predicted) };
}

function curveOf(json: Json): Curve {
   const curve = pick(json, "measured", "state", "class", "exponent", "level", "law", "from", "forecast",
                      "check");
   return { ...curve, forecast: forecastsOf(curve.forecast), check: checkOf(curve.check) };
}

function namesOf(json: Json): Names | null {
   return json === null ? null : pick(json, "name", "object");
}

function routineOf(json: Json, index: number): Routine {
   const routine = pick(json, "name", "object", "mangled", "readable", "caller", "share", "self_share",
                        "far_share", "far_self_share", "small", "own_part", "cost", "far_cost",
                        "far_times", "why", "total", "self", "calls", "named");
   return {
      ...routine, index, caller: namesOf(routine.caller), far_cost: intervalOf(routine.far_cost),
      total: curveOf(routine.total), self: curveOf(routine.self), calls: curveOf(routine.calls),
   };
}

function runOf(json: Json): Run {
   return pick(json, "name", "sizes", "counts", "ended", "failure", "said", "seconds", "native_seconds",
               "native_kernel_seconds", "native_memory", "cost", "report");
}

function programCostOf(json: Json): ProgramCost | null {
   if (json === null) {
      return null;
   }
   const cost = pick(json, "measured", "forecast", "wide", "check", "seconds");
   return { ...cost, forecast: forecastsOf(cost.forecast), check: checkOf(cost.check) };
}

function memoryOf(json: Json): string | null {
   return json === null ? null : pick(json, "words").words;
}

/* Returns the largest run: of two sizes, the product counts. */
function largestOf(runs: Run[]): number {
   const extents = runs.map(run => Object.values(run.sizes).reduce((product, size) => product * size, 1));
   return extents.reduce((best, extent, i) => extent >= extents[best] ? i : best, 0);
}

export function readExperiment(text: string): Experiment {
   const json = pick(JSON.parse(text), "directory", "command", "parameters", "unit", "program", "runs", "end",
                     "headline", "lacking", "lacking_command", "open", "next", "open_share",
                     "range", "far", "metric", "program_cost", "memory", "routines");
   const runs: Run[] = json.runs.map(runOf);
   const routines: Routine[] = json.routines.map(routineOf);
   const counted = runs.filter(run => run.counts);
   return {
      ...json, runs, counted, largest: largestOf(counted),
      namedAt: routines.findIndex(routine => routine.named),
      program_cost: programCostOf(json.program_cost), memory: memoryOf(json.memory),
      routines,
   };
}

export function shownName(routine: Routine): string {
   return routine.readable ?? routine.name;
}

/* Whether there is one size, over which curves can be drawn. */
export function hasOneSize(experiment: Experiment): boolean {
   return experiment.parameters.length === 1;
}

/* The size of a run; with two, the first one. */
export function sizeOf(experiment: Experiment, run: number): number {
   return experiment.counted[run].sizes[experiment.parameters[0]];
}
