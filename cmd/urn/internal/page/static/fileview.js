// A file of any size: counts by namespace and key.

import { $, h, show, encode, count, decode, plural, save, unread } from "./dom.js";
import { code } from "./nameview.js";
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
  $("export-csv").hidden = true;
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
    const refused = report.error && !progress?.bytes;
    $("file-status").className = refused ? "verdict fault" : "";
    $("file-status").textContent =
      refused ? `${name} was not read: ${report.error}.`
      : report.error ? `${name}: ${report.error}. The counts cover what was read before.`
      : report.cancelled ? `Cancelled after ${part(progress?.read ?? 0, file.size)} of ${name}. ${report.table ? "The counts cover what was read." : ""}`
      : `${name} was read in ${seconds} s.`;
    if (refused) $("counts").replaceChildren();
    if (refused || !report.table) return;
    const { twice, urns, near } = progress;
    if (twice > 0) $("file-status").append(` ${plural(twice, "name begins", "names begin")} with urn%253A, which is encoded twice: decode the text once.`);
    else if (urns === 0) $("file-status").append(" ", unread(decode(report.head), []));
    if (urns + near > 0 && !report.head.includes(0)) $("file-status").append(" ", h("button", { type: "button", class: "small", id: "mark", click: () => $("tab-text").click() }, "Mark its URNs"));
    if (urns + near > 0 && file.name) $("counts").append(code("Shell", commands(file.name, syntax)));
    if (urns > 0) showTable(report.table);
    $("export-csv").hidden = urns === 0;
    head?.(report.head);
  });
}

// commands returns lines of a shell that list the findings of a file, and replace its URNs.
function commands(name, syntax) {
  const path = (name.startsWith("-") ? "./" : "") + name.replaceAll("'", "'\\''");
  const flag = syntax === "rfc8141" ? "" : " --syntax " + syntax, file = ` '${path}'`;
  return `urn find --near --count${flag}${file}\nurn find${flag}${file} | urn check --namespace${flag}\nurn replace --to hash --secret-file secret.key${flag}${file} > redacted\n`;
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
  const keyTable = h("div", { id: "key-table" });
  const rows = namespaces.map(([nid, n]) => {
    const share = 100 * n / progress.urns + "%";
    const fill = h("div", { class: "fill" });
    fill.style.width = share;
    return h("tr", {},
      h("th", { scope: "row" }, h("button", {
        type: "button", class: "link safe", "aria-label": `Show the keys of ${nid}`,
        click: async () => fillKeys(keyTable, (await counted.table(nid, 100)).keys, nid),
      }, nid)),
      h("td", { class: "number" }, count(n)),
      h("td", { class: "number" }, parseFloat(share).toFixed(1) + "%"),
      h("td", {}, h("div", { class: "share" }, fill)));
  });
  fillKeys(keyTable, keys, "");
  const { otherKeys, otherNIDs } = progress;
  $("counts").append(
    h("table", { class: "chart" },
      h("caption", {}, namespaces.length < progress.nids ? `The ${namespaces.length} most frequent namespaces` : "By namespace"),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Namespace"), h("th", { scope: "col", class: "number" }, "URNs"), h("th", { scope: "col", class: "number" }, "Share"), h("td", {}))),
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

$("export-csv").addEventListener("click", async () => save(...await counted.export()));
