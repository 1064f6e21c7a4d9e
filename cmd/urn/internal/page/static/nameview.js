// One name, taken apart.

import { $, h, show, coloured, box, decode, encode, octets, place, linked, ended, message, copyButton } from "./dom.js";
import { ask } from "./engine.js";
import { hideGrammar, showGrammar } from "./grammarview.js";

const words = { nid: "NID", nss: "NSS", r: "r-component", q: "q-component", f: "f-component" };
export const titles = { rfc8141: "RFC 8141", rfc2141: "RFC 2141", draft2141bis: "Draft 2141bis", relaxed: "Relaxed" };

let current = 0;

// showName takes a name apart. bytes is null if there is none. replace is called if somebody accepts a
// suggested name.
export async function showName(bytes, syntax, replace) {
  const id = ++current;
  $("at").hidden = bytes === null;
  if (bytes === null) {
    $("name").replaceChildren();
    hideGrammar();
    return;
  }
  const name = await ask("name", syntax, bytes);
  if (id !== current) return;
  $("name").replaceChildren(...sections(name, bytes, syntax, replace).filter(Boolean));
  showGrammar(name, bytes, syntax);
}

function sections(name, bytes, syntax, replace) {
  const wrong = name.fault ?? name.refusal;
  return [
    h("div", { id: "verdict" },
      h("p", { class: "safe whole" }, coloured(bytes, name.parts, wrong && wrong.offset < bytes.length ? wrong.offset : null)),
      verdict(name, bytes, syntax, replace)),
    name.parts && components(name, bytes),
    name.view?.length > 0 && view(name.view),
    name.parts && forms(name),
    name.parts && namespace(name.namespace),
    ...(name.parts ? advice(name, bytes) : []),
    syntaxes(name, bytes),
    ...(name.parts ? name.code.map(pair => code(...pair)) : []),
  ];
}

function verdict(name, bytes, syntax, replace) {
  const p = (kind, verdict, ...text) => h("p", {}, h("span", { class: "verdict " + kind }, verdict), ...text.flat());
  const clause = ({ message, clause }) => !message.includes(clause) && h("p", { class: "clause" }, linked(clause));
  if (name.fault) {
    return [p("fault", "Not a URN", ` of ${titles[syntax]}. ${place(bytes, name.fault.offset)}: `, message(ended(name.fault.message), replace)), clause(name.fault)];
  }
  if (name.refusal) {
    return [p("invalid", "Not valid", ` in its namespace. ${place(bytes, name.refusal.offset)}: `, linked(name.refusal.message), "."), clause(name.refusal)];
  }
  if (name.verdict === "valid") return p("valid", "Valid", " in its namespace. ",
    h("span", { class: "quiet" }, "This does not mean that the name was ever assigned."));
  const { nid, similar, registered } = name.namespace;
  if (registered) return p("", "Well formed", ". Nothing is known of the syntax of this name's namespace.");
  if (!similar) return p("", "Well formed", ". Nothing is known of the namespace ", h("span", { class: "safe" }, nid), ".");
  return p("", "Well formed", ". The namespace ", h("span", { class: "safe" }, nid), " is not registered: ",
    message(`did you mean ${similar}?`, meant => replace(decode(bytes).replace(/:[^:]*/, ":" + meant))));
}

function components(name, bytes) {
  return h("table", { id: "components" },
    h("caption", {}, "Components ", h("span", { class: "clause" }, "NID: the namespace identifier; NSS: the namespace-specific string")),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Part"), h("th", { scope: "col" }, "Text"), h("th", { scope: "col", class: "number" }, "Columns"))),
    h("tbody", {}, name.parts.map(([part, start, end]) => h("tr", {},
      h("th", { scope: "row" }, h("span", { class: "tag " + part }, words[part])),
      h("td", {},
        box(words[part], end - start, end > start ? show(bytes.subarray(start, end)) : h("span", { class: "quiet" }, "(empty)")),
        name.decoded[part] !== undefined && box(words[part] + ", decoded", name.decoded[part].length, h("span", { class: "quiet" }, "decoded: "), h("span", { class: "decoded" }, show(octets(name.decoded[part]))))),
      h("td", { class: "number" }, end > start ? `${start + 1}–${end}` : "")))));
}

const row = (label, ...content) => h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, ...content.flat()));

function forms(name) {
  const form = (label, text, what) => row(label, copyButton(text, what), box(label, text.length, show(encode(text))));
  return h("table", { id: "forms" },
    h("caption", {}, "Forms ", h("span", { class: "clause" }, "names are equivalent if their keys are the same")),
    h("tbody", {},
      form("Normal form", name.general, "the normal form"),
      form("Key", name.generalKey, "the key"),
      name.normalized !== name.general &&
        form("Normal form, by the namespace", name.normalized, "the normal form by the namespace"),
      name.key !== name.generalKey && form("Key, by the namespace", name.key, "the key by the namespace")));
}

const view = values => h("table", { id: "view" },
  h("caption", {}, "What it stands for"),
  h("tbody", {}, values.map(([label, value]) => row(label, box(label, value.length, link(value))))));

// link returns a link to an address, or nodes that show what is no address.
const link = text => /^https?:\/\/[\x21-\x7e]+$/.test(text)
  ? h("a", { href: text, target: "_blank", rel: "noreferrer" }, text) : show(encode(text));

function namespace(n) {
  const clause = text => text && h("span", { class: "clause" }, " " + text);
  return h("table", { id: "namespace" },
    h("caption", {}, "Namespace ", h("span", { class: "safe" }, n.nid)),
    h("tbody", {},
      n.purpose && row("For", n.purpose),
      row("Kind", n.similar ? [n.kindText, "; did you mean ", h("span", { class: "safe" }, n.similar), "?"] : n.kindText,
        clause(n.registered ? `(IANA registry as of ${n.asOf})` : "")),
      n.reference && row("Document", linked(n.reference), clause(n.referenceSource && `(${n.referenceSource})`)),
      n.documents.length > 0 && row("Sources", linked(n.documents.map(d =>
        d.name + (d.sections && d.read !== "full" ? `, sections ${d.sections}` : "")).join("; "))),
      n.resolved.map(([url, source]) => row("Resolved at", h("div", { class: "safe long" }, link(url)),
        h("span", { class: "clause" }, linked(`(${source})`)))),
      row("Equivalence", linked(n.equivalence), " ",
        h("span", { class: "clause" }, linked(`(${n.equivalenceClause})`)))));
}

function advice(name, bytes) {
  if (name.advice.length === 0) return [];
  return [
    h("h2", {}, "Advice"),
    h("ul", { id: "advice", class: "long", tabindex: name.advice.length > 4 && "0" }, name.advice.map(a => h("li", {}, `${place(bytes, a.start)}: `, linked(a.message)))),
  ];
}

// syntaxes says how each syntax reads a name. Those that agree are one line.
function syntaxes(name, bytes) {
  const answers = new Map();
  for (const s of name.syntaxes) {
    const answer = JSON.stringify(s.parts ?? [s.fault.offset, s.fault.message]);
    answers.set(answer, [...answers.get(answer) ?? [], s]);
  }
  return h("table", { id: "syntaxes" },
    h("caption", {}, "How each syntax reads it"),
    h("tbody", {}, [...answers.values()].map(same => {
      const [s] = same, who = same.map(s => titles[s.syntax]).join(", ");
      return h("tr", {},
        h("th", { scope: "row" }, same.length === name.syntaxes.length ? "All four" : who),
        h("td", {}, s.fault
          ? [h("span", { class: "verdict fault" }, same.length > 1 ? "refuse it" : "refuses it"), ` at column ${s.fault.offset + 1}${answers.size === 1 ? "." : ": " + ended(s.fault.message)} `, h("span", { class: "clause" }, linked([...new Set(same.map(s => s.fault.clause))].join("; ")))]
          : [box(who, bytes.length, coloured(bytes, s.parts)), h("div", { class: "clause" }, s.parts.map(([part]) => words[part]).join(", "))]));
    })));
}

// code shows lines of a language.
export const code = (language, lines) => h("section", { "aria-label": language },
  h("div", { class: "head" }, h("h2", {}, language), copyButton(lines, "the lines of " + language)),
  h("pre", { class: "safe", tabindex: "0", role: "group", "aria-label": "Lines of " + language }, show(encode(lines.trimEnd()))));
