// Asking the engine, which is the server of this page: "urn serve", on this machine.
//
// The page as a folder has a module of the same name and exports instead, whose engine is
// WebAssembly.

// about tells people where the engine is.
export const about = "The engine is the command urn, which serves this page to this machine alone. " +
  "What you paste or open goes to it, and to nobody else.";

// load prepares the engine.
export async function load() {}

async function post(call, query, body, signal) {
  let response;
  try {
    response = await fetch(`engine/${call}?` + new URLSearchParams(query), {
      method: "POST", headers: { "Content-Type": "application/octet-stream" }, body, signal,
    });
  } catch (e) {
    throw signal?.aborted ? e : new Error("the server does not answer: does urn serve still run?");
  }
  if (!response.ok) throw new Error((await response.text()).trim());
  return response;
}

const json = async (...request) => (await post(...request)).json();

// ask asks a question about one or two byte strings and returns the answer.
export const ask = (question, syntax, a, b = new Uint8Array(0)) =>
  json("ask", { question, syntax, first: a.length }, new Blob([a, b]));

// count has the engine count the URNs of a file. receive is called with reports until one of
// them is "done". The result asks for what was counted.
export function count(file, syntax, receive) {
  const abort = new AbortController();
  let id;
  const run = async () => {
    let error = "";
    try {
      ({ id } = await json("open", { syntax }));
      const watch = setInterval(async () => {
        const progress = await json("progress", { id }).catch(() => null);
        if (progress) receive({ progress });
      }, 200);
      try {
        ({ error } = await json("read", { id, name: file.name ?? "" }, file, abort.signal));
      } finally {
        clearInterval(watch);
      }
    } catch (e) {
      error = abort.signal.aborted ? "" : e.message;
    }
    const report = { done: true, error, cancelled: abort.signal.aborted };
    try {
      report.table = await counted.table("", 100); // waits until nothing is read any more
      report.progress = await json("progress", { id });
      report.head = new Uint8Array(await (await post("head", { id })).arrayBuffer());
    } catch (e) {
      report.error ||= e.message;
    }
    receive(report);
  };
  const counted = {
    cancel: () => abort.abort(),
    close: () => abort.abort(),
    table: (nid, limit) => json("table", { id, nid, limit }),
    export: async () => [await (await post("export", { id })).blob()],
  };
  run();
  return counted;
}
