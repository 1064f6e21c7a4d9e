// Making elements, and showing bytes of others safely.

// h makes an element. Attributes whose value is null or false are left out; functions
// are listeners.
export function h(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") e.addEventListener(name, value);
    else e.setAttribute(name, value === true ? "" : value);
  }
  e.append(...children.flat().filter(c => c !== null && c !== undefined && c !== false));
  return e;
}

export const $ = id => document.getElementById(id);

// encode returns the bytes of a string. A surrogate without its other half becomes U+FFFD.
export const encode = s => new TextEncoder().encode(s);

// decode returns the string of bytes that are UTF-8.
export const decode = bytes => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

// place names a byte of a text for people: lines and columns from 1, as the command does.
export function place(bytes, at) {
  let line = 1, start = 0;
  for (let i = bytes.indexOf(10); i >= 0 && i < at; i = bytes.indexOf(10, i + 1)) {
    line++;
    start = i + 1;
  }
  const column = at - start + 1;
  return bytes.indexOf(10) < 0 ? `Column ${column}` : `Line ${line}, column ${column}`;
}

// linked returns nodes of a text of the engine, in which RFCs, registrations of IANA and
// addresses are links. The page itself makes no request for them.
export function linked(text) {
  const nodes = [];
  let at = 0;
  for (const m of text.matchAll(/RFC (\d+)(?:, section (\d+(?:\.\d+)*))?|IANA template of urn:([a-z0-9-]+)|IANA ([a-z0-9-]+) template|https:\/\/[\w.\-/%()]+[\w/)]/g)) {
    const [whole, rfc, section] = m;
    const nid = m[3] ?? m[4];
    const href = rfc ? `https://www.rfc-editor.org/rfc/rfc${rfc}` + (section ? "#section-" + section : "")
      : nid ? `https://www.iana.org/assignments/urn-${/^urn-\d/.test(nid) ? "informal" : "formal"}/${nid}` : whole;
    nodes.push(text.slice(at, m.index), h("a", { href, target: "_blank", rel: "noreferrer" }, whole));
    at = m.index + whole.length;
  }
  nodes.push(text.slice(at));
  return nodes.filter(n => n !== "");
}

// octets returns the bytes of a string that has one character for each of them.
export const octets = s => Uint8Array.from(s, c => c.charCodeAt(0));

// characters is the inverse of octets. Engines limit how many arguments a function takes, Safari's to 65,536.
function characters(bytes) {
  let s = "";
  for (let i = 0; i < bytes.length; i += 4096) s += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return s;
}

// What is not to be shown as it is: controls, formats such as those of direction, what is invisible, private or
// unassigned, and separators of lines.
const oddities = /((?![\n\t])[\uFFFD\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])/u;
const hex = (n, digits) => n.toString(16).toUpperCase().padStart(digits, "0");
const odd = (label, title) => h("span", { class: "odd", title }, label);

// plain returns nodes with the characters of a text. A character that is not safe to show is in an
// element that names it.
export const plain = text => text.split(oddities).map((piece, i) =>
  i % 2 ? odd(piece, "U+" + hex(piece.codePointAt(0), 4)) : piece).filter(n => n !== "");

// UTF-8, as characters of one octet each.
const utf8 = "[\\0-\\x7f]|[\\xc2-\\xdf][\\x80-\\xbf]|" +
  "(?:\\xe0[\\xa0-\\xbf]|[\\xe1-\\xec\\xee\\xef][\\x80-\\xbf]|\\xed[\\x80-\\x9f])[\\x80-\\xbf]|" +
  "(?:\\xf0[\\x90-\\xbf]|[\\xf1-\\xf3][\\x80-\\xbf]|\\xf4[\\x80-\\x8f])[\\x80-\\xbf]{2}";
const runs = new RegExp(`(?:${utf8})+|([^])`, "g"), first = new RegExp(`^(?:${utf8})|^[^]`);

// show returns nodes that show bytes. What is not UTF-8 or is not safe to show is named
// by its number. Marks that would join the text before stand on a dotted circle.
export const show = bytes => [...characters(bytes).matchAll(runs)].flatMap(([run, octet]) =>
  octet ? odd(hex(octet.charCodeAt(0), 2), "an octet that is not UTF-8")
  : decode(octets(run)).split(oddities).map((piece, i) =>
      i % 2 ? odd("U+" + hex(piece.codePointAt(0), 4), "a character that is invisible or not safe to show")
      : piece.replace(/^\p{M}/u, "\u25CC$&")).filter(n => n !== ""));

// message returns nodes of a message of the engine. The name in "did you mean" is a button, which calls
// replace with that name.
export function message(text, replace) {
  const [before, meant, after] = text.split(/(?<=did you mean )(\S+)(?=\?(?: It has|$))/);
  if (!meant) return linked(text);
  return [before, h("button", { type: "button", class: "safe", title: "Put this in its place", click: () => replace(meant) }, meant), ...linked(after)];
}

// ended returns a message as a sentence: with a full stop, unless it is a question.
export const ended = message => message.endsWith("?") ? message : message + ".";

// Spellings of "urn:" that a name may follow. After a letter it is the end of a word.
const spelling = /(?<![a-z0-9])urn(?::|(%(?:25)+3a)|%3a|\\+(?:u003a|u\{0*3a\}|x3a|072|:)|&(?:amp;)*(?:#0*58|#x0*3a|colon);?|=3a|[：﹕︓∶꞉ː˸])(?=[a-z0-9%\\&{])/gi;

// joint is text after which a name may continue: the border of a CDATA section or between string literals.
const joint = /^(?:<!\[CDATA\[|\]\]>|'[ \t]*\r?\n\s*')[a-z0-9:/._~%-]/i;

// unread says how many spellings are not in a mark, and after how many marks a name may continue, or "". It is
// independent of the engine, so that it notices names that the engine overlooks.
export function unread(text, marks) {
  const at = index => `(${place(encode(text), encode(text.slice(0, index)).length).toLowerCase()})`;
  const left = [...text.matchAll(spelling)].filter(({ index }) => !marks.some(m => m.at <= index && index < m.to));
  const cut = marks.filter(m => joint.test(text.slice(m.to, m.to + 64)));
  return [
    left.length > 0 && count(left.length) + (marks.length > 0 ? " more" : "") +
      ` “urn:” ${left.length === 1 ? "is" : "are"} not marked, because no name was read after it ${at(left[0].index)}` +
      (left.some(m => m[1]) ? "; urn%253A is encoded twice: decode the text once." : "."),
    cut.length > 0 && `${plural(cut.length, "name")} may continue after the mark ${at(cut[0]?.to)}.`,
  ].filter(Boolean).join(" ");
}

// coloured returns nodes that show a name with its components in their colours. fault is
// the offset of the byte that is wrong, or null. render returns nodes that show bytes.
export function coloured(bytes, parts, fault = null, render = show) {
  const nodes = [];
  let at = 0;
  const piece = (end, name) => {
    if (fault !== null && at <= fault && fault < end) {
      const last = fault + first.exec(characters(bytes.subarray(fault, fault + 4)))[0].length;
      if (at < fault) nodes.push(h("span", { class: name }, render(bytes.subarray(at, fault))));
      const line = bytes[fault] === 10 && render === show && odd("U+000A", "the end of the line");
      nodes.push(h("span", { class: "wrong" }, line || render(bytes.subarray(fault, last))));
      at = last;
      fault = null;
    }
    if (at < end) nodes.push(h("span", { class: name }, render(bytes.subarray(at, end))));
    at = Math.max(at, end);
  };
  for (const [name, start, end] of parts ?? []) {
    if (at < start) piece(start, null);
    piece(end, name);
  }
  if (at < bytes.length) piece(bytes.length, null);
  return nodes;
}

// box is a block that shows a part of a name. It scrolls if the part is long; keys can
// scroll it, too.
export function box(label, bytes, ...children) {
  const long = bytes > 400 && { tabindex: "0", role: "group", "aria-label": label };
  return h("div", { class: "safe long", ...long }, ...children);
}

// copyButton is a button that copies text.
export function copyButton(text, what) {
  const b = h("button", { type: "button", class: "small", "aria-label": "Copy " + what }, "Copy");
  b.addEventListener("click", () => copy(text, b));
  return b;
}

// copy copies a text, and says so on the button. It needs no permission and no secure server.
export function copy(text, button) {
  const label = button.textContent, area = h("textarea", { class: "safe", readonly: true });
  area.value = text;
  button.after(area);
  area.select();
  button.textContent = document.execCommand("copy") ? "Copied" : "Not copied";
  area.remove();
  button.focus();
  setTimeout(() => { button.textContent = label; }, 1500);
}

// write replaces a part of the text of a field as if somebody had typed it, so that it can be undone.
export function write(field, from, to, text) {
  field.focus();
  field.setSelectionRange(from, to);
  document.execCommand("insertText", false, text);
}

// save downloads a file of CSV.
export function save(...parts) {
  const a = h("a", { href: URL.createObjectURL(new Blob(parts, { type: "text/csv" })), download: "urns.csv" });
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 60_000);
}

export const count = n => n.toLocaleString("en");
export const plural = (n, one, many = one + "s") => count(n) + " " + (n === 1 ? one : many);
