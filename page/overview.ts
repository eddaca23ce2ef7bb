/* The first thing one sees: what will hurt, in sentences. */

import { Data, Next, Routine, shareOf } from "./data";
import { h, quoted } from "./dom";
import { fileName, grouped, plural } from "./format";
import { planOf } from "./curves";
import { plotCard } from "./legend";
import { costBar, fact, growthBadge, inUnit, objectText, outlook, pathText, points, projectedBar, routineLink,
         spark } from "./parts";
import * as state from "./state";

/* The first section. */
const faster = 0;
const lettersInLine = 44;
const lettersInHead = 90;
const mostCards = 6;

function facts(data: Data): HTMLElement {
   const { head } = data;
   const all = data.order.length;
   const known = data.routines.filter(routine => routine !== null && routine.projection.known).length;
   const input = head.input_arguments.length === 0 ? ""
               : `; arguments as input: ${head.input_arguments.join(", ")}`;
   const meaning = head.input === "drms" ? "dynamic input" : "what a call reads before writing it";
   const cell = head.memory_resolution === null ? "unknown size" : plural(head.memory_resolution, "byte");
   return h("dl", { class: "facts" },
            fact("Program", head.program ? pathText(head.program) : "not known"),
            head.command && head.command !== head.program ? fact("Command", pathText(head.command)) : null,
            fact("Total cost", `${grouped(head.total_cost)} ${head.unit}`),
            fact("Input, n", head.input_measured ? `${meaning}, in cells of ${cell}${input}`
                                                 : `not measured (--rms=no)${input}`),
            fact("Routines", `${grouped(all)}, growth known of ${grouped(known)}`),
            data.contexts ? fact("Contexts", grouped(data.contexts.count)) : null,
            fact(head.report_count > 1 ? "Reports" : "Report", head.reports.map(fileName).join(", ")
                 + (head.report_count > 1 ? ` (${head.report_count} added up)` : "")),
            fact("Date", head.date || "not known"),
            head.ended.some(end => end !== "exit status 0") ? fact("Run ended", head.ended.join(", ")) : null,
            head.incomplete.length > 0 ? fact("Incomplete", head.incomplete.join(" ")) : null);
}

/* The first finding has a plot, up to 10 times the input; the others have small ones. */
function picture(data: Data, routine: Routine): HTMLElement | SVGSVGElement {
   const plan = planOf(data, routine, points(routine), "cost", [1], true, true, "n");
   if (plan.curves.length === 0) {
      return spark(routine);
   }
   const title = `${routine.name}: mean cost over the input, with the prediction up to 10 times the largest`;
   return plotCard(title, plan, inUnit(routine));
}

function card(data: Data, routine: Routine, isFirst: boolean): HTMLElement {
   return h("article", { class: "card" },
            h("div", { class: "card-head" }, growthBadge(routine, 1),
              h("h2", {}, routineLink(routine, lettersInHead)), objectText(routine)),
            h("div", { class: "rise" }, costBar(data, routine.cost), h("span", {}, "now, at"),
              h("span", {}, `×${data.head.times}`), projectedBar(routine)),
            h("div", { class: "card-body" },
              isFirst ? picture(data, routine) : spark(routine), h("p", {}, ...outlook(data, routine))));
}

function line(data: Data, routine: Routine): HTMLElement {
   const cause = data.routines[routine.cause];
   return h("li", {}, growthBadge(routine, 1),
            h("span", { class: "line-name" }, routineLink(routine, cause ? lettersInLine / 2 : lettersInLine),
              cause ? h("span", { class: "faint" }, " by ", routineLink(cause, lettersInLine / 2)) : null),
            costBar(data, routine.cost));
}

function routinesOf(data: Data, section: number): Routine[] {
   return data.order.map(index => data.routines[index]).filter((routine): routine is Routine =>
      routine !== null && routine.section === section);
}

function listOf(data: Data, section: number, routines: Routine[], limit: number): HTMLElement | null {
   return routines.length === 0 ? null : h("section", { class: "listed" },
      h("div", { class: "list-head" }, h("h2", {}, data.sections[section]),
        h("span", { class: "faint" }, "share now")),
      h("ul", { class: "lines" }, ...routines.slice(0, limit).map(routine => line(data, routine))),
      routines.length <= limit ? null
         : h("p", {}, h("a", { href: state.link("routines", { section }) },
                        `all ${grouped(routines.length)}`)));
}

/* Whether its part of the cost will be larger with larger inputs. */
function rises(data: Data, routine: Routine): boolean {
   return routine.projection.told && routine.projection.share > shareOf(data, routine.cost);
}

/* Says what one run does not tell, and which command does. */
function next(found: Next | null): HTMLElement | null {
   return found === null ? null
      : h("p", { class: "finding" }, found.words, " ", h("code", { class: "command" }, found.command));
}

export function overview(data: Data): HTMLElement {
   const { sentence, routine: about } = data.head.headline;
   const named = about === null ? null : data.routines[about.index];
   const hurting = routinesOf(data, faster);
   const rising = hurting.filter(routine => rises(data, routine));
   const others = (rising.length > 0 ? rising : hurting).filter(routine => routine !== named);
   const leading = named === null ? null : state.link("routine", { id: named.index });
   const first = named === null || points(named).length < 2 ? [] : [named];
   const shown = [...first, ...others].slice(0, mostCards);
   const rest = hurting.filter(routine => !shown.includes(routine));
   const listed = (section: number, limit: number) =>
      listOf(data, section, routinesOf(data, section).filter(routine => !shown.includes(routine)), limit);
   const title = data.head.program ? fileName(data.head.program) : fileName(data.head.reports[0]);
   return h("div", { class: "overview" },
            h("h1", {}, title), h("p", { class: "lead" }, ...quoted(sentence, leading)),
            next(data.head.interpreter), next(data.head.unknown),
            ...data.head.nameless.map(words => h("p", { class: "finding" }, words)),
            h("div", { class: "columns" },
              h("div", {},
                ...shown.map((routine, i) => card(data, routine, i === 0)),
                h("div", { class: "lists" }, listOf(data, faster, rest, 6), listed(1, 6), listed(4, 5),
                  listed(2, 6), listed(3, 4), listed(5, 3), listed(6, 4))),
              h("aside", {}, facts(data))));
}
