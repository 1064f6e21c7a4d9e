// Two names side by side.

import { $, h, show, coloured, box, encode, place, linked, ended, message, write } from "./dom.js";
import { ask } from "./engine.js";

let current = 0;

// showComparison tells whether the two names are equivalent.
export async function showComparison(syntax) {
  const id = ++current;
  const fields = [$("compare-a"), $("compare-b")], names = fields.map(f => encode(f.value.trim()));
  if (names.some(n => n.length === 0)) {
    $("compared").replaceChildren(h("p", { class: "quiet" }, "Enter two names to see whether they are equivalent."));
    return;
  }
  const answer = await ask("compare", syntax, ...names);
  if (id !== current) return;
  const head = !answer.valid
    ? [h("p", { class: "answer" }, h("span", { class: "verdict fault" }, "Not comparable"), ": both must be URNs.")]
    : [
        h("p", { class: "answer" }, h("span", { class: "verdict " + (answer.equal ? "equal" : "invalid") }, answer.equal ? "Equivalent" : "Not equivalent"), " ", by(answer, syntax)),
        h("p", { id: "rule" }, answer.rule.endsWith(".") ? answer.rule : answer.rule + ".", " ", h("span", { class: "clause" }, linked(answer.clause))),
        ...[answer.a, answer.b].map((side, i) => side.refusal && h("p", {}, h("span", { class: "verdict invalid" }, `The ${i === 0 ? "first" : "second"} URN is not valid`), " in its namespace: ", linked(side.refusal.message), ".")).filter(Boolean),
      ];
  // The keys of the namespaces are shown side by side, if one of them differs from the general key.
  const kinds = [["Key", "general"], ["Key, by the namespace", "key"]].slice(0, [answer.a, answer.b].some(side => side.general !== side.key) ? 2 : 1);
  $("compared").replaceChildren(...head, h("div", { class: "pair" }, [answer.a, answer.b].map((side, i) => h("div", {},
    h("h2", {}, i === 0 ? "First URN" : "Second URN"),
    !answer.equal && h("p", { class: "safe whole" }, side.fault ? coloured(names[i], null, side.fault.offset < names[i].length ? side.fault.offset : null)
      : answer.valid ? differing(names[i], names[1 - i]) : show(names[i])),
    side.fault
      ? h("p", {}, `${place(names[i], side.fault.offset)}: `, message(ended(side.fault.message), meant => write(fields[i], 0, fields[i].value.length, meant)), " ", h("span", { class: "clause" }, linked(side.fault.clause)))
      : h("table", {}, h("tbody", {}, kinds.map(([label, key]) =>
          h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, box(label, side[key].length, show(encode(side[key]))))))))))));
}

// by says which rules decide: the general ones, or those of the namespace, too.
function by({ equal, clause, a, b }, syntax) {
  const general = { rfc2141: "RFC 2141", draft2141bis: "Draft 2141bis" }[syntax] ?? "RFC 8141";
  const [nid, other] = [a, b].map(side => side.key.split(":")[1]);
  if (a.general === b.general) return `by ${general} alone`;
  if (equal) return `by the rules of ${nid}; not by ${general} alone`;
  return nid !== other || /^(RFC [28]141|draft)/.test(clause) ? `by ${general}` : `by ${general}, nor by the rules of ${nid}`;
}

// differing returns nodes that show a name, with what another has otherwise marked.
function differing(name, other) {
  let from = 0, end = 0;
  const most = Math.min(name.length, other.length);
  while (from < most && name[from] === other[from]) from++;
  while (end < most - from && name[name.length - 1 - end] === other[other.length - 1 - end]) end++;
  return [...show(name.subarray(0, from)), h("mark", {}, show(name.subarray(from, name.length - end))), ...show(name.subarray(name.length - end))];
}
