/* The predictions of the smaller runs for the largest one, against what it cost. */

import { h, plainTable } from "./dom";
import { Check, Experiment, Routine } from "./experiment";
import { grouped, short } from "./format";
import { legend } from "./legend";
import { Curve, Mark, Plot, Series } from "./plot";
import { intervalText, stateText } from "./trend";

interface Checked {
   name: string;
   state: string;
   check: Check;
}

const shapes: Record<string, Pick<Series, "colour" | "shape">> = {
   confirmed: { colour: "s2", shape: "circle" }, likely: { colour: "s5", shape: "square" },
   open: { colour: "s0", shape: "diamond" },
};

function checkedOf(routines: Routine[]): Checked[] {
   return routines.flatMap(({ name, total: { state, check } }) =>
      check === null ? [] : [{ name, state, check }]);
}

function markOf({ name, check }: Checked): Mark {
   const { value, low, high } = check.predicted;
   return { x: check.measured, y: value ?? NaN, text: `${name}: ${check.words}`, low: low ?? undefined,
            high: high ?? undefined };
}

function seriesOf(all: Checked[]): Series[] {
   return Object.entries(shapes).map(([state, look]) => ({
      name: state, ...look, marks: all.filter(item => item.state === state).map(markOf),
   })).filter(series => series.marks.length > 0);
}

/* Returns the line on which marks are of what came true to the last block. */
function diagonal(all: Checked[]): Curve[] {
   const values = all.flatMap(({ check }) => [check.measured, check.predicted.value ?? 0])
                     .filter(value => value > 0);
   return values.length === 0 ? [] : [{ name: "as predicted", colour: "s7", dashed: true, at: value => value,
                                        from: Math.min(...values), to: Math.max(...values) }];
}

function table(all: Checked[]): HTMLElement {
   return h("details", {}, h("summary", {}, "Table of the predictions"),
      plainTable("The predictions", ["routine", "state", "predicted", "interval", "measured"],
                 all.map(({ name, state, check }) =>
                    [name, stateText(state), short(check.predicted.value ?? NaN),
                     intervalText(check.predicted), grouped(check.measured)]), 2));
}

/* Null if there are too few runs. */
export function predictions(experiment: Experiment): HTMLElement | null {
   const all = checkedOf(experiment.routines);
   if (all.length === 0) {
      return null;
   }
   const picture = { series: seriesOf(all), curves: diagonal(all), bands: [] };
   const plot = new Plot({
      title: "Predicted against measured cost of each routine in the largest run", ...picture,
      xLabel: `measured, ${experiment.metric}`, yLabel: "predicted by the smaller runs",
      xLog: true, yLog: true, measuredTo: null, hint: "point at a mark to read it off",
   }, 300);
   const words = experiment.program_cost?.check?.words;
   return h("section", { "aria-label": "Predicted and measured" }, h("h2", {}, "Predicted and measured"),
            h("p", { class: "faint" }, "What smaller runs predicted for the largest one: a mark for each "
              + "routine."
              + (words === undefined ? "" : ` The program: ${words}.`)),
            plot.element, plot.read,
            legend(picture, undefined, "as predicted"), table(all));
}
