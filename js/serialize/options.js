// The arguments of serialize(value, replacer | options, space), checked, in the form that the walk takes.

import { boolean, ENGINES, noOption, word } from '../options.js';
import { boxedType, unbox } from './kinds.js';

const { isArray } = Array;

/** `backend` is read by others. */
const NAMES = ['backend', 'replacer', 'space', 'canonical', 'engine', 'typedArrays', 'bigint'];
const TYPED_ARRAYS = { object: false, array: true };
const BIGINT = { error: false, digits: true };

/** A plain object is options; JSON.stringify takes no notice of one in this place. */
function isPlain(object) {
  if (typeof object !== 'object' || object === null || isArray(object)) return false;
  if (object.constructor === Object) return true; // asking for the prototype is a call of the engine's
  const prototype = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The keys of a replacer list: strings and numbers, boxed ones too, each once, in their order. */
function keyList(list) {
  const keys = new Set();
  const { length } = list;
  for (let i = 0; i < length; i++) {
    const item = list[i];
    const type = typeof item === 'object' && item !== null ? boxedType(item) : typeof item;
    if (type === 'string' || type === 'number') keys.add(`${item}`);
  }
  return [...keys];
}

/** What one level of indentation is, by the rules of JSON.stringify; '' for none. */
export function indentUnit(space) {
  if (typeof space === 'object' && space !== null) {
    const type = boxedType(space);
    if (type === 'string' || type === 'number') space = unbox(space);
  }
  if (typeof space === 'number') return ' '.repeat(Math.max(0, Math.min(10, Math.trunc(space) || 0)));
  return typeof space === 'string' ? space.slice(0, 10) : '';
}

/**
 * The parts of which the indentation of each depth is made: head, depth - 1 times unit, tail. They differ only where
 * the end of one unit and the start of the next are the halves of one character.
 */
function indentParts(unit) {
  if (/^\p{Surrogate}.*\p{Surrogate}$/su.test(unit)) {
    const joined = unit.at(-1) + unit[0];
    if (!/\p{Surrogate}/u.test(joined)) {
      const middle = unit.slice(1, -1);
      return { head: unit[0], unit: middle + joined, tail: middle + unit.at(-1) };
    }
  }
  return { head: '', unit, tail: unit };
}

/** What serialize(value) asks for. */
export const DEFAULTS = Object.freeze({
  engine: 'auto',
  typedArrays: false,
  digits: false,
  canonical: false,
  replacer: undefined,
  list: undefined,
  unit: '',
  indent: undefined,
});

/**
 * @param {unknown} second  a replacer function, a replacer list or options
 * @param {unknown} space   as JSON.stringify takes it
 * @returns {import('./walk.js').WalkOptions & { engine: string, unit: string }}
 */
export function readArguments(second, space) {
  if ((second === undefined || second === null) && space === undefined) return DEFAULTS;
  let replacer = second;
  let options = {};
  if (isPlain(second)) {
    options = second;
    const names = Object.keys(options);
    if (names.length === 1 && names[0] === 'backend' && space === undefined) return DEFAULTS;
    for (const name of names) {
      if (!NAMES.includes(name)) noOption(name);
    }
    if (space !== undefined && options.space !== undefined) throw new TypeError('space is given twice');
    replacer = options.replacer ?? undefined;
    if (replacer !== undefined && typeof replacer !== 'function' && !isArray(replacer)) {
      throw new TypeError('replacer must be a function or an array');
    }
    space ??= options.space;
  }
  const { engine = 'auto', typedArrays = 'object', bigint = 'error', canonical = false } = options;
  const digits = word('bigint', bigint, BIGINT);
  const list = isArray(replacer) ? keyList(replacer) : undefined;
  const unit = indentUnit(space);
  if (boolean('canonical', canonical)) {
    if (unit !== '' || digits) throw new TypeError("the canonical form has no space, and no bigint: 'digits'");
    list?.sort();
  }
  return {
    engine: word('engine', engine, ENGINES),
    typedArrays: word('typedArrays', typedArrays, TYPED_ARRAYS),
    digits,
    canonical,
    replacer: typeof replacer === 'function' ? replacer : undefined,
    list,
    unit,
    indent: unit === '' ? undefined : indentParts(unit),
  };
}
