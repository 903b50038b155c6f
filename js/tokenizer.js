// Streams: the chunks of one input, a Tape each, over a stream of a backend.
import { JSONTapeError } from './error.js';
import { ChunkBytes, inputBytes, isInput } from './input.js';
import {
  FEED_BASE,
  FEED_CHUNK_COLUMN,
  FEED_CHUNK_LINE,
  FEED_CHUNK_START,
  FEED_COLUMN,
  FEED_KEYS,
  FEED_LINE,
  FEED_PASSED,
  FEED_PATH_KEPT,
  STATUS_INVALID,
  STATUS_OK,
  TOKEN_WORDS,
  UTF8_REPLACE,
  UTF8_STRICT,
} from './layout.js';
import { Keys } from './keys.js';
import { goesOnBehind, readOptions, READING_NAMES } from './options.js';
import { Outer } from './outer.js';
import { Source } from './source.js';
import { createTape, fillChunkTape } from './tape.js';

const LF = 10;

/** What lies between the chunks of an input, and makes their tapes. */
export class Chunks {
  #backend;
  #reading;
  #stream; // undefined once the input has ended
  #replace;
  #keys;
  #outer; // the innermost container that is open at the end of the last chunk
  #fed = 0; // bytes

  /**
   * @param {import('./backends/backend.js').Backend} backend
   * @param {import('./options.js').Reading} reading
   */
  constructor(backend, reading) {
    this.#backend = backend;
    this.#reading = reading;
    this.#replace = reading.utf8 !== UTF8_STRICT;
    this.#stream = backend.stream(reading);
    this.#keys = new Keys(this.#stream);
  }

  /** Whether chunks may come. */
  get open() {
    return this.#stream !== undefined;
  }

  close() {
    if (this.#stream === undefined) return;
    this.#keys.end();
    this.#stream.close();
    this.#stream = undefined;
  }

  /**
   * The tape of the next chunk, in `into` or a new Tape.
   * @throws {JSONTapeError}
   */
  feed(bytes, last, into = createTape()) {
    const errors = [];
    let tape;
    try {
      tape = this.#feed(bytes, last, into, errors);
      if (last) this.close();
    } catch (error) {
      this.close();
      throw error;
    } finally {
      for (const error of errors) this.#reading.onBadLine(error);
    }
    return tape;
  }

  #feed(chunk, last, into, errors) {
    const stream = this.#stream;
    const start = this.#fed;
    this.#fed += chunk.length;
    let status = stream.feed(chunk, last);
    let part = this.#take();
    const { place } = part;
    // The rest of a bad line is not a part of it.
    const bytes = place.chunkStart > start ? chunk.subarray(place.chunkStart - start) : chunk;
    if (status === STATUS_OK) return this.#fill(into, bytes, part);

    // Lines that are bad have a tape each, of all that the chunk has before the error. It is the error's.
    const good = [];
    while (status === STATUS_INVALID) {
      const failure = stream.failure();
      const tape = this.#fill(createTape(), bytes.subarray(part.place.chunkStart - place.chunkStart), part);
      const error = new JSONTapeError(failure, tape);
      if (!goesOnBehind(error, this.#reading)) throw error;
      errors.push(error);
      const at = failure.offset - place.chunkStart;
      const line = at > 0 ? bytes.lastIndexOf(LF, at - 1) : -1;
      good.push(line >= 0 ? upTo(part, place.chunkStart + line) : undefined);
      status = stream.feed(chunk, last);
      part = this.#take();
    }
    good.push(part);
    return this.#fill(into, bytes, joinParts(good, place, part.place.keyCount));
  }

  // What the last feed gave: words and the place where they begin.
  #take() {
    const { report } = this.#stream;
    const place = {
      backend: this.#backend,
      base: report[FEED_BASE],
      chunkStart: report[FEED_CHUNK_START],
      head: undefined,
      line: report[FEED_LINE],
      column: report[FEED_COLUMN],
      chunkLine: report[FEED_CHUNK_LINE],
      chunkColumn: report[FEED_CHUNK_COLUMN],
      outer: this.#outer,
      passed: report[FEED_PASSED] === 1,
      keys: this.#keys,
      keyCount: report[FEED_KEYS] | 0,
      replace: this.#replace,
    };
    this.#keys.count = place.keyCount;
    const kept = report[FEED_PATH_KEPT];
    const { words, head, path } = this.#stream.take();
    place.head = head;
    this.#outer = Outer.next(this.#outer, kept, path, this.#replace);
    return { words, place };
  }

  #fill(tape, bytes, { words, place }) {
    const length = words.length / TOKEN_WORDS;
    return fillChunkTape(tape, bytes, words, length, place);
  }
}

// The tokens of a part that begin before an offset.
function upTo({ words, place }, offset) {
  let length = words.length;
  while (length > 0 && place.base + words[length - TOKEN_WORDS] >= offset) length -= TOKEN_WORDS;
  return { words: words.subarray(0, length), place };
}

// One part of all; those that are undefined have nothing. The first one's place is the whole's.
function joinParts(parts, place, keyCount) {
  const words = new Uint32Array(parts.reduce((sum, part) => sum + (part?.words.length ?? 0), 0));
  let at = 0;
  for (const part of parts) {
    if (part === undefined) continue;
    words.set(part.words, at);
    const shift = part.place.base - place.base;
    for (const end = at + part.words.length; at < end; at += TOKEN_WORDS) words[at] += shift;
  }
  // The brackets around the chunk are those of its first line.
  const first = parts[0] === undefined ? { head: undefined, outer: undefined, passed: false } : {};
  return { words, place: { ...place, keyCount, ...first } };
}

/**
 * The functions of index.d.cts that are about streams.
 * @param {(name?: string) => import('./backends/backend.js').Backend} backendOf
 */
export function createStreaming(backendOf) {
  class Tokenizer {
    #chunks;
    #bytes;

    constructor(options) {
      const { backend, reading } = readOptions(options, ['backend', ...READING_NAMES]);
      this.#bytes = new ChunkBytes(reading.utf8 === UTF8_REPLACE);
      this.#chunks = new Chunks(backendOf(backend), reading);
    }

    write(chunk) {
      this.#check();
      return this.#chunks.feed(this.#bytes.next(chunk), false);
    }

    end() {
      this.#check();
      return this.#chunks.feed(this.#bytes.end(), true);
    }

    #check() {
      if (!this.#chunks.open) throw new TypeError('the input of this Tokenizer has ended');
    }
  }

  function tokens(source, options) {
    const { backend, reading, signal } = readOptions(options, ['backend', 'signal', ...READING_NAMES]);
    const backendNow = backendOf(backend);
    if (isInput(source)) return tapeOfInput(source, signal, backendNow, reading);
    return tapesOf(new Source(source, signal), backendNow, reading);
  }

  return { Tokenizer, tokens };
}

async function* tapeOfInput(input, signal, backend, reading) {
  if (signal?.aborted) throw signal.reason;
  const bytes = inputBytes(input, reading.utf8 === UTF8_REPLACE);
  yield new Chunks(backend, reading).feed(bytes, true);
}

async function* tapesOf(source, backend, reading) {
  let chunks;
  try {
    source.start();
    chunks = new Chunks(backend, reading);
    const bytes = new ChunkBytes(reading.utf8 === UTF8_REPLACE);
    for (;;) {
      const { done, value } = await source.next();
      if (done) break;
      yield chunks.feed(bytes.next(value), false);
    }
    const tape = chunks.feed(bytes.end(), true);
    if (tape.length > 0) yield tape;
  } catch (error) {
    await source.fail(error);
    throw error;
  } finally {
    chunks?.close();
    await source.close();
  }
}
