// Reads GS1 element strings, one a line, and writes for each "ok" or the name of BWIPP's
// error. The first line is BWIPP's version.
const bwipjs = require(process.argv[2]);
console.log(bwipjs.BWIPP_VERSION);
const out = [];
for (const line of require('fs').readFileSync(0, 'latin1').split('\n')) {
  if (line === '') continue;
  try {
    bwipjs.raw('gs1datamatrix', line, {});
    out.push('ok');
  } catch (e) {
    out.push((String(e).match(/bwipp\.(\w+)/) || [, String(e).slice(0, 60)])[1]);
  }
}
process.stdout.write(out.join('\n') + '\n');
