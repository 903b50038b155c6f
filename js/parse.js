// parse(input): the values of a text, as JSON.parse gives them; by the core, or by JSON.parse itself where that is faster
// and nobody can tell.
import { build } from './build.js';
import { IS_FAST } from './engine.js';
import { inputBytes, isWellFormed } from './input.js';
import { COMMENTS_KEEP, SINGLE, UTF8_REPLACE, UTF8_STRICT } from './layout.js';
import { READING, READING_NAMES, readingOfParts, readOptions, VALUE_DUPLICATES } from './options.js';
import { GIVES_SOURCE, revive } from './revive.js';
import { createTape, fillTape } from './tape.js';
import { decoder } from './utf8.js';

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
const LARGE_COLD = 1 << 22; // bytes of a text during which it is
const LARGE = 1 << 28; // bytes that may be too many for a string
const WARMING = 48; // calls

let parsed = 0; // bytes so far, up to COLD

// The last default one, by which is told what JSON.parse is better at, and how deep a text is; or what stands for it.
let backendUsed = { small: 1 << 11, slowNumbers: false };

const utf8Slice = globalThis.Buffer?.prototype.utf8Slice;

const decode = utf8Slice
  ? (bytes) => utf8Slice.call(bytes, 0, bytes.length)
  : (bytes) => decoder.decode(bytes.buffer.resizable ? bytes.slice() : bytes);

const SHORT_PROSE = 1 << 14; // bytes up to which ASCII is faster by JSON.parse
const LONG = 1 << 18; // units from which on the core is asked, which takes a moment to load

const SAMPLES = 128; // bytes of a text by which is told what it is made of

// What a byte of a sample counts for, each sum in bits of its own: at the bottom what says that strings are long, which is
// letters and all that is not ASCII, and what speaks against it, which is quotes; then digits; then what is not ASCII.
const DIGIT = 1 << 12;
const NON_ASCII = 1 << 20;
const WEIGHTS = /* @__PURE__ */ weights();

function weights() {
  const all = new Int32Array(256).fill(NON_ASCII + 1, 0x80);
  all[0x22] = -4;
  all.fill(DIGIT, 0x30, 0x3a);
  return all.fill(1, 0x41, 0x5b).fill(1, 0x61, 0x7b);
}

/**
 * Whether a text is of a kind that the fast engines read faster than we do: mostly long strings that are not ASCII, or
 * any long strings while it is short, or with `numbers` many digits, while it is not long.
 */
function isEasy(bytes, numbers) {
  const { length } = bytes;
  const step = (length >>> 7) - 4;
  let sum = 4 * SAMPLES;
  // Not at even steps, which records may have, too.
  for (let at = 0, i = 0; i < SAMPLES; i++, at += step + ((5 * i) & 7)) sum += WEIGHTS[bytes[at]];
  if (numbers && sum % NON_ASCII > 0.3 * SAMPLES * DIGIT && length <= LONG) return true;
  return sum % DIGIT > 4.42 * SAMPLES && (sum >= NON_ASCII || length <= SHORT_PROSE);
}

const FEW = 4;

// How many brackets of a kind a text has, infinitely many where it need not be known. Where they are many the engine
// counts, which does it without a loop of ours that it has to run before it is compiled.
function countOf(text, bracket, each, onlyFew) {
  let count = 0;
  for (let at = -1; (at = text.indexOf(bracket, at + 1)) >= 0; ) {
    if (++count > FEW) return onlyFew ? Infinity : text.match(each).length;
  }
  return count;
}

const { values } = Object;

/**
 * Whether a text is known to be nested no deeper, by its opening brackets: so deep is at most what lies one in the
 * other, so of the containers of each level all but one count for nothing. With onlyFew no more is done than what is
 * faster than to ask a backend that is there.
 */
function isShallow(text, value, maxDepth, onlyFew) {
  if (text.length > LONG) return false;
  let most = countOf(text, '[', /\[/g, onlyFew);
  if (5 * (maxDepth - most) >= text.length) return true; // an object in another takes five bytes, with its key
  if (most < Infinity) most += countOf(text, '{', /\{/g, onlyFew);
  if (most > 2 * maxDepth) return false;
  for (let level = [[value]]; most > maxDepth; ) {
    const next = [];
    for (let i = 0; i < level.length && most - next.length >= maxDepth; i++) {
      const parts = values(level[i]);
      for (let k = 0; k < parts.length; k++) {
        const part = parts[k];
        if (typeof part === 'object' && part !== null) next.push(part);
      }
    }
    if (next.length === 0) return false;
    most -= next.length - 1;
    level = next;
  }
  return true;
}

/** Whether an input may be decoded as it is. */
const isSimple = (input) => typeof input === 'string' || (utf8Slice !== undefined && input instanceof Uint8Array);

/** Whether nothing was asked for that JSON.parse does not do. */
function isPlain({ reading, numbers, engine }) {
  if (engine === 'own' || (numbers !== undefined && numbers !== 'double')) return false;
  const { flags, keepFirst, maxTokenLength, maxLength } = reading;
  return flags === READING.flags && !keepFirst && maxTokenLength === 0 && maxLength === 0;
}

const DEFAULTS = readOptions(undefined, PARSE);

/**
 * @param {(name?: string) => import('./backends/backend.js').Backend} backendOf
 * @param {(backend: object, bytes: Uint8Array, reading: object) => Error} errorOf of what a backend has just tokenized
 */
export function createParsing(backendOf, errorOf) {
  function byCore(text, { reading, numbers, reviver, backend: name }) {
    const backend = backendOf(name);
    if (name === undefined) backendUsed = backend;
    const replace = reading.utf8 !== UTF8_STRICT;
    const { keepFirst } = reading;
    let value;
    let tape;
    try {
      value = build({ backend, text, reading, numbers, keepFirst, replace });
      if (value === undefined) throw errorOf(backend, text, reading);
      if (reviver !== undefined && GIVES_SOURCE) {
        tape = fillTape(createTape(), backend, text, backend.takeWords(), backend.tokens(), replace);
      }
    } finally {
      backend.done();
    }
    return reviver === undefined ? value : revive(value, reviver, tape, keepFirst);
  }

  // Whether JSON.parse is the faster way for a string or bytes.
  function isForEngine(input) {
    const { length } = input;
    if (length <= backendUsed.small) return true;
    if (parsed < COLD && length <= LARGE_COLD) {
      parsed += length;
      return true;
    }
    return IS_FAST && length <= LARGE && typeof input !== 'string' && isEasy(input, backendUsed.slowNumbers);
  }

  // By JSON.parse, where we accept the text, too; undefined where one of both does not, or that is not sure.
  function byEngine(input, reading, name) {
    const isBytes = typeof input !== 'string';
    if (!isBytes && !isWellFormed(input)) return undefined;
    const text = isBytes ? decode(input) : input;
    let its;
    try {
      its = parseByEngine(text);
    } catch {
      return undefined;
    }
    const clear = !isBytes || !text.includes('\ufffd'); // which stands for ill-formed bytes, or for itself
    const isShort = text.length <= 2 * reading.maxDepth + 1; // too short to be nested deeper
    return (clear && isShort) || isTaken(input, text, its, reading, name, clear) ? its : undefined;
  }

  // Whether the core takes an input, too, that JSON.parse has taken as that text.
  function isTaken(input, text, its, reading, name, clear) {
    const isBytes = typeof input !== 'string';
    const isAtHand = name === undefined && backendUsed.accepts !== undefined;
    if (clear && isShallow(text, its, reading.maxDepth, isAtHand && isBytes)) return true;
    if (isBytes && !(input.buffer instanceof ArrayBuffer)) return false; // others may change the input
    const backend = isAtHand ? backendUsed : backendOf(name);
    const bytes = isBytes ? input : inputBytes(input);
    if (backend.accepts !== undefined) return backend.accepts(bytes, reading, clear);
    try {
      return backend.tokenize(bytes, reading);
    } finally {
      backend.done();
    }
  }

  // Of a string or bytes. What JSON.parse does with a reviver is faster than ours, and recurses.
  function value(input, options) {
    const { reading, reviver } = options;
    const isFaster = () =>
      reviver === undefined ? isForEngine(input) : input.length <= LARGE && reading.maxDepth <= READING.maxDepth;
    if (isPlain(options) && isFaster()) {
      const its = byEngine(input, reading, options.backend);
      if (its !== undefined) {
        return reviver === undefined ? its : parseByEngine(typeof input === 'string' ? input : decode(input), reviver);
      }
    }
    return byCore(typeof input === 'string' ? inputBytes(input, reading.utf8 === UTF8_REPLACE) : input, options);
  }

  function parse(input, second) {
    if (second === undefined && isSimple(input)) {
      // Most calls, and the first ones, with as little around them as can be.
      const its = isForEngine(input) ? byEngine(input, READING) : undefined;
      return its === undefined ? byCore(inputBytes(input), DEFAULTS) : its;
    }
    const options = readArguments(second);
    return value(typeof input === 'string' ? input : inputBytes(input), options);
  }

  /** What gives the values of texts that were found in a text read so: each one value, and that one's limits. */
  function parserOfParts(reading, backend) {
    const options = { reading: readingOfParts(reading), backend };
    return (bytes) => value(bytes, options);
  }

  // In Node.js a first call would take three times its time without what is compiled by these. After fewer of them V8
  // compiles some of it better in a user's first call, after many more it optimizes then.
  if (utf8Slice !== undefined) {
    backendUsed = backendOf(undefined, true) ?? backendUsed;
    const bytes = globalThis.Buffer.from(`[${'[],'.repeat(FEW)}${' '.repeat(2 * READING.maxDepth)}0]`);
    try {
      for (let i = 0; i < WARMING; i++) parse(bytes);
    } catch {
      // Somebody has put another JSON.parse in its place, and no backend is there yet.
    }
    parsed = 0;
  }

  return { parse, parserOfParts };
}
