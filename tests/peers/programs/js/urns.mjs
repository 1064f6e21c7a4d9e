// check|find FILE: counts lines that are URNs, or writes the URNs of a text.
import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const { parseURN } = createRequire(process.env.PEERS + "/js/package.json")("urns");
const isURN = name => {
  try { parseURN(name); return true; } catch { return false; }
};
const [, , command, file] = process.argv;
let valid = 0, malformed = 0;
for await (const line of createInterface({ input: createReadStream(file) })) {
  if (command === "find") {
    const names = (line.match(/\burn:[^\s"'<>]+/gi) ?? []).filter(isURN);
    if (names.length) process.stdout.write(names.join("\n") + "\n");
  } else if (isURN(line)) valid++;
  else malformed++;
}
if (command === "check") console.log(valid, malformed);
