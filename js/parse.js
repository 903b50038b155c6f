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

const SMALL = 2048; // bytes up to which JSON.parse is faster
const COLD = 1 << 18; // bytes to be parsed before our own code is compiled well enough to be faster
const LARGE = 1 << 28; // bytes that may be too many for a string

let parsed = 0; // bytes so far, up to COLD

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

const NOT_JSON = Symbol('not JSON');

/** The text of an input, where it is well-formed for sure. */
function wellFormed(input) {
  if (typeof input === 'string') return isWellFormed(input) ? input : undefined;
  const text = decode(input);
  // It stands for ill-formed bytes, or for itself.
  return text.includes('\ufffd') ? undefined : text;
}

/** By JSON.parse; NOT_JSON where that refuses the text, or may accept more than we do. */
function byEngine(text, { reading, reviver }) {
  if (!isShallow(text, reading.maxDepth)) return NOT_JSON;
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

  // Of a string or bytes.
  function value(input, options) {
    const { reading, reviver } = options;
    const { length } = input;
    if (length <= LARGE && (length <= SMALL || parsed < COLD || reviver !== undefined) && isPlain(options)) {
      parsed = Math.min(parsed + length, COLD);
      const text = wellFormed(input);
      const its = text === undefined ? NOT_JSON : byEngine(text, options);
      if (its !== NOT_JSON) return its;
    }
    return byCore(typeof input === 'string' ? inputBytes(input, reading.utf8 === UTF8_REPLACE) : input, options);
  }

  function parse(input, second) {
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
