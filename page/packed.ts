/* Whole numbers as text, as command/util/packed.c packs them. */

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const digitOf = new Uint8Array(128);
[...alphabet].forEach((sign, value) => { digitOf[sign.charCodeAt(0)] = value; });

/* Unpacks numbers; those that do not fit 53 bits are rounded. */
export function numbers(text: string): Float64Array {
   const found = new Float64Array(text.length);
   let count = 0;
   for (let i = 0; i < text.length; i++) {
      let digit = digitOf[text.charCodeAt(i)];
      let value = digit & 31;
      for (let factor = 32; digit > 31; factor *= 32) {
         digit = digitOf[text.charCodeAt(++i)];
         value += (digit & 31) * factor;
      }
      found[count++] = value;
   }
   return found.slice(0, count);
}

/* Returns the difference of two numbers that packed_difference of the command has packed. */
export function difference(packed: number): number {
   return packed % 2 === 0 ? packed / 2 : -(packed + 1) / 2;
}

/* Adds up numbers that are each the difference to the one before. */
export function sums(differences: Float64Array): number[] {
   let sum = 0;
   return Array.from(differences, one => sum += difference(one));
}
