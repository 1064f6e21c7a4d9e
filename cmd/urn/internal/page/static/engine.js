// Loading the engine, and asking it. It runs in workers, so that the page never waits.

// The scripts of a worker. They are put together into one, which needs no request.
const scripts = ["vendor/wasm_exec.js", "vendor/fzstd.js", "worker.js"];

let workerURL; // of the script of a worker
let compiled; // the engine, a WebAssembly.Module
let asked; // the worker that answers questions
const waiting = new Map(); // what to do with an answer, by its number
let number = 0;

// load fetches the engine and then locks the page: from then on it makes no request.
export async function load() {
  const [packed, ...texts] = await Promise.all(["engine.wasm.zst", ...scripts].map(get));
  workerURL = URL.createObjectURL(new Blob(texts.flatMap(t => [t, "\n;\n"]), { type: "text/javascript" }));
  lock();
  asked = new Worker(workerURL);
  const ready = new Promise((resolve, reject) => {
    asked.onerror = e => reject(new Error(e.message));
    asked.onmessage = ({ data }) => {
      if (data.module) {
        compiled = data.module;
        resolve();
        return;
      }
      const { resolve: done, reject: failed } = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.error) failed(new Error(data.error));
      else done(typeof data.result === "string" ? JSON.parse(data.result) : data.result);
    };
  });
  asked.postMessage({ packed }, [packed]);
  await ready;
}

// get returns the bytes of a file. A page that is a single file has them in it.
async function get(file) {
  const inside = document.querySelector(`script[data-file="${file}"]`);
  if (inside) return Uint8Array.from(atob(inside.textContent), c => c.charCodeAt(0)).buffer;
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

// lock adds a policy that forbids every request. Policies only add up, so nothing can
// undo it, and the workers started from here on inherit it.
function lock() {
  const meta = document.createElement("meta");
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = "default-src 'none'; script-src 'wasm-unsafe-eval'; worker-src blob:";
  document.head.append(meta);
}

// ask calls a function of the engine and returns its answer.
export function ask(call, ...args) {
  return new Promise((resolve, reject) => {
    waiting.set(++number, { resolve, reject });
    asked.postMessage({ id: number, call, args });
  });
}

// stream starts a worker that counts the URNs of a file. It returns the worker.
export function stream(file, syntax, receive) {
  const worker = new Worker(workerURL);
  worker.onerror = e => receive({ done: true, error: e.message });
  worker.onmessage = ({ data }) => receive(data);
  worker.postMessage({ module: compiled, file, syntax });
  return worker;
}
