// The backend over a WASM module: wasm/exports.c, as the browser module or as the WASI reactor. Texts and tokens are
// copied in and out of the module's memory.
import { STATUS_INVALID, STATUS_NEED_MEMORY, STATUS_REFUSED, TAPE_VERSION, TOKEN_WORDS, ISA_NAMES } from '../layout.js';
import { failureOf, outOfMemory, randomSeed, roomFor } from './backend.js';
import { RECORDS_FIRST, recordsResult, recordsSize, setRecordViews } from './records.js';

/** The memory of an instance never shrinks: one that has more than this is let go when its results are not needed. */
const KEEP_BYTES = 256 << 20;

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

// The functions of a new instance, and its memory. They stand behind proxies because V8 inlines calls of WASM functions
// and then, in Node.js 20, miscompiles large functions around them until they crash (--no-turbo-inline-js-wasm-calls is
// the proof); it does not look through a proxy, and going through one costs a few nanoseconds.
function instantiate(module) {
  const { exports } = new WebAssembly.Instance(module, {});
  exports._initialize?.();
  const instance = { memory: exports.memory };
  for (const [name, value] of Object.entries(exports)) {
    if (typeof value === 'function') instance[name] = new Proxy(value, {});
  }
  return instance;
}

class WasmSink {
  #exports;
  #size = 0;

  constructor(module) {
    this.#exports = instantiate(module);
    this.#resize(RECORDS_FIRST);
  }

  write(ops, doubles, text, flags) {
    return recordsResult(this.#exports.records_write(ops, doubles, text, flags));
  }

  resume() {
    return recordsResult(this.#exports.records_resume());
  }

  take() {
    const bytes = this.out.slice(0, this.#exports.records_length() - 1);
    this.#exports.records_drain();
    return bytes;
  }

  reserve(bytes) {
    const size = recordsSize(bytes);
    if (size > this.#size) this.#resize(size);
  }

  #resize(size) {
    const at = this.#exports.records(size) >>> 0;
    if (at === 0) throw new RangeError('the value needs more memory than a WASM module can get');
    this.#size = size;
    setRecordViews(this, this.#exports.memory.buffer, at, size);
  }
}

/**
 * @param {string} name 'wasm' or 'wasi'
 * @param {WebAssembly.Module} module
 * @param {() => string} sha256 of its bytes
 * @returns {import('./backend.js').Backend}
 */
export function wasmBackend(name, module, sha256) {
  let exports;
  let bytes; // all of the memory; a new one whenever it has grown

  function start() {
    exports = instantiate(module);
    exports.seed(randomSeed(), randomSeed());
  }

  function memory() {
    const { buffer } = exports.memory;
    if (bytes?.buffer !== buffer) bytes = new Uint8Array(buffer);
    return bytes;
  }

  // Puts a text where the module works on it, with room for a tape of so many tokens, if JavaScript has one.
  function begin(text, tokens) {
    if (exports === undefined) start();
    const at = exports.begin(text.length, tokens) >>> 0;
    if (at === 0) throw outOfMemory(name);
    memory().set(text, at);
  }

  function takeOutput() {
    const at = exports.output() >>> 0;
    return memory().slice(at, at + (exports.output_length() >>> 0));
  }

  start();
  if (exports.tape_version() !== TAPE_VERSION) {
    throw new Error(`the WASM module writes tapes of version ${exports.tape_version()}, not ${TAPE_VERSION}`);
  }
  const version = exports.version();

  return {
    name,
    isa: ISA_NAMES[exports.isa()],
    version: `${version >>> 16}.${(version >>> 8) & 255}.${version & 255}`,
    sha256,

    tokenize(text, maxDepth) {
      begin(text, 0);
      const status = exports.tokenize(maxDepth);
      if (status === STATUS_NEED_MEMORY) throw outOfMemory(name);
      return status !== STATUS_INVALID;
    },

    tokens() {
      return exports.tokens() >>> 0;
    },

    failure() {
      const at = exports.describe() >>> 0;
      if (at === 0) throw outOfMemory(name);
      const report = new Float64Array(memory().buffer, at, 8);
      const text = exports.output() >>> 0;
      const message = bytes.subarray(text, text + report[6]);
      const pointer = bytes.subarray(text + report[6], text + report[6] + report[7]);
      return failureOf(report, utf8.decode(message), utf8.decode(pointer));
    },

    takeWords(words) {
      const size = (exports.tokens() >>> 0) * TOKEN_WORDS;
      const source = new Uint32Array(memory().buffer, exports.tape() >>> 0, size);
      if (words === undefined) return source.slice();
      const target = roomFor(size, words);
      target.set(source);
      return target;
    },

    write(_text, indent, indentChar) {
      if (exports.write(exports.tokens(), indent, indentChar) === STATUS_NEED_MEMORY) throw outOfMemory(name);
      return takeOutput();
    },

    writeTape(text, words, tokens, indent, indentChar) {
      begin(text, tokens);
      new Uint32Array(memory().buffer, exports.tape() >>> 0, tokens * TOKEN_WORDS).set(words);
      const status = exports.write(tokens, indent, indentChar);
      if (status === STATUS_NEED_MEMORY) throw outOfMemory(name);
      return status === STATUS_REFUSED ? undefined : takeOutput();
    },

    done() {
      if (exports.memory.buffer.byteLength > KEEP_BYTES) {
        exports = undefined;
        bytes = undefined;
      }
    },

    recordSink: () => new WasmSink(module),
  };
}
