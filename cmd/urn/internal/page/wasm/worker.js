// A worker: it runs the engine. It is one script with wasm_exec.js, which defines Go.
"use strict";

const CHUNK = 256 << 10; // bytes of a file that are read at once
const STEP = 1 << 20; // bytes between two reports

let cancelled = false;
const started = {};
started.engine = new Promise(resolve => { started.resolve = resolve; });

onmessage = async ({ data }) => {
  if (data.module) {
    const go = new Go();
    go.run(await WebAssembly.instantiate(data.module, go.importObject)); // until it waits for calls
    started.resolve();
    if (data.file) await read(data.file, data.syntax);
  } else if (data.cancel) {
    cancelled = true;
  } else if (data.call) {
    await started.engine;
    try {
      postMessage({ id: data.id, result: urnEngine[data.call](...data.args) });
    } catch (e) {
      postMessage({ id: data.id, error: String(e) });
    }
  }
};

// pause lets messages in. setTimeout would wait for 4 ms each time.
const { port1, port2 } = new MessageChannel();
const pause = () => new Promise(resolve => {
  port1.onmessage = resolve;
  port2.postMessage(null);
});

// read has the engine read a file, and reports after every step.
async function read(file, syntax) {
  let error = "";
  try {
    const from = { at: 0 };
    urnEngine.open(syntax, source(file, from), file.name ?? "");
    for (let more = true; more && !cancelled;) {
      let progress;
      [more, error, progress] = urnEngine.step(STEP);
      postMessage({ progress: { ...JSON.parse(progress), read: from.at } });
      await pause();
    }
  } catch (e) {
    error = String(e);
  }
  postMessage({ done: true, error, cancelled, head: urnEngine.head(), table: JSON.parse(urnEngine.table("", 100)) });
}

// source returns a function that returns the bytes of a file after from.at, null at its end, or
// the text of an error. The bytes are in one array for all calls: the engine holds each array
// that it was given until it collects its garbage. It reports how far the file was read: where
// nothing is found, a step takes long.
function source(file, from) {
  const reader = new FileReaderSync();
  const buffer = new Uint8Array(CHUNK);
  let reported = 0;
  return () => {
    if (from.at >= file.size) return null;
    try {
      const bytes = new Uint8Array(reader.readAsArrayBuffer(file.slice(from.at, from.at + CHUNK)));
      from.at += bytes.length;
      if (performance.now() >= reported + 200) {
        reported = performance.now();
        postMessage({ progress: { read: from.at } });
      }
      buffer.set(bytes);
      return bytes.length === CHUNK ? buffer : buffer.subarray(0, bytes.length);
    } catch (e) {
      return "the file cannot be read: " + e.message;
    }
  };
}
