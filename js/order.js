// A tape in the order of its keys, and whether its text has a canonical form (RFC 8785): for format.
import { isWellFormed } from './input.js';
import {
  ERROR_DUPLICATE_KEY,
  ERROR_LONE_SURROGATE,
  ERROR_NUMBER_TOO_LARGE,
  FLAG_ESCAPED,
  FLAG_EXPONENT,
  TOKEN_WORDS,
  TYPE_ARRAY_END,
  TYPE_ARRAY_START,
  TYPE_KEY,
  TYPE_NUMBER,
  TYPE_OBJECT_START,
  TYPE_STRING,
} from './layout.js';

const LF = 0x0a;
const SPACE = 0x20;

/** Without an exponent, a number of so many characters is below 1e309 at the least. */
const SURELY_FINITE = 300;

const typeAt = (words, index) => words[index * TOKEN_WORDS + 2] & 15;
const distanceAt = (words, index) => words[index * TOKEN_WORDS + 1];

/** The indices of the keys of the object that begins at an index. */
function keysAt(tape, index) {
  const end = index + distanceAt(tape.words, index);
  const keys = [];
  for (let key = index + 1; key < end; key = tape.skip(key + 1)) keys.push(key);
  return keys;
}

/**
 * The words of a tape of whole values, the members of each object sorted by the UTF-16 units of their keys; equal ones
 * stay in their order. Without recursion, and in a time that no depth makes longer.
 * @param {import('./tape.js').Tape} tape
 * @returns {Uint32Array}
 */
export function sortedWords(tape) {
  const { words, length } = tape;
  // What comes behind an object's start, its first key or its end; and behind the value of a key: the next, or the end.
  const next = new Uint32Array(length);
  for (let i = 0; i < length; i++) {
    if (typeAt(words, i) !== TYPE_OBJECT_START) continue;
    const members = keysAt(tape, i).map((index) => ({ index, key: tape.string(index) }));
    members.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    let last = i;
    for (const { index } of members) last = next[last] = index;
    next[last] = i + distanceAt(words, i);
  }
  const sorted = new Uint32Array(words.length);
  let index = 0;
  for (let at = 0; at < sorted.length; at += TOKEN_WORDS) {
    const from = index * TOKEN_WORDS;
    for (let i = 0; i < TOKEN_WORDS; i++) sorted[at + i] = words[from + i];
    const type = typeAt(words, index);
    if (type === TYPE_OBJECT_START) {
      index = next[index];
    } else if (type === TYPE_ARRAY_START || type === TYPE_KEY) {
      index++;
    } else {
      // A value ends here: was it a member's?
      const key = (type <= TYPE_ARRAY_END ? index - distanceAt(words, index) : index) - 1;
      index = key >= 0 && typeAt(words, key) === TYPE_KEY ? next[key] : index + 1;
    }
  }
  return sorted;
}

/**
 * The first token, if there is one, because of which a tape of well-formed text has no canonical form: a key that its
 * object has already, a lone surrogate, a number beyond the doubles.
 * @param {import('./tape.js').Tape} tape
 * @returns {{ index: number, code: number } | undefined}  code: an ERROR_
 */
export function notCanonical(tape) {
  const { words } = tape;
  let code;
  let end = tape.length;
  for (let i = 0; i < end; i++) {
    const flags = words[i * TOKEN_WORDS + 2] >> 4;
    switch (typeAt(words, i)) {
      case TYPE_OBJECT_START: {
        const keys = keysAt(tape, i);
        const seen = new Set();
        const again = keys.find((key) => seen.size === seen.add(tape.string(key)).size);
        if (again < end) [end, code] = [again, ERROR_DUPLICATE_KEY];
        break;
      }
      case TYPE_NUMBER:
        if (flags & FLAG_EXPONENT || distanceAt(words, i) > SURELY_FINITE) {
          if (!Number.isFinite(tape.number(i))) [end, code] = [i, ERROR_NUMBER_TOO_LARGE];
        }
        break;
      case TYPE_STRING:
      case TYPE_KEY:
        if (flags & FLAG_ESCAPED && !isWellFormed(tape.string(i))) [end, code] = [i, ERROR_LONE_SURROGATE];
    }
  }
  return code && { index: end, code };
}

/**
 * The text of a tape that lacks bad lines, without them: with spaces in their place, so that all else stays where it is.
 * @param {import('./tape.js').Tape} tape  of NDJSON
 */
export function goodLines(tape) {
  const { bytes } = tape;
  const good = bytes.map((byte) => (byte === LF ? LF : SPACE));
  for (let i = 0; i < tape.length; i = tape.skip(i)) {
    const start = bytes.lastIndexOf(LF, tape.start(i)) + 1;
    const end = bytes.indexOf(LF, start);
    good.set(bytes.subarray(start, end < 0 ? bytes.length : end), start);
  }
  return good;
}
