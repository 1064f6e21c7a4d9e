// A file of any size: counts by namespace and key.

import { $, h, show, encode, count, hidden, plural } from "./dom.js";
import * as engine from "./engine.js";

let counted = null; // the file that is read, or was read
let progress = null; // as far as the file was read

// readFile counts the URNs of a file. head is called with its first bytes, decompressed.
export function readFile(file, name, syntax, head) {
  stop();
  progress = null;
  $("counts").replaceChildren();
  $("progress").hidden = false;
  $("progress").value = 0;
  $("cancel").hidden = false;
  $("export-csv").hidden = $("export-jsonl").hidden = true;
  $("file-status").textContent = `Reading ${name}…`;
  const started = performance.now();
  const mine = counted = engine.count(file, syntax, report => {
    if (mine !== counted) return;
    progress = report.progress ?? progress;
    $("progress").value = file.size === 0 ? 1 : (progress?.read ?? 0) / file.size;
    if (progress?.bytes !== undefined) showFigures(progress);
    if (!report.done) return;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    finish();
    $("file-status").textContent =
      report.error ? `${name}: ${report.error}. What was read before is counted.`
      : report.cancelled ? `Cancelled after ${part(progress?.read ?? 0, file.size)} of ${name}. ${report.table ? "What was read is counted." : ""}`
      : `${name} was read in ${seconds} s.`;
    if (progress?.urns === 0 && report.head) $("file-status").append(" ", hidden(new TextDecoder("latin1").decode(report.head)));
    if (report.table) {
      showTable(report.table);
      $("export-csv").hidden = $("export-jsonl").hidden = false;
    }
    if (report.head && head) head(report.head);
  });
}

const part = (n, of) => of === 0 ? "100%" : Math.floor(100 * n / of) + "%";

function finish() {
  $("progress").hidden = true;
  $("cancel").hidden = true;
}

function stop() {
  counted?.close();
  counted = null;
  finish();
}

$("cancel").addEventListener("click", () => {
  $("file-status").textContent = "Cancelling…";
  counted.cancel();
});

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
        click: async () => fillKeys(keyTable, (await counted.table(nid, 100)).keys, nid),
      }, nid)),
      h("td", { class: "bar-cell" }, fill),
      h("td", { class: "number" }, count(n)));
  });
  fillKeys(keyTable, keys, "");
  const { otherKeys, otherNIDs } = progress;
  $("counts").append(
    h("table", { class: "chart" },
      h("caption", {}, namespaces.length < progress.nids ? `The ${namespaces.length} most frequent namespaces` : "By namespace"),
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
  const a = h("a", { href: URL.createObjectURL(new Blob(await counted.export(format), { type })), download: "urns." + format });
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 60_000);
}
$("export-csv").addEventListener("click", () => exportAs("csv", "text/csv"));
$("export-jsonl").addEventListener("click", () => exportAs("jsonl", "application/jsonl"));
