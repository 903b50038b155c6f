// The interface between the API and what does the work, and what the backends share. The API calls these functions and
// nothing else of a backend; native.js and wasm.js implement them.
//
// tokenize ... done happen in one go: no code of a user runs between them, so a backend needs one place for results.
// Records may be interrupted by calls of any kind (a toJSON method), so each value has a sink of its own.
import { ERROR_NAMES } from '../layout.js';

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
 *
 * @property {(text: Uint8Array, maxDepth: number, words?: Uint32Array) => boolean} tokenize
 *   Tokenizes whole input: whether it is valid. The tokens may be put into `words` and so overwrite what is there.
 *   Throws a RangeError where memory does not suffice.
 * @property {() => number} tokens
 *   How many tokens the last tokenize found (before the error).
 * @property {() => Failure} failure
 *   Why the last tokenize returned false. To be called next after it.
 * @property {(words?: Uint32Array) => Uint32Array} takeWords
 *   The words of the last tokenize, in memory of the caller's: in `words`, the array given to tokenize, if they fit
 *   there, else in a new one, larger than needed only if there was an array that was too small.
 * @property {(text: Uint8Array, indent: number, indentChar: number) => Uint8Array} write
 *   Writes the tape of the last tokenize as JSON. Throws a RangeError where memory does not suffice.
 * @property {(text: Uint8Array, words: Uint32Array, tokens: number, indent: number, indentChar: number) =>
 *   Uint8Array | undefined} writeTape
 *   Writes a tape as JSON; undefined where it is not the tape of one whole value of that text.
 * @property {() => void} done
 *   Results are not needed any more: gives back memory that grew huge. Called after each of the above.
 *
 * @property {() => import('../serialize/records.js').RecordSink} recordSink
 */

/** What tokenize and its like throw where memory does not suffice. */
export const outOfMemory = (name) => new RangeError(`the input needs more memory than the backend '${name}' can get`);

/** An array for `size` words: `words` if they fit there, else a new one, with some room to grow where one was given. */
export function roomFor(size, words) {
  if (words === undefined) return new Uint32Array(size);
  return words.length >= size ? words : new Uint32Array(size + (size >>> 2));
}

/** @returns {Failure} */
export function failureOf([code, offset, line, column, byteColumn, tokenStart], message, pointer) {
  return { message, code: ERROR_NAMES[code], offset, line, column, byteColumn, tokenStart, pointer };
}

/** A random number of 32 bits, for the hash of the key table. */
export function randomSeed() {
  const { crypto } = globalThis;
  return crypto ? crypto.getRandomValues(new Uint32Array(1))[0] : Math.floor(Math.random() * 0x100000000);
}
