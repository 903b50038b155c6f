// The backend over a WASM module: wasm/exports.c, as the browser module or as the WASI reactor. Texts and tokens are
// copied in and out of the module's memory.
import {
  FAILURE_MESSAGE,
  FAILURE_NUMBERS,
  FAILURE_POINTER,
  FEED_HEAD,
  FEED_NUMBERS,
  FEED_PATH_ADDED,
  FEED_TOKENS,
  ISA_NAMES,
  SELECT_NUMBERS,
  SELECT_TEXT,
  SELECT_WORDS,
  STATUS_INVALID,
  STATUS_NEED_MEMORY,
  STATUS_REFUSED,
  TAPE_VERSION,
  TOKEN_WORDS,
  VERSION_MAJOR,
  VERSION_MINOR,
  VERSION_PATCH,
} from '../layout.js';
import { buildBlockAt, buildResult, failureOf, outOfMemory, randomSeed, roomFor, tokenTooLarge } from './backend.js';
import { RECORDS_FIRST, recordsResult, recordsSize, setRecordViews } from './records.js';

/** Of the module that this was written for: what both exchange may change with every version. */
const VERSION = `${VERSION_MAJOR}.${VERSION_MINOR}.${VERSION_PATCH}`;

/** The memory of an instance never shrinks: one that has more than this is let go when its results are not needed. */
const KEEP_BYTES = 256 << 20;

/** Instances of streams that have ended are kept for the next ones: so many, and those of no more memory than this. */
const KEEP_STREAMS = 4;
const KEEP_STREAM_BYTES = 16 << 20;

const NO_BYTES = new Uint8Array(0);
const NO_WORDS = new Uint32Array(0);

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

// An instance for texts or a stream: the functions of the module by their names in exports, and the memory.
class Instance {
  exports;
  #bytes; // all of the memory; a new one whenever it has grown
  #block; // in which values are built, as long as the memory is that one

  constructor(module) {
    this.exports = instantiate(module);
    this.exports.seed(randomSeed(), randomSeed());
  }

  get bytes() {
    const { buffer } = this.exports.memory;
    if (this.#bytes?.buffer !== buffer) this.#bytes = new Uint8Array(buffer);
    return this.#bytes;
  }

  /** A copy of bytes[at .. at + length); at as the module gives it. */
  slice(at, length) {
    return this.bytes.slice(at >>> 0, (at >>> 0) + length);
  }

  /** A view of numbers. */
  doubles(at, count) {
    return new Float64Array(this.bytes.buffer, at >>> 0, count);
  }

  /** A view of words. */
  words(at, count) {
    return new Uint32Array(this.bytes.buffer, at >>> 0, count);
  }

  /** A view of the tape's words. */
  tape(tokens) {
    return this.words(this.exports.tape(), tokens * TOKEN_WORDS);
  }

  buildBlock() {
    const { buffer } = this.exports.memory;
    if (this.#block?.words.buffer !== buffer) {
      this.#block = buildBlockAt(buffer, this.exports.build_block() >>> 0, this.#block);
    }
    return this.#block;
  }

  configure({ maxDepth, flags, maxTokenLength, maxLength }) {
    this.exports.configure(maxDepth, flags, maxTokenLength, maxLength);
  }

  failure(name) {
    const at = this.exports.describe() >>> 0;
    if (at === 0) throw outOfMemory(name);
    const numbers = this.doubles(at, FAILURE_NUMBERS);
    return failureOf(numbers, this.slice(this.exports.output(), numbers[FAILURE_MESSAGE] + numbers[FAILURE_POINTER]));
  }
}

// An instance of its own for the chunks of an input.
class WasmInput {
  report;
  #numbers; // that are reported
  name;
  instance;
  #release;

  constructor(name, instance, reading, release, numbers) {
    this.#numbers = numbers;
    this.name = name;
    this.instance = instance;
    this.#release = release;
    instance.configure(reading);
    if (instance.exports.begin_stream() === STATUS_NEED_MEMORY) throw outOfMemory(name);
  }

  /** Puts bytes where the next chunk goes. */
  place(bytes) {
    const at = this.instance.exports.chunk(bytes.length) >>> 0;
    if (at === 0) throw outOfMemory(this.name);
    this.instance.bytes.set(bytes, at);
  }

  feed(chunk, last) {
    this.place(chunk);
    const { exports } = this.instance;
    const status = exports.feed(last ? 1 : 0);
    if (status === STATUS_NEED_MEMORY) throw outOfMemory(this.name);
    if (status === STATUS_REFUSED) throw tokenTooLarge();
    this.report = this.instance.doubles(exports.report(), this.#numbers);
    return status;
  }

  failure() {
    const failure = this.instance.failure(this.name);
    this.report = this.instance.doubles(this.instance.exports.report(), this.#numbers);
    return failure;
  }

  close() {
    this.#release(this.instance);
    this.instance = undefined;
  }
}

class WasmStream extends WasmInput {
  constructor(name, instance, reading, release) {
    super(name, instance, reading, release, FEED_NUMBERS);
  }

  take() {
    const { exports } = this.instance;
    const words = this.instance.tape(this.report[FEED_TOKENS]).slice();
    const headLength = this.report[FEED_HEAD];
    const head = headLength > 0 ? this.instance.slice(exports.head(), headLength) : undefined;
    const added = this.report[FEED_PATH_ADDED];
    const path = added > 0 ? this.instance.slice(exports.path(), added) : NO_BYTES;
    return { words, head, path };
  }

  keys(known) {
    const { exports } = this.instance;
    if (exports.keys(known) === STATUS_NEED_MEMORY) throw outOfMemory(this.name);
    return this.instance.slice(exports.output(), exports.output_length());
  }
}

class WasmSelection extends WasmInput {
  constructor(name, instance, reading, release, { bytes, steps, stars }, flags) {
    super(name, instance, reading, release, SELECT_NUMBERS);
    this.place(bytes);
    if (instance.exports.select_path(steps, stars, flags) === STATUS_NEED_MEMORY) throw outOfMemory(name);
  }

  buildBegin(tokens, flags) {
    this.instance.exports.build_begin(tokens, flags);
  }

  buildNext() {
    return buildResult(this.name, this.instance.exports.build());
  }

  buildBlock() {
    return this.instance.buildBlock();
  }

  take() {
    const { exports } = this.instance;
    const count = this.report[SELECT_WORDS];
    const length = this.report[SELECT_TEXT];
    const words = count > 0 ? this.instance.words(exports.matches(), count).slice() : NO_WORDS;
    const text = length > 0 ? this.instance.slice(exports.output(), length) : NO_BYTES;
    return { words, text };
  }
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
  let instance;
  let configured; // what it reads texts by
  const streams = []; // instances that wait for the next stream

  function start() {
    instance = new Instance(module);
    configured = undefined;
  }

  function release(used) {
    if (streams.length < KEEP_STREAMS && used.bytes.length <= KEEP_STREAM_BYTES) streams.push(used);
  }

  // Puts a text where the module works on it, with room for a tape of so many tokens, if JavaScript has one.
  function begin(text, tokens) {
    const at = instance.exports.begin(text.length, tokens) >>> 0;
    if (at === 0) throw outOfMemory(name);
    instance.bytes.set(text, at);
  }

  const takeOutput = () => instance.slice(instance.exports.output(), instance.exports.output_length() >>> 0);

  start();
  if (instance.exports.tape_version() !== TAPE_VERSION) {
    throw new Error(`the WASM module writes tapes of version ${instance.exports.tape_version()}, not ${TAPE_VERSION}`);
  }
  const number = instance.exports.version();
  const version = `${number >>> 16}.${(number >>> 8) & 255}.${number & 255}`;
  if (version !== VERSION) throw new Error(`the WASM module is of version ${version}, not ${VERSION}`);

  return {
    name,
    isa: ISA_NAMES[instance.exports.isa()],
    version,
    sha256,
    small: 1 << 14,
    slowNumbers: true,

    tokenize(text, reading) {
      if (instance === undefined) start();
      if (reading !== configured) instance.configure(reading);
      configured = reading;
      begin(text, 0);
      const status = instance.exports.feed(1);
      if (status === STATUS_NEED_MEMORY) throw outOfMemory(name);
      if (status === STATUS_REFUSED) throw tokenTooLarge();
      return status !== STATUS_INVALID;
    },

    tokens() {
      return instance.exports.tokens() >>> 0;
    },

    reject: (index, code) => instance.exports.reject(index, code),
    failure: () => instance.failure(name),

    takeWords(words) {
      const source = instance.tape(instance.exports.tokens() >>> 0);
      if (words === undefined) return source.slice();
      const target = roomFor(source.length, words);
      target.set(source);
      return target;
    },

    write(_text, { count, char, flags }) {
      const { exports } = instance;
      if (exports.write(exports.tokens(), count, char, flags) === STATUS_NEED_MEMORY) throw outOfMemory(name);
      return takeOutput();
    },

    writeTape(text, words, tokens, { count, char, flags }) {
      if (instance === undefined) start();
      begin(text, tokens);
      instance.tape(tokens).set(words);
      const status = instance.exports.write(tokens, count, char, flags);
      if (status === STATUS_NEED_MEMORY) throw outOfMemory(name);
      return status === STATUS_REFUSED ? undefined : takeOutput();
    },

    buildBegin(tokens, flags) {
      instance.exports.build_begin(tokens, flags);
    },

    parse(text, reading, flags) {
      if (!this.tokenize(text, reading)) return undefined;
      this.buildBegin(this.tokens(), flags);
      return this.buildNext();
    },

    buildNext: () => buildResult(name, instance.exports.build()),

    buildBlock: () => instance.buildBlock(),

    done() {
      if (instance?.bytes.length > KEEP_BYTES) instance = undefined;
    },

    stream: (reading) => new WasmStream(name, streams.pop() ?? new Instance(module), reading, release),

    select: (reading, path, flags) =>
      new WasmSelection(name, streams.pop() ?? new Instance(module), reading, release, path, flags),

    recordSink: () => new WasmSink(module),
  };
}
