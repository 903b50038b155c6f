// What is taken as one input: strings, views of any kind and ArrayBuffers, of other realms too. Gives the bytes of it.

import { encoder } from './utf8.js';

const LIMIT = 2 ** 32;

/** The byte order mark, in UTF-8. */
export const BOM = [0xef, 0xbb, 0xbf];

const { keys } = Object.getPrototypeOf(Uint8Array.prototype);
const bufferLength = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get;

// Whether the engine says so, whichever realm the buffer is from.
function isArrayBuffer(value) {
  try {
    bufferLength.call(value);
    return true;
  } catch {
    return false;
  }
}

const isSharedArrayBuffer = (value) => Object.prototype.toString.call(value) === '[object SharedArrayBuffer]';

/** Whether a string has no lone surrogate. @type {(string: string) => boolean} */
export const isWellFormed =
  typeof String.prototype.isWellFormed === 'function'
    ? (string) => string.isWellFormed()
    : (string) => !/\p{Surrogate}/u.test(string);

/** UTF-8. A lone surrogate, which has none, becomes the ill-formed bytes that it would have, or with `replace` U+FFFD. */
function encode(string, replace) {
  if (replace || isWellFormed(string)) return encoder.encode(string);
  const parts = string.split(/(\p{Surrogate})/u).map((part) => {
    if (part.length !== 1 || !/\p{Surrogate}/u.test(part)) return encoder.encode(part);
    const unit = part.charCodeAt(0);
    return Uint8Array.of(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 63), 0x80 | (unit & 63));
  });
  return joinBytes(parts);
}

/** @param {Uint8Array[]} parts */
export function joinBytes(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function checkLength(length) {
  if (length >= LIMIT) throw new RangeError('a tape covers less than 4 GiB of text; the input is longer');
}

// Memory that another thread may change is copied.
function bytesOf(buffer, byteOffset, byteLength) {
  checkLength(byteLength);
  const shared = !isArrayBuffer(buffer);
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  return shared ? new Uint8Array(bytes) : bytes;
}

/** What a value of the wrong kind is, for a message. */
export function describe(value) {
  if (value === null || value === undefined) return String(value);
  return typeof value === 'object' ? Object.prototype.toString.call(value) : `a ${typeof value}`;
}

/**
 * The bytes of an input, the caller's own wherever they can be.
 * @param {string | ArrayBufferView | ArrayBuffer | SharedArrayBuffer} input
 * @param {boolean} replace whether lone surrogates of a string become U+FFFD; else they are ill-formed bytes
 * @returns {Uint8Array}
 * @throws {TypeError} for anything else, and for detached memory
 * @throws {RangeError} for 4 GiB and more
 */
export function inputBytes(input, replace = false) {
  if (typeof input === 'string') {
    const bytes = encode(input, replace);
    checkLength(bytes.length);
    return bytes;
  }
  try {
    if (ArrayBuffer.isView(input)) {
      const { byteLength } = input;
      // A typed array whose memory has gone says 0; of its methods any throws then.
      if (byteLength === 0 && Object.prototype.toString.call(input) !== '[object DataView]') keys.call(input);
      return bytesOf(input.buffer, input.byteOffset, byteLength);
    }
    if (isArrayBuffer(input)) return bytesOf(input, 0, input.byteLength);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new TypeError('the memory of the input is detached or out of bounds', { cause: error });
  }
  if (isSharedArrayBuffer(input)) return bytesOf(input, 0, input.byteLength);
  throw new TypeError(`the input must be a string, an ArrayBufferView or an ArrayBuffer, not ${describe(input)}`);
}

/** Whether a value is what inputBytes takes. */
export const isInput = (value) =>
  typeof value === 'string' || ArrayBuffer.isView(value) || isArrayBuffer(value) || isSharedArrayBuffer(value);

const NOTHING = new Uint8Array(0);

/** The bytes of the chunks of a stream. The halves of a surrogate pair in two strings make one character. */
export class ChunkBytes {
  #high = ''; // the first half of a pair that a string ended with
  #replace;

  /** @param {boolean} replace as with inputBytes */
  constructor(replace) {
    this.#replace = replace;
  }

  /** Of the next chunk, a string or bytes. */
  next(chunk) {
    if (typeof chunk !== 'string') {
      const bytes = inputBytes(chunk);
      return bytes.length === 0 || this.#high === '' ? bytes : joinBytes([this.end(), bytes]);
    }
    if (chunk === '') return NOTHING;
    let text = this.#high + chunk;
    this.#high = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
    if (this.#high !== '') text = text.slice(0, -1);
    return inputBytes(text, this.#replace);
  }

  /** What is left at the end. */
  end() {
    const high = this.#high;
    this.#high = '';
    return inputBytes(high, this.#replace);
  }
}
