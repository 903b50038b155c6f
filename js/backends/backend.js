// The interface between the API and what does the work, and what the backends share. The API calls these functions and
// nothing else of a backend; native.js and wasm.js implement them.
//
// tokenize ... done happen in one go: no code of a user runs between them, so a backend needs one place for results.
// Streams and records may be interrupted by calls of any kind, so each has an object of its own.
import {
  BUILD_BYTES_AT,
  BUILD_BYTES_CAPACITY,
  BUILD_DOUBLES_AT,
  BUILD_DOUBLES_CAPACITY,
  BUILD_INTEGER_MAX,
  BUILD_NUMBERS,
  BUILD_UNITS_AT,
  BUILD_UNITS_CAPACITY,
  BUILD_WORDS_AT,
  BUILD_WORDS_CAPACITY,
  ERROR_NAMES,
  STATUS_FULL,
  STATUS_INVALID,
  STATUS_NEED_MEMORY,
  STATUS_REFUSED,
} from '../layout.js';
import { decoder } from '../utf8.js';

/**
 * @typedef {object} Failure what a JSONTapeError is made of
 * @property {string} message
 * @property {string} code
 * @property {number} offset
 * @property {number} line
 * @property {number} column
 * @property {number} byteColumn
 * @property {number} tokenStart
 * @property {string} pointer
 */

/**
 * @typedef {object} Backend
 * @property {string} name       'native', 'wasm' or 'wasi'
 * @property {string} isa        the instruction set in use
 * @property {string} version    of the library inside
 * @property {() => string} sha256  of the module's file
 * @property {number} small      bytes of JSON up to which the engine's own functions are faster than any calls of this
 * @property {boolean} slowNumbers  whether fast engines are faster at texts of numbers, of any size
 *
 * @property {(text: Uint8Array, reading: import('../options.js').Reading, words?: Uint32Array) => boolean} tokenize
 *   Tokenizes whole input: whether it is valid. The tokens may be put into `words` and so overwrite what is there.
 *   Throws a RangeError where memory does not suffice.
 * @property {() => number} tokens
 *   How many tokens the last tokenize found (before the error).
 * @property {(index: number, code: number) => void} reject
 *   As if the last tokenize, which returned true, had failed at a token, for an ERROR_ that is found behind it.
 * @property {() => Failure} failure
 *   Why the last tokenize returned false. To be called next after it. Throws a RangeError where memory does not suffice.
 * @property {(words?: Uint32Array) => Uint32Array} takeWords
 *   The words of the last tokenize, in memory of the caller's: in `words`, the array given to tokenize, if they fit
 *   there, else in a new one, larger than needed only if there was an array that was too small.
 * @property {(text: Uint8Array, form: Form) => Uint8Array} write
 *   Writes the tape of the last tokenize as JSON. Throws a RangeError where memory does not suffice.
 * @property {(text: Uint8Array, words: Uint32Array, tokens: number, form: Form) => Uint8Array | undefined} writeTape
 *   Writes a tape as JSON; undefined where it is not the tape of one whole value of that text, or of several.
 * @property {(tokens: number, flags: number, text: Uint8Array) => void} buildBegin
 *   Begins to build the value of that many tokens of the last tokenize, of which this is the text. flags: a NUMBERS_ and
 *   BUILD_REPLACE. Throws a RangeError where memory does not suffice.
 * @property {(text: Uint8Array, reading: import('../options.js').Reading, flags: number) => boolean | undefined} parse
 *   All of it at once: tokenizes a text and, where that is valid, begins to build its value and builds the first batch;
 *   whether others follow, undefined where the text is not valid. Throws as tokenize, buildBegin and buildNext do.
 * @property {(text: Uint8Array, reading: import('../options.js').Reading, isUtf8: boolean) => boolean} [accepts]
 *   Whether a text that is known to be JSON, but for its UTF-8 where isUtf8 does not say so, is well-formed and nested no
 *   deeper than it may be, as far as that is told at once. There only where it takes much less than tokenize, which tells
 *   the same. Needs no done.
 * @property {() => boolean} buildNext
 *   Builds the next batch; whether others follow. Throws a RangeError where memory does not suffice, or an array has more
 *   elements than can be built.
 * @property {() => BuildBlock} buildBlock
 *   The batch. To be asked for again after each buildBegin.
 * @property {() => void} done
 *   Results are not needed any more: gives back memory that grew huge. Called after each of the above.
 *
 * @property {(reading: import('../options.js').Reading) => Stream} stream
 *   Begins a stream. Throws a RangeError where memory does not suffice.
 * @property {(reading: import('../options.js').Reading, path: import('../select.js').SelectPath, flags: number) =>
 *     Selection} select
 *   Begins a stream from which a path selects; flags: SELECT_TRUSTED and SELECT_BUILDS. Throws a RangeError where memory does not suffice.
 * @property {() => import('../serialize/records.js').RecordSink} recordSink
 */

/**
 * @typedef {object} BuildBlock the program of a batch (core/src/bindings.h)
 * @property {Uint32Array} numbers  BUILD_WORDS_USED and so on
 * @property {Int32Array} words
 * @property {Float64Array} doubles
 * @property {Uint8Array} bytes
 * @property {Uint16Array} units
 * @property {string[]} keys        by number, for who runs the programs
 * @property {import('../shapes.js').Shape[]} shapes  likewise
 */

/**
 * @typedef {object} Form how JSON is written
 * @property {number} count     characters of indentation a level, 0 for minified
 * @property {number} char      which
 * @property {number} flags     the rest, as core/src/engine.h has it: whether there is one value (SINGLE), or any number
 *     with a line feed behind each and with SEQ a record separator before it; what becomes of comments; what is escaped
 */

/**
 * @typedef {object} Stream the chunks of one input, each with its tape
 * @property {(chunk: Uint8Array, last: boolean) => number} feed
 *   Tokenizes a chunk, which may be empty: STATUS_OK or STATUS_INVALID; with onBadLine the same call then goes on behind
 *   the line, with a tape of its own. Throws a RangeError where memory does not suffice, and for a token of 4 GiB.
 * @property {Float64Array} report  the numbers of the last feed: FEED_TOKENS and so on
 * @property {() => { words: Uint32Array, head?: Uint8Array, path: Uint8Array }} take
 *   Of the last feed, in memory of the caller's: the words of its tape; its first token, where an earlier chunk began it;
 *   what was added to the path for the next tape.
 * @property {(known: number) => Uint8Array} keys
 *   The keys whose ids are above `known`: of each its id in two bytes, its text, and the quote that ends it. Throws a
 *   RangeError where memory does not suffice.
 * @property {() => Failure} failure  why the last feed said STATUS_INVALID; to be called before the next
 * @property {() => void} close       it is not used any more
 */

/**
 * @typedef {object} Selection the chunks of one input, of which a path selects values. As Stream, but for
 * @property {(chunk: Uint8Array, last: boolean) => number} feed
 * @property {Float64Array} report  the numbers of the last feed: SELECT_WORDS and so on
 * @property {() => { words: Uint32Array, text: Uint8Array }} take
 *   Of the last feed, in memory of the caller's, and before failure is asked for: the matches, each in MATCH_INDEX words
 *   and one for each '*' of the path, and their text.
 * @property {(tokens: number, flags: number, chunk: Uint8Array) => void} buildBegin
 *   With SELECT_BUILDS, after take: begins to build the values of the SELECT_TOKENS, all of them, one behind the other.
 * @property {() => boolean} buildNext         as that of a backend
 * @property {() => BuildBlock} buildBlock     likewise
 * @property {() => Failure} failure
 * @property {() => void} close
 */

/** What feed throws where memory and carry have no room. */
export const tokenTooLarge = () => new RangeError('a token and the chunk that goes on with it have 4 GiB or more');

/** What tokenize and its like throw where memory does not suffice. */
export const outOfMemory = (name) => new RangeError(`the input needs more memory than the backend '${name}' can get`);

/**
 * @param {ArrayBuffer} buffer it lies at buffer[at .. at + BUILD_BYTES)
 * @param {BuildBlock} [before] the same block, before its memory became another one
 * @returns {BuildBlock}
 */
export function buildBlockAt(buffer, at, before) {
  return {
    keys: before?.keys ?? [''],
    shapes: before?.shapes ?? [],
    numbers: new Uint32Array(buffer, at, BUILD_NUMBERS),
    words: new Int32Array(buffer, at + BUILD_WORDS_AT, BUILD_WORDS_CAPACITY),
    doubles: new Float64Array(buffer, at + BUILD_DOUBLES_AT, BUILD_DOUBLES_CAPACITY),
    bytes: new Uint8Array(buffer, at + BUILD_BYTES_AT, BUILD_BYTES_CAPACITY),
    units: new Uint16Array(buffer, at + BUILD_UNITS_AT, BUILD_UNITS_CAPACITY),
  };
}

/** What buildNext returns for a status of the core. */
export function buildResult(name, status) {
  if (status === STATUS_NEED_MEMORY) throw outOfMemory(name);
  if (status === STATUS_REFUSED) throw new RangeError(`an array has more than ${BUILD_INTEGER_MAX} elements`);
  return status === STATUS_FULL;
}

/** What parse returns for one. */
export const parseResult = (name, status) => (status === STATUS_INVALID ? undefined : buildResult(name, status));

/** An array for `size` words: `words` if they fit there, else a new one, with some room to grow where one was given. */
export function roomFor(size, words) {
  if (words === undefined) return new Uint32Array(size);
  return words.length >= size ? words : new Uint32Array(size + (size >>> 2));
}

/**
 * @param {Float64Array} numbers of jt_failure_number
 * @param {Uint8Array} text message and pointer, one behind the other
 * @returns {Failure}
 */
export function failureOf(numbers, text) {
  const [code, offset, line, column, byteColumn, tokenStart, length] = numbers;
  const message = decoder.decode(text.subarray(0, length));
  const pointer = decoder.decode(text.subarray(length));
  return { message, code: ERROR_NAMES[code], offset, line, column, byteColumn, tokenStart, pointer };
}

/** A random number of 32 bits, for the hash of the key table. */
export function randomSeed() {
  const { crypto } = globalThis;
  return crypto ? crypto.getRandomValues(new Uint32Array(1))[0] : Math.floor(Math.random() * 0x100000000);
}
