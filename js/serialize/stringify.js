// The engine's own JSON.stringify, where it is the faster way: which values that is, and how a failure of it becomes
// what the walk would have said.
//
// V8 has since version 13.8 a JSON.stringify that outruns any walk in JavaScript over objects and short strings; the
// walk keeps long strings and numbers. Older versions are slower than the walk on everything. Other engines are taken for
// fast: what is lost is then at most the encoding.

import { IS_FAST } from '../engine.js';
import { boxedType } from './kinds.js';

const { getOwnPropertyDescriptor, getPrototypeOf } = Object;

/** From this length on, in UTF-16 units, an ASCII string is faster escaped by the core. */
const LONG_STRING = 1024;
const STRING_SAMPLES = 16;

/** Whether a long string is ASCII; where nothing tells it faster than JSON.stringify takes, as far as some units tell. */
function isASCII(string) {
  const { length } = string;
  if (byteLength !== undefined) return byteLength(string) === length;
  const step = Math.floor(length / STRING_SAMPLES);
  for (let at = 0; at < length; at += step) if (string.charCodeAt(at) >= 0x80) return false;
  return true;
}

const byteLength = globalThis.Buffer?.byteLength;
const isProxy = globalThis.process?.getBuiltinModule?.('node:util')?.types?.isProxy ?? (() => false);

/**
 * Whether JSON.stringify is to be used: only for what it does the same, and where it is likely to be faster.
 * @param {boolean} walks  what prefersWalk said of the last text
 */
export function prefersStringify(value, options, walks) {
  if (!IS_FAST || walks || options.engine !== 'auto') return false;
  if (options.typedArrays || options.digits || options.canonical || options.replacer !== undefined) return false;
  return typeof value !== 'string' || value.length < LONG_STRING || !isASCII(value);
}

/** What tells by a text looks at so many of its units. */
const SAMPLES = 256;

/**
 * Whether a text is such that the addon is faster at it than any JSON.stringify: numbers for the most part, or strings with
 * many escapes, and few keys. What comes next is likely to be of the same kind: a value can't be looked at
 * beforehand without somebody noticing, but what has been written can.
 * @param {string | Uint8Array} text
 */
export function prefersWalk(text) {
  const { length } = text;
  const step = Math.floor(length / SAMPLES) - 4;
  let score = 0;
  // Not at even steps, which records may have, too.
  for (let i = 0, at = 0; i < SAMPLES; i++, at += step + ((5 * i) & 7)) {
    const unit = typeof text === 'string' ? text.charCodeAt(at) : text[at];
    // + , - . / and digits, and the brackets of arrays
    if ((unit >= 0x2b && unit <= 0x39) || unit === 0x5b || unit === 0x5d) score++;
    else if (unit === 0x22) score--;
    else if (unit === 0x5c) score += 4;
  }
  return score >= 0.28 * SAMPLES;
}

/** The property that object[key] reads, of the object's own or inherited. */
function propertyOf(object, key) {
  for (let holder = object; holder !== null; holder = getPrototypeOf(holder)) {
    const property = getOwnPropertyDescriptor(holder, key);
    if (property !== undefined) return property;
  }
  return undefined;
}

/** Whether toJSON would run code of the user's; that of dates is the language's. */
function hasToJSON(object) {
  const property = propertyOf(object, 'toJSON');
  if (property === undefined || property.value === Date.prototype.toJSON) return false;
  return property.get !== undefined || typeof property.value === 'function';
}

/**
 * Whether a value can be walked a second time without anybody noticing: no getter, no toJSON, no proxy. The keys of a
 * replacer list may be inherited ones.
 */
function isInert(root, list = []) {
  const seen = new Set();
  const found = [root];
  while (found.length > 0) {
    const value = found.pop();
    if (typeof value === 'function') return false;
    if (typeof value === 'bigint' && BigInt.prototype.toJSON !== undefined) return false;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (isProxy(value) || hasToJSON(value) || boxedType(value) !== undefined) return false;
    if (list.some((key) => propertyOf(value, key)?.get !== undefined)) return false;
    for (const key of Reflect.ownKeys(value)) {
      const property = getOwnPropertyDescriptor(value, key);
      if (property.get !== undefined) return false;
      if (property.enumerable && typeof key === 'string') found.push(property.value);
    }
  }
  return true;
}

/**
 * JSON.stringify's text. Returns undefined for a value without text; where it failed and the walk can do better unnoticed,
 * its TypeError, which a walk that names the path of a cycle or of a BigInt may replace, or `again`, for one that goes on
 * where the depth or the length was too much.
 */
export function stringify(value, options, again) {
  try {
    // The fast way of V8 is for calls without other arguments.
    return options.list || options.unit ? JSON.stringify(value, options.list, options.unit) : JSON.stringify(value);
  } catch (error) {
    const fromEngine = error instanceof TypeError || error instanceof RangeError;
    if (fromEngine && isInert(value, options.list)) return error instanceof TypeError ? error : again;
    throw error;
  }
}
