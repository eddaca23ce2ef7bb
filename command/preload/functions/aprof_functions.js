// Says what the functions of a script cost, by V8's own profiler (command/answer/grow/functions.h).
'use strict';
const fs = require('fs'), { fileURLToPath } = require('url'), { Session } = require('inspector');
const output = process.env.APROF_FUNCTIONS;
const session = new Session();

// The file of an own function; nothing for those of Node.js and of packages, whose time is their caller's.
function ownFile(url) {
   const path = url.startsWith('file:') ? fileURLToPath(url) : url;
   return path.startsWith('/') && !path.includes('/node_modules/') && path !== __filename ? path : undefined;
}

function addTimes(profile, add) {
   const nodes = new Map(profile.nodes.map(node => [node.id, node])), keys = new Map();
   const visit = (node, inherited) => {
      const { functionName, url, lineNumber } = node.callFrame, file = ownFile(url);
      const key = file === undefined ? inherited : `${lineNumber + 1}\t${file}\t${functionName || 'main'}`;
      keys.set(node.id, key);
      (node.children || []).forEach(id => visit(nodes.get(id), key));
   };
   visit(profile.nodes[0], undefined);
   profile.samples.forEach((id, i) => add(keys.get(id), profile.timeDeltas[i] / 1e6));
}

session.connect();
session.post('Profiler.enable');
session.post('Profiler.setSamplingInterval', { interval: 100 });
session.post('Profiler.start');
process.on('exit', () => session.post('Profiler.stop', (error, { profile }) => {
   const times = new Map();
   addTimes(profile, (key, seconds) => key && times.set(key, (times.get(key) || 0) + seconds));
   const lines = [...times].sort((a, b) => b[1] - a[1]).map(([key, seconds]) => `${seconds.toFixed(6)}\t${key}\n`);
   if (output) {
      fs.appendFileSync(output, lines.join(''));
   } else {
      process.stderr.write(lines.join(''));
   }
}));
