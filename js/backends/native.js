// The backend over the Node.js addon (native/addon.c). Texts are read where they are; tokens go straight into the words
// of a tape that is used again.
import {
  BUILD_BYTES,
  FAILURE_NUMBERS,
  FEED_HEAD,
  FEED_NUMBERS,
  FEED_PATH_ADDED,
  FEED_TOKENS,
  SELECT_NUMBERS,
  SELECT_TEXT,
  SELECT_WORDS,
  STATUS_INVALID,
  STATUS_NEED_MEMORY,
  STATUS_REFUSED,
  TAPE_VERSION,
  TOKEN_WORDS,
} from '../layout.js';
import { buildBlockAt, buildResult, failureOf, outOfMemory, parseResult, roomFor, tokenTooLarge } from './backend.js';
import { RECORDS_FIRST, recordsResult, recordsSize, setRecordViews } from './records.js';

const NAME = 'native';
const LARGE = 4 << 20; // bytes of text or output from which on blocks may have grown huge

class NativeSink {
  #addon;
  #block = new Uint8Array(RECORDS_FIRST);

  constructor(addon) {
    this.#addon = addon;
    setRecordViews(this, this.#block.buffer, 0, RECORDS_FIRST);
  }

  write(ops, doubles, text, flags) {
    return recordsResult(this.#addon.recordsWrite(this.#block, ops, doubles, text, flags));
  }

  encode(text) {
    return this.#addon.recordsText(this.#block, text);
  }

  resume() {
    return recordsResult(this.#addon.recordsResume(this.#block));
  }

  take() {
    const bytes = this.out.slice(0, this.#addon.recordsLength(this.#block) - 1);
    this.#addon.recordsDrain(this.#block);
    return bytes;
  }

  reserve(bytes) {
    const size = recordsSize(bytes);
    if (size <= this.#block.length) return;
    const block = new Uint8Array(size);
    block.set(this.#block);
    this.#block = block;
    setRecordViews(this, block.buffer, 0, size);
  }
}

const KEEP_BYTES = 64 << 20; // of each block, from call to call: less than the WASM backend keeps in all

// Streams that have ended are kept for the next ones, with the keys that they know: so many, with blocks of that size.
const KEEP_STREAMS = 4;
const KEEP_STREAM_BYTES = 1 << 20;

const NO_BYTES = new Uint8Array(0);
const NO_WORDS = new Uint32Array(0);

function configure(addon, stream, { maxDepth, flags, maxTokenLength, maxLength }) {
  addon.configure(stream, maxDepth, flags, maxTokenLength, maxLength);
}

function failure(addon, stream) {
  const numbers = new Float64Array(FAILURE_NUMBERS);
  const text = addon.describe(stream, numbers);
  if (text === undefined) throw outOfMemory(NAME);
  return failureOf(numbers, text);
}

// Builds values, of all engines in one block: programs are run to their end, or forgotten.
class NativeBuilder {
  #addon;
  #block; // once it was wanted
  parts; // of it
  #built; // what is built: the arguments of each batch

  constructor(addon) {
    this.#addon = addon;
  }

  #prepare(stream, text) {
    if (this.#block === undefined) {
      this.#block = new Uint8Array(BUILD_BYTES);
      this.parts = buildBlockAt(this.#block.buffer, 0);
    }
    this.#built = { stream, text };
  }

  begin(stream, tokens, flags, text) {
    this.#prepare(stream, text);
    this.#addon.buildBegin(stream, this.#block, tokens, flags);
  }

  parse(text, flags) {
    this.#prepare(undefined, text);
    return parseResult(NAME, this.#addon.parse(this.#block, text, flags));
  }

  next() {
    const { stream, text } = this.#built;
    return buildResult(NAME, this.#addon.build(stream, this.#block, text));
  }

  done() {
    this.#built = undefined;
  }
}

// An engine of its own for the chunks of an input.
class NativeInput {
  report;
  addon;
  stream;
  #kept; // where it goes when it has ended

  constructor(addon, kept, reading, numbers) {
    this.report = new Float64Array(numbers);
    this.addon = addon;
    this.#kept = kept;
    this.stream = kept.pop() ?? addon.stream();
    if (this.stream === undefined) throw outOfMemory(NAME);
    configure(addon, this.stream, reading);
    if (addon.begin(this.stream) === STATUS_NEED_MEMORY) throw outOfMemory(NAME);
  }

  feed(chunk, last) {
    const status = this.addon.feed(this.stream, chunk, last, this.report);
    if (status === STATUS_NEED_MEMORY) throw outOfMemory(NAME);
    if (status === STATUS_REFUSED) throw tokenTooLarge();
    return status;
  }

  failure() {
    return failure(this.addon, this.stream);
  }

  close() {
    this.addon.trim(this.stream, KEEP_STREAM_BYTES);
    if (this.#kept.length < KEEP_STREAMS) this.#kept.push(this.stream);
    this.stream = undefined;
  }
}

class NativeStream extends NativeInput {
  constructor(addon, kept, reading) {
    super(addon, kept, reading, FEED_NUMBERS);
  }

  take() {
    const { report } = this;
    const tokens = report[FEED_TOKENS];
    const words = tokens > 0 ? new Uint32Array(tokens * TOKEN_WORDS) : NO_WORDS;
    const head = report[FEED_HEAD] > 0 ? new Uint8Array(report[FEED_HEAD]) : undefined;
    const path = report[FEED_PATH_ADDED] > 0 ? new Uint8Array(report[FEED_PATH_ADDED]) : NO_BYTES;
    if (words.length > 0 || head !== undefined || path.length > 0) this.addon.take(this.stream, words, head, path);
    return { words, head, path };
  }

  keys(known) {
    const texts = this.addon.keys(this.stream, known);
    if (texts === undefined) throw outOfMemory(NAME);
    return texts;
  }
}

class NativeSelection extends NativeInput {
  #builder;

  constructor(addon, kept, reading, { bytes, steps, stars }, flags, builder) {
    super(addon, kept, reading, SELECT_NUMBERS);
    this.#builder = builder;
    if (addon.select(this.stream, bytes, steps, stars, flags) === STATUS_NEED_MEMORY) throw outOfMemory(NAME);
  }

  buildBegin(tokens, flags, chunk) {
    this.#builder.begin(this.stream, tokens, flags, chunk);
  }

  buildNext() {
    return this.#builder.next();
  }

  buildBlock() {
    return this.#builder.parts;
  }

  take() {
    const { report } = this;
    const words = report[SELECT_WORDS] > 0 ? new Uint32Array(report[SELECT_WORDS]) : NO_WORDS;
    const text = report[SELECT_TEXT] > 0 ? new Uint8Array(report[SELECT_TEXT]) : NO_BYTES;
    this.addon.takeMatches(this.stream, words, text);
    return { words, text };
  }
}

/**
 * @param {object} addon the exports of jsontape.node
 * @param {() => string} sha256 of its file
 * @returns {import('./backend.js').Backend}
 */
export function nativeBackend(addon, sha256) {
  if (addon.tapeVersion !== TAPE_VERSION) {
    throw new Error(`jsontape.node writes tapes of version ${addon.tapeVersion}, not ${TAPE_VERSION}`);
  }
  let large = false;
  const kept = []; // streams
  let configured; // what the addon reads whole texts by
  const builder = new NativeBuilder(addon);

  function prepare(text, reading) {
    if (text.length > LARGE) large = true;
    if (reading !== configured) configure(addon, undefined, reading);
    configured = reading;
  }

  function takeOutput() {
    const output = new Uint8Array(addon.outputLength());
    addon.output(output);
    if (output.length > LARGE) large = true;
    return output;
  }

  return {
    name: NAME,
    isa: addon.isa,
    version: addon.version,
    sha256,
    small: 1 << 11,
    slowNumbers: false,

    tokenize(text, reading, words) {
      prepare(text, reading);
      const status = addon.tokenize(text, words);
      if (status === STATUS_NEED_MEMORY) throw outOfMemory(NAME);
      if (status === STATUS_REFUSED) throw tokenTooLarge();
      return status !== STATUS_INVALID;
    },

    tokens() {
      return Math.abs(addon.tokens());
    },

    reject: (index, code) => addon.reject(index, code),
    failure: () => failure(addon, undefined),

    takeWords(words) {
      const tokens = addon.tokens();
      const target = tokens < 0 ? words : roomFor(tokens * TOKEN_WORDS, words);
      addon.words(target);
      return target;
    },

    write(text, { count, char, flags }) {
      if (addon.write(text, undefined, 0, count, char, flags) === STATUS_NEED_MEMORY) throw outOfMemory(NAME);
      return takeOutput();
    },

    writeTape(text, words, tokens, { count, char, flags }) {
      if (text.length > LARGE) large = true;
      const status = addon.write(text, words, tokens, count, char, flags);
      if (status === STATUS_NEED_MEMORY) throw outOfMemory(NAME);
      return status === STATUS_REFUSED ? undefined : takeOutput();
    },

    buildBegin: (...args) => builder.begin(undefined, ...args),

    parse(text, reading, flags) {
      prepare(text, reading);
      return builder.parse(text, flags);
    },

    accepts: (text, { maxDepth }, isUtf8) => addon.accepts(text, maxDepth, isUtf8),

    buildNext: () => builder.next(),

    buildBlock: () => builder.parts,

    done() {
      builder.done();
      if (large) addon.trim(undefined, KEEP_BYTES);
      large = false;
    },

    stream: (reading) => new NativeStream(addon, kept, reading),

    select: (reading, path, flags) => new NativeSelection(addon, kept, reading, path, flags, builder),

    recordSink: () => new NativeSink(addon),
  };
}
