// Plain values, as programs mostly have them, to records: objects and arrays of strings, numbers, booleans and null, with
// nothing about them that runs code. Here is where the time goes. What is met beside these - a toJSON, a BigInt, a boxed
// primitive, a string that is too long, a cycle, a depth - is left to the walk (walk.js), which goes on at that value.
//
// Functions call each other for what is nested, down to DEPTH. Each has a frame on the stack of the walk, of which it
// fills in the object, so that cycles are seen, and the rest only where it stops. It takes and returns the text of the
// batch; all else that they share is in the batch, whose `stopped` says whether a value was left.

import {
  RECORD_DOUBLE,
  RECORD_DOUBLES,
  RECORD_END,
  RECORD_KEY_TEXT,
  RECORD_LITERAL,
  RECORD_OP_BITS,
  RECORD_START,
  RECORD_STRING,
  RECORDS_DOUBLES_CAPACITY,
  RECORDS_OPS_CAPACITY,
} from '../layout.js';
import { isRawJSON, maybeBoxed } from './kinds.js';

const { isArray } = Array;
const { isView } = ArrayBuffer;
const keysOf = Object.keys;

export const NULL = RECORD_LITERAL;
export const TRUE = (1 << RECORD_OP_BITS) | RECORD_LITERAL;
export const FALSE = (2 << RECORD_OP_BITS) | RECORD_LITERAL;
export const OBJECT_START = RECORD_START;
export const OBJECT_END = RECORD_END;
export const ARRAY_START = (1 << RECORD_OP_BITS) | RECORD_START;
export const ARRAY_END = (1 << RECORD_OP_BITS) | RECORD_END;

/**
 * A frame on the stack: an open object or array, its keys (undefined for an array), the next index, the length, its shape
 * (undefined where it has none) and its site.
 */
export const FRAME = 6;

/** So deep go functions that call each other, and from there on open objects are looked up in a set. */
export const DEPTH = 24;

/** Objects with more keys are taken for dictionaries, which have no shape. */
export const SHAPE_KEYS = 64;

/** A shape is worth a function when it has come so often: a young function is slower than `members`. */
export const COMPILED = 2000;

/** A batch is handed over when it has this many ops: what one object adds still fits, and what closes all open ones. */
const OPS_FULL = RECORDS_OPS_CAPACITY - 2 * SHAPE_KEYS - 2 * DEPTH;

/** Or this many doubles; a run of them may fill the block but for what one object may add. */
const DOUBLES_FULL = RECORDS_DOUBLES_CAPACITY / 2;
const RUN_MAX = RECORDS_DOUBLES_CAPACITY - SHAPE_KEYS - 8;

/** The longest text that is one record, in UTF-16 units; longer ones go in pieces. */
export const TEXT_MAX = 8192;

/** Strings up to this length are not asked whether the text has room: those of all fields together fit behind TEXT_FULL. */
export const SHORT = 64;

/**
 * Or when its text has this many units: what is added before the next look still fits the block, a key and a string of
 * TEXT_MAX and the short strings of an object's fields.
 */
export const TEXT_FULL = 20480;

/**
 * Where in values of a kind objects are met: under a key of a shape, or as an item of what is met in a place. The shapes
 * that came there last are likely to come again.
 */
export class Site {
  #shape;
  #other; // the one before
  #items;

  /** The site of the items of an array, or the members of a dictionary, that is met here. */
  get items() {
    this.#items ??= new Site();
    return this.#items;
  }

  /**
   * The shape of an object with these keys; undefined where it gets none.
   * @param {import('./shapes.js').Shapes} shapes
   */
  shapeOf(keys, shapes) {
    let shape = this.#shape;
    if (shape === undefined || !shape.is(keys)) {
      shape = this.#other;
      if (shape === undefined || !shape.is(keys)) {
        if (keys.length > SHAPE_KEYS || keys.length === 0) return undefined;
        shape = shapes.find(keys);
        if (shape === undefined) return undefined;
        this.#other = this.#shape;
        this.#shape = shape;
      }
    }
    if (shape.seen < COMPILED) shape.count(shapes);
    return shape;
  }
}

/**
 * What the functions here, the compiled ones and the walk share: where the batch stands, and where a function stopped.
 * @typedef {object} Batch
 * @property {Int32Array} ops
 * @property {Float64Array} doubles
 * @property {number} opCount
 * @property {number} doubleCount
 * @property {unknown[]} stack
 * @property {number} top          fields on the stack: there the next frame goes. Where a function stopped, the frame of
 *                                 the object or array that has the value begins there
 * @property {boolean} stopped     whether a value is left to the walk
 * @property {unknown} value       that value, which has been read
 * @property {boolean} asked       whether its toJSON has been read too,
 * @property {unknown} toJSON      which is this,
 * @property {string[]} [keys]     and its keys listed, and these are they
 * @property {boolean} typedArrays whether typed arrays are arrays
 * @property {import('./shapes.js').Shapes} shapes
 * @property {import('./records.js').Recorder} recorder
 */

/** The site of what is under a key of an object: a dictionary's members share one. */
export const siteOf = (shape, site, index) => (shape === undefined ? site.items : shape.sites[index]);

/** What copyNumbers has come to: the next index, the next free double, and the element that was no number. */
const run = { index: 0, doubles: 0, value: undefined };

/**
 * Copies numbers from array[index] on. Returns whether it ended at an element that is no number; that one has been read.
 * A function of its own, so that the engine compiles this loop and not what is around it.
 */
function copyNumbers(array, index, end, doubles, next) {
  let value;
  let other = false;
  while (index < end) {
    value = array[index++];
    if (typeof value !== 'number') {
      other = true;
      break;
    }
    doubles[next++] = value;
  }
  run.value = other ? value : undefined;
  run.index = index;
  run.doubles = next;
  return other;
}

/** Hands a batch over that is nearly full. Returns the text of the next one. */
export function handOver(text, batch) {
  if (batch.opCount < OPS_FULL && text.length < TEXT_FULL && batch.doubleCount < DOUBLES_FULL) return text;
  batch.recorder.flush(text);
  return '';
}

/** How many numbers may be added to the batch at once. */
export const roomForRun = (batch) => RUN_MAX - batch.doubleCount;

/** Writes the rest of what is open, from where the walk has come to. Its frame is at batch.top. */
export function goOn(object, keys, index, length, shape, site, text, batch) {
  if (keys === undefined) return elements(object, index, length, site, false, text, batch);
  if (shape?.fields !== undefined) return shape.fields(object, index, text, batch);
  return members(object, keys, index, shape, site, text, batch);
}

/** Fills in the frame at `top` but for its object: of a function that stops, because a value is left to the walk that it
 * has met itself, or because a function that it has called stopped; or of the walk, which goes into what is nested. */
export function leave(batch, top, keys, index, length, shape, site) {
  const { stack } = batch;
  stack[top + 1] = keys;
  stack[top + 2] = index;
  stack[top + 3] = length;
  stack[top + 4] = shape;
  stack[top + 5] = site;
}

/**
 * A value is left to the walk, of the object or array whose frame is at `top`. It has been read; if `asked`, so has its
 * toJSON, and maybe its keys have been listed.
 */
export function stop(batch, top, value, asked = false, toJSON = undefined, keys = undefined) {
  batch.stopped = true;
  batch.top = top;
  batch.value = value;
  batch.asked = asked;
  batch.toJSON = toJSON;
  batch.keys = keys;
}

/** LengthOfArrayLike, for the length that a proxy of an array gives. */
export function toLength(length) {
  const integer = Math.trunc(+length) || 0;
  return integer <= 0 ? 0 : Math.min(integer, Number.MAX_SAFE_INTEGER);
}

/**
 * Writes an object or array, behind its key's op (0 for none) and text ('' for none). Its frame is at batch.top, that of
 * its parent before it.
 * Stops at the value itself, and has then written nothing, or in it; else it leaves its frame empty.
 */
export function nest(value, key, name, site, text, batch) {
  const { stack, top } = batch;
  const parent = top - FRAME;
  text = handOver(text, batch);
  if (top >= DEPTH * FRAME) {
    stop(batch, parent, value);
    return text;
  }
  const { toJSON } = value;
  let found = typeof toJSON === 'function';
  for (let i = parent; i >= FRAME && !found; i -= FRAME) found = stack[i] === value;
  if (found || (batch.typedArrays && isView(value))) {
    stop(batch, parent, value, true, toJSON);
    return text;
  }
  if (isArray(value)) {
    let count = value.length;
    if (typeof count !== 'number') count = toLength(count);
    const { ops, doubles, opCount, doubleCount } = batch;
    let at = opCount;
    if (key !== 0) ops[at++] = key;
    text += name;
    ops[at++] = ARRAY_START;
    let index = 0;
    let held = false;
    if (count !== 0 && count < RUN_MAX - doubleCount) {
      // Lists of numbers, which are many where there are any, go without more ado.
      const first = value[index++];
      held = true;
      if (typeof first === 'number') {
        doubles[doubleCount] = first;
        held = copyNumbers(value, 1, count, doubles, doubleCount + 1);
        ops[at++] = ((run.doubles - doubleCount) << RECORD_OP_BITS) | RECORD_DOUBLES;
        batch.doubleCount = run.doubles;
        index = run.index;
      } else {
        run.value = first;
      }
    }
    if (held || index < count) {
      batch.opCount = at;
      text = elements(value, index, count, site, held, text, batch);
      if (batch.stopped) return text;
      stack[top] = undefined;
      at = batch.opCount;
    }
    batch.ops[at] = ARRAY_END;
    batch.opCount = at + 1;
    return text;
  }
  const keys = keysOf(value);
  if (maybeBoxed(value, keys) || (keys.length === 1 && keys[0] === 'rawJSON' && isRawJSON(value))) {
    stop(batch, parent, value, true, toJSON, keys);
    return text;
  }
  const shape = site.shapeOf(keys, batch.shapes);
  const { ops } = batch;
  if (key !== 0) ops[batch.opCount++] = key;
  text += name;
  ops[batch.opCount++] = OBJECT_START;
  if (shape !== undefined && shape.fields !== undefined) text = shape.fields(value, 0, text, batch);
  else text = members(value, keys, 0, shape, site, text, batch);
  if (batch.stopped) return text;
  stack[top] = undefined;
  batch.ops[batch.opCount++] = OBJECT_END;
  return handOver(text, batch);
}

/**
 * Writes the elements of an array from index on; held: that before it, which has been read, is run.value. Its frame is at
 * batch.top.
 */
export function elements(array, index, length, site, held, text, batch) {
  const { top, stack } = batch;
  let value = run.value;
  stack[top] = array;
  while (held || index < length) {
    text = handOver(text, batch);
    if (!held) value = array[index++];
    held = false;
    const { ops } = batch;
    if (typeof value === 'string' && value.length <= TEXT_MAX) {
      ops[batch.opCount++] = (value.length << RECORD_OP_BITS) | RECORD_STRING;
      text += value;
    } else if (typeof value === 'number') {
      const { doubles, doubleCount } = batch;
      const end = Math.min(length, index + RUN_MAX - doubleCount);
      doubles[doubleCount] = value;
      held = copyNumbers(array, index, end, doubles, doubleCount + 1);
      ops[batch.opCount++] = ((run.doubles - doubleCount) << RECORD_OP_BITS) | RECORD_DOUBLES;
      batch.doubleCount = run.doubles;
      index = run.index;
      value = run.value;
    } else if (value === null || value === undefined || typeof value === 'symbol') {
      ops[batch.opCount++] = NULL;
    } else if (value === true) {
      ops[batch.opCount++] = TRUE;
    } else if (value === false) {
      ops[batch.opCount++] = FALSE;
    } else {
      if (typeof value === 'object') {
        batch.top = top + FRAME;
        text = nest(value, 0, '', site.items, text, batch);
      } else {
        stop(batch, top, value);
      }
      if (batch.stopped) {
        leave(batch, top, undefined, index, length, undefined, site);
        return text;
      }
      batch.top = top;
    }
  }
  return text;
}

/** Writes the members of an object from keys[index] on. Its frame is at batch.top. */
export function members(object, keys, index, shape, site, text, batch) {
  const { top, stack } = batch;
  const tags = shape?.tags;
  const { length } = keys;
  let { ops, doubles, opCount: at, doubleCount: number } = batch;
  stack[top] = object;
  while (index < length) {
    if (at >= OPS_FULL || number >= DOUBLES_FULL || text.length >= TEXT_FULL) {
      batch.opCount = at;
      batch.doubleCount = number;
      text = handOver(text, batch);
      ({ ops, doubles, opCount: at, doubleCount: number } = batch);
    }
    const key = keys[index];
    const value = object[key];
    let tag = tags === undefined ? 0 : tags[index];
    index++;
    let before = ''; // the key, where it is part of the text
    if (tag === 0) {
      tag = (key.length << RECORD_OP_BITS) | RECORD_KEY_TEXT;
      before = key;
    }
    let op = 0;
    if (before.length > TEXT_MAX) {
      // left to the walk
    } else if (typeof value === 'string') {
      if (value.length <= TEXT_MAX) {
        op = (value.length << RECORD_OP_BITS) | RECORD_STRING;
        if (before !== '') text += before;
        before = value;
      }
    } else if (typeof value === 'number') {
      op = RECORD_DOUBLE;
      doubles[number++] = value;
    } else if (value === null) {
      op = NULL;
    } else if (value === true) {
      op = TRUE;
    } else if (value === false) {
      op = FALSE;
    } else if (value === undefined) {
      continue;
    } else if (typeof value === 'object') {
      batch.opCount = at;
      batch.doubleCount = number;
      batch.top = top + FRAME;
      text = nest(value, tag, before, siteOf(shape, site, index - 1), text, batch);
      if (batch.stopped) {
        leave(batch, top, keys, index, length, shape, site);
        return text;
      }
      batch.top = top;
      ({ ops, doubles, opCount: at, doubleCount: number } = batch);
      continue;
    }
    if (op === 0) {
      stop(batch, top, value);
      leave(batch, top, keys, index, length, shape, site);
      break;
    }
    if (before !== '') text += before;
    ops[at] = tag;
    ops[at + 1] = op;
    at += 2;
  }
  batch.opCount = at;
  batch.doubleCount = number;
  return text;
}
