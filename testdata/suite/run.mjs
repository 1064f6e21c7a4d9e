// node run.mjs: the cases of RFC 8141 against accepts; status 1 if one is wrong.
import { readFileSync } from "node:fs";

const pchar = "(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})", more = `(?:${pchar}|[/?])`;
const urn = new RegExp(`^[uU][rR][nN]:[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]:${pchar}(?:${pchar}|/)*` +
  `(?:\\?\\+${pchar}(?:(?!\\?=)${more})*)?(?:\\?=${pchar}${more}*)?(?:#${more}*)?$`);
const accepts = name => urn.test(name); // put your parser here

let right = 0, wrong = 0;
for (const cases of ["rfc8141-accept", "rfc8141-refuse", "real-world"])
  for (const line of readFileSync(new URL(`${cases}.jsonl`, import.meta.url), "utf8").trimEnd().split("\n")) {
    const row = JSON.parse(line);
    const name = row.in ?? Buffer.from(row.in_hex, "hex").toString("latin1");
    if (accepts(name) === row.valid) right++;
    else { wrong++; console.log("wrong:", row.name, JSON.stringify(name), "want", row.valid); }
  }
console.log(`${right} right, ${wrong} wrong`);
process.exit(wrong ? 1 : 0);
