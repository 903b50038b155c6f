// Values that a path names, out of one input or the chunks of a source. The core finds them; here are the matches, what
// they hold, and the loops over them.
//
// The core is given slices of bounded size, so that no module copies more than that at a time and a loop that is left
// early has not read everything. What it finds in a slice comes as one batch.
import { JSONTapeError } from './error.js';
import { ChunkBytes, inputBytes, isInput, joinBytes } from './input.js';
import {
  ERROR_INPUT_TOO_LONG,
  ERROR_NAMES,
  MATCH_INDEX,
  MATCH_LENGTH,
  MATCH_POINTER,
  MATCH_START,
  SELECT_BASE,
  SELECT_END,
  SELECT_HEAD,
  SELECT_HEADS,
  SELECT_TRUSTED,
  STATUS_INVALID,
  UTF8_REPLACE,
} from './layout.js';
import { readOptions, READING_NAMES } from './options.js';
import { Source } from './source.js';
import { createTape } from './tape.js';

const SLICE = 1 << 18; // bytes
const LIMIT = 2 ** 32;
const OF_THE_INPUT = ERROR_NAMES[ERROR_INPUT_TOO_LONG]; // an error that is no matter of a line
const NAMES = ['trusted', 'backend', 'signal', ...READING_NAMES];
const NO_BYTES = new Uint8Array(0);

const encoder = new TextEncoder();
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

const kind = (value) => (value === null ? 'null' : typeof value === 'object' ? 'an object' : `a ${typeof value}`);

/** A path, and the JSON Pointers of what it names. */
export class SelectPath {
  /** As the core takes it. */
  bytes;
  /** Words of a match. */
  stride;
  #parts = ['']; // of the path, between its '*'

  /** @throws {TypeError} for what is no path */
  constructor(path) {
    if (typeof path !== 'string') throw new TypeError(`the path must be a string, not ${kind(path)}`);
    if ((path !== '' && path[0] !== '/') || /~(?![01])/.test(path)) {
      throw new TypeError(`the path must be a JSON Pointer, in which '*' may be a step, not '${path}'`);
    }
    this.bytes = encoder.encode(path);
    const parts = this.#parts;
    for (const step of path.split('/').slice(1)) {
      parts[parts.length - 1] += step === '*' ? '/' : `/${step}`;
      if (step === '*') parts.push('');
    }
    this.stride = MATCH_INDEX + parts.length - 1;
  }

  /** The JSON Pointer of a match where each '*' stands for an element: the words from `at` on are their indices. */
  pointer(words, at) {
    const parts = this.#parts;
    let pointer = parts[0];
    for (let i = 1; i < parts.length; i++) pointer += words[at + i - 1] + parts[i];
    return pointer;
  }
}

/** Matches that were found together, by index. */
export class Batch {
  #path;
  #words;
  #base; // that starts count from
  #text; // pointers
  #textStart; // where the first one begins in it
  #bytes; // where the matches lie
  #offset; // of the first of these bytes
  #parseOne; // gives the value of bytes

  constructor(path, words, base, text, textStart, bytes, offset, parseOne) {
    this.#path = path;
    this.#words = words;
    this.#base = base;
    this.#text = text;
    this.#textStart = textStart;
    this.#bytes = bytes;
    this.#offset = offset;
    this.#parseOne = parseOne;
  }

  get length() {
    return this.#words.length / this.#path.stride;
  }

  start(index) {
    return this.#base + this.#words[index * this.#path.stride + MATCH_START];
  }

  end(index) {
    return this.start(index) + this.#words[index * this.#path.stride + MATCH_LENGTH];
  }

  pointer(index) {
    const words = this.#words;
    const { stride } = this.#path;
    const at = index * stride;
    const from = index === 0 ? this.#textStart : words[at - stride + MATCH_POINTER];
    const to = words[at + MATCH_POINTER];
    return to > from ? utf8.decode(this.#text.subarray(from, to)) : this.#path.pointer(words, at + MATCH_INDEX);
  }

  bytes(index) {
    return this.#bytes.subarray(this.start(index) - this.#offset, this.end(index) - this.#offset);
  }

  value(index) {
    return this.#parseOne(this.bytes(index));
  }
}

/** A value that was selected: one of a batch. */
class Match {
  #batch;
  #index;
  #bytes; // once asked for

  constructor(batch, index) {
    this.#batch = batch;
    this.#index = index;
  }

  get pointer() {
    return this.#batch.pointer(this.#index);
  }

  get start() {
    return this.#batch.start(this.#index);
  }

  get end() {
    return this.#batch.end(this.#index);
  }

  get bytes() {
    this.#bytes ??= this.#batch.bytes(this.#index);
    return this.#bytes;
  }

  get value() {
    return this.#batch.value(this.#index);
  }
}

/** What lies between the chunks of an input, and gives what a path selects from them. */
export class Selector {
  #reading;
  #path;
  #parseOne;
  #selection;
  #fed = 0; // offset of the chunk
  #chunk = NO_BYTES;
  #open; // the match that goes on behind what has been read

  /**
   * @param {import('./backends/backend.js').Backend} backend
   * @param {import('./options.js').Reading} reading
   * @param {SelectPath} path
   * @param {boolean} trusted whether what can't match is passed over without a look
   * @param {boolean} whole whether there is but one chunk
   * @param {(bytes: Uint8Array) => unknown} parseOne
   */
  constructor(backend, reading, path, trusted, whole, parseOne) {
    this.#reading = reading;
    this.#path = path;
    this.#parseOne = parseOne;
    const flags = (trusted ? SELECT_TRUSTED : 0) | (whole ? 0 : SELECT_HEADS);
    this.#selection = backend.select(reading, path.bytes, flags);
  }

  close() {
    this.#selection?.close();
    this.#selection = undefined;
  }

  /**
   * What is found in the next chunk, in its order; between batches bad lines are reported.
   * @returns {Generator<Batch, void, void>}
   * @throws {JSONTapeError}
   */
  *read(chunk, last) {
    const { length } = chunk;
    if (this.#open !== undefined) this.#keep();
    this.#fed += this.#chunk.length;
    this.#chunk = chunk;
    let start = 0;
    do {
      if (chunk.length !== length) throw new TypeError('the memory of the input is detached or out of bounds');
      const end = Math.min(start + SLICE, length);
      // All that is found before anybody is told of it, since then the memory may go.
      for (const part of this.#readSlice(chunk.subarray(start, end), last && end === length)) {
        if (part instanceof Batch) yield part;
        else if (this.#goesOnBehind(part)) this.#reading.onBadLine(part);
        else throw part;
      }
      start = end;
    } while (start < length);
  }

  #goesOnBehind = (error) => this.#reading.onBadLine !== undefined && error.code !== OF_THE_INPUT;

  // Batches and errors.
  #readSlice(slice, last) {
    const parts = [];
    const selection = this.#selection;
    while (selection.feed(slice, last) === STATUS_INVALID) {
      this.#take(parts);
      this.#open = undefined;
      const { message, ...place } = selection.failure();
      const error = new JSONTapeError(message, place, createTape());
      parts.push(error);
      if (!this.#goesOnBehind(error)) return parts;
    }
    this.#take(parts);
    return parts;
  }

  // The batches of what the last feed gave.
  #take(parts) {
    const { report } = this.#selection;
    const base = report[SELECT_BASE];
    const head = report[SELECT_HEAD];
    if (report[SELECT_END] > 0) parts.push(this.#closed(report[SELECT_END]));
    const { words, text } = this.#selection.take();
    const { stride } = this.#path;
    let from = 0;
    let textStart = head;
    const batch = (to, bytes, offset) => {
      const some = from === 0 && to === words.length ? words : words.subarray(from, to);
      parts.push(new Batch(this.#path, some, base, text, textStart, bytes, offset, this.#parseOne));
    };
    if (base < this.#fed && words.length > 0) {
      // The first one began in an earlier chunk.
      batch(stride, text.slice(0, head), base);
      textStart = words[MATCH_POINTER];
      from = stride;
    }
    const end = words.length - stride;
    const goesOn = end >= from && words[end + MATCH_LENGTH] === 0;
    const to = goesOn ? end : words.length;
    if (to > from) batch(to, this.#chunk, this.#fed);
    if (goesOn) {
      if (end > from) textStart = words[end - stride + MATCH_POINTER];
      this.#open = { words: words.slice(end), start: base + words[end + MATCH_START], text, textStart, parts: [] };
    }
  }

  // The match that was open, as a batch.
  #closed(end) {
    const { words, start, text, textStart, parts } = this.#open;
    this.#open = undefined;
    checkLength(end - start);
    words[MATCH_START] = 0;
    words[MATCH_LENGTH] = end - start;
    if (parts.length === 0)
      return new Batch(this.#path, words, start, text, textStart, this.#chunk, this.#fed, this.#parseOne);
    const bytes = joinBytes([...parts, this.#chunk.subarray(0, end - this.#fed)]);
    return new Batch(this.#path, words, start, text, textStart, bytes, start, this.#parseOne);
  }

  // Keeps what the chunk, with which it does not end, has of the open match.
  #keep() {
    const { start, parts } = this.#open;
    checkLength(this.#fed + this.#chunk.length - start);
    parts.push(this.#chunk.subarray(Math.max(start - this.#fed, 0)));
  }
}

function checkLength(length) {
  if (length >= LIMIT) throw new RangeError('a match must have less than 4 GiB');
}

/**
 * `select` of index.d.cts.
 * @param {(name?: string) => import('./backends/backend.js').Backend} backendOf
 * @param {(reading: import('./options.js').Reading, backend?: string) => (bytes: Uint8Array) => unknown} parserOfParts
 */
export function createSelect(backendOf, parserOfParts) {
  return function select(input, path, options) {
    const selectPath = new SelectPath(path);
    const { backend: name, reading, trusted, signal } = readOptions(options, NAMES);
    const backend = backendOf(name);
    const parseOne = parserOfParts(reading, name);
    const selector = (whole) => new Selector(backend, reading, selectPath, trusted, whole, parseOne);
    const replace = reading.utf8 === UTF8_REPLACE;
    if (!isInput(input)) {
      const source = new Source(input, signal);
      return matchesOfSource(source, signal, replace, () => selector(false));
    }
    if (signal !== undefined) throw new TypeError('signal means something only for a source of chunks');
    const bytes = inputBytes(input, replace);
    return matchesOfInput(bytes, () => selector(true));
  };
}

function* matchesOfInput(bytes, open) {
  const selector = open();
  try {
    for (const batch of selector.read(bytes, true)) {
      const { length } = batch;
      for (let i = 0; i < length; i++) yield new Match(batch, i);
    }
  } finally {
    selector.close();
  }
}

async function* matchesOfSource(source, signal, replace, open) {
  let selector;
  try {
    source.start();
    selector = open();
    const bytes = new ChunkBytes(replace);
    for (;;) {
      const { done, value } = await source.next();
      for (const batch of selector.read(done ? bytes.end() : bytes.next(value), done)) {
        const { length } = batch;
        for (let i = 0; i < length; i++) {
          yield new Match(batch, i);
          if (signal?.aborted) throw signal.reason;
        }
      }
      if (done) return;
    }
  } catch (error) {
    await source.fail(error);
    throw error;
  } finally {
    selector?.close();
    await source.close();
  }
}
