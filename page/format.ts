/* Numbers, shares and laws as text. */

import { Fit } from "./data";

const units = ["", "k", "M", "G", "T", "P", "E"];

/* Returns a number as the command prints it: 999, 1.23k, 12.3k, 123k, 1.23M. */
export function short(number: number): string {
   if (!isFinite(number)) {
      return number > 0 ? "∞" : "–";
   }
   const sign = number < 0 ? "−" : "";
   let rest = Math.abs(number);
   let unit = 0;
   while (rest >= 999.5 && unit < units.length - 1) {
      rest /= 1000;
      unit++;
   }
   if (rest >= 999.5) {
      return sign + Math.abs(number).toExponential(2);
   }
   const digits = unit === 0 && rest === Math.floor(rest) || rest >= 99.95 ? 0 : rest >= 9.995 ? 1 : 2;
   return sign + rest.toFixed(digits) + units[unit];
}

/* 999 B, 12.3 kB */
export function bytes(number: number): string {
   return short(number).replace(/[a-zA-Z]?$/, unit => ` ${unit}B`);
}

export function grouped(number: number): string {
   return Math.abs(number) < 1e21 ? number.toLocaleString("en-US", { maximumFractionDigits: 2 })
                                  : number.toExponential(3);
}

/* Smaller shares are no number. */
export const leastShare = 0.0005;

/* A line never breaks before the sign. */
export function percent(share: number): string {
   const value = 100 * share;
   return (value === 0 ? "0" : share < leastShare ? "<0.1" : value.toFixed(1)) + "\u00a0%";
}

export function times(factor: number | null): string {
   return factor === null || !isFinite(factor) ? "∞"
        : factor < 10 ? factor.toFixed(1) : short(Math.round(factor));
}

export function fileName(path: string): string {
   return path.slice(path.lastIndexOf("/") + 1) || path;
}

/* Both ends, since names of one program often begin alike. */
export function shortened(name: string, letters: number): string {
   const kept = Math.max(1, letters - 1);
   const end = Math.floor(kept / 2);
   return name.length <= letters ? name : name.slice(0, kept - end) + "…" + name.slice(name.length - end);
}

export function plural(count: number, one: string): string {
   return grouped(count) + " " + one + (count === 1 ? "" : "s");
}

/* n^1.5 as n¹·⁵.  `names`: of what may have powers. */
export function powers(text: string, names = ["n"]): string {
   return text.replace(new RegExp(`\\b(${names.join("|")})\\^(\\d+(\\.\\d+)?)`, "g"),
                       (_, name, power) => name + superscript(power.replace(/\.0+$/, "")));
}

export function className(name: string): string {
   return name === "exp" ? "exponential" : powers(name);
}

function coefficient(number: number): string {
   const size = Math.abs(number);
   if (size >= 1e6 || (size < 1e-4 && size > 0)) {
      return size.toExponential(2).replace(/e\+?(-?\d+)/, (_, power) => "·10" + superscript(power));
   }
   return size.toLocaleString("en-US", { maximumSignificantDigits: 4 });
}

export function superscript(text: string): string {
   const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";
   return [...text].map(sign => digits["0123456789".indexOf(sign)] ?? (sign === "-" ? "⁻" : "·")).join("");
}

/* 0.3094 n² − 111.2 n + 17,100 */
export function lawText(fit: Fit, classes: string[]): string {
   const name = classes[fit.model];
   const terms: [number, string][] = [];
   if (name === "exp") {
      terms.push([fit.factor, `e^(${coefficient(fit.rate)} n)`]);
   } else if (name !== "constant") {
      terms.push([fit.factor, className(name)]);
   }
   if (fit.lower !== 0) {
      terms.push([fit.lower, className(classes[fit.lowerClass])]);
   }
   terms.push([fit.constant, ""]);
   return terms.filter(([number], i) => number !== 0 || i === terms.length - 1).map(([number, term], i) => {
      const sign = i === 0 ? (number < 0 ? "−" : "") : number < 0 ? " −\u00a0" : " +\u00a0";
      return sign + coefficient(number) + (term === "" ? "" : " " + term);
   }).join("");
}
