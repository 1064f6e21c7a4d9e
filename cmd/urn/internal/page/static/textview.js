// The text with its URNs marked, and the list of what is wrong in it.

import { $, h, show, coloured, place, linked, ended, count, hidden, plural } from "./dom.js";
import { ask } from "./engine.js";

const block = 2048; // bytes of a line that are laid out as one paragraph
const portion = 16 << 10; // bytes that are shown before the page may do something else

let current = 0; // the number of the text that is shown
let listed = { bytes: new Uint8Array(0), marks: [] }; // what is shown

// The list of what is marked, as a file of JSON Lines.
$("save").addEventListener("click", () => {
  const { bytes, marks } = listed;
  const lines = marks.map(m => {
    const fault = m.fault ?? m.refusal;
    return JSON.stringify({ offset: m.start, input: new TextDecoder().decode(m.name ? nameOf(bytes, m) : bytes.subarray(m.start, m.end)), state: m.state, message: fault ? fault.message : null }) + "\n";
  });
  const a = h("a", { href: URL.createObjectURL(new Blob(lines, { type: "application/jsonl" })), download: "urns.jsonl" });
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 60_000);
});

// showText marks the URNs of a text. choose is called with the bytes of a name that
// somebody selects, and of the first one. note says something about the text.
export async function showText(bytes, syntax, choose, note = "", question = "text") {
  const id = ++current;
  const { marks, more, csv } = bytes.length > 0 ? await ask(question, syntax, bytes) : { marks: [], more: false };
  if (id !== current) return;

  const pane = $("marked");
  listed = { bytes, marks };
  $("save").hidden = marks.length === 0;
  pane.replaceChildren();
  $("faults").replaceChildren(...faults(bytes, marks, choose));
  $("summary").textContent = bytes.length === 0 ? "" : [summary(marks, more), marks.length === 0 && hidden(new TextDecoder().decode(bytes)), note].filter(Boolean).join(" ");
  if (csv) {
    $("summary").append(" The text looks like CSV. ",
      h("button", { type: "button", class: "link", id: "as-csv", click: () => showText(bytes, syntax, choose, note, "csv") }, "Read its cells"));
  }

  // A text that is one word is a name, whether or not it has a URN.
  const word = new TextDecoder().decode(bytes).trim();
  const single = word !== "" && !/\s/.test(word) && bytes.length < 8192;
  const found = marks.find(m => m.state !== "near") ?? (single && startsWith(bytes, marks[0]) ? null : marks[0]);
  if (found && single && found.end - found.start < trimmed(bytes).length) {
    const whole = await ask("name", syntax, trimmed(bytes));
    if (id !== current) return;
    $("summary").append(" ", whole.fault
      ? `As a whole, what was typed is not a URN. ${place(bytes, whole.fault.offset)}: ${ended(whole.fault.message)}`
      : "The punctuation at the end is left out.");
  }
  if (found) choose(nameOf(bytes, found)); // both halves of the page show the same name
  else if (single) choose(trimmed(bytes));
  else if (marks.length === 0 && word !== "" && word.length <= 80 && await isMeant(bytes, syntax)) choose(trimmed(bytes));
  else choose(null);

  let from = 0;
  let first = true;
  for (const end of portions(bytes, marks)) {
    for (const [start, stop] of paragraphs(bytes, from, end, marks)) {
      const p = h("div");
      let at = start;
      for (const m of marks.slice(lowest(marks, start))) {
        if (m.start >= stop) break;
        p.append(...show(bytes.subarray(at, m.start)), mark(bytes, m, choose, first));
        first = false;
        at = m.end;
      }
      p.append(...show(bytes.subarray(at, stop)));
      pane.append(p);
    }
    from = end;
    if (end < bytes.length) await new Promise(resolve => setTimeout(resolve));
    if (id !== current) return;
  }
}

// startsWith tells whether a text, without white space before it, begins with a mark.
function startsWith(bytes, mark) {
  return !mark || mark.start <= trimmed(bytes).byteOffset - bytes.byteOffset;
}

// isMeant tells whether a text such as "ISBN 0-395-36341-1" stands for a name.
async function isMeant(bytes, syntax) {
  const { fault } = await ask("name", syntax, trimmed(bytes));
  return fault !== undefined && fault.message.includes("did you mean");
}

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
  if (more) return `The first ${count(marks.length)} names are marked. There are more.`;
  const urns = marks.length - of("near");
  const parts = [plural(urns, "URN")];
  if (urns === 1 && of("invalid")) parts.push("which breaks a rule of its namespace");
  else if (of("invalid")) parts.push(plural(of("invalid"), "of them breaks", "of them break") + " a rule of its namespace");
  if (of("near")) parts.push(plural(of("near"), "near miss", "near misses") + ": almost a URN");
  return parts.join(", ") + ".";
}

// lowest returns the index of the first mark that does not start before a byte.
function lowest(marks, at) {
  let low = 0, high = marks.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (marks[middle].start < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

// inside tells whether a place is within a mark.
function inside(marks, at) {
  const i = lowest(marks, at);
  return i > 0 && marks[i - 1].end > at ? marks[i - 1].end : at;
}

// portions yields where to pause: after about so many bytes, outside of marks.
function* portions(bytes, marks) {
  for (let at = 0; at < bytes.length;) {
    let end = Math.min(bytes.length, at + portion);
    const line = bytes.indexOf(10, end);
    if (line >= 0 && line < end + block) end = line + 1;
    at = inside(marks, character(bytes, end));
    yield at;
  }
}

// paragraphs yields the lines between two places, and parts of long lines.
function* paragraphs(bytes, from, to, marks) {
  while (from < to) {
    const line = bytes.indexOf(10, from);
    const end = line < 0 || line >= to ? to : line;
    while (end - from > block) {
      const stop = Math.min(end, inside(marks, character(bytes, from + block)));
      yield [from, stop];
      from = stop;
    }
    yield [from, end];
    from = end + (bytes[end] === 10 && end < to ? 1 : 0);
    if (from === end) return;
  }
}

// character returns the end of the character that at lies in.
function character(bytes, at) {
  for (let i = 0; i < 3 && at < bytes.length && (bytes[at] & 0xC0) === 0x80; i++) at++;
  return at;
}

const states = {
  valid: "a valid name of its namespace",
  unknown: "well formed; nothing is known of its namespace's syntax",
  invalid: "well formed, but not a valid name of its namespace",
  near: "nearly a URN",
};

// nameOf returns the bytes to take apart: of a near miss, those up to a delimiter.
function nameOf(bytes, m) {
  if (m.name) return Uint8Array.from(m.name, c => c.charCodeAt(0)); // its escapes undone
  if (m.state !== "near") return bytes.subarray(m.start, m.end);
  let end = m.end;
  while (end < bytes.length && end < m.start + 1024 && !/[\s"<>]/.test(String.fromCharCode(bytes[end]))) end++;
  return bytes.subarray(m.start, character(bytes, end));
}

function mark(bytes, m, choose, first) {
  const text = bytes.subarray(m.start, m.end);
  const fault = m.fault ?? m.refusal;
  const select = () => {
    for (const other of $("marked").querySelectorAll("[aria-pressed=true]")) other.setAttribute("aria-pressed", "false");
    e.setAttribute("aria-pressed", "true");
    rove(e);
    choose(nameOf(bytes, m), true);
  };
  const e = h("span", {
    class: "mark " + m.state, role: "button", tabindex: first ? "0" : "-1", "aria-pressed": "false",
    title: fault ? `${place(bytes, m.start + fault.offset)}: ${fault.message}` : states[m.state],
    click: select,
    keydown: event => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        select();
      }
    },
  }, coloured(text, m.parts, fault ? Math.min(fault.offset, text.length - 1) : null));
  return e;
}

// rove makes one mark the one that the Tab key reaches.
function rove(to) {
  for (const other of $("marked").querySelectorAll("[tabindex='0']")) other.setAttribute("tabindex", "-1");
  to.setAttribute("tabindex", "0");
}

// The arrow keys go from name to name.
$("marked").addEventListener("keydown", event => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const all = [...$("marked").querySelectorAll(".mark")];
  const to = all[all.indexOf(event.target) + step];
  if (!step || !to) return;
  event.preventDefault();
  rove(to);
  to.focus();
});

// faults returns the list of what is wrong in a text. choose takes one of them apart.
function faults(bytes, marks, choose) {
  const wrong = marks.filter(m => m.fault ?? m.refusal);
  if (wrong.length === 0) return [];
  const shown = wrong.slice(0, 50);
  const items = shown.map(m => {
    const { offset, message, clause } = m.fault ?? m.refusal;
    const excerpt = trimmed(bytes.subarray(m.start, Math.min(m.end, m.start + 80)));
    return h("li", {},
      h("button", { type: "button", class: "link safe", click: () => choose(nameOf(bytes, m), true) }, coloured(excerpt, null, offset < excerpt.length ? offset : null)), " ",
      h("span", {}, `${place(bytes, m.start + offset)}: `, linked(ended(message) + " ")),
      !message.includes(clause) && h("span", { class: "clause" }, linked(clause)));
  });
  const rest = wrong.length - shown.length;
  return [h("h2", {}, "Near misses and faults"), h("ol", {}, items), rest > 0 && h("p", { class: "quiet" }, `${rest} more are marked in the text.`)].filter(Boolean);
}
