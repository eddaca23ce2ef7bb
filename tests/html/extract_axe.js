// extract_axe.js [PAK]
//
// Prints axe-core, which Debian has in no package of its own: Chromium's developer tools contain Lighthouse, and that has
// axe-core's source as a string. Chromium's resources are a table of numbers and offsets, and compressed files behind it.
// Ends with status 1 if it is not there.

const fs = require('fs');
const zlib = require('zlib');

const beginning = '`/*! axe v';

function resources(pak) {
   const count = pak.readUInt16LE(8);
   return Array.from({ length: count }, (_, i) => pak.subarray(pak.readUInt32LE(14 + 6 * i), pak.readUInt32LE(20 + 6 * i)));
}

function text(resource) {
   const isBrotli = resource[0] === 0x1e && resource[1] === 0x9b;     // then the size, in six bytes
   const isGzip = resource[0] === 0x1f && resource[1] === 0x8b;
   return (isBrotli ? zlib.brotliDecompressSync(resource.subarray(8)) : isGzip ? zlib.gunzipSync(resource) : resource).toString();
}

// The template literal that begins there: up to the first backtick that is not escaped.
function literal(source, at) {
   let end = at + 1;
   while (source[end] !== '`') {
      end += source[end] === '\\' ? 2 : 1;
   }
   return (0, eval)(source.slice(at, end + 1));
}

function main(path) {
   if (!fs.existsSync(path)) {
      return 1;
   }
   for (const resource of resources(fs.readFileSync(path))) {
      const source = resource.length > 100_000 ? text(resource) : '';
      const at = source.indexOf(beginning);
      if (at >= 0) {
         process.stdout.write(literal(source, at));
         return 0;
      }
   }
   return 1;
}

process.exitCode = main(process.argv[2] || '/usr/lib/chromium/resources.pak');
