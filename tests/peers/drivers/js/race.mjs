// node --expose-gc race.mjs PARSER: the race of one of JavaScript's parsers, by mitata, with
// the directory of the inputs in the environment as PEERS.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { makers } from "./parsers.mjs";

const require = createRequire(join(process.env.PEERS, "js", "package.json"));
const { measure, do_not_optimize } = await import(pathToFileURL(require.resolve("mitata")));
const read = name => readFileSync(join(process.env.PEERS, name), "utf8").trimEnd().split("\n");
const names = read("race.names"), others = read("race.others"), malformed = read("race.malformed");
const parser = process.argv[2], peer = makers[parser]();

const refused = s => { try { peer.nss(s); } catch { return true; } return false; };
const works = {
  parse: [names, s => peer.nss(s)],
  refuse: [malformed, refused],
  normalize: peer.normalize && [others, s => peer.normalize(s), i => peer.normalize(others[i]) === names[i]],
  equal: peer.equal && [names, (s, i) => peer.equal(s, others[i]), i => peer.equal(names[i], others[i])],
};
for (const [work, how] of Object.entries(works)) {
  if (!how) continue;
  const [input, f, right] = how;
  if (right && !input.every((_, i) => right(i))) continue; // it does the work, but not rightly
  const r = await measure(() => { for (let i = 0; i < input.length; i++) do_not_optimize(f(input[i], i)); }, {
    inner_gc: true, heap: globalThis.gc && (() => process.memoryUsage().heapUsed), min_cpu_time: 1e9,
  });
  const n = input.length, error = 100 * (r.p75 - r.p25) / 2 / r.p50;
  console.log(["race", parser, work, r.p50 / n, error.toFixed(1), r.heap ? (r.heap.avg / n).toFixed(0) : "-", "-"].join("\t"));
}
