// node run.mjs: the cases of RFC 8141 against accepts and equal; status 1 if one is wrong.
import { readFileSync } from "node:fs";

const pchar = "(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})", more = `(?:${pchar}|[/?])`;
const urn = new RegExp(`^([uU][rR][nN]:[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]:)(${pchar}(?:${pchar}|/)*)` +
  `(?:\\?\\+${pchar}(?:(?!\\?=)${more})*)?(?:\\?=${pchar}${more}*)?(?:#${more}*)?$`);
const key = name => { const [, prefix, nss] = urn.exec(name); return prefix.toLowerCase() + nss.replace(/%../g, h => h.toUpperCase()); };
const accepts = name => urn.test(name); // put your parser here
const equal = (a, b) => key(a) === key(b); // and here, if it compares names

const read = file => readFileSync(new URL(file, import.meta.url), "utf8").trimEnd();
let right = 0, wrong = 0, skipped = 0;
for (const cases of ["rfc8141-accept", "rfc8141-refuse", "real-world", "equivalence"])
  for (const line of read(`${cases}.jsonl`).split("\n")) {
    const row = JSON.parse(line);
    if ("in_hex" in row || row.syntax === "rfc2141") { skipped++; continue; } // not text, or of the other RFC
    if ("a" in row ? equal(row.a, row.b) === row.equal : accepts(row.in) === row.valid) right++;
    else { wrong++; console.log("wrong:", line); }
  }
console.log(`suite ${read("VERSION")}: ${right} right, ${wrong} wrong, ${skipped} skipped`);
process.exit(wrong ? 1 : 0);
