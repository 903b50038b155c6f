// Values that a path names, out of one input or the chunks of a source. The core finds them; here are the matches, what
// they hold, and the loops over them.
//
// The core is given slices of bounded size, so that no module copies more than that at a time and a loop that is left
// early has not read everything. What it finds in a slice comes as one batch.
import { JSONTapeError } from './error.js';
import { ChunkBytes, inputBytes, isInput, joinBytes } from './input.js';
import { INSPECT, inspected } from './inspect.js';
import {
  MATCH_INDEX,
  MATCH_LENGTH,
  MATCH_POINTER,
  MATCH_START,
  SELECT_BASE,
  SELECT_BUILDS,
  SELECT_END,
  SELECT_KEEP,
  SELECT_TOKENS,
  SELECT_TRUSTED,
  STATUS_INVALID,
  UTF8_REPLACE,
} from './layout.js';
import { goesOnBehind, readOptions, READING_NAMES } from './options.js';
import { checkPath } from './pointer.js';
import { Source } from './source.js';
import { createTape } from './tape.js';
import { decoder, encoder } from './utf8.js';

const SLICE = 1 << 18; // bytes
const LIMIT = 2 ** 32;
const NAMES = ['trusted', 'backend', 'signal', ...READING_NAMES];
const NO_BYTES = new Uint8Array(0);

/** A path, and the JSON Pointers of what it names. */
export class SelectPath {
  /** As UTF-8. */
  bytes;
  /** How many steps it has, and how many of them are '*'. */
  steps;
  stars;
  /** Words of a match. */
  stride;
  #parts = ['']; // of the path, between its '*'

  /** @throws {TypeError} for what is no path */
  constructor(path) {
    checkPath(path);
    this.bytes = encoder.encode(path);
    const parts = this.#parts;
    const steps = path.split('/').slice(1);
    for (const step of steps) {
      parts[parts.length - 1] += step === '*' ? '/' : `/${step}`;
      if (step === '*') parts.push('');
    }
    this.steps = steps.length;
    this.stars = parts.length - 1;
    this.stride = MATCH_INDEX + this.stars;
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
  /** The values of all of them, where they were built at once. */
  values;
  #path;
  #words;
  #base; // that starts count from
  #text; // pointers
  #textStart; // where that of the first one begins
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
    return to > from ? decoder.decode(this.#text.subarray(from, to)) : this.#path.pointer(words, at + MATCH_INDEX);
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

  [INSPECT](...how) {
    const { pointer, start, end } = this;
    return inspected('Match', { pointer, start, end }, ...how);
  }
}

/** What lies between the chunks of an input, and gives what a path selects from them. */
export class Selector {
  #reading;
  #path;
  #parseOne;
  #buildAll;
  #selection;
  #chunk = NO_BYTES;
  #start = 0; // offset of the chunk
  #keep = 0; // offset from which on what has been read may be needed
  #held = { bytes: NO_BYTES, length: 0 }; // what earlier chunks had of that
  #open; // the match that goes on behind what has been read: { words, start, text, textStart }

  /**
   * @param {import('./backends/backend.js').Backend} backend
   * @param {import('./options.js').Reading} reading
   * @param {SelectPath} path
   * @param {boolean} trusted whether what can't match is passed over without a look
   * @param {(bytes: Uint8Array) => unknown} [parseOne] for the values of matches
   * @param {(selection: import('./backends/backend.js').Selection, tokens: number, slice: Uint8Array) => unknown[]}
   *     [buildAll] for the values of all matches that begin and end in a slice
   */
  constructor(backend, reading, path, trusted, parseOne, buildAll) {
    this.#reading = reading;
    this.#path = path;
    this.#parseOne = parseOne;
    this.#buildAll = buildAll;
    const flags = (trusted ? SELECT_TRUSTED : 0) | (buildAll === undefined ? 0 : SELECT_BUILDS);
    this.#selection = backend.select(reading, path, flags);
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
    this.#next(chunk);
    let start = 0;
    do {
      if (chunk.length !== length) throw new TypeError('the memory of the input is detached or out of bounds');
      const end = Math.min(start + SLICE, length);
      // All that is found before anybody is told of it, since then the memory may go.
      for (const part of this.#readSlice(chunk.subarray(start, end), last && end === length)) {
        if (part instanceof Batch) yield part;
        else if (goesOnBehind(part, this.#reading)) this.#reading.onBadLine(part);
        else throw part;
      }
      start = end;
    } while (start < length);
  }

  // Batches and errors.
  #readSlice(slice, last) {
    const parts = [];
    const selection = this.#selection;
    while (selection.feed(slice, last) === STATUS_INVALID) {
      this.#take(parts, slice);
      this.#open = undefined;
      const error = new JSONTapeError(selection.failure(), createTape());
      parts.push(error);
      if (!goesOnBehind(error, this.#reading)) return parts;
    }
    this.#take(parts, slice);
    return parts;
  }

  // The batches of what the last feed, of that slice, gave.
  #take(parts, slice) {
    const { report } = this.#selection;
    const base = report[SELECT_BASE];
    const tokens = report[SELECT_TOKENS];
    const end = report[SELECT_END];
    this.#keep = report[SELECT_KEEP];
    const { words, text } = this.#selection.take();
    if (end > 0) parts.push(this.#closed(end));
    if (words.length === 0) return;

    const { stride } = this.#path;
    const last = words.length - stride;
    const goesOn = words[last + MATCH_LENGTH] === 0;
    const to = goesOn ? last : words.length;
    const textStart = (at) => (at === 0 ? 0 : words[at - stride + MATCH_POINTER]);
    let from = 0;
    if (base < this.#start && to > 0) {
      // The first one began in an earlier chunk.
      const bytes = this.#bytes(base, base + words[MATCH_LENGTH]);
      parts.push(this.#batch(words.subarray(0, stride), base, text, 0, bytes, base));
      from = stride;
    }
    if (to > from) {
      const some = to - from === words.length ? words : words.subarray(from, to);
      const batch = this.#batch(some, base, text, textStart(from), this.#chunk, this.#start);
      if (tokens > 0 && this.#buildAll !== undefined) {
        batch.values = this.#buildAll(this.#selection, tokens, slice);
      }
      parts.push(batch);
    }
    if (goesOn) {
      const start = base + words[last + MATCH_START];
      this.#open = { words: words.slice(last), start, text, textStart: textStart(last) };
    }
  }

  #batch = (...parts) => new Batch(this.#path, ...parts, this.#parseOne);

  // The match that was open, as a batch.
  #closed(end) {
    const { words, start, text, textStart } = this.#open;
    this.#open = undefined;
    const inChunk = start >= this.#start;
    const bytes = inChunk ? this.#chunk : this.#bytes(start, end);
    words[MATCH_START] = 0;
    words[MATCH_LENGTH] = end - start;
    return this.#batch(words, start, text, textStart, bytes, inChunk ? this.#start : start);
  }

  // What lies between two offsets, in several chunks.
  #bytes(start, end) {
    const { bytes, length } = this.#held;
    checkLength(end - start);
    return joinBytes([bytes.subarray(0, length), this.#chunk.subarray(0, end - this.#start)]);
  }

  // Begins a chunk, and holds what may be needed of the one before. That is all from the same place on as before, or
  // begins in that chunk.
  #next(chunk) {
    const end = this.#start + this.#chunk.length;
    const held = this.#held;
    const from = this.#keep - this.#start;
    if (from >= 0) {
      held.length = 0;
      if (held.bytes.length > SLICE) held.bytes = NO_BYTES;
    }
    const part = this.#chunk.subarray(Math.max(from, 0));
    const length = held.length + part.length;
    checkLength(length);
    if (length > held.bytes.length) {
      const bytes = new Uint8Array(Math.max(length, Math.min(2 * held.length, LIMIT)));
      bytes.set(held.bytes.subarray(0, held.length));
      held.bytes = bytes;
    }
    held.bytes.set(part, held.length);
    held.length = length;
    this.#chunk = chunk;
    this.#start = end;
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
    const open = () => new Selector(backend, reading, selectPath, trusted, parseOne);
    const replace = reading.utf8 === UTF8_REPLACE;
    if (!isInput(input)) {
      const source = new Source(input, signal);
      return matchesOfSource(source, signal, replace, open);
    }
    if (signal !== undefined) throw new TypeError('signal means something only for a source of chunks');
    const bytes = inputBytes(input, replace);
    return matchesOfInput(bytes, open);
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
