// Checks that many suites make: what the library says of an input against what the oracle says of it.
import { assert, jt } from './harness.js';
import { locate, tokenizeSlowly, wordsOf } from './oracle.js';

/** Bytes of a mixture of strings (as UTF-8), byte values and arrays of them. */
export function bytesOf(...parts) {
  const all = parts.flatMap((part) => {
    if (typeof part === 'string') return [...new TextEncoder().encode(part)];
    return typeof part === 'number' ? [part] : [...part];
  });
  return Uint8Array.from(all);
}

/** A short text for bytes, for messages. */
export function show(bytes) {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 60));
  return (
    text.replace(/[^ -~]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`) +
    (bytes.length > 60 ? '...' : '')
  );
}

function firstDifference(actual, expected) {
  if (actual.length !== expected.length) return `length ${actual.length}, not ${expected.length}`;
  for (let i = 0; i < expected.length; i++) {
    if (actual[i] !== expected[i]) return `at ${i}: ${actual[i]}, not ${expected[i]}`;
  }
  return 'equal';
}

/** One assertion: two arrays of numbers are equal. */
export function same(actual, expected, message = '') {
  assert.is(`${message}: ${firstDifference(actual, expected)}`, `${message}: equal`);
}

/** format without whitespace. */
export const minify = (input, options) => jt.format(input, { ...options, indent: 0 });

/** The error that an action throws, which must be a JSONTapeError. */
export const caught = (action) => assert.thrown(action, jt.JSONTapeError);

/** What must hold of a JSONTapeError, in one assertion. */
export function errorFields(error) {
  const { code, offset, line, column, byteColumn, pointer } = error;
  return { code, offset, line, column, byteColumn, pointer };
}

/**
 * Tokenizes bytes with the library and checks the tape word by word, or the error and the tokens before it, against the
 * oracle. Three assertions, whatever the outcome. Returns the tape, where there is one.
 */
export function checkInput(bytes, options = {}) {
  const { tokens, error } = tokenizeSlowly(bytes, options);
  const message = show(bytes);
  let tape;
  let thrown;
  try {
    tape = jt.tokenize(bytes, options);
  } catch (caughtError) {
    if (!(caughtError instanceof jt.JSONTapeError)) throw caughtError;
    thrown = caughtError;
  }
  const outcome = thrown ? `${thrown.code} at ${thrown.offset}` : 'accepted';
  assert.is(`${message}: ${outcome}`, `${message}: ${error ? `${error.code} at ${error.offset}` : 'accepted'}`);
  same((thrown ? thrown.tokens : tape).words, wordsOf(tokens), message);
  const place = thrown &&
    error && { ...locate(bytes, thrown.offset), tokenStart: error.tokenStart, pointer: error.pointer };
  const said = thrown && {
    line: thrown.line,
    column: thrown.column,
    byteColumn: thrown.byteColumn,
    tokenStart: thrown.tokenStart,
    pointer: thrown.pointer,
  };
  assert.equal(said, place, message);
  return tape;
}

/** Random numbers that are the same in every run: 32 bits from mulberry32. */
export function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
