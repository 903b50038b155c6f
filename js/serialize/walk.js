// The walk: a JS value to records, in the order of JSON.stringify (ECMAScript, SerializeJSONProperty and what it calls).
//
// What can be observed happens as there: which properties are read and when, toJSON, the replacer, the traps of proxies.
// So the keys of an object are listed once, before its first property is read, and each property is read when its turn
// comes. Open objects and arrays lie on a stack of the walk's own, so depth is limited by memory only.
//
// What is nothing out of the ordinary goes by the functions of plain.js, which are much faster; the walk begins with them,
// takes what they leave, and goes on with them. It does all of it where each value is looked at: with a replacer or its
// list, and for the canonical form.

import { isWellFormed } from '../input.js';
import {
  PIECES_KEY,
  PIECES_RAW,
  PIECES_STRING,
  RECORD_DOUBLE,
  RECORD_DOUBLES,
  RECORD_KEY_TEXT,
  RECORD_OP_BITS,
  RECORD_RAW,
  RECORD_STRING,
} from '../layout.js';
import { isRawJSON, maybeBoxed, rawText, typedArrayLength, unbox } from './kinds.js';
import {
  ARRAY_END,
  ARRAY_START,
  DEPTH,
  FALSE,
  FRAME,
  goOn,
  handOver,
  leave,
  NULL,
  nest,
  OBJECT_END,
  OBJECT_START,
  roomForRun,
  siteOf,
  TEXT_MAX,
  toLength,
  TRUE,
} from './plain.js';

const { apply } = Reflect;
const { isArray } = Array;
const { isView } = ArrayBuffer;
const keysOf = Object.keys;

const ROOT_KEYS = [''];

/**
 * @typedef {object} WalkOptions
 * @property {Function} [replacer]
 * @property {string[]} [list]        the keys of a replacer list
 * @property {boolean} typedArrays    true: typed arrays are arrays
 * @property {boolean} digits         true: a BigInt is its digits
 * @property {boolean} canonical      true: keys sorted, those of the list already; what RFC 8785 has no form for throws
 * @property {{ head: string, unit: string, tail: string }} [indent]
 */

/** Copies the elements of a typed array that holds numbers. */
function copyTyped(array, index, end, doubles, next) {
  while (index < end) doubles[next++] = array[index++];
}

const place = (keys, index) => (keys === undefined ? String(index - 1) : keys[index - 1]);

/** The JSON Pointer of the value that the first `length` fields of the stack have come to, in words. */
function where(stack, length) {
  let pointer = '';
  for (let i = FRAME; i < length; i += FRAME) {
    pointer += `/${place(stack[i + 1], stack[i + 2])
      .replaceAll('~', '~0')
      .replaceAll('/', '~1')}`;
  }
  return pointer === '' ? 'the root' : pointer;
}

/** Throws for what has no canonical form: a key or value that a walk, of which the rest is said, has come to. */
function notCanonical(value, stack, top, keys, index) {
  stack[top + 1] = keys;
  stack[top + 2] = index;
  const what = typeof value === 'number' ? value : 'a lone surrogate';
  throw new TypeError(`${what} has no canonical form, at ${where(stack, top + FRAME)}`);
}

/** The elements of a typed array of numbers, of which there are `count`. Returns the text of the batch. */
function putNumbers(array, count, text, batch) {
  for (let from = 0; from < count; ) {
    text = handOver(text, batch);
    const to = Math.min(count, from + roomForRun(batch));
    copyTyped(array, from, to, batch.doubles, batch.doubleCount);
    batch.ops[batch.opCount++] = ((to - from) << RECORD_OP_BITS) | RECORD_DOUBLES;
    batch.doubleCount += to - from;
    from = to;
  }
  return text;
}

/**
 * Writes a value to a recorder, which then has its bytes. Returns false for a value that has no JSON text.
 * @param {import('./records.js').Recorder} recorder
 * @param {WalkOptions} options
 * @returns {boolean}
 */
export function walk(recorder, root, options) {
  const { replacer, list, typedArrays, digits, canonical } = options;
  const plain = replacer === undefined && list === undefined && !canonical; // values may be taken without a look at each
  const { batch, shapes } = recorder;
  const stack = recorder.takeStack();
  recorder.begin(options.indent);
  batch.stack = stack;
  batch.typedArrays = typedArrays;
  batch.stopped = false;
  let text = '';

  // The frame at hand, which is not on the stack.
  let top = 0;
  let open; // the objects of the stack from DEPTH on
  let object;
  let keys = ROOT_KEYS;
  let index = 0;
  let length = 1;
  let shape;
  let { site } = recorder;

  if (plain && typeof root === 'object' && root !== null) {
    batch.top = FRAME;
    text = nest(root, 0, '', site, text, batch);
    if (!batch.stopped) {
      recorder.stack = stack;
      recorder.flush(text);
      return true;
    }
    leave(batch, 0, ROOT_KEYS, 1, 1, undefined, site);
    stack[0] = undefined;
  } else {
    object = { '': root };
  }

  for (;;) {
    text = handOver(text, batch);
    if (plain && top !== 0 && index !== length) {
      batch.top = top;
      text = goOn(object, keys, index, length, shape, site, text, batch);
      index = length;
    }

    let value;
    let toJSON;
    let asked = false;
    let below; // the keys of the value
    if (batch.stopped) {
      ({ top, value, asked, toJSON, keys: below } = batch);
      batch.stopped = false;
      batch.value = batch.toJSON = undefined;
      object = stack[top];
      keys = stack[top + 1];
      index = stack[top + 2];
      length = stack[top + 3];
      shape = stack[top + 4];
      site = stack[top + 5];
    } else if (index === length) {
      if (top === 0) break;
      batch.ops[batch.opCount++] = keys === undefined ? ARRAY_END : OBJECT_END;
      if (top >= DEPTH * FRAME) open.delete(object);
      top -= FRAME;
      object = stack[top];
      keys = stack[top + 1];
      index = stack[top + 2];
      length = stack[top + 3];
      shape = stack[top + 4];
      site = stack[top + 5];
      continue;
    } else {
      value = object[keys === undefined ? index++ : keys[index++]];
    }

    let type = typeof value;
    if (type === 'object' ? value !== null : type === 'bigint' || type === 'function') {
      if (!asked) ({ toJSON } = value);
      if (typeof toJSON === 'function') {
        value = apply(toJSON, value, [place(keys, index)]);
        type = typeof value;
        below = undefined;
      }
    }
    if (replacer !== undefined) {
      value = apply(replacer, object, [place(keys, index), value]);
      type = typeof value;
    }

    if (type === 'undefined' || type === 'function' || type === 'symbol') {
      if (keys !== undefined) {
        if (top === 0) return false;
        continue;
      }
      type = 'object';
      value = null;
    }
    if (keys !== undefined && top !== 0) {
      const key = keys[index - 1];
      if (canonical && !isWellFormed(key)) notCanonical(key, stack, top, keys, index);
      const tag = shape?.tags[index - 1] ?? 0;
      if (tag !== 0) {
        batch.ops[batch.opCount++] = tag;
      } else if (key.length <= TEXT_MAX) {
        text += key;
        batch.ops[batch.opCount++] = (key.length << RECORD_OP_BITS) | RECORD_KEY_TEXT;
      } else {
        recorder.flushLong(text, key, PIECES_KEY);
        text = '';
      }
    }

    if (type === 'object' && value !== null) {
      // Where it is open already, the object it leads to comes back to it.
      let found = object === value && top !== 0;
      for (let i = Math.min(top, DEPTH * FRAME) - FRAME; i >= FRAME && !found; i -= FRAME) found = stack[i] === value;
      if (found || (top >= DEPTH * FRAME && open.has(value))) {
        stack[top] = object;
        stack[top + 1] = keys;
        stack[top + 2] = index;
        const here = where(stack, top + FRAME);
        const there = where(stack, stack.indexOf(value));
        throw new TypeError(`a cycle has no JSON text: ${here} is the same object as ${there}`);
      }

      let count;
      let kind; // the shape
      const met = siteOf(shape, site, index - 1);
      if (isArray(value)) {
        count = toLength(value.length);
      } else if (typedArrays && isView(value) && (count = typedArrayLength(value)) >= 0) {
        if (plain && typeof value[0] === 'number') {
          batch.ops[batch.opCount++] = ARRAY_START;
          text = putNumbers(value, count, text, batch);
          batch.ops[batch.opCount++] = ARRAY_END;
          continue;
        }
      } else if (list !== undefined) {
        if (isRawJSON(value)) {
          value = rawText(value);
          type = 'raw';
        } else {
          value = unbox(value);
          type = typeof value;
          below = list;
          count = list.length;
          kind = met.shapeOf(list, shapes);
        }
      } else {
        below ??= keysOf(value);
        count = below.length;
        if (maybeBoxed(value, below)) {
          value = unbox(value);
          type = typeof value;
          if (canonical) below.sort(); // it may be an ordinary object
        } else if (count === 1 && below[0] === 'rawJSON' && isRawJSON(value)) {
          value = rawText(value);
          type = 'raw';
        } else {
          if (canonical) below.sort();
          kind = met.shapeOf(below, shapes);
        }
      }

      if (type === 'object') {
        batch.ops[batch.opCount++] = below === undefined ? ARRAY_START : OBJECT_START;
        stack[top] = object;
        leave(batch, top, keys, index, length, shape, site);
        top += FRAME;
        if (top >= DEPTH * FRAME) (open ??= new Set()).add(value);
        object = value;
        keys = below;
        index = 0;
        length = count;
        shape = kind;
        site = met;
        continue;
      }
    }

    if (canonical) {
      if (type === 'raw') {
        value = JSON.parse(value);
        type = typeof value;
      }
      if (type === 'number' ? !Number.isFinite(value) : type === 'string' && !isWellFormed(value)) {
        notCanonical(value, stack, top, keys, index);
      }
    }

    let long; // what text that is too long for a record is
    switch (type) {
      case 'string':
        if (value.length > TEXT_MAX) {
          long = PIECES_STRING;
        } else {
          text += value;
          batch.ops[batch.opCount++] = (value.length << RECORD_OP_BITS) | RECORD_STRING;
        }
        break;
      case 'number':
        batch.doubles[batch.doubleCount++] = value;
        batch.ops[batch.opCount++] = RECORD_DOUBLE;
        break;
      case 'boolean':
        batch.ops[batch.opCount++] = value ? TRUE : FALSE;
        break;
      case 'object':
        batch.ops[batch.opCount++] = NULL;
        break;
      default: // 'raw', or 'bigint', whose digits are JSON as they stand
        if (type === 'bigint') {
          if (!digits) {
            stack[top] = object;
            stack[top + 1] = keys;
            stack[top + 2] = index;
            throw new TypeError(
              `a BigInt has no JSON text, at ${where(stack, top + FRAME)}: { bigint: 'digits' } writes its digits`,
            );
          }
          value = `${value}`;
        }
        if (value.length > TEXT_MAX) {
          long = PIECES_RAW;
        } else {
          text += value;
          batch.ops[batch.opCount++] = (value.length << RECORD_OP_BITS) | RECORD_RAW;
        }
    }
    if (long !== undefined) {
      recorder.flushLong(text, value, long);
      text = '';
    }
  }
  recorder.flush(text);
  return true;
}
