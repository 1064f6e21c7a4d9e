// The page: what people do, and which view shows the result.

import { $, encode, copy, write } from "./dom.js";
import { about, load } from "./engine.js";
import { show as showMark, showText } from "./textview.js";
import { showName } from "./nameview.js";
import { showComparison } from "./compareview.js";
import { readFile } from "./fileview.js";

// A text that is longer is read like a file, and its beginning is shown.
const longest = 64 << 10;

// The page starts with an example in its field.
const example = $("input").defaultValue;

let source = null; // the file that was opened last, and its name

const syntax = () => $("syntax").value;
const choose = (bytes, at, to) => showName(bytes, syntax(), meant => write($("input"), at, to, meant));

let show = () => {}; // shows the text of the field again, in another syntax

function setText(note, question) {
  $("example").textContent = $("input").value ? "Clear" : "Example";
  show = () => showText(encode($("input").value), syntax(), choose, note, question);
  return show();
}

function fromInput() {
  const text = $("input").value;
  if (text.length <= longest) {
    source = null;
    setText(text === example ? "This is an example: type or paste your own text." : "");
  } else {
    openFile(new Blob([text]), "the text");
  }
}

// openFile counts what a file has, and shows its beginning, if it is text.
function openFile(file, label) {
  source = { file, label };
  select("tab-file");
  readFile(file, label, syntax(), head => {
    if (head.includes(0)) return;
    $("input").value = new TextDecoder().decode(head, { stream: true }); // not half a character at its end
    setText(head.length >= longest ? `These are the first 64 KiB of ${label}; the File view counts all of it.` : `This is ${label}.`,
      /\.[ct]sv(\.\w+)?$/i.test(label) ? "csv" : undefined);
  });
}

let timer = 0;
$("input").addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(fromInput, $("input").value.length > 4096 ? 100 : 0);
});
// What is typed or pasted first replaces the example.
$("input").addEventListener("beforeinput", event => {
  const field = $("input");
  if (event.inputType.startsWith("insert") && field.value === example && field.selectionEnd === 0) field.select();
});
$("input").addEventListener("paste", event => {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (text.length <= longest) return; // a long text in a field is slow
  event.preventDefault();
  openFile(new Blob([text]), "the pasted text");
});
$("example").addEventListener("click", () => {
  write($("input"), 0, $("input").value.length, $("input").value ? "" : example);
  $("input").setSelectionRange(0, 0);
});
$("syntax").addEventListener("change", () => {
  if (source) readFile(source.file, source.label, syntax());
  show();
  showComparison(syntax());
});
for (const id of ["compare-a", "compare-b"]) $(id).addEventListener("input", () => showComparison(syntax()));

// Files: by a button, or dropped anywhere on the page.
for (const id of ["open", "open-file"]) $(id).addEventListener("click", () => $("file").click());
$("file").addEventListener("change", () => {
  const [file] = $("file").files;
  if (file) openFile(file, file.name);
  $("file").value = "";
});
addEventListener("dragover", event => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", event => {
  if (!event.relatedTarget) document.body.classList.remove("dropping");
});
addEventListener("drop", event => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  const [file] = event.dataTransfer.files;
  if (file) {
    openFile(file, file.name);
    return;
  }
  const text = event.dataTransfer.getData("text/plain");
  if (text.length > longest) {
    openFile(new Blob([text]), "the dropped text");
  } else if (text) {
    $("input").value = text;
    select("tab-text");
    fromInput();
  }
});

// On a narrow screen the name follows the text, and a bar between them stays in view.
$("to-text").addEventListener("click", () => $("view-text").scrollIntoView());
$("to-name").addEventListener("click", () => $("name").scrollIntoView());

// On paper, nothing can be unfolded.
addEventListener("beforeprint", () => { $("grammar").open = true; });

// The tabs: arrow keys go from one to the next.
const tabs = [...document.querySelectorAll("[role=tab]")];
function select(id) {
  for (const tab of tabs) {
    const on = tab.id === id;
    tab.setAttribute("aria-selected", on);
    tab.tabIndex = on ? 0 : -1;
    $(tab.getAttribute("aria-controls")).hidden = !on;
  }
  if (id === "tab-text") showMark();
}
for (const [i, tab] of tabs.entries()) {
  tab.addEventListener("click", () => select(tab.id));
  tab.addEventListener("keydown", event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const to = tabs[(i + step + tabs.length) % tabs.length];
    select(to.id);
    to.focus();
  });
}

// The state in the fragment of the address, which no browser sends: only if asked for.
$("link").addEventListener("click", () => {
  const state = new URLSearchParams({ syntax: syntax(), text: $("input").value });
  if ($("compare-a").value || $("compare-b").value) {
    state.set("a", $("compare-a").value);
    state.set("b", $("compare-b").value);
  }
  history.replaceState(null, "", "#" + state);
  copy(location.href, $("link"));
});
function fromFragment() {
  const state = new URLSearchParams(location.hash.slice(1));
  if ([...$("syntax").options].some(o => o.value === state.get("syntax"))) $("syntax").value = state.get("syntax");
  if (state.has("text")) $("input").value = state.get("text");
  $("compare-a").value = state.get("a") ?? "";
  $("compare-b").value = state.get("b") ?? "";
  fromInput();
  showComparison(syntax());
}

// An answer that does not come is not passed over in silence.
addEventListener("unhandledrejection", event => {
  for (const id of ["summary", "file-status"]) $(id).textContent = "The engine has failed: " + event.reason.message + ".";
});

$("engine").textContent = about;
try {
  await load();
  fromFragment();
  addEventListener("hashchange", fromFragment);
} catch (e) {
  $("summary").textContent = "The engine cannot be loaded: " + e.message;
}
