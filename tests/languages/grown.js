// node grown.js slow|sound: keeps the first of equal words of standard input.  Slow, it looks through all that it has.
const fs = require('fs');

function read() {
   return fs.readFileSync(0, 'utf8').split('\n').filter(word => word !== '');
}

function isKnown(seen, word) {
   return seen.includes(word);
}

function keepSlow(words) {
   const seen = [];
   for (const word of words) {
      if (!isKnown(seen, word)) {
         seen.push(word);
      }
   }
   return seen.length;
}

function keepSound(words) {
   return new Set(words).size;
}

function hash(word) {
   let sum = 0;
   for (let i = 0; i < 3000; i++) {
      sum = (sum * 31 + word.charCodeAt(i % word.length)) % 65521;
   }
   return sum;
}

function report(words) {
   return words.reduce((sum, word) => sum + hash(word), 0);
}

const words = read();
console.log(report(words), process.argv[2] === 'slow' ? keepSlow(words) : keepSound(words));
