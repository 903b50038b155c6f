// What is taken as one input: strings, views of any kind and ArrayBuffers, of other realms too. Gives the bytes of it.

const LIMIT = 2 ** 32;

const encoder = new TextEncoder();
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

const isWellFormed =
  typeof String.prototype.isWellFormed === 'function'
    ? (string) => string.isWellFormed()
    : (string) => !/\p{Surrogate}/u.test(string);

/**
 * UTF-8. A lone surrogate, which has none, becomes the bytes that it would have, and the text ends behind the first:
 * they are ill-formed, so that nothing behind them can matter.
 */
function encode(string) {
  if (isWellFormed(string)) return encoder.encode(string);
  const at = string.search(/\p{Surrogate}/u);
  const unit = string.charCodeAt(at);
  const before = encoder.encode(string.slice(0, at));
  const bytes = new Uint8Array(before.length + 3);
  bytes.set(before);
  bytes.set([0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 63), 0x80 | (unit & 63)], before.length);
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

const describe = (value) =>
  value === null ? 'null' : typeof value === 'object' ? Object.prototype.toString.call(value) : `a ${typeof value}`;

/**
 * The bytes of an input, the caller's own wherever they can be.
 * @param {string | ArrayBufferView | ArrayBuffer | SharedArrayBuffer} input
 * @returns {Uint8Array}
 * @throws {TypeError} for anything else, and for detached memory
 * @throws {RangeError} for 4 GiB and more
 */
export function inputBytes(input) {
  if (typeof input === 'string') {
    const bytes = encode(input);
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
