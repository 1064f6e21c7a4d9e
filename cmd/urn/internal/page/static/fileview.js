// A file of any size: counts by namespace and key.

import { $, h, show, encode, count, hidden, plural } from "./dom.js";
import { stream } from "./engine.js";

let worker = null; // the one that reads the file, or has read it
let replies = new Map();
let number = 0;
let last = null; // the last report
let patience = 0;

// readFile counts the URNs of a file. head is called with its first bytes, decompressed.
export function readFile(file, name, syntax, head) {
  stop();
  last = { progress: null, read: 0 };
  $("counts").replaceChildren();
  $("progress").hidden = false;
  $("progress").value = 0;
  $("cancel").hidden = false;
  $("export-csv").hidden = $("export-jsonl").hidden = true;
  $("file-status").textContent = `Reading ${name}…`;
  const started = performance.now();
  const mine = worker = stream(file, syntax, report => {
    if (mine !== worker) return;
    if (report.id) {
      replies.get(report.id)(report.result);
      replies.delete(report.id);
      return;
    }
    last = { ...last, ...report };
    $("progress").value = file.size === 0 ? 1 : last.read / file.size;
    if (last.progress) showFigures(last.progress);
    if (!report.done) return;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    finish();
    $("file-status").textContent =
      report.error ? `${name}: ${report.error}. What was read before is counted.`
      : report.cancelled ? `Cancelled after ${part(last.read, file.size)} of ${name}. What was read is counted.`
      : `${name} was read in ${seconds} s.`;
    if (last.progress?.urns === 0 && report.head) $("file-status").append(" ", unread(report.head));
    if (report.table) {
      showTable(report.table);
      $("export-csv").hidden = $("export-jsonl").hidden = false;
    }
    if (report.head && head) head(report.head);
  });
  mine.fileName = name;
  mine.fileSize = file.size;
}

const part = (n, of) => of === 0 ? "100%" : Math.floor(100 * n / of) + "%";

// unread says why nothing was found, from the beginning of a file: its format, or its escapes.
function unread(head) {
  const text = new TextDecoder("latin1").decode(head);
  const formats = { "%PDF-": "a PDF document: extract its text first", "PAR1": "a Parquet file: urn-sql reads it", "PK\x03\x04": "a ZIP archive: extract its files first" };
  for (const [magic, says] of Object.entries(formats)) if (text.startsWith(magic)) return `It is ${says}.`;
  return hidden(text);
}

function finish() {
  clearTimeout(patience);
  $("progress").hidden = true;
  $("cancel").hidden = true;
}

function stop() {
  worker?.terminate();
  worker = null;
  replies = new Map();
  finish();
}

$("cancel").addEventListener("click", () => {
  worker.postMessage({ cancel: true });
  $("file-status").textContent = "Cancelling…";
  // A worker that finds nothing for a long time does not look at its messages.
  const { fileName, fileSize } = worker;
  patience = setTimeout(() => {
    stop();
    $("file-status").textContent = `Cancelled after ${part(last.read, fileSize)} of ${fileName}.`;
  }, 5000);
});

// askFile calls a function of the engine that has read the file.
function askFile(call, ...args) {
  return new Promise(resolve => {
    replies.set(++number, resolve);
    worker.postMessage({ id: number, call, args });
  });
}

function showFigures(p) {
  let list = $("figures");
  if (!list) {
    list = h("ul", { id: "figures", class: "figures" });
    $("counts").prepend(list);
  }
  const figure = (n, one, many) => h("li", {}, h("b", {}, count(n)), n === 1 ? one : many);
  list.replaceChildren(...[
    figure(p.bytes, "byte", "bytes"), figure(p.urns, "URN", "URNs"), figure(p.keys, "key", "keys"), figure(p.nids, "namespace", "namespaces"),
    p.invalid > 0 && figure(p.invalid, "breaks a rule of its namespace", "break a rule of their namespace"),
    p.near > 0 && figure(p.near, "near miss", "near misses"),
    p.truncated > 0 && figure(p.truncated, "name longer than 64 KiB, not counted by key", "names longer than 64 KiB, not counted by key"),
  ].filter(Boolean));
}

function showTable({ namespaces, keys }) {
  const most = Math.max(1, ...namespaces.map(([, n]) => n));
  const keyTable = h("div", { id: "key-table" });
  const rows = namespaces.map(([nid, n]) => {
    const fill = h("div", { class: "fill" });
    fill.style.width = 100 * n / most + "%";
    return h("tr", {},
      h("th", { scope: "row" }, h("button", {
        type: "button", class: "link safe", "aria-label": `Show the keys of ${nid}`,
        click: async () => fillKeys(keyTable, JSON.parse(await askFile("table", nid, 100)).keys, nid),
      }, nid)),
      h("td", { class: "bar-cell" }, fill),
      h("td", { class: "number" }, count(n)));
  });
  fillKeys(keyTable, keys, "");
  const { otherKeys, otherNIDs } = last.progress;
  $("counts").append(
    h("table", { class: "chart" },
      h("caption", {}, namespaces.length < last.progress.nids ? `The ${namespaces.length} most frequent namespaces` : "By namespace"),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Namespace"), h("th", { scope: "col" }, "Share"), h("th", { scope: "col", class: "number" }, "URNs"))),
      h("tbody", {}, rows)),
    keyTable);
  if (otherKeys > 0) keyTable.after(h("p", { class: "quiet" }, `The table of keys is full. ${plural(otherKeys, "URN has", "URNs have")} other keys, which are counted together.`));
  if (otherNIDs > 0) keyTable.after(h("p", { class: "quiet" }, `The table of namespaces is full. ${plural(otherNIDs, "URN has", "URNs have")} other namespaces.`));
}

function fillKeys(place, keys, nid) {
  place.replaceChildren(h("table", {},
    h("caption", {}, keys.length === 100 ? "The 100 most frequent keys" : "Keys", nid && ` of ${nid}`, ", by the rules of the namespace"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Key"), h("th", { scope: "col", class: "number" }, "URNs"))),
    h("tbody", {}, keys.map(([key, n]) => h("tr", {}, h("td", { class: "safe" }, show(encode(key))), h("td", { class: "number" }, count(n)))))));
}

async function exportAs(format, type) {
  const parts = [];
  for (let row = 0; ;) {
    const [text, next] = await askFile("export", format, row);
    parts.push(text);
    if (next === 0) break;
    row = next;
  }
  const a = h("a", { href: URL.createObjectURL(new Blob(parts, { type })), download: "urns." + format });
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 60_000);
}
$("export-csv").addEventListener("click", () => exportAs("csv", "text/csv"));
$("export-jsonl").addEventListener("click", () => exportAs("jsonl", "application/jsonl"));
