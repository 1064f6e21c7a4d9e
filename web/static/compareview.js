// Two names side by side.

import { $, h, show, coloured, box, encode } from "./dom.js";
import { ask } from "./engine.js";

let current = 0;

// showComparison tells whether the two names are equivalent.
export async function showComparison(syntax) {
  const id = ++current;
  const names = [$("compare-a").value.trim(), $("compare-b").value.trim()].map(encode);
  if (names.some(n => n.length === 0)) {
    $("compared").replaceChildren(h("p", { class: "quiet" }, "Write two names to learn whether they are equivalent."));
    return;
  }
  const answer = await ask("compare", syntax, ...names);
  if (id !== current) return;
  const head = !answer.valid
    ? [h("p", {}, h("span", { class: "verdict fault" }, "Not comparable"), ": both must be URNs.")]
    : [
        h("p", {}, h("span", { class: "verdict " + (answer.equal ? "equal" : "invalid") }, answer.equal ? "Equivalent" : "Not equivalent"), "."),
        h("p", { id: "rule" }, answer.rule, " ", h("span", { class: "clause" }, answer.clause)),
      ];
  $("compared").replaceChildren(...head, h("div", { class: "pair" }, [answer.a, answer.b].map((side, i) => h("div", {},
    h("h2", {}, i === 0 ? "First name" : "Second name"),
    h("p", { class: "safe whole" }, coloured(names[i], null, side.fault && side.fault.offset < names[i].length ? side.fault.offset : null)),
    side.fault
      ? h("p", {}, `Byte ${side.fault.offset}: ${side.fault.message}. `, h("span", { class: "clause" }, side.fault.clause))
      : h("table", {}, h("tbody", {},
          h("tr", {}, h("th", { scope: "row" }, "Key"), h("td", {}, box("Key", side.general.length, show(encode(side.general))))),
          side.general !== side.key && h("tr", {}, h("th", { scope: "row" }, "Key, by the namespace"), h("td", {}, box("Key, by the namespace", side.key.length, show(encode(side.key)))))))))));
}
