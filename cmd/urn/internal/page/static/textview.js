// The text with its URNs marked in place, and the list of what is wrong in it.
//
// The field is transparent. Behind it is the same text with the same layout, in which the names are
// coloured.

import {
  $, h, coloured, count, decode, encode, ended, linked, message, octets, place, plain, plural, save, unread, write,
} from "./dom.js";
import { ask } from "./engine.js";

let current = 0; // the number of the text that is shown
let shown = { text: "", marks: [] }; // what is shown
let selected = -1; // the mark whose name is taken apart
let written = null; // the CSV that was written with URNs in it, and is read so

// wrong returns what is wrong with a mark, or undefined.
const wrong = m => m.fault ?? m.refusal ?? m.doubt;

// The list of what is marked, as a file of CSV.
$("save").addEventListener("click", () => save("place,name,state,message\r\n", ...shown.marks.map(m =>
  [place(shown.bytes, m.start), decode(nameOf(m)), states[m.state], wrong(m)?.message ?? ""].map(s => `"${s.replaceAll('"', '""')}"`).join() + "\r\n")));

// A number in place of each name, the same for the same key, so that the text can be shown to others.
$("redact").addEventListener("click", () => {
  const keys = new Set(), pieces = [];
  let end = 0;
  for (const m of shown.marks) {
    const key = m.key ?? decode(nameOf(m));
    pieces.push(shown.text.slice(end, m.at), `[URN ${[...keys.add(key)].indexOf(key) + 1}]`);
    end = m.to;
  }
  write($("input"), 0, shown.text.length, pieces.join("") + shown.text.slice(end));
});

// showText marks the URNs of bytes, which are the text of the field. choose is called with the bytes of
// the name to take apart, and where it is in the field. note says something about the text.
export async function showText(bytes, syntax, choose, note, question = decode(bytes) === written ? "csv" : "text") {
  const id = ++current, typing = document.activeElement === $("input");
  const { marks, more, csv, lines, meant } = bytes.length > 0 ? await ask(question, syntax, bytes) : { marks: [] };
  if (id !== current) return;

  const text = decode(bytes), was = { ...shown.marks[selected], in: shown.text };
  shown = { bytes, text, marks, choose };
  paint(bytes, marks);
  $("with").hidden = marks.length === 0;
  $("redact").hidden = more; // there are names without marks
  $("faults").replaceChildren(...faults(bytes, marks), ...invisible());
  $("summary").textContent = bytes.length === 0 ? "" : [summary(marks, more), !more && unread(text, marks), note].filter(Boolean).join(" ");
  const offer = (says, label, id, click) => $("summary").append(says, h("button", { type: "button", class: "small", id, click }, label));
  const read = how => () => showText(bytes, syntax, choose, note, how);
  if (csv) offer(" The text looks like CSV. ", "Read its cells", "as-csv", read("csv"));
  if (question === "csv") offer(" It is read as CSV. ", "Read it as text", "as-text", read("text"));

  // A text that is one word is a name, whether or not it has a URN.
  const word = text.trim(), list = word.includes("\n");
  const from = text.indexOf(word), to = from + word.length;
  const whole = trimmed(bytes);
  const single = word !== "" && !/\s/.test(word) && bytes.length < 8192;
  let found = typing ? at($("input").selectionStart) : -1;
  if (found < 0) found = marks.findIndex(m => m.at === was.at && text.slice(m.at, m.to) === was.in.slice(was.at, was.to));
  if (found < 0) found = marks.findIndex(m => m.state !== "near");
  if (found < 0 && marks.length > 0 && !(single && marks[0].at > from)) found = 0;
  if (single && marks[found]?.at === from && marks[found].to < to) {
    const { fault } = await ask("name", syntax, whole);
    if (id !== current) return;
    $("summary").append(" ", fault
      ? `The text as a whole is not a URN. ${place(bytes, fault.offset)}: ${ended(fault.message)}`
      : "The punctuation at the end is left out.");
  }
  select(found);
  if (found < 0 && (single || meant && !list)) choose(whole, from, to);

  const cells = await inCells(text, syntax), identifiers = cells?.n ?? (list ? lines : 0);
  if (id !== current || !identifiers) return;
  const says = ` ${plural(identifiers, "likely identifier has", "likely identifiers have")} no “urn:”. `;
  offer(says, "Write as URNs", "as-urns", () => {
    written = cells?.text;
    write($("input"), 0, text.length, cells?.text ?? meant);
  });
}

// inCells returns a text with the identifiers in its cells as URNs, and how many they are, or null. They are in
// columns in which at least every second cell is an identifier. A check digit may be wrong in them.
async function inCells(text, syntax) {
  if (!/[,;|\t]/.test(text)) return null;
  const cells = [...text.matchAll(/("(?:[^"]|"")*"|[^,;|\t\r\n]*)([,;|\t\r\n]|$)/g)], scores = [];
  const raw = cells.map(([, cell]) => cell.replace(/^["\s]+|["\s]+$/g, ""));
  const bare = raw.map(s => s.replaceAll(/\s/g, " ")), labelled = bare.map(s => "isbn " + s);
  const { meant } = await ask("text", syntax, encode([...bare, ...labelled].join("\n")));
  const names = meant?.split("\n") ?? [], said = i => names[i] !== bare[i] && names[i];
  let n = 0, row = 0, column = 0;
  const columns = cells.map(([, , end], i) => {
    const at = column;
    if (bare[i] && (said(i) || row > 0)) scores[at] = (scores[at] ?? 0) + (said(i) ? 1 : -1);
    [row, column] = /[\r\n]/.test(end) ? [row + 1, 0] : [row, at + 1];
    return at;
  });
  const written = cells.map(([whole], i) => {
    const label = names[cells.length + i];
    const name = scores[columns[i]] >= 0 && (said(i) || label !== labelled[i] && label);
    n += name ? 1 : 0;
    return name ? whole.replace(raw[i], () => name) : whole;
  });
  return n > 0 ? { n, text: written.join("") } : null;
}

// paint shows the text behind the field, with its marks, and tells each mark where it is in the field.
function paint(bytes, marks) {
  const nodes = [];
  let end = 0, length = 0;
  const text = to => {
    const piece = decode(bytes.subarray(end, to));
    end = to;
    length += piece.length;
    return piece;
  };
  for (const m of marks) {
    nodes.push(...plain(text(m.start)));
    m.at = length;
    text(m.end);
    m.to = length;
    const { offset = null } = wrong(m) ?? {};
    m.shown = h("span", { class: "mark " + m.state },
      coloured(bytes.subarray(m.start, m.end), m.parts, offset && Math.min(offset, m.end - m.start - 1), b => plain(decode(b))));
    nodes.push(m.shown);
  }
  $("marked").replaceChildren(...nodes, ...plain(text(bytes.length)));
}

// at returns the mark at a place in the field, or -1.
const at = place => shown.marks.findIndex(m => m.at <= place && place <= m.to);

const states = { valid: "valid", unknown: "well formed", invalid: "not valid", near: "near miss" };

// select takes the name of a mark apart, and shows which one it is.
function select(i) {
  shown.marks[selected]?.shown.classList.remove("current");
  selected = i;
  const m = shown.marks[i], all = shown.marks.length;
  $("previous").hidden = $("next").hidden = all < 2 || !m;
  $("position").replaceChildren(m && all > 1 ? `Name ${count(i + 1)} of ${count(all)}` : "The name", m ? h("span", { class: "narrow" }, ": " + states[m.state]) : "", m && all > 1 ? h("span", { class: "heard" }, " " + decode(nameOf(m).subarray(0, 80))) : "");
  if (!m) {
    shown.choose(null);
    return;
  }
  m.shown.classList.add("current");
  shown.choose(nameOf(m), m.at, m.to);
}

// step goes to the next name, or to the previous one, and shows where it is.
function step(by) {
  const all = shown.marks.length;
  select((selected + by + all) % all);
  show();
}
$("previous").addEventListener("click", () => step(-1));
$("next").addEventListener("click", () => step(1));

// show scrolls the text, not the page, to the name that is taken apart.
export function show() {
  if (selected < 0) return;
  const { top, bottom } = shown.marks[selected].shown.getBoundingClientRect();
  const field = $("editor").getBoundingClientRect();
  if (top < field.top || bottom > field.bottom) $("editor").scrollTop += top - field.top - field.height / 3;
}

// The name in which somebody writes, or that somebody points at, is taken apart.
document.addEventListener("selectionchange", () => {
  if (document.activeElement !== $("input")) return;
  const i = at($("input").selectionStart);
  if (i >= 0 && i !== selected && shown.text === $("input").value) select(i);
});

// A tap takes a name apart, without a keyboard on the screen. A second one writes in it.
$("input").addEventListener("mousedown", event => {
  if (!matchMedia("(pointer: coarse)").matches) return;
  const under = document.elementsFromPoint(event.clientX, event.clientY);
  const i = shown.marks.findIndex(m => under.includes(m.shown));
  if (i < 0 || i === selected) return;
  event.preventDefault();
  select(i);
});

// trimmed returns the bytes without white space around them.
function trimmed(bytes) {
  const space = b => b === 32 || b >= 9 && b <= 13;
  let start = 0, end = bytes.length;
  while (start < end && space(bytes[start])) start++;
  while (end > start && space(bytes[end - 1])) end--;
  return bytes.subarray(start, end);
}

function summary(marks, more) {
  const of = state => marks.filter(m => m.state === state).length;
  if (marks.length === 0) return "No URN was found.";
  if (more) return `The first ${count(marks.length)} names are marked. ` +
    "There are more: open the text as a file to count or replace all.";
  const urns = marks.length - of("near");
  const parts = [plural(urns, "URN")];
  if (urns === 1 && of("invalid")) parts.push("which breaks a rule of its namespace");
  else if (of("invalid")) parts.push(plural(of("invalid"), "of them breaks a rule of its namespace", "of them break a rule of their namespace"));
  if (of("near")) parts.push(plural(of("near"), "near miss", "near misses"));
  return parts.join(", ") + ".";
}

// nameOf returns the bytes of a name, its escapes undone.
const nameOf = m => m.name ? octets(m.name) : shown.bytes.subarray(m.start, m.end);

// faults returns the list of what is wrong in a text. A button takes one of them apart.
function faults(bytes, marks) {
  const all = [...marks.entries()].filter(([, m]) => wrong(m));
  if (all.length === 0) return [];
  const items = all.slice(0, 50).map(([i, m]) => {
    const { offset, message: says, clause } = wrong(m);
    const excerpt = trimmed(bytes.subarray(m.start, Math.min(m.end, m.start + 80)));
    return h("li", {},
      h("button", { type: "button", class: "link safe", click: () => { select(i); show(); } }, coloured(excerpt, null, offset < excerpt.length ? offset : null)), " ",
      h("span", { class: "clause" }, place(bytes, m.start + offset)), h("br"),
      message(ended(says), nid => write($("input"), m.at, m.to, decode(nameOf(m)).replace(/:[^:]*/, ":" + nid))), " ",
      !says.includes(clause) && h("span", { class: "clause" }, linked(clause)));
  });
  const rest = all.length - items.length;
  return [h("h2", {}, "Near misses and faults"), h("ol", {}, items), rest > 0 && h("p", { class: "quiet" }, `${count(rest)} more are marked in the text.`)].filter(Boolean);
}

// invisible names the characters of the text that nobody sees, or that are not safe to show.
function invisible() {
  const odd = [...$("marked").querySelectorAll(".odd")].map(e => e.title);
  return odd.length === 0 ? [] : [h("p", { id: "odd" }, `${plural(odd.length, "character")} that cannot be seen, or that change how others look: ${[...new Set(odd)].slice(0, 20).join(", ")}.`)];
}
