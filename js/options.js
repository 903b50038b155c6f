// Options: what each may be, and what is said where one is not. An option that is undefined is not given.
import {
  COMMENTS_KEEP,
  COMMENTS_REFUSE,
  COMMENTS_SKIP,
  CONCATENATED,
  DEFAULT_DEPTH,
  DUPLICATES_ALLOW,
  DUPLICATES_ERROR,
  ESCAPE_ASCII,
  ESCAPE_HTML,
  ERROR_INPUT_TOO_LONG,
  ERROR_NAMES,
  NDJSON,
  READING_COMMENTS_BIT,
  READING_DUPLICATES_BIT,
  READING_MULTIPLE_BIT,
  READING_SKIP_BAD_LINES,
  READING_TRAILING_COMMAS,
  READING_UTF8_BIT,
  SEQ,
  SINGLE,
  UTF8_RAW,
  UTF8_REPLACE,
  UTF8_STRICT,
  WRITING_COMMENTS_BIT,
  WRITING_ESCAPE_BIT,
  WRITING_REPLACE,
} from './layout.js';
import { isTape } from './tape.js';

const BACKENDS = ['native', 'wasm', 'wasi'];
const MAX_DEPTH = 2 ** 32 - 1;
const MAX_LENGTH = Number.MAX_SAFE_INTEGER;
const COMMENTS = { false: COMMENTS_REFUSE, skip: COMMENTS_SKIP, keep: COMMENTS_KEEP };
const MULTIPLE = { false: SINGLE, concatenated: CONCATENATED, ndjson: NDJSON, seq: SEQ };
const DUPLICATES = { allow: DUPLICATES_ALLOW, error: DUPLICATES_ERROR };
const KEEP_FIRST = 2; // to the core, they are allowed
const NUMBERS = { double: 'double', bigint: 'bigint', text: 'text' };
const UTF8 = { strict: UTF8_STRICT, replace: UTF8_REPLACE, raw: UTF8_RAW };
const MAX_INDENT = 10;

/** Who does the work: whoever is faster, or this library alone. */
export const ENGINES = { auto: 'auto', own: 'own' };

const quote = (value) => (typeof value === 'string' ? `'${value}'` : String(value));
const kind = (value) => (value == null ? String(value) : typeof value === 'object' ? 'an object' : `a ${typeof value}`);

export function wrongType(name, wanted, value) {
  throw new TypeError(`${name} must be ${wanted}, not ${kind(value)}`);
}

export function outOfRange(name, wanted, value) {
  throw new RangeError(`${name} must be ${wanted}, not ${quote(value)}`);
}

/** Checks the option `backend`, or where else the name comes from. */
export function backendName(value, name = 'backend') {
  if (typeof value !== 'string') wrongType(name, 'a string', value);
  if (!BACKENDS.includes(value)) outOfRange(name, "'native', 'wasm' or 'wasi'", value);
  return value;
}

export function integer(name, value, least, most) {
  if (typeof value !== 'number') wrongType(name, 'a number', value);
  if (!Number.isInteger(value) || value < least || value > most) {
    outOfRange(name, `an integer from ${least} to ${most}`, value);
  }
  return value;
}

export function checkOptions(options) {
  if (options === null || typeof options !== 'object') wrongType('options', 'an object', options);
}

/** One of the keys of `words`, where 'false' stands for false; gives what stands there. */
export function word(name, value, words) {
  if (typeof value !== 'string' && !(value === false && 'false' in words)) wrongType(name, 'a string', value);
  if (value === 'false' || !Object.hasOwn(words, value)) {
    const known = Object.keys(words).map((key) => (key === 'false' ? key : `'${key}'`));
    outOfRange(name, `${known.slice(0, -1).join(', ')} or ${known.at(-1)}`, value);
  }
  return words[value];
}

export function boolean(name, value) {
  if (typeof value !== 'boolean') wrongType(name, 'a boolean', value);
  return value;
}

/** An object of booleans; those that are undefined are left out. */
function switches(name, value, names) {
  if (value === null || typeof value !== 'object') wrongType(name, 'an object', value);
  const read = {};
  for (const inner in value) {
    if (!names.includes(inner)) throw new TypeError(`there is no '${inner}' in the option '${name}'`);
    if (value[inner] !== undefined) read[inner] = boolean(`${name}.${inner}`, value[inner]);
  }
  return read;
}

/** What the options of reading are where they are not given. */
const READING_DEFAULTS = {
  maxDepth: DEFAULT_DEPTH,
  comments: COMMENTS_REFUSE,
  trailingCommas: false,
  multiple: SINGLE,
  utf8: UTF8_STRICT,
  duplicates: DUPLICATES_ALLOW,
  maxTokenLength: 0,
  maxLength: 0,
  onBadLine: undefined,
};

/** The names of the options of reading. */
export const READING_NAMES = Object.keys(READING_DEFAULTS);

/** What `duplicates` may be where values are built, for readOptions. */
export const VALUE_DUPLICATES = { last: DUPLICATES_ALLOW, first: KEEP_FIRST, error: DUPLICATES_ERROR };

/**
 * How to read, as the backends take it.
 * @typedef {object} Reading
 * @property {number} maxDepth
 * @property {number} flags           the words and switches, as core/src/engine.h has them
 * @property {number} maxTokenLength  0: no limit
 * @property {number} maxLength       0: no limit
 * @property {number} utf8            UTF8_STRICT, UTF8_REPLACE or UTF8_RAW
 * @property {number} multiple        SINGLE, CONCATENATED, NDJSON or SEQ
 * @property {number} comments        COMMENTS_REFUSE, COMMENTS_SKIP or COMMENTS_KEEP
 * @property {boolean} keepFirst      whether of equal keys the first one counts
 * @property {((error: import('./error.js').JSONTapeError) => void) | undefined} onBadLine
 */

/** @returns {Reading} */
function readingOf(options) {
  const { maxDepth, comments, trailingCommas, multiple, utf8, duplicates, maxTokenLength, maxLength, onBadLine } =
    options;
  if (onBadLine !== undefined && multiple !== NDJSON) {
    throw new TypeError("onBadLine means something only with multiple: 'ndjson'");
  }
  const flags =
    (comments << READING_COMMENTS_BIT) |
    (multiple << READING_MULTIPLE_BIT) |
    (utf8 << READING_UTF8_BIT) |
    (duplicates === DUPLICATES_ERROR ? DUPLICATES_ERROR << READING_DUPLICATES_BIT : 0) |
    (trailingCommas ? READING_TRAILING_COMMAS : 0) |
    (onBadLine === undefined ? 0 : READING_SKIP_BAD_LINES);
  const keepFirst = duplicates === KEEP_FIRST;
  return { maxDepth, flags, maxTokenLength, maxLength, utf8, multiple, comments, keepFirst, onBadLine };
}

/** How to read a value again that one reading has accepted as a part of its input. */
export const readingOfParts = (reading) => ({
  ...reading,
  maxDepth: MAX_DEPTH,
  maxTokenLength: 0,
  maxLength: 0,
  multiple: SINGLE,
  onBadLine: undefined,
  flags: reading.flags & ~((3 << READING_MULTIPLE_BIT) | (1 << READING_DUPLICATES_BIT) | READING_SKIP_BAD_LINES),
});

/** How to read text again of which one reading has left out the bad lines. */
export const readingAgain = (reading) => ({ ...reading, flags: reading.flags & ~READING_SKIP_BAD_LINES });

/** Whether an error is only that of a line, and reading goes on behind that. */
export const goesOnBehind = ({ code }, { onBadLine }) =>
  onBadLine !== undefined && code !== ERROR_NAMES[ERROR_INPUT_TOO_LONG];

/**
 * How a tape is written, for the backends.
 * @param {{ count: number, char: number }} indent
 * @param {Reading} reading  of the text
 * @param {{ ascii: boolean, htmlSafe: boolean }} options
 * @returns {import('./backends/backend.js').Form}
 */
export function formOf(indent, { multiple, comments, utf8 }, { ascii, htmlSafe }) {
  if (htmlSafe && comments === COMMENTS_KEEP) throw new TypeError("htmlSafe does not go with comments: 'keep'");
  const escapes = (ascii ? ESCAPE_ASCII : 0) | (htmlSafe ? ESCAPE_HTML : 0);
  const replace = utf8 === UTF8_REPLACE ? WRITING_REPLACE : 0;
  return {
    ...indent,
    flags: multiple | (comments << WRITING_COMMENTS_BIT) | (escapes << WRITING_ESCAPE_BIT) | replace,
  };
}

/** Strict and with the default limits. */
export const READING = readingOf(READING_DEFAULTS);

const wordOf = (words) => (name, value) => word(name, value, words);
const integerTo = (most) => (name, value) => integer(name, value, 1, most);
const switchesOf = (names) => (name, value) => switches(name, value, names);
const anything = (_name, value) => value;

/** What reads the option of a name: (name, value) => what it is taken for. */
export const readers = {
  backend: (_name, value) => backendName(value),

  into(name, value) {
    if (!isTape(value)) wrongType(name, 'a Tape', value);
    return value;
  },

  maxDepth: integerTo(MAX_DEPTH),
  maxTokenLength: integerTo(MAX_LENGTH),
  maxLength: integerTo(MAX_LENGTH),
  comments: wordOf(COMMENTS),
  multiple: wordOf(MULTIPLE),
  utf8: wordOf(UTF8),
  path: anything,
  numbers: wordOf(NUMBERS),

  trailingCommas: boolean,
  immutable: boolean,
  incomplete: switchesOf(['strings', 'numbers', 'literals']),
  lenient: switchesOf(['fence']),

  trusted: boolean,

  // 'stop' is what happens without it.
  onBadLine(name, value) {
    if (typeof value === 'function') return value;
    if (typeof value !== 'string') wrongType(name, "'stop' or a function", value);
    if (value !== 'stop') outOfRange(name, "'stop' or a function", value);
    return undefined;
  },

  signal(name, value) {
    if (typeof value?.aborted !== 'boolean' || typeof value.addEventListener !== 'function') {
      wrongType(name, 'an AbortSignal', value);
    }
    return value;
  },

  sortKeys: boolean,
  canonical: boolean,
  ascii: boolean,
  htmlSafe: boolean,

  // Spaces or tabs a level: { count, char }.
  indent(name, value) {
    if (typeof value === 'number') return { count: integer(name, value, 0, MAX_INDENT), char: 0x20 };
    if (typeof value !== 'string') wrongType(name, 'a number or a string', value);
    if (!/^(?: {0,10}|\t{1,10})$/.test(value)) throw new RangeError(`${name} must be up to 10 spaces or up to 10 tabs`);
    return { count: value.length, char: value.charCodeAt(0) || 0x20 };
  },

  reviver(name, value) {
    if (typeof value !== 'function') wrongType(name, 'a function', value);
    return value;
  },

  // Those of serialize that mean nothing to a tape: serialize_tape.js says what it takes of them.
  replacer: anything,
  space: anything,
  engine: wordOf(ENGINES),
};

/** Throws for an option that a call does not have. */
export function noOption(name) {
  throw new TypeError(`there is no option '${name}' here`);
}

/**
 * Reads options: an object that has them all, those not given undefined, and those of reading as one.
 * @param {object | undefined} options
 * @param {string[]} names those that there are
 * @param {Record<string, number>} duplicates what the option `duplicates` may be
 */
export function readOptions(options, names, duplicates = DUPLICATES) {
  // One shape for all callers, for this is part of every call.
  const read = {
    backend: undefined,
    into: undefined,
    signal: undefined,
    trusted: false,
    path: undefined,
    reading: READING,
    numbers: undefined,
    incomplete: undefined,
    immutable: undefined,
    lenient: undefined,
    reviver: undefined,
    indent: undefined,
    sortKeys: false,
    canonical: false,
    ascii: false,
    htmlSafe: false,
    replacer: undefined,
    space: undefined,
    engine: undefined,
  };
  if (options === undefined) return read;
  checkOptions(options);
  let reading;
  for (const name in options) {
    if (!names.includes(name)) noOption(name);
    const value = options[name];
    if (value === undefined) continue;
    const target = Object.hasOwn(READING_DEFAULTS, name) ? (reading ??= { ...READING_DEFAULTS }) : read;
    target[name] = name === 'duplicates' ? word(name, value, duplicates) : readers[name](name, value);
  }
  if (reading !== undefined) read.reading = readingOf(reading);
  return read;
}
