/* Says whose own code the cost is, at each size that was measured and at each that is forecast. */

import { Experiment, ProgramCost, Routine, shownName, sizeOf } from "./experiment";
import { grouped } from "./format";

/* A run, or a larger one that is forecast. */
export interface Place {
   size: number;           /* with two sizes, the first one */
   text: string;
   times: number;          /* the largest run so many times; 0: it was measured */
   cost: number;
}

export interface Share {
   name: string;
   routine: Routine | null;   /* null: all others together */
   colour: string;
   parts: number[];           /* by place */
}

export interface Shares {
   places: Place[];
   list: Share[];
}

const mostRoutines = 6;

/* "10,694 lines", "n = 100", "a = 20, b = 50". */
export function sizeText(experiment: Experiment, sizes: Record<string, number>, times = 1): string {
   const { parameters, unit } = experiment;
   return unit !== "number" ? `${grouped(sizes[parameters[0]] * times)} ${unit}`
      : parameters.map(name => `${name} = ${grouped(sizes[name] * times)}`).join(", ");
}

function placesOf(experiment: Experiment, program: ProgramCost): Place[] {
   const { counted, largest } = experiment;
   return [
      ...counted.map((run, i) => ({
         size: sizeOf(experiment, i), text: sizeText(experiment, run.sizes), times: 0,
         cost: program.measured[i],
      })),
      ...program.forecast.map(({ times, cost }) => ({
         size: sizeOf(experiment, largest) * times, times, cost: cost.value ?? NaN,
         text: `forecast for ${sizeText(experiment, counted[largest].sizes, times)}`,
      })),
   ];
}

function partsOf(routine: Routine, places: Place[]): number[] {
   const values = [...routine.self.measured, ...routine.self.forecast.map(item => item.cost.value ?? 0)];
   return places.map((place, i) => place.cost > 0 ? (values[i] ?? 0) / place.cost : 0);
}

/* Routines without a forecast are among the others, since their part of what is forecast is not known. */
export function sharesOf(experiment: Experiment): Shares {
   const program = experiment.program_cost;
   if (program === null || experiment.counted.length === 0) {
      return { places: [], list: [] };
   }
   const places = placesOf(experiment, program);
   const chosen = experiment.routines
      .filter(routine => routine.own_part)
      .slice(0, mostRoutines)
      .map(routine => ({ routine, parts: partsOf(routine, places) }));
   const list: Share[] = chosen.map(({ routine, parts }, i) =>
      ({ name: shownName(routine), routine, colour: `s${i}`, parts }));
   const rest = places.map((_, i) => Math.max(0, 1 - list.reduce((sum, share) => sum + share.parts[i], 0)));
   return { places, list: [...list, { name: "all others, and start-up", routine: null, colour: "s7",
                                      parts: rest }] };
}
