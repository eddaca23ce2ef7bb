/* Favourites as a text file, which `aprof html --favourites` reads as well: a routine
   in each line, and behind a tab its object file. */

import { Data, Routine } from "./data";
import { button, h } from "./dom";
import { safeName, saveText } from "./export";
import { fileName, plural } from "./format";
import * as state from "./state";

function known(data: Data): Routine[] {
   return data.routines.filter((routine): routine is Routine => routine !== null);
}

export function favouritesText(data: Data): string {
   const chosen = state.favourites();
   return "# Favourites of aprof: a routine, and its object file\n"
          + known(data).filter(routine => chosen.has(routine.index))
                       .map(routine => `${routine.name}\t${routine.object}\n`).join("");
}

/* Finds favourites as command/answer/page/favourites.c does: the name decides, and if the line has one, the
   object's file name. */
export function favouritesOf(data: Data, text: string): { found: number[]; missing: string[] } {
   const found: number[] = [];
   const missing: string[] = [];
   for (const line of text.split("\n").map(part => part.trimEnd())) {
      if (line === "" || line.startsWith("#")) {
         continue;
      }
      const [name, object] = line.split("\t");
      const fitting = known(data).filter(routine => (routine.name === name || routine.mangled === name)
         && (object === undefined || fileName(routine.object) === fileName(object)));
      found.push(...fitting.map(routine => routine.index));
      if (fitting.length === 0) {
         missing.push(name);
      }
   }
   return { found, missing };
}

/* Buttons that save and load them; `show` when there are others. */
export function favouriteButtons(data: Data, show: () => void): HTMLElement {
   const said = h("span", { role: "status", class: "faint" });
   const load = async (file: File): Promise<void> => {
      const { found, missing } = favouritesOf(data, await file.text());
      const rest = missing.length > 3 ? ` and ${missing.length - 3} more` : "";
      state.setFavourites([...state.favourites(), ...found]);
      show();
      said.textContent = plural(found.length, "favourite")
         + (missing.length === 0 ? "" : `; not in this report: ${missing.slice(0, 3).join(", ")}${rest}`);
   };
   const input = h("input", {
      type: "file", hidden: true, accept: ".txt,text/plain", "aria-label": "file of favourites",
      change: () => {
         const file = input.files?.[0];
         if (file !== undefined) {
            void load(file).then(() => { input.value = ""; });
         }
      },
   });
   const name = safeName(fileName(data.head.program || data.head.reports[0])) + ".favourites.txt";
   return h("span", { class: "tools" }, said,
            button("Save favourites", "as a text file, also for aprof html --favourites",
                   () => saveText(favouritesText(data), name)),
            button("Load favourites", "add those of a file", () => input.click()), input);
}
