/* The functions that classes of growth are called after. */

import { Fit } from "./data";

/* Returns the value of a class of growth, whose names are those of command/growth/classes.h. */
export function classFunction(name: string, n: number): number {
   const log = n <= 1 ? 0 : Math.log2(n);
   switch (name) {
      case "constant":  return 1;
      case "log n":     return log;
      case "n":         return n;
      case "n log n":   return n * log;
      case "n^1.5":     return n * Math.sqrt(n);
      case "n^2":       return n * n;
      case "n^2 log n": return n * n * log;
      case "n^3":       return n * n * n;
      default:          return NaN;
   }
}

/* Returns what a call with this input costs, by a model. */
export function lawCost(fit: Fit, classes: string[], n: number): number {
   const name = classes[fit.model];
   const lower = fit.lower === 0 ? 0 : fit.lower * classFunction(classes[fit.lowerClass], n);
   const leading = name === "constant" ? 0
                 : fit.factor * (name === "exp" ? Math.exp(fit.rate * n) : classFunction(name, n));
   return fit.constant + lower + leading;
}
