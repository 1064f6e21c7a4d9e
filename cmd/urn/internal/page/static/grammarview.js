// The grammar as a picture, with the path of the current name.

import { $, h } from "./dom.js";
import { grammars } from "./grammar.js";
import { diagram } from "./diagrams.js";
import { match } from "./grammarmatch.js";

const longest = 2048; // bytes of a name whose path is shown

let drawn = null; // the syntax that is drawn
let boxes = new Map(); // the box of each piece of the grammar
let figures = new Map(); // the picture of each rule, and its pieces
let current = 0;

let wanted = null; // the name whose path is shown when somebody opens the picture

// showGrammar lights the path of a name in the picture of the syntax, if it is open.
export function showGrammar(name, bytes, syntax) {
  wanted = [name, bytes, syntax];
  $("grammar").hidden = false;
  if ($("grammar").open) light(...wanted);
}

// hideGrammar hides the picture, as long as there is no name.
export function hideGrammar() {
  current++;
  wanted = null;
  $("grammar").hidden = true;
}

$("grammar").addEventListener("toggle", () => {
  if ($("grammar").open && wanted) light(...wanted);
});

// light draws the rules of the syntax, and lights the path of a name.
async function light(name, bytes, syntax) {
  const id = ++current;
  if (drawn !== syntax) {
    drawn = null;
    await draw(syntax, () => id !== current);
    if (id !== current) return;
    drawn = syntax;
  }
  const fault = name.fault ? name.fault.offset : null;
  const { lit, could } = match(syntax, bytes.subarray(0, longest), fault === null && bytes.length > longest ? longest : fault);
  for (const [node, box] of boxes) {
    box.classList.toggle("lit", lit.has(node));
    box.classList.toggle("stop", fault !== null && could.has(node));
  }
  for (const { svg, rule, nodes } of figures.values()) {
    const names = set => [...new Set(nodes.filter(n => set.has(n)).map(n => n.name ?? n.text ?? `%x${n.first.toString(16)}-${n.last.toString(16)}`))].join(" ");
    const path = names(lit);
    const next = fault === null ? "" : names(could);
    svg.setAttribute("aria-label", `Rule ${rule.name}.` + (path && ` The name goes through: ${path}.`) + (next && ` It stops where this could stand: ${next}.`));
  }
  $("grammar-note").textContent = fault === null
    ? "Green boxes are on the path of the name."
    : `Green boxes are on the path of the name up to byte ${fault}, where it stops. Dashed red boxes could stand there.`;
}

// draw draws the rules one by one, so that the page can do something else between them.
async function draw(syntax, outdated) {
  const { document: source, rules } = grammars[syntax];
  boxes = new Map();
  figures = new Map();
  const list = h("div", { class: "diagrams" });
  $("pictures").replaceChildren(
    h("p", { class: "quiet" }, h("span", { id: "grammar-note" }), ` The rules are those of ${source}.`),
    list);
  for (const rule of rules) {
    const { picture, boxes: items } = diagram(rule);
    items.forEach(({ item }, i) => { item.attrs["data-box"] = i; });
    const svg = picture.toSVG();
    svg.setAttribute("role", "img");
    items.forEach(({ node }, i) => boxes.set(node, svg.querySelector(`[data-box="${i}"]`)));
    figures.set(rule.name, { svg, rule, nodes: items.map(i => i.node) });
    list.append(h("figure", {},
      h("figcaption", {}, rule.name),
      h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": `Picture of ${rule.name}` }, svg),
      (rule.notes ?? []).map(note => h("p", { class: "clause" }, note))));
    await new Promise(resolve => setTimeout(resolve));
    if (outdated()) return;
  }
}
