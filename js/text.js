// The strings of a text: what JSON strings and keys stand for, and tokens as they are written. Knows bytes only.
//
// A decoder called once a string costs 100 ns and more; slicing a string that is there costs 20. So plain ASCII is
// sliced from a decoded piece of the text. A slice keeps its whole piece alive, hence pieces of 64 KB, of which a Text
// holds one; it is decoded only when its neighbourhood has been asked for a few times.
import { FLAG_ESCAPED, FLAG_NON_ASCII } from './layout.js';
import { decoder } from './utf8.js';

const PIECE = 65536;
const ASKED_BEFORE_PIECE = 3;
const SHORT = 32; // units up to which adding characters to a string is faster than other ways
const DECODER_FROM = 160; // bytes from which TextDecoder is worth its call
const CHUNK = 4096; // units that one call of String.fromCharCode takes

// Node.js has a faster way than TextDecoder to make a string of bytes below 0x100. Everywhere, what is decoded this way
// has one unit a byte, and those below 0x80 are right, which is all that is taken from it.
const latin1Slice = globalThis.Buffer?.prototype.latin1Slice;
const latin1 = latin1Slice ? undefined : new TextDecoder('latin1');

// Decoders of browsers refuse memory that may be resized.
const part = (bytes, start, end) => (bytes.buffer.resizable ? bytes.slice(start, end) : bytes.subarray(start, end));

// Engines and decoders differ in what they throw where a string would be too long.
const limited = (decode) => (bytes, start, end) => {
  try {
    return decode(bytes, start, end);
  } catch (error) {
    if (error instanceof TypeError) throw error;
    throw new RangeError('a string is longer than the engine can have', { cause: error });
  }
};

/** The string of bytes[start .. end) that has a unit for each byte; those below 0x80 are right. */
export const decodeLatin1 = /* @__PURE__ */ limited(
  latin1Slice
    ? (bytes, start, end) => latin1Slice.call(bytes, start, end)
    : (bytes, start, end) => latin1.decode(part(bytes, start, end)),
);

const decodeUtf8 = /* @__PURE__ */ limited((bytes, start, end) => decoder.decode(part(bytes, start, end)));

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

// What the character after a backslash stands for.
const ESCAPES = new Uint8Array(128);
for (const [letter, meaning] of ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t']) {
  ESCAPES[letter.charCodeAt(0)] = meaning.charCodeAt(0);
}

let units = new Uint16Array(256);

const hexDigit = (byte) => (byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57);

/** Decodes bytes[start .. end), which a tokenizer has accepted, to `units`; gives their number. */
function decode(bytes, start, end) {
  if (units.length < end - start) units = new Uint16Array(2 * (end - start));
  const out = units;
  let n = 0;
  for (let at = start; at < end; ) {
    const byte = bytes[at++];
    if (byte < 0x80) {
      if (byte !== BACKSLASH) {
        out[n++] = byte;
        continue;
      }
      const letter = bytes[at++];
      if (letter !== LETTER_U) {
        out[n++] = ESCAPES[letter];
        continue;
      }
      out[n++] =
        (hexDigit(bytes[at]) << 12) |
        (hexDigit(bytes[at + 1]) << 8) |
        (hexDigit(bytes[at + 2]) << 4) |
        hexDigit(bytes[at + 3]);
      at += 4;
    } else if (byte < 0xe0) {
      out[n++] = ((byte & 0x1f) << 6) | (bytes[at++] & 0x3f);
    } else if (byte < 0xf0) {
      out[n++] = ((byte & 0x0f) << 12) | ((bytes[at] & 0x3f) << 6) | (bytes[at + 1] & 0x3f);
      at += 2;
    } else {
      const point =
        ((byte & 0x07) << 18) | ((bytes[at] & 0x3f) << 12) | ((bytes[at + 1] & 0x3f) << 6) | (bytes[at + 2] & 0x3f);
      at += 3;
      out[n++] = 0xd7c0 + (point >> 10);
      out[n++] = 0xdc00 | (point & 0x3ff);
    }
  }
  return n;
}

const { fromCharCode } = String;

/** The string of the first n `units`. */
function stringOfUnits(n) {
  if (n > SHORT) {
    const string = joinUnits(units, n);
    if (units.length > PIECE) units = new Uint16Array(256);
    return string;
  }
  let string = '';
  let i = 0;
  for (; i + 4 <= n; i += 4) string += fromCharCode(units[i], units[i + 1], units[i + 2], units[i + 3]);
  for (; i < n; i++) string += fromCharCode(units[i]);
  return string;
}

function joinUnits(from, n) {
  let string = '';
  for (let i = 0; i < n; i += CHUNK) string += fromCharCode.apply(undefined, from.subarray(i, Math.min(i + CHUNK, n)));
  return string;
}

// Node.js has a way for units, too, and one that keeps lone surrogates.
const ucs2Slice = globalThis.Buffer?.prototype.ucs2Slice;
const utf16 = ucs2Slice ? undefined : new TextDecoder('utf-16le', { ignoreBOM: true });

/**
 * The string of the first n units. `lone` says whether lone surrogates are among them.
 * @param {Uint16Array} from
 * @type {(from: Uint16Array, n: number, lone: boolean) => string}
 */
export const decodeUnits = /* @__PURE__ */ limited(
  ucs2Slice
    ? (from, n) => ucs2Slice.call(new Uint8Array(from.buffer, from.byteOffset, n * 2), 0, n * 2)
    : (from, n, lone) => (lone ? joinUnits(from, n) : utf16.decode(part(from, 0, n))),
);

/**
 * As `decode`, of bytes that may be ill-formed: U+FFFD for each maximal subpart that is (Unicode 15, section 3.9), as
 * TextDecoder has it.
 */
function decodeReplacing(bytes, start, end) {
  let string = '';
  let from = start;
  for (let at = start; at < end; ) {
    if (bytes[at] !== BACKSLASH) {
      at++;
      continue;
    }
    string += decodeUtf8(bytes, from, at);
    from = at + (bytes[at + 1] === LETTER_U ? 6 : 2);
    string += stringOfUnits(decode(bytes, at, from));
    at = from;
  }
  return string + decodeUtf8(bytes, from, end);
}

export class Text {
  #bytes;
  #offset;
  #replace;
  #index = -1; // which piece is decoded
  #piece = '';
  #asked = -1; // which other piece was asked for last, and how many times
  #times = 0;

  /**
   * @param {Uint8Array} bytes
   * @param {number} offset of the first byte: what the methods are given are offsets like that
   * @param {boolean} replace whether the bytes may be ill-formed, and stand for U+FFFD there
   */
  constructor(bytes, offset = 0, replace = false) {
    this.#bytes = bytes;
    this.#offset = offset;
    this.#replace = replace;
  }

  get bytes() {
    return this.#bytes;
  }

  get offset() {
    return this.#offset;
  }

  get replace() {
    return this.#replace;
  }

  /** Bytes that are all below 0x80. */
  ascii(start, end) {
    return this.#ascii(start - this.#offset, end - this.#offset);
  }

  #ascii(start, end) {
    const index = Math.floor(start / PIECE);
    const from = start - index * PIECE;
    if (from + (end - start) > PIECE) return decodeLatin1(this.#bytes, start, end);
    if (index !== this.#index) {
      if (index !== this.#asked) {
        this.#asked = index;
        this.#times = 0;
      }
      if (this.#times++ < ASKED_BEFORE_PIECE) return decodeLatin1(this.#bytes, start, end);
      this.#piece = decodeLatin1(this.#bytes, index * PIECE, Math.min((index + 1) * PIECE, this.#bytes.length));
      this.#index = index;
    }
    return this.#piece.slice(from, from + (end - start));
  }

  /** The string that a key or string token of these flags stands for; start and end are those of the token. */
  string(start, end, flags) {
    start += 1 - this.#offset;
    end -= 1 + this.#offset;
    if ((flags & (FLAG_ESCAPED | FLAG_NON_ASCII)) === 0) return this.#ascii(start, end);
    if (this.#replace && (flags & FLAG_NON_ASCII) !== 0) return decodeReplacing(this.#bytes, start, end);
    if ((flags & FLAG_ESCAPED) === 0 && end - start >= DECODER_FROM) {
      return decodeUtf8(this.#bytes, start, end);
    }
    return stringOfUnits(decode(this.#bytes, start, end));
  }

  /** The same of an interned key, which outlives the text: its string is no slice. */
  key(start, end, flags) {
    if (flags !== 0) return this.string(start, end, flags);
    return decodeLatin1(this.#bytes, start + 1 - this.#offset, end - 1 - this.#offset);
  }

  /** A token as it is written. */
  raw(start, end, flags) {
    start -= this.#offset;
    end -= this.#offset;
    if ((flags & FLAG_NON_ASCII) === 0) return this.#ascii(start, end);
    return decodeUtf8(this.#bytes, start, end);
  }
}
