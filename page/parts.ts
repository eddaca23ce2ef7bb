/* Copyright (C) 2026 The aprof authors.  The licence of the page is in page/LICENCE.

   What several views show in the same way. */

import { Data, Origin, Point, Routine, unpack } from "./data";
import { Child, h } from "./dom";
import { className, fileName, grouped, percent, powers, short, shortened } from "./format";
import { level } from "./growth";
import { sparkline } from "./plot";
import * as state from "./state";

export const caseNames = ["worst", "mean", "best"];

/* What is shown beyond doubt of the routine's case, 0 to 2; null if there are too few points. */
export function growthOf(routine: Routine, which: number): number | null {
   const item = routine.cases[which];
   return item === undefined ? null : level(item.growth) < 0 ? item.growth : item.slowest;
}

/* "n²", or "n to n²" if the points allow both. */
export function growthText(data: Data, routine: Routine, which: number): string {
   const item = routine.cases[which];
   if (item === undefined) {
      return "too few points";
   }
   const name = (growth: number) => className(data.classes[growth]);
   return level(item.growth) < 0 || item.slowest === item.fastest
          ? name(item.growth) : `${name(item.slowest)} to ${name(item.fastest)}`;
}

/* The class that is certain; a + if the points allow a faster one. */
export function growthBadge(data: Data, routine: Routine, which: number): HTMLElement {
   const growth = growthOf(routine, which);
   const text = growthText(data, routine, which);
   if (growth === null || level(growth) < 0) {
      return h("span", { class: "badge level-none", title: text }, "–");
   }
   const item = routine.cases[which];
   return h("span", { class: `badge level${level(growth)}`,
                      title: `${caseNames[which]} cost grows as ${text}` },
            className(data.classes[growth]) + (item.fastest > item.slowest ? "+" : ""));
}

export function levelOf(routine: Routine, which = 1): number {
   const growth = growthOf(routine, which);
   return growth === null ? -1 : level(growth);
}

export function routineLink(routine: Routine, letters = Infinity): HTMLAnchorElement {
   return h("a", { href: state.link("routine", { id: routine.index }),
                   title: `${routine.name}\n${routine.object}` }, shortened(routine.name, letters));
}

/* What the routine's input counts. */
export function inputUnit(data: Data, routine: Routine): string {
   return routine.name === "(program)" && data.head.programInput !== 0 ? data.head.programInput : "cells";
}

/* Of a name in a sentence; templates can have many more. */
const lettersInText = 60;

export function shareBar(share: number, title?: string): HTMLElement {
   const bar = h("span", { class: "share-bar", "aria-hidden": "true" });
   bar.style.width = Math.max(0, Math.min(1, share)) * 100 + "%";
   return h("span", { class: "share", title }, bar, h("span", { class: "share-text" }, percent(share)));
}

/* How large a part of the program's cost this is; the exact cost when one points at it. */
export function costBar(data: Data, cost: number): HTMLElement {
   const { total, unit } = data.head;
   return shareBar(total === 0 ? 0 : cost / total, `${grouped(cost)} ${unit}`);
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

/* "0.25 n times (520 on average)" */
function often({ calleeTimes, calleeCalls }: Origin): string {
   const plain = calleeCalls < 1.05 ? "once" : short(calleeCalls) + " times";
   return calleeTimes === 0 || plain === "once" ? `${plain} a call`
        : `${powers(calleeTimes)} times a call (${short(calleeCalls)} on average)`;
}

/* What one of its calls costs. */
function calleeCost(data: Data, { calleeGrowth }: Origin): string {
   const name = className(data.classes[calleeGrowth]);
   return calleeGrowth >= 8 ? "" : name === "constant" ? ", each costs the same"
        : `, and the cost of each grows as ${name} with its own input`;
}

/* Why its cost grows faster than its input, in a sentence. */
export function reason(data: Data, routine: Routine): Child[] {
   const { origin } = routine;
   if (origin === null) {
      return [];
   }
   const callee = data.routines[origin.callee];
   const root = data.routines[origin.root];
   const link = (other: Routine) => routineLink(other, lettersInText);
   const maybe = origin.certain ? "" : "Probably: ";
   switch (origin.kind) {
      case "self":
         return [maybe + `Its own code does it: that is ${percent(origin.selfPart)} of its cost.`];
      case "recursion":
         return [maybe + "It calls itself, directly or through others."];
      case "calls":
         return callee ? [maybe + "It calls ", link(callee),
                          ` ${often(origin)}${calleeCost(data, origin)}; `,
                          `these calls are ${percent(origin.calleePart)} of its cost.`] : [];
      case "inherited":
         return callee ? [maybe + "It grows so because of ", link(root ?? callee),
                          ...(root && root !== callee ? [", through ", link(callee)] : []), "."] : [];
      default:
         return [];
   }
}
