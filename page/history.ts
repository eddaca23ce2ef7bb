/* The page of a history: a plot of the program or a routine over the commits, what changed, all routines, and
   the comparison of a commit with the one before.  In the fragment of the address are the line; the routine
   and its object, unless the program is shown; the commit, if one is chosen; what is to be found; and the
   scale, "log" unless it begins at 0. */

import { h } from "./dom";
import { fileName, grouped, plural, powers, short } from "./format";
import { Change, changesOf, costAt, History, Line, readHistory, Routine, Step } from "./history_data";
import { plotCost } from "./history_plot";
import * as state from "./state";

/* The number of rows that somebody reads; a filter finds others. */
const shownRows = 200;

const changesKnown = new Map<Routine, Change[]>();

function knownChanges(routine: Routine): Change[] {
   let changes = changesKnown.get(routine);
   if (changes === undefined) {
      changes = changesOf(routine);
      changesKnown.set(routine, changes);
   }
   return changes;
}

function factor(now: number, before: number): string {
   const value = now / before;
   return "×" + (value >= 1000 ? short(value) : value.toPrecision(3));
}

function day(seconds: number): string {
   return new Date(seconds * 1000).toISOString().slice(0, 10);
}

function fullName(name: string, object: string): string {
   return object === "" ? name : `${name} (${fileName(object)})`;
}

/* "bb-count of rms, cells of 4 bytes" as "executed basic blocks; inputs in cells of 4 bytes". */
function measureText(line: Line): string {
   return line.measure.replace(/^\S+/, line.unit).replace(/ of rms, cells/, "; inputs in cells")
              .replace(/ of drms, cells/, "; inputs, also of threads and the kernel, in cells");
}

/* Commits that were not measured may have done it, too. */
function others(unmeasured: number): string {
   return unmeasured === 0 ? ""
      : unmeasured === 1 ? "; or the one before" : `; or one of ${unmeasured} before`;
}

function lineText(line: Line): string {
   const by = line.size === null ? "" : / by [^,]*/.exec(line.measure)?.[0] ?? "";
   return `${line.name === "" ? "" : line.name + ", "}${line.program}${by} on ${line.machine}`;
}

/* A table that can be scrolled.  `kind`: of all columns but the first. */
function table(label: string, look: string, columns: string[], kind: string, body: HTMLElement): HTMLElement {
   const kindOf = (text: string, i: number) => i === 0 ? null : text === "growth now" ? "growth" : kind;
   return h("div", { class: "plain-room", tabindex: "0", role: "region", "aria-label": label },
      h("table", { class: `plain history-table ${look}` }, h("caption", { class: "hidden" }, label),
        h("thead", {}, h("tr", {}, ...columns.map((text, i) =>
           h("th", { scope: "col", class: kindOf(text, i) }, text)))),
        body));
}

class Page {
   private readonly main = h("main", { id: "main", tabindex: "-1" });
   private shownWidth = 0;
   private shownCommit = "";

   constructor(private readonly history: History) {
      document.body.append(h("a", { class: "skip", href: "#main", click: (event: Event) => {
         event.preventDefault();   /* the fragment says what is shown */
         this.main.focus();
      } }, "To the plot"), this.main);
      document.title = "History – aprof";
      state.onChange(() => this.show());
      addEventListener("resize", () => {
         if (this.width() !== this.shownWidth) {
            this.show();
         }
      });
      this.show();
   }

   private get line(): Line {
      return this.history.lines[state.getNumber("line", 0)] ?? this.history.lines[0];
   }

   private get routine(): Routine | undefined {
      const [routine, object] = [state.get("routine"), state.get("object")];
      return this.line.routines.find(one => one.name === routine && one.object === object);
   }

   /* The room for the plot. */
   private width(): number {
      return Math.max(300, Math.min(1600, this.main.clientWidth || 1000));
   }

   private recordOf(commit: string): number {
      return commit === "" ? -1
         : this.line.commits.findIndex(index => this.history.commits[index].hash === commit);
   }

   private commitAt(record: number) {
      return this.history.commits[this.line.commits[record]];
   }

   private show(): void {
      const scroll = this.shownCommit === state.get("commit") ? scrollY : 0;
      this.shownCommit = state.get("commit");
      this.main.replaceChildren(this.head(), this.plot(), this.comparison() ?? "", this.steps(),
                                this.routines());
      scrollTo(0, scroll);
   }

   private costText(): string {
      return this.line.size === null ? "Cost of all calls" : `Cost of a run of ${grouped(this.line.size)}`;
   }

   private head(): HTMLElement {
      const lines = this.history.lines;
      const chooser = lines.length < 2 ? null : h("select", {
         "aria-label": "What was measured",
         change: (event: Event) => {
            const chosen = Number((event.target as HTMLSelectElement).value);
            location.hash = state.linkHere({ line: chosen || null, routine: null, object: null, commit: null,
                                             find: null });
         },
      }, ...lines.map((line, i) => h("option", { value: i, selected: line === this.line },
                                               lineText(line))));
      const routine = this.routine;
      const shown = routine === undefined ? this.line.program : fullName(routine.name, routine.object);
      const back = routine === undefined
         ? null : h("a", { href: state.linkHere({ routine: null, object: null }) }, "the whole program");
      return h("header", { class: "history-head" }, h("h1", {}, shown), back, chooser,
               h("p", { class: "faint" }, `${plural(this.line.commits.length, "commit")}, `
                  + `${measureText(this.line)}. ${this.costText()}; what changed is marked.`));
   }

   private get isLogarithmic(): boolean {
      return state.get("scale") === "log";
   }

   private scaleChooser(): HTMLElement {
      return h("label", { class: "history-scale faint" },
         h("input", { type: "checkbox", checked: this.isLogarithmic, change: () => {
            location.hash = state.linkHere({ scale: this.isLogarithmic ? null : "log" });
         } }), " logarithmic scale");
   }

   private plot(): HTMLElement {
      const routine = this.routine;
      const changes = routine === undefined
         ? this.line.totals.map((cost, at) => ({ at, cost })) : knownChanges(routine);
      const steps = this.stepsShown();
      const choose = (record: number) => {
         location.hash = state.linkHere({ commit: this.commitAt(record).hash });
      };
      this.shownWidth = this.width();
      const chosen = this.recordOf(state.get("commit"));
      const plot = plotCost(this.shownWidth, this.line, changes, steps, chosen, choose,
                            record => `${this.commitAt(record).hash.slice(0, 7)} `
                                      + day(this.commitAt(record).date),
                            this.line.unit, this.isLogarithmic,
                            "Cost over commits; the list below has the same steps");
      const note = h("p", { class: "history-note faint", "aria-live": "off" }, "\u00a0");
      const placeOf = (event: MouseEvent): number => {
         const room = plot.element.getBoundingClientRect();
         return plot.recordAt((event.clientX - room.left) / room.width);
      };
      plot.element.addEventListener("mousemove", event => {
         const record = placeOf(event);
         const commit = this.commitAt(record);
         note.textContent = `${commit.hash.slice(0, 10)}  ${day(commit.date)}  `
                            + `${grouped(costAt(changes, record))}  ${commit.subject}`;
      });
      plot.element.addEventListener("click", event => {
         if (!(event.target instanceof SVGCircleElement)) {
            choose(placeOf(event));
         }
      });
      return h("section", { "aria-label": "Plot" }, this.scaleChooser(), plot.element, note);
   }

   /* Returns the steps to show; of a routine, its own, and marks. */
   private stepsShown(): Step[] {
      const routine = this.routine;
      return this.line.steps.filter(step => routine === undefined || step.kind === "mark"
         || (step.kind === "routine" && step.what === routine.name && step.object === routine.object));
   }

   private steps(): HTMLElement {
      const steps = this.stepsShown().map((step, i) => ({ ...step, i }))
         .sort((a, b) => b.at - a.at || a.i - b.i);
      const rows = steps.slice(0, shownRows).map(step => {
         const commit = this.commitAt(step.at);
         const kind = step.direction > 0 ? "worse" : step.direction < 0 ? "better" : "faint";
         const what = step.kind === "routine"
            ? this.routineLink({ name: step.what, object: step.object }) : step.what;
         return h("tr", { "aria-current": commit.hash === state.get("commit") ? "true" : null },
            h("th", { scope: "row" }, h("a", { href: state.linkHere({ commit: commit.hash }) },
                                        commit.hash.slice(0, 10))),
            h("td", {}, day(commit.date)), h("td", {}, what), h("td", { class: kind }, step.text),
            h("td", { class: "faint" }, commit.subject + others(step.unmeasured)));
      });
      const left = steps.length - rows.length;
      return h("section", {}, h("h2", {}, "What changed"),
         rows.length === 0 ? h("p", {}, "Nothing.")
         : table("What changed", "history-steps", ["commit", "date", "routine", "change", "subject"], "",
                 h("tbody", {}, ...rows)),
         left > 0 ? h("p", { class: "faint" }, `${grouped(left)} more`) : null);
   }

   private routineLink({ name, object }: Pick<Routine, "name" | "object">): HTMLElement {
      return h("a", { href: state.linkHere({ routine: name, object }) }, fullName(name, object));
   }

   /* The chosen commit and the record before: the program, and the routines whose cost changed most. */
   private comparison(): HTMLElement | null {
      const record = this.recordOf(state.get("commit"));
      if (record < 0) {
         return null;
      }
      const commit = this.commitAt(record);
      const close = h("a", { href: state.linkHere({ commit: null }) }, "close");
      const shortHash = commit.hash.slice(0, 10);
      const address = this.history.commitUrl;
      const title = h("h2", {}, address === null ? shortHash
         : h("a", { href: address + commit.hash, title: "the commit", rel: "noopener noreferrer" },
             shortHash),
         ` ${commit.subject}`);
      if (record === 0) {
         return h("section", { class: "history-compared" }, title,
                  h("p", {}, "The first that was measured. "), close);
      }
      const before = this.commitAt(record - 1);
      const said = this.line.steps.filter(step => step.at === record);
      const isSaid = (routine: Routine) =>
         said.some(step => step.what === routine.name && step.object === routine.object) ? 1 : 0;
      const changed = this.line.routines.map(routine => {
         const changes = knownChanges(routine);
         return { routine, before: costAt(changes, record - 1), now: costAt(changes, record) };
      }).filter(one => one.before !== one.now)
         .sort((a, b) => isSaid(b.routine) - isSaid(a.routine)
                         || Math.abs(b.now - b.before) - Math.abs(a.now - a.before));
      const row = (name: HTMLElement | string, was: number, is: number) => h("tr", {},
         h("th", { scope: "row" }, name), h("td", { class: "number" }, short(was)),
         h("td", { class: "number" }, short(is)),
         h("td", { class: "number" }, was === 0 ? "new" : is === 0 ? "gone" : factor(is, was)),
         h("td", { class: "number" }, (is < was ? "" : "+") + short(is - was)));
      return h("section", { class: "history-compared" }, title,
         h("p", {}, `Compared with ${before.hash.slice(0, 10)} ${before.subject} (${day(before.date)}). `,
           close),
         h("ul", {}, ...said.map(step => h("li", {}, `${fullName(step.what, step.object)}: ${step.text}`
                                                     + others(step.unmeasured)))),
         table("Comparison", "", ["what", "before", "now", "factor", "difference"], "number",
               h("tbody", {}, row("program", this.line.totals[record - 1], this.line.totals[record]),
                 ...changed.slice(0, 50).map(
                    one => row(this.routineLink(one.routine), one.before, one.now)))),
         changed.length > 50
            ? h("p", { class: "faint" }, `${grouped(changed.length - 50)} more routines`) : null,
         this.report(record));
   }

   /* All that aprof diff says, where the page has it. */
   private report(record: number): HTMLElement | null {
      const comparison = this.line.comparisons.find(one => one.at === record);
      return comparison === undefined ? null
         : h("details", { open: true }, h("summary", {}, `All that differs from ${comparison.before}`),
             h("div", { class: "plain-room", tabindex: "0", role: "region",
                        "aria-label": "What aprof diff says" },
               h("pre", { class: "history-diff" }, comparison.text)));
   }

   private routines(): HTMLElement {
      const field = h("input", { type: "search", value: state.get("find"), placeholder: "Find a routine",
                                 "aria-label": "Find a routine", autocomplete: "off" });
      const body = h("tbody", {});
      const more = h("p", { class: "faint" });
      const fill = (): void => {
         const found = this.line.routines.filter(routine => routine.name.includes(field.value));
         body.replaceChildren(...found.slice(0, shownRows).map(routine => this.routineRow(routine)));
         more.textContent = found.length > shownRows ? `${grouped(found.length - shownRows)} more` : "";
      };
      field.addEventListener("input", () => {
         state.note({ find: field.value });
         fill();
      });
      fill();
      const hasLaws = this.line.size !== null;
      const columns = ["routine", "first", "now", "factor", "changes", ...hasLaws ? ["growth now"] : []];
      return h("section", {}, h("h2", {}, "Routines"), field,
         table("Routines", "", columns, "number", body), more);
   }

   private routineRow(routine: Routine): HTMLElement {
      const changes = knownChanges(routine);
      const first = changes[0]?.cost ?? 0;
      const now = changes[changes.length - 1]?.cost ?? 0;
      return h("tr", {}, h("th", { scope: "row" }, this.routineLink(routine)),
         h("td", { class: "number" }, short(first)),
         h("td", { class: "number" }, now === 0 ? "gone" : short(now)),
         h("td", { class: "number" }, first === 0 || now === 0 ? "–" : factor(now, first)),
         h("td", { class: "number" }, grouped(changes.length - 1)),
         this.line.size === null ? null
            : h("td", { class: "growth" }, routine.law === "" ? "–" : powers(routine.law)));
   }
}

export function showHistory(text: string): void {
   new Page(readHistory(text));
}
