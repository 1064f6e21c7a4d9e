// Reads "kind TAB value", one a line, and writes what the npm package of the second argument
// says; the first is the folder of packages. "?" is no opinion. The first line is its version.
// BWIPP, in bwip-js, has a version and names of errors of its own.
const [folder, name] = process.argv.slice(2);
const lines = require('fs').readFileSync(0, 'latin1').split('\n');
const lib = require(`${folder}/${name}`);
console.log(lib.BWIPP_VERSION ?? require(`${folder}/${name}/package.json`).version);
const answers = {
  hyphens: (s) => lib.parse(s)?.isbn13h ?? '?',
  gs1: (s) => (lib.raw('gs1datamatrix', s, {}), 'ok'),
  tag: (s) => lib.fromTagURI(s).toHexString().toUpperCase(),
};
for (const line of lines) {
  if (line === '') continue;
  const [kind, s] = line.split('\t');
  try {
    console.log(answers[kind](s));
  } catch (e) {
    console.log(String(e).match(/bwipp\.(\w+)/)?.[1] ?? 'failed: ' + String(e).slice(0, 60));
  }
}
