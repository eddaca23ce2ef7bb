/* The keys. */

import { h } from "./dom";

type Keys = [string, [string, string][]][];

/* Keys, and what words mean. */
export interface Help {
   keys: Keys;
   words: string;
}

const reportKeys: Keys = [
   ["Everywhere", [["1", "overview"], ["2", "routines"], ["3", "contexts"], ["4", "flame graph"],
                   ["5", "comparison"], ["/", "find"], ["?", "this help"],
                   ["Escape", "close; leave a field"]]],
   ["In tables", [["↓ ↑ or j k", "next or previous row"], ["Enter", "open the row"], ["f", "favourite"],
                  ["o", "only my code"]]],
   ["A routine", [["p", "next plot"], ["l", "linear or logarithmic axes"], ["w", "the law"],
                  ["x", "up to 10 times the input"], ["← → in the plot", "read off the marks"],
                  ["+ − 0 in the plot", "zoom in, out, all"], ["f", "favourite"],
                  ["s", "the costliest source line, then the next one"],
                  ["n b", "next or previous routine"]]],
   ["Contexts", [["→ ←", "open, close"], ["h", "hot path"], ["o", "open the routine"]]],
   ["Flame graph", [["arrows", "move"], ["Enter", "zoom"], ["Escape", "zoom out"],
                    ["i", "inverted"], ["s", "sandwich: callers and callees"],
                    ["r", "fold recursion"], ["o", "open the routine"]]],
];

export const reportHelp: Help = {
   keys: reportKeys,
   words: "The input n of a call is the number of memory cells that it read before writing them. "
        + "The cost of a call contains the cost of what it called. "
        + "A class such as n² says how the cost grows with n. "
        + "What is shown is in the address, so a view can be sent as a link with the file.",
};

export const experimentHelp: Help = {
   keys: [
      ["Everywhere", [["1", "what grows"], ["2", "runs"], ["?", "this help"], ["Escape", "close"]]],
      ["Routines", [["↓ ↑ or j k", "next or previous row"], ["Enter", "show the row's curve"],
                    ["n b", "the curve of the next or previous routine"]]],
      ["A curve", [["p", "cost, own cost, calls"], ["l", "linear or logarithmic axes"],
                   ["← → in the plot", "read off the marks"], ["+ − 0 in the plot", "zoom in, out, all"]]],
   ],
   words: "Sizes are those of runs. Confirmed: the smaller runs predicted what the largest one cost. "
        + "Likely: this is how it looks, but the largest run does not confirm it. "
        + "Open: the runs do not tell. "
        + "The cost of a routine contains that of what it called; its own cost does not. "
        + "What is shown is in the address, so a view can be sent as a link with the file.",
};

export function helpDialog(help: Help): HTMLDialogElement {
   const dialog: HTMLDialogElement = h("dialog", { class: "help", "aria-label": "Help" },
      h("h2", {}, "Keys"),
      h("div", { class: "keys" }, ...help.keys.map(([title, list]) => h("section", {}, h("h3", {}, title),
        h("dl", {}, ...list.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]))))),
      h("h2", {}, "Words"),
      h("p", {}, help.words),
      h("button", { type: "button", click: () => dialog.close() }, "Close"));
   return dialog;
}
