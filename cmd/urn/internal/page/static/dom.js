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

// What is not to be shown as it is: controls, formats such as those of direction, what
// is invisible, private or unassigned, and separators of lines.
const unsafe = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const oddities = /((?![\n\t])[\uFFFD\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])/u;

// plain returns nodes with the characters of a text. A character that is not safe to show is in an
// element that names it.
export const plain = text => text.split(oddities).map((piece, i) =>
  i % 2 ? h("span", { class: "odd", title: "U+" + hex(piece.codePointAt(0), 4) }, piece) : piece).filter(n => n !== "");

// show returns nodes that show bytes. What is not UTF-8 or is not safe to show is named
// by its number. Marks that would join the text before stand on a dotted circle.
export function show(bytes) {
  const nodes = [];
  let plain = "";
  const odd = (label, title) => {
    if (plain) nodes.push(plain);
    plain = "";
    nodes.push(h("span", { class: "odd", title }, label));
  };
  for (let i = 0; i < bytes.length;) {
    const [point, length] = character(bytes, i);
    i += length;
    if (point < 0) {
      odd(hex(bytes[i - 1], 2), "an octet that is not UTF-8");
      continue;
    }
    const c = String.fromCodePoint(point);
    if (c === "\n" || c === "\t") plain += c;
    else if (unsafe.test(c)) odd("U+" + hex(point, 4), "a character that is invisible or not safe to show");
    else if (/\p{M}/u.test(c) && plain === "") plain += "\u25CC" + c;
    else plain += c;
  }
  if (plain) nodes.push(plain);
  return nodes;
}

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
    left.length > 0 && `${count(left.length)}${marks.length > 0 ? " more" : ""} “urn:” ${left.length === 1 ? "is" : "are"} not marked, because no complete name follows ${at(left[0].index)}` +
      (left.some(m => m[1]) ? "; urn%253A is encoded twice: decode the text once." : "."),
    cut.length > 0 && `${plural(cut.length, "name")} may continue after the mark ${at(cut[0]?.to)}.`,
  ].filter(Boolean).join(" ");
}

const hex = (n, digits) => n.toString(16).toUpperCase().padStart(digits, "0");

// character returns the character at i and its length in bytes, or -1 and 1.
function character(b, i) {
  const first = b[i];
  if (first < 0x80) return [first, 1];
  const length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || i + length > b.length) return [-1, 1];
  let point = first & (0x7F >> length);
  for (let k = 1; k < length; k++) {
    if ((b[i + k] & 0xC0) !== 0x80) return [-1, 1];
    point = point << 6 | b[i + k] & 0x3F;
  }
  const least = [0, 0, 0x80, 0x800, 0x10000][length];
  if (point < least || point > 0x10FFFF || point >= 0xD800 && point <= 0xDFFF) return [-1, 1];
  return [point, length];
}

// coloured returns nodes that show a name with its components in their colours. fault is
// the offset of the byte that is wrong, or null. render returns nodes that show bytes.
export function coloured(bytes, parts, fault = null, render = show) {
  const nodes = [];
  let at = 0;
  const piece = (end, name) => {
    if (fault !== null && at <= fault && fault < end) {
      const last = fault + character(bytes, fault)[1];
      if (at < fault) nodes.push(h("span", { class: name }, render(bytes.subarray(at, fault))));
      const line = bytes[fault] === 10 && render === show && [h("span", { class: "odd", title: "the end of the line" }, "U+000A")];
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

// copy copies a text, and says so on the button.
export async function copy(text, button) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    // Without permission, or from a page that is not served securely.
    const area = h("textarea", { class: "safe" });
    area.value = text;
    button.after(area);
    area.select();
    button.textContent = document.execCommand("copy") ? "Copied" : "Not copied";
    area.remove();
    button.focus();
  }
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
