// node peer.mjs PARSER: JavaScript's parsers, each called as its documentation says, for
// tests/peers; see ../../README.md for the protocol.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const require = createRequire(join(process.env.PEERS, "js", "package.json"));
const hex = s => Buffer.from(s, "utf8").toString("hex"), text = h => Buffer.from(h, "hex").toString("utf8");
const field = (name, s, absent = "-") => `${name}=${s ? hex(s) : absent}`;
class Refused extends Error {}

// uri-js and fast-uri have one interface: URN is a scheme of a URI. They say so in error.
const uri = lib => {
  const get = s => {
    const u = lib.parse(s);
    if (u.error || u.scheme !== "urn") throw new Refused();
    return u;
  };
  return {
    get,
    parse: s => { const u = get(s); return [field("nid", u.nid), field("nss", u.nss)]; },
    nss: s => get(s).nss,
    equal: (a, b) => lib.equal(a, b),
    normalize: s => lib.normalize(s),
  };
};
const makers = {
  "uri-js": () => uri(require("uri-js")),
  "fast-uri": () => uri(require("fast-uri")),
  "urn-lib": () => {
    const { RFC2141 } = require("urn-lib");
    const get = s => {
      const u = RFC2141.parse(s);
      if (u === null || RFC2141.validate(u) !== null) throw new Refused();
      return u;
    };
    return { get, parse: s => { const u = get(s); return [field("nid", u.nid), field("nss", u.nss)]; }, nss: s => get(s).nss };
  },
  urns: () => {
    const { parseURN } = require("urns");
    const get = s => {
      try { return parseURN(s); } catch (e) {
        // The parser has no type of error; its refusals are Errors with its own words.
        if (e.constructor === Error) throw new Refused();
        throw e;
      }
    };
    return {
      get,
      parse: s => {
        const u = get(s);
        // The components are given decoded, so only whether they are there can be compared.
        const there = (name, s) => `${name}=${s === null ? "-" : "*"}`;
        return [field("nid", u.nid), field("nss", u.nss_encoded), there("r", u.rcomponent), there("q", u.qcomponent), there("f", u.fragment)];
      },
      nss: s => get(s).nss_encoded,
    };
  },
};
const peer = makers[process.argv[2]]();

if (process.argv.length > 3) { // NAMES SECONDS WORK: the race
  const names = readFileSync(process.argv[3], "utf8").trimEnd().split("\n");
  const refuse = s => { try { peer.nss(s); } catch { return true; } return false; };
  const work = { refuse,  parse: peer.nss, normalize: peer.normalize, equal: peer.equal && (s => peer.equal(s, s)) }[process.argv[5]];
  if (!work) { console.log("none"); process.exit(); }
  let sink = 0;
  const run = () => { for (const s of names) sink += work(s) ? 1 : 0; };
  for (let i = 0; i < 5; i++) run();
  let n = 0, spent;
  const start = process.hrtime.bigint(), want = BigInt(process.argv[4] * 1e9);
  do { run(); n += names.length; } while ((spent = process.hrtime.bigint() - start) < want);
  console.log(Number(spent) / n);
  process.exit(sink < 0 ? 1 : 0);
}

for await (const line of createInterface({ input: process.stdin })) {
  const [op, ...fields] = line.split("\t");
  let out;
  try {
    const args = fields.map(text);
    if (op === "parse") {
      out = ["accept", ...peer.parse(...args)];
      if (peer.normalize) out.push(field("norm", peer.normalize(...args)));
    } else out = [peer.equal ? String(peer.equal(...args)) : "none"];
  } catch (e) {
    out = e instanceof Refused ? ["refuse"] : ["crash", e.constructor.name];
  }
  console.log(out.join("\t"));
}
