// A worker: it runs the engine. It is one script with vendor/wasm_exec.js, which defines
// Go, and vendor/fzstd.js, which defines fzstd.
"use strict";

const CHUNK = 256 << 10; // of a file that is read
const PIECE = 2 << 10; // of compressed data: it can become 64 MiB, which are held
const WINDOW = 64 << 20; // the largest window of Zstandard that is held
const STEP = 1 << 20; // bytes between two reports

let cancelled = false;

onmessage = async ({ data }) => {
  if (data.packed) {
    const module = await WebAssembly.compile(fzstd.decompress(new Uint8Array(data.packed)));
    await start(module);
    postMessage({ module });
  } else if (data.module) {
    await start(data.module);
    await read(data.file, data.syntax);
  } else if (data.cancel) {
    cancelled = true;
  } else if (data.call) {
    try {
      const result = urnEngine[data.call](...data.args);
      postMessage({ id: data.id, result });
    } catch (e) {
      postMessage({ id: data.id, error: String(e) });
    }
  }
};

async function start(module) {
  const go = new Go();
  go.run(await WebAssembly.instantiate(module, go.importObject)); // until it waits for calls
}

// pause lets messages in. setTimeout would wait for 4 ms each time.
const { port1, port2 } = new MessageChannel();
const pause = () => new Promise(resolve => {
  port1.onmessage = resolve;
  port2.postMessage(null);
});

// read has the engine read a file, and reports after every step.
async function read(file, syntax) {
  const from = { at: 0 };
  let error = "";
  let progress = null;
  try {
    error = urnEngine.open(syntax, reusing(await source(file, from)));
    for (let more = error === ""; more && !cancelled;) {
      let text;
      [more, error, text] = urnEngine.step(STEP);
      progress = JSON.parse(text);
      postMessage({ progress, read: from.at });
      await pause();
    }
  } catch (e) {
    error = String(e);
  }
  if (progress === null) {
    postMessage({ done: true, error });
    return;
  }
  postMessage({ done: true, error, cancelled, progress, read: from.at, head: urnEngine.head(), table: JSON.parse(urnEngine.table("", 100)) });
}

// report says how far a file was read. A step takes long where nothing is found.
let reported = 0;
function report(at) {
  if (performance.now() < reported + 200) return;
  reported = performance.now();
  postMessage({ read: at });
}

// reusing returns a function that does what next does, with one array for all bytes. The
// engine holds each array that it was given until it collects its garbage.
function reusing(next) {
  const buffer = new Uint8Array(CHUNK);
  let piece = new Uint8Array(0);
  return () => {
    while (piece?.length === 0) piece = next();
    if (!(piece instanceof Uint8Array)) return piece;
    const n = Math.min(piece.length, CHUNK);
    buffer.set(piece.subarray(0, n));
    piece = piece.subarray(n);
    return n === CHUNK ? buffer : buffer.subarray(0, n);
  };
}

// source returns a function that returns the next bytes of a file, null at its end, or
// the text of an error. Zstandard is decompressed here, gzip in the engine.
async function source(file, from) {
  const reader = new FileReaderSync();
  const next = () => {
    if (from.at >= file.size) return null;
    try {
      const bytes = new Uint8Array(reader.readAsArrayBuffer(file.slice(from.at, from.at + CHUNK)));
      from.at += bytes.length;
      report(from.at);
      return bytes;
    } catch (e) {
      return "the file cannot be read: " + e.message;
    }
  };
  const head = new Uint8Array(await file.slice(0, 18).arrayBuffer());
  if (!(head[0] === 0x28 && head[1] === 0xB5 && head[2] === 0x2F && head[3] === 0xFD)) return next;
  if (zstdWindow(head) > WINDOW) return () => "the window of the Zstandard frame is larger than 64 MiB";

  const unpacked = [];
  const decompress = new fzstd.Decompress(bytes => { if (bytes.length > 0) unpacked.push(bytes); });
  let packed = new Uint8Array(0);
  let ended = false;
  return () => {
    while (unpacked.length === 0) {
      if (ended) return null;
      if (packed.length === 0) {
        packed = next();
        if (typeof packed === "string") return packed;
        ended = packed === null;
      }
      try {
        if (ended) decompress.push(new Uint8Array(0), true);
        else decompress.push(packed.slice(0, PIECE));
      } catch (e) {
        return "Zstandard: " + e.message;
      }
      if (!ended) packed = packed.subarray(PIECE);
    }
    return unpacked.shift();
  };
}

// zstdWindow returns the size of the window that the header of a frame asks for (RFC
// 8878, section 3.1.1.1).
function zstdWindow(head) {
  const descriptor = head[4];
  if (!(descriptor & 0x20)) return 2 ** (10 + (head[5] >> 3)) * (1 + (head[5] & 7) / 8);
  const at = 5 + [0, 1, 2, 4][descriptor & 3];
  let size = 0;
  for (let i = [1, 2, 4, 8][descriptor >> 6] - 1; i >= 0; i--) size = size * 256 + head[at + i];
  return size;
}
