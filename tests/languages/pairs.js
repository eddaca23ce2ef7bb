// A quadratic function, called with lists of 60 lengths in a mixed order, and a linear one.

'use strict';

function countPairs(list) {
   let pairs = 0;
   for (let i = 0; i < list.length; i++)
      for (let j = 0; j < i; j++)
         pairs += list[i] === list[j] ? 1 : 0;
   return pairs;
}

function countOnes(list) {
   let ones = 0;
   for (let i = 0; i < list.length; i++)
      ones += list[i] === 1 ? 1 : 0;
   return ones;
}

let sum = 0;
for (let k = 0; k < 60; k++) {
   const length = 60 + 9 * ((k * 23) % 60);
   const list = Array.from({ length }, (_, i) => i % 7);
   sum += countPairs(list) + countOnes(list);
}
console.log(sum);
