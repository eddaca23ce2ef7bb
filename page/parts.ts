/* Parts that several views show in the same way. */

import { Data, Point, Routine, shareOf, unpack } from "./data";
import { Child, h } from "./dom";
import { className, fileName, grouped, percent, powers } from "./format";
import { fitted } from "./names";
import { sparkline } from "./plot";
import * as state from "./state";

export const caseNames = ["worst", "mean", "best"];

/* The likeliest class of the routine's case, or why there is none; null if there are too few points. */
export function growthOf(routine: Routine, which: number): number | null {
   return routine.cases[which]?.shown ?? null;
}

/* "n²", "n log n or n²", "fixed input" or "open". */
export function growthText(routine: Routine, which: number): string {
   return className(routine.cases[which]?.text ?? "open");
}

/* One run makes a class likely at best.  Hatched: it does not tell, or not which of several it is. */
export function growthBadge(routine: Routine, which: number): HTMLElement {
   const text = growthText(routine, which);
   const level = levelOf(routine, which);
   const { slowest = 0, fastest = 0 } = routine.cases[which] ?? {};
   return level < 0 ? h("span", { class: "badge level-none" }, text)
      : h("span", { class: `badge level${level}` + (slowest === fastest ? "" : " between"),
                    title: `${caseNames[which]} cost: likely ${text}` }, text);
}

export function levelOf(routine: Routine, which = 1): number {
   return routine.cases[which]?.level ?? -1;
}

/* ", cells" of a label of inputs; nothing if nobody knows what they count. */
export function inUnit(routine: Routine): string {
   return routine.unit === "" ? "" : `, ${routine.unit}`;
}

export function routineLink(routine: Routine, letters = Infinity): HTMLAnchorElement {
   return h("a", { href: state.link("routine", { id: routine.index }),
                   title: `${routine.name}\n${routine.object}` }, fitted(routine.name, letters));
}

export function shareBar(share: number, title?: string): HTMLElement {
   const bar = h("span", { class: "share-bar", "aria-hidden": "true" });
   bar.style.width = Math.max(0, Math.min(1, share)) * 100 + "%";
   return h("span", { class: "share", title }, bar, h("span", { class: "share-text" }, percent(share)));
}

/* Its part of the cost with larger inputs, if that is known. */
export function projectedBar(routine: Routine): HTMLElement {
   return routine.projection.told ? shareBar(routine.projection.share)
                                  : h("span", { class: "share" }, h("span", { class: "share-text" }, "–"));
}

/* How large a part of the program's cost this is; the exact cost when one points at it. */
export function costBar(data: Data, cost: number): HTMLElement {
   return shareBar(shareOf(data, cost), `${grouped(cost)} ${data.head.unit}`);
}

/* An entry of a list of facts. */
export function fact(name: string, ...value: Child[]): HTMLElement {
   return h("div", { class: "fact" }, h("dt", {}, name), h("dd", {}, ...value));
}

/* A path, which breaks behind slashes. */
export function pathText(path: string): HTMLElement {
   return h("span", {}, ...path.split(/(?<=\/)/).flatMap(part => [part, h("wbr")]));
}

export function objectText(routine: Routine): HTMLElement {
   return h("span", { title: routine.object, class: "faint" }, fileName(routine.object));
}

const unpacked = new WeakMap<Routine, Point[]>();

export function points(routine: Routine): Point[] {
   let found = unpacked.get(routine);
   if (found === undefined) {
      found = unpack(routine.packedPoints);
      unpacked.set(routine, found);
   }
   return found;
}

export function spark(routine: Routine): SVGSVGElement {
   const all = points(routine);
   const step = Math.max(1, Math.floor(all.length / 48));
   const few = all.filter((_, i) => i % step === 0 || i === all.length - 1);
   return sparkline(few.map(point => ({ n: point.n, y: point.sum / point.calls })),
                    `level${levelOf(routine) < 0 ? "-none" : levelOf(routine)}`);
}

export function star(routine: Routine): HTMLButtonElement {
   const element = h("button", {
      type: "button", class: "star", "aria-label": `favourite: ${routine.name}`, title: "favourite (f)",
      click: () => show(state.toggleFavourite(routine.index)),
   });
   const show = (isFavourite: boolean) => {
      element.setAttribute("aria-pressed", String(isFavourite));
      element.textContent = isFavourite ? "★" : "☆";
   };
   show(state.favourites().has(routine.index));
   return element;
}

const lettersOfCallee = 60;

/* Says what becomes of a routine's cost with larger inputs, and why, with the routine that this names as a
   link; behind the sentence, if that has cut the name. */
export function outlook(data: Data, routine: Routine): Child[] {
   if (routine.why === "") {
      return [powers(routine.outlook)];
   }
   const callee = data.routines[routine.callee];
   const [before, ...after] = callee ? routine.why.split(callee.name) : [routine.why];
   const link = callee && routineLink(callee, lettersOfCallee);
   const sentence = !callee ? [powers(routine.why)]
                  : after.length === 0 ? [powers(routine.why), " (", link, ")"]
                  : [powers(before), routineLink(callee), powers(after.join(callee.name))];
   return [powers(routine.outlook), " ", h("b", {}, "Why "), ...sentence, "."];
}
