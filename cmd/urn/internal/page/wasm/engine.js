// Asking the engine, which is WebAssembly. It runs in workers, so that the page never waits.
//
// The page of "urn serve" has a module of the same name and exports instead, which asks the
// server.

// about tells people where the engine is.
export const about = "The engine is the Go library github.com/seed7b5a83f0/urn, compiled to WebAssembly. " +
  "After loading, this page makes no request: its Content-Security-Policy forbids every one.";

let workerURL; // of the script of a worker
let compiled; // the engine, a WebAssembly.Module
let asked; // the worker that answers questions
const waiting = new Map(); // what to do with an answer, by its number
let number = 0;

// load fetches the engine and then locks the page: from then on it makes no request.
export async function load() {
  // The scripts of a worker are put together into one, which needs no request.
  const [engine, ...scripts] = await Promise.all(["engine.wasm.gz", "wasm_exec.js", "worker.js"].map(get));
  workerURL = URL.createObjectURL(new Blob(scripts.flatMap(s => [s, "\n;\n"]), { type: "text/javascript" }));
  lock();
  compiled = await WebAssembly.compile(await unpack(engine));
  asked = new Worker(workerURL);
  asked.onmessage = ({ data }) => settle(waiting, data);
  asked.postMessage({ module: compiled });
}

async function get(file) {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

// unpack decompresses gzip. A server may have said that the file is compressed, so that the
// browser has decompressed it already.
async function unpack(buffer) {
  if (new Uint8Array(buffer)[0] !== 0x1F) return buffer;
  return new Response(new Blob([buffer]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// lock adds a policy that forbids every request. Policies only add up, so nothing can
// undo it, and the workers started from here on inherit it.
function lock() {
  const meta = document.createElement("meta");
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = "default-src 'none'; script-src 'wasm-unsafe-eval'; worker-src blob:";
  document.head.append(meta);
}

// request has a worker call a function of the engine, and returns the result.
function request(worker, calls, call, args) {
  return new Promise((resolve, reject) => {
    calls.set(++number, { resolve, reject });
    worker.postMessage({ id: number, call, args });
  });
}

function settle(calls, { id, result, error }) {
  const { resolve, reject } = calls.get(id);
  calls.delete(id);
  if (error) reject(new Error(error));
  else resolve(result);
}

// ask asks a question about one or two byte strings and returns the answer.
export const ask = async (question, syntax, a, b = new Uint8Array(0)) =>
  JSON.parse(await request(asked, waiting, "answer", [question, syntax, a, b]));

// count has the engine count the URNs of a file. receive is called with reports until one of
// them is "done". The result asks for what was counted.
export function count(file, syntax, receive) {
  const worker = new Worker(workerURL);
  const calls = new Map();
  let last = null;
  let patience;
  const end = report => {
    clearTimeout(patience);
    receive({ done: true, progress: last, ...report });
  };
  worker.onerror = e => end({ error: e.message });
  worker.onmessage = ({ data }) => {
    if (data.id) settle(calls, data);
    else if (data.done) end(data);
    else receive({ progress: last = { ...last, ...data.progress } });
  };
  worker.postMessage({ module: compiled, file, syntax });
  return {
    cancel() {
      worker.postMessage({ cancel: true });
      // A worker that finds nothing for a long time does not look at its messages.
      patience = setTimeout(() => {
        worker.terminate();
        end({ error: "", cancelled: true });
      }, 5000);
    },
    close() {
      clearTimeout(patience);
      worker.terminate();
    },
    table: async (nid, limit) => JSON.parse(await request(worker, calls, "table", [nid, limit])),
    async export() {
      const parts = [];
      for (let row = 0; ;) {
        const [text, next] = await request(worker, calls, "export", [row]);
        parts.push(text);
        if (next === 0) return parts;
        row = next;
      }
    },
  };
}
