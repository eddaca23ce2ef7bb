/* The source of a routine and, with a Callgrind profile, what each line costs. */

import { Data, LineCall, LineCost, LineEvents, Routine, Source } from "./data";
import { button, Child, h } from "./dom";
import { saveCsv } from "./export";
import { grouped, percent, short } from "./format";
import { pathText, routineLink } from "./parts";
import * as state from "./state";

/* A line as it is shown; `text` is null if it is not in the page. */
interface Row {
   line: number;
   text: string | null;
   cost: LineCost | null;
   calls: LineCall[];
   follows: boolean;       /* the row above is the line above */
}

function rowsOf(source: Source): Row[] {
   const rows = new Map<number, Row>();
   const row = (line: number): Row => {
      const found = rows.get(line) ?? { line, text: null, cost: null, calls: [], follows: true };
      rows.set(line, found);
      return found;
   };
   for (const { first, lines } of source.runs) {
      lines.forEach((text, i) => { row(first + i).text = text; });
   }
   for (const cost of source.costs) {
      row(cost.line).cost = cost;
   }
   for (const call of source.calls) {
      row(call.line).calls.push(call);
   }
   const sorted = [...rows.values()].sort((a, b) => a.line - b.line);
   sorted.forEach((item, i) => { item.follows = i === 0 || sorted[i - 1].line === item.line - 1; });
   return sorted;
}

/* Returns the cost of a line with what it called. */
function inclusive(cost: LineCost): number {
   return cost.self + cost.called;
}

/* The costliest first. */
function hotLines(source: Source): number[] {
   return source.costs.filter(cost => inclusive(cost) > 0)
                      .sort((a, b) => inclusive(b) - inclusive(a) || a.line - b.line).map(cost => cost.line);
}

/*--- The table ---*/

/* A number, and a bar as long as its part of the largest in the column. */
function amount(value: number, largest: number): Child {
   if (value === 0) {
      return h("span", { class: "zero", title: "0" }, "0");
   }
   const bar = h("span", { class: "share-bar", "aria-hidden": "true" });
   bar.style.width = 100 * value / largest + "%";
   return h("span", { class: "share", title: grouped(value) },
            bar, h("span", { class: "share-text" }, short(value)));
}

function calleeName(data: Data, routine: Routine, call: LineCall): Child {
   if (call.callee === routine.index) {
      return "itself";
   }
   const callee = typeof call.callee === "number" ? data.routines[call.callee] : null;
   return callee ? routineLink(callee) : String(call.callee);
}

function callText(data: Data, routine: Routine, call: LineCall, total: number): HTMLElement {
   const share = call.callee === routine.index || total === 0 ? "" : `, ${percent(call.cost / total)}`;
   return h("span", { class: "line-call" }, "calls ", calleeName(data, routine, call),
            ` ×${short(call.calls)}${share}`);
}

interface Amount {
   head: string;
   title: string;
   ofCalls: boolean;
   of: (cost: LineCost) => number;
}

function amounts(events: LineEvents): Amount[] {
   const all: Amount[] = [
      { head: "self", title: `${events.unit}: the line itself`, ofCalls: false, of: cost => cost.self },
      { head: "calls", title: `${events.unit}: what it called`, ofCalls: true, of: cost => cost.called },
   ];
   const input: Amount[] = [
      { head: "input", title: "first reads by the line itself, in cells", ofCalls: false,
        of: cost => cost.input },
      { head: "calls' input", title: "input of what it called, in cells", ofCalls: true,
        of: cost => cost.calledInput },
   ];
   return events.hasInput ? [...all, ...input] : all;
}

function tableRow(data: Data, routine: Routine, row: Row, columns: Amount[], largest: number[], total: number,
                  hot: number): HTMLElement {
   const { cost } = row;
   const cell = (column: Amount, largestOne: number): Child =>
      cost === null || (column.ofCalls && row.calls.length === 0) ? "" : amount(column.of(cost), largestOne);
   const current = state.getNumber("line", -1) === row.line;
   return h("tr", { id: `line-${row.line}`, tabindex: "-1", class: row.follows ? "" : "gap",
                    "data-hot": row.line === hot, "aria-current": current ? "true" : null },
            h("th", { scope: "row" }, row.line),
            ...columns.map((column, i) => h("td", { class: "number" }, cell(column, largest[i]))),
            h("td", {}, h("code", {}, row.text ?? ""),
              ...row.calls.map(call => callText(data, routine, call, total))));
}

function costTable(data: Data, routine: Routine, source: Source, events: LineEvents): HTMLElement {
   const columns = amounts(events);
   const largest = columns.map(column => Math.max(0, ...source.costs.map(column.of)));
   const text = source.runs.length === 0 ? "line" : "source";
   const [hot] = hotLines(source);
   return h("div", { class: "source", tabindex: "0", role: "region", "aria-label": "source lines" },
            h("table", { class: "lines-table", "aria-label": `What each line of ${routine.name} costs` },
              h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "line"),
                ...columns.map(column => h("th", { scope: "col", class: "number", title: column.title },
                                           column.head)),
                h("th", { scope: "col" }, text))),
              h("tbody", {}, ...rowsOf(source).map(row =>
                tableRow(data, routine, row, columns, largest, events.total, hot)))));
}

function listing(source: Source): HTMLElement | null {
   const rows = rowsOf(source);
   return rows.length === 0 ? null : h("pre", { class: "source", tabindex: "0", role: "region",
                                                "aria-label": "source lines" },
      ...rows.map(row => h("code", { "data-line": row.line, class: row.follows ? "" : "gap" },
                           row.text + "\n")));
}

/*--- The section ---*/

/* How much of the routine's cost is in lines that cannot be shown: of inlined code, or of unknown lines. */
function elsewhere(source: Source): string {
   const cost = source.elsewhere === null ? 0 : inclusive(source.elsewhere);
   return cost === 0 ? "" : ` Code from other files, or of unknown lines, has ${short(cost)} more.`;
}

function exportLines(routine: Routine, source: Source, events: LineEvents): void {
   const columns = amounts(events);
   const rows = rowsOf(source).filter(row => row.cost !== null);
   saveCsv(["line", ...columns.map(column => column.head), "source"],
           rows.map(row => [row.line, ...columns.map(column => column.of(row.cost as LineCost)),
                            row.text ?? ""]), routine.name + "-lines");
}

export function sourceSection(data: Data, routine: Routine): HTMLElement | null {
   const source = data.sources.get(routine.index);
   if (source === undefined) {
      return null;
   }
   const events = data.lineEvents;
   const place = h("p", { class: "faint path" }, pathText(`${source.file}:${source.line}`));
   if (events === null || source.costs.length === 0) {
      return h("section", {}, h("h2", {}, "Source"), place, listing(source));
   }
   const units = `Costs: ${events.unit} (${events.name}). ${events.hasInput ? "Inputs: cells. " : ""}`;
   return h("section", {},
            h("div", { class: "bar" }, h("h2", {}, "Source, and what each line costs"),
              h("span", { class: "tools" },
                button("costliest line", "the costliest line, then the next one (s)",
                       () => nextHotLine(data)),
                button("CSV", "save the lines as CSV", () => exportLines(routine, source, events)))),
            place,
            h("p", { class: "faint" }, units + "Calls count with all that they called, but not "
              + "those of the routine itself, whose cost is in its own lines." + elsewhere(source)),
            costTable(data, routine, source, events));
}

/* The table begins where it is interesting. */
function scrollToHotLine(): void {
   const row = document.querySelector(".lines-table [data-hot]");
   const room = row?.closest(".source");
   if (row && room) {
      room.scrollTop += row.getBoundingClientRect().top - room.getBoundingClientRect().top
                        - room.clientHeight / 2;
   }
}

/* Shows the line that the fragment names, and lets the keyboard go on from there. */
export function showLine(): void {
   const line = state.getNumber("line", -1);
   const marked = document.querySelectorAll(".lines-table tr[aria-current]");
   marked.forEach(other => other.removeAttribute("aria-current"));
   const row = line < 0 ? null : document.getElementById(`line-${line}`);
   if (row === null) {
      scrollToHotLine();
   } else {
      row.setAttribute("aria-current", "true");
      row.scrollIntoView({ block: "center" });
      row.focus({ preventScroll: true });
   }
}

export function nextHotLine(data: Data): void {
   const source = data.sources.get(state.getNumber("id", -1));
   const lines = source === undefined ? [] : hotLines(source);
   if (lines.length > 0) {
      const at = lines.indexOf(state.getNumber("line", -1));
      state.note({ line: lines[(at + 1) % lines.length] });
      showLine();
   }
}
