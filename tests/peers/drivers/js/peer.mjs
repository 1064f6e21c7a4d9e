// node peer.mjs PARSER: answers questions with one of JavaScript's parsers; see ../../README.md
// for the protocol.
import { createInterface } from "node:readline";
import { field, makers, Refused } from "./parsers.mjs";

const text = h => Buffer.from(h, "hex").toString("utf8");
const peer = makers[process.argv[2]]();

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
