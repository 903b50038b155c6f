// parse(input): the values of a text, as JSON.parse gives them; by the core, or by JSON.parse itself where that is faster
// and nobody can tell.
import { build } from './build.js';
import { inputBytes, isWellFormed } from './input.js';
import { COMMENTS_KEEP, SINGLE, UTF8_REPLACE, UTF8_STRICT } from './layout.js';
import { READING, READING_NAMES, readingOfParts, readOptions, VALUE_DUPLICATES } from './options.js';
import { GIVES_SOURCE, revive } from './revive.js';
import { createTape, fillTape } from './tape.js';

const PARSE = ['reviver', 'numbers', 'engine', 'backend', ...READING_NAMES];

const { parse: parseByEngine } = JSON;

function readArguments(second) {
  if (typeof second === 'function') return { ...readOptions(undefined, PARSE), reviver: second };
  const options = readOptions(second ?? undefined, PARSE, VALUE_DUPLICATES);
  const { multiple, comments } = options.reading;
  if (multiple !== SINGLE) throw new TypeError('parse takes one value: multiple must be false');
  if (comments === COMMENTS_KEEP) throw new TypeError("parse does not keep comments: comments must be 'skip' or false");
  return options;
}

// ---- By JSON.parse ----

const COLD = 1 << 18; // bytes to be parsed before our own code is compiled well enough to be faster
const LARGE = 1 << 28; // bytes that may be too many for a string

let parsed = 0; // bytes so far, up to COLD
let small = 1 << 11; // bytes up to which JSON.parse is faster: what the backend says that was used last

const utf8Slice = globalThis.Buffer?.prototype.utf8Slice;
const utf8 = utf8Slice ? undefined : new TextDecoder('utf-8', { ignoreBOM: true });

const decode = utf8Slice
  ? (bytes) => utf8Slice.call(bytes, 0, bytes.length)
  : (bytes) => utf8.decode(bytes.buffer.resizable ? bytes.slice() : bytes);

// How many of two characters a text has; more than `most` are not counted on.
const count = (text, most, a, b) => text.split(a, most + 2).length + text.split(b, most + 2).length - 2;

/** Whether what JSON.parse accepts is nested no deeper: by its length, or by how many brackets it has. */
const isShallow = (text, maxDepth) => text.length <= 2 * maxDepth + 1 || count(text, maxDepth, '[', '{') <= maxDepth;

/** Whether nothing was asked for that JSON.parse does not do. */
function isPlain({ reading, numbers, engine }) {
  if (engine === 'own' || (numbers !== undefined && numbers !== 'double')) return false;
  const { flags, keepFirst, maxTokenLength, maxLength } = reading;
  return flags === READING.flags && !keepFirst && maxTokenLength === 0 && maxLength === 0;
}

const DEFAULTS = readOptions(undefined, PARSE);

/** Whether an input may be decoded as it is. */
const isSimple = (input) => typeof input === 'string' || (utf8Slice !== undefined && input instanceof Uint8Array);

const NOT_JSON = Symbol('not JSON');

/** By JSON.parse; NOT_JSON where that refuses the text. */
function byEngine(text, reviver) {
  let revived = false;
  try {
    if (reviver === undefined) return parseByEngine(text);
    return parseByEngine(text, function (...args) {
      revived = true;
      return Reflect.apply(reviver, this, args);
    });
  } catch (error) {
    if (revived) throw error;
    return NOT_JSON;
  }
}

/**
 * @param {(name?: string) => import('./backends/backend.js').Backend} backendOf
 * @param {(backend: object, bytes: Uint8Array, reading: object) => Error} errorOf of what a backend has just tokenized
 */
export function createParsing(backendOf, errorOf) {
  function byCore(text, { reading, numbers, reviver, backend: name }) {
    const backend = backendOf(name);
    if (name === undefined) small = backend.small;
    const replace = reading.utf8 !== UTF8_STRICT;
    const { keepFirst } = reading;
    let value;
    let tape;
    try {
      if (!backend.tokenize(text, reading)) throw errorOf(backend, text, reading);
      const tokens = backend.tokens();
      value = build({ backend, text, tokens, numbers, keepFirst, replace });
      if (reviver !== undefined && GIVES_SOURCE) {
        tape = fillTape(createTape(), backend, text, backend.takeWords(), tokens, replace);
      }
    } finally {
      backend.done();
    }
    return reviver === undefined ? value : revive(value, reviver, tape, keepFirst);
  }

  // By JSON.parse, where we accept the text: by its looks, or else because our own reader has been over it. NOT_JSON where
  // one of the two refuses it.
  function byEngineChecked(input, reading, reviver, name) {
    let text = input;
    let clear = true;
    if (typeof input !== 'string') {
      text = decode(input);
      clear = !text.includes('\ufffd'); // which stands for ill-formed bytes, or for itself
    } else if (!isWellFormed(input)) {
      return NOT_JSON;
    }
    if (!clear || !isShallow(text, reading.maxDepth)) {
      const bytes = inputBytes(input);
      if (bytes.buffer !== input.buffer && typeof input !== 'string') text = decode(bytes); // others may change the input
      const backend = backendOf(name);
      try {
        if (!backend.tokenize(bytes, reading)) return NOT_JSON;
      } finally {
        backend.done();
      }
    }
    return byEngine(text, reviver);
  }

  // Whether JSON.parse is the faster way for an input of so many bytes (or units).
  function isForEngine(length) {
    if (length <= small) return true;
    if (parsed >= COLD || length > LARGE) return false;
    parsed += length;
    return true;
  }

  // Of a string or bytes.
  function value(input, options) {
    const { reading, reviver } = options;
    if (isPlain(options) && (isForEngine(input.length) || (reviver !== undefined && input.length <= LARGE))) {
      const its = byEngineChecked(input, reading, reviver, options.backend);
      if (its !== NOT_JSON) return its;
    }
    return byCore(typeof input === 'string' ? inputBytes(input, reading.utf8 === UTF8_REPLACE) : input, options);
  }

  function parse(input, second) {
    // Most calls, with as little around them as can be.
    if (second === undefined && isSimple(input) && isForEngine(input.length)) {
      const its = byEngineChecked(input, READING);
      return its === NOT_JSON ? byCore(inputBytes(input), DEFAULTS) : its;
    }
    const options = readArguments(second);
    return value(typeof input === 'string' ? input : inputBytes(input), options);
  }

  /** What gives the values of texts that were found in a text read so: each one value, and that one's limits. */
  function parserOfParts(reading, backend) {
    const options = { reading: readingOfParts(reading), backend };
    return (bytes) => value(bytes, options);
  }

  return { parse, parserOfParts };
}
