// JavaScript's parsers, each called as its documentation says.
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.env.PEERS, "js", "package.json"));
const hex = s => Buffer.from(s, "utf8").toString("hex");
export const field = (name, s, absent = "-") => `${name}=${s ? hex(s) : absent}`;
export class Refused extends Error {}

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
export const makers = {
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
