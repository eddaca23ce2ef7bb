/* Axes: from numbers to places, and the numbers to write at them.  On a
   logarithmic axis, 0 has a place of its own, left of the smallest number, since
   inputs of 0 cells are usual. */

import { short } from "./format";

export interface Tick {
   value: number;
   text: string;
}

export interface Scale {
   place: (value: number) => number;
   invert: (place: number) => number;
   ticks: Tick[];
   hasZeroPlace: boolean;
}

const zeroGap = 34;

/* 5k and not 5.00k. */
function tickText(value: number): string {
   return short(value).replace(/\.(\d*?)0+(?=\D|$)/, (_, digits) => digits === "" ? "" : "." + digits);
}

function linearStep(range: number, wanted: number): number {
   const rough = range / wanted;
   const power = Math.pow(10, Math.floor(Math.log10(rough)));
   return [1, 2, 5, 10].map(factor => factor * power).find(size => size >= rough * 0.999) ?? power * 10;
}

function linearTicks(low: number, high: number, step: number): Tick[] {
   const ticks: Tick[] = [];
   for (let i = Math.ceil(low / step - 1e-9); i * step <= high * (1 + 1e-12); i++) {
      const value = Number((i * step).toPrecision(12));
      ticks.push({ value, text: tickText(value) });
   }
   return ticks;
}

/* A round axis ends at a tick, or half-way to the next. */
export function linearScale(low: number, high: number, from: number, to: number, isRound: boolean): Scale {
   const last = high > low ? high : low + 1;
   const room = to > from ? 70 : 44;      /* of a tick; texts are wider than high */
   const step = linearStep(last - low, Math.max(2, Math.abs(to - from) / room));
   const end = isRound ? Math.ceil(2 * last / step - 1e-9) * step / 2 : last;
   const factor = (to - from) / (end - low);
   return {
      place: value => from + (value - low) * factor,
      invert: place => low + (place - from) / factor,
      ticks: linearTicks(low, end, step),
      hasZeroPlace: false,
   };
}

function logTicks(low: number, high: number, room: number): Tick[] {
   const decades = Math.log10(high / low);
   const every = Math.max(1, Math.ceil(decades * 45 / room));
   const factors = decades * 160 < room ? [1, 2, 5] : decades * 80 < room ? [1, 3] : [1];
   const ticks: Tick[] = [];
   for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power += every) {
      for (const factor of factors) {
         const value = factor * Math.pow(10, power);
         if (value >= low * 0.999 && value <= high * 1.001) {
            ticks.push({ value, text: tickText(value) });
         }
      }
   }
   return ticks;
}

/* `low` is the smallest number above 0. */
export function logScale(low: number, high: number, from: number, to: number, withZero: boolean): Scale {
   const direction = Math.sign(to - from);
   const begin = withZero ? from + direction * zeroGap : from;
   const end = high > low ? high : low * 10;
   const factor = (to - begin) / Math.log(end / low);
   const ticks = logTicks(low, end, Math.abs(to - begin));
   return {
      place: value => value <= 0 ? (withZero ? from + direction * 8 : begin - direction * 1e4)
                                 : begin + Math.log(value / low) * factor,
      invert: place => (place - begin) / factor < -0.01 && withZero
            && (place - from) * direction < zeroGap / 2
                       ? 0 : low * Math.exp((place - begin) / factor),
      ticks: withZero ? [{ value: 0, text: "0" }, ...ticks] : ticks,
      hasZeroPlace: withZero,
   };
}
