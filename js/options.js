// Options: what each may be, and what is said where one is not. An option that is undefined is not given.
import { isTape } from './tape.js';

const BACKENDS = ['native', 'wasm', 'wasi'];
const MAX_DEPTH = 2 ** 32 - 1;
const MAX_INDENT = 10;

const quote = (value) => (typeof value === 'string' ? `'${value}'` : String(value));
const kind = (value) => (value === null ? 'null' : typeof value === 'object' ? 'an object' : `a ${typeof value}`);

function wrongType(name, wanted, value) {
  throw new TypeError(`${name} must be ${wanted}, not ${kind(value)}`);
}

function outOfRange(name, wanted, value) {
  throw new RangeError(`${name} must be ${wanted}, not ${quote(value)}`);
}

/** Checks the option `backend`, or where else the name comes from. */
export function backendName(value, name = 'backend') {
  if (typeof value !== 'string') wrongType(name, 'a string', value);
  if (!BACKENDS.includes(value)) outOfRange(name, "'native', 'wasm' or 'wasi'", value);
  return value;
}

const readers = {
  backend: (value) => backendName(value),

  into(value) {
    if (!isTape(value)) wrongType('into', 'a Tape', value);
    return value;
  },

  maxDepth(value) {
    if (typeof value !== 'number') wrongType('maxDepth', 'a number', value);
    if (!Number.isInteger(value) || value < 1 || value > MAX_DEPTH) {
      outOfRange('maxDepth', `an integer from 1 to ${MAX_DEPTH}`, value);
    }
    return value;
  },

  // Spaces or tabs a level: { count, char }.
  indent(value) {
    if (typeof value === 'number') {
      if (!Number.isInteger(value) || value < 0 || value > MAX_INDENT) {
        outOfRange('indent', `an integer from 0 to ${MAX_INDENT}`, value);
      }
      return { count: value, char: 0x20 };
    }
    if (typeof value !== 'string') wrongType('indent', 'a number or a string', value);
    if (!/^(?: {0,10}|\t{1,10})$/.test(value)) {
      throw new RangeError('indent must be up to 10 spaces or up to 10 tabs');
    }
    return { count: value.length, char: value.charCodeAt(0) || 0x20 };
  },

  // Those of serialize that mean nothing to a tape: serialize_tape.js says what it takes of them.
  replacer: (value) => value,
  space: (value) => value,
  engine(value) {
    if (typeof value !== 'string') wrongType('engine', 'a string', value);
    if (value !== 'auto' && value !== 'own') outOfRange('engine', "'auto' or 'own'", value);
    return value;
  },
};

/**
 * Reads options: an object that has them all, those not given as in `defaults` or undefined.
 * @param {object | undefined} options
 * @param {string[]} names those that there are
 * @param {{ maxDepth?: number, indent?: { count: number, char: number } }} defaults
 */
export function readOptions(options, names, { maxDepth, indent }) {
  // One shape for all callers, for this is part of every call.
  const read = {
    backend: undefined,
    into: undefined,
    maxDepth,
    indent,
    replacer: undefined,
    space: undefined,
    engine: undefined,
  };
  if (options === undefined) return read;
  if (options === null || typeof options !== 'object') wrongType('options', 'an object', options);
  for (const name in options) {
    if (!names.includes(name)) throw new TypeError(`there is no option '${name}' here`);
    const value = options[name];
    if (value !== undefined) read[name] = readers[name](value);
  }
  return read;
}

export { readers };
