// The walk: a JS value to records, in the order of JSON.stringify (ECMAScript, SerializeJSONProperty and what it calls).
//
// What can be observed happens as there: which properties are read and when, toJSON, the replacer, the traps of proxies.
// So the keys of an object are listed once, before its first property is read, and each property is read when its turn
// comes. Open objects and arrays lie on a stack of the walk's own, so depth is limited by memory only.

import { isWellFormed } from '../input.js';
import {
  PIECES_KEY,
  PIECES_RAW,
  PIECES_STRING,
  RECORD_DOUBLE,
  RECORD_DOUBLES,
  RECORD_END,
  RECORD_INTEGER,
  RECORD_INTEGER_MAX,
  RECORD_KEY,
  RECORD_KEY_TEXT,
  RECORD_LITERAL,
  RECORD_OP_BITS,
  RECORD_RAW,
  RECORD_START,
  RECORD_STRING,
  RECORDS_DOUBLES_CAPACITY,
  RECORDS_OPS_CAPACITY,
} from '../layout.js';
import { isRawJSON, maybeBoxed, rawText, typedArrayLength, unbox } from './kinds.js';
import { SHAPE_KEYS, TEXT_FULL, TEXT_MAX } from './shapes.js';

const { apply } = Reflect;
const { isArray } = Array;
const { isView } = ArrayBuffer;
const keysOf = Object.keys;

const NULL = RECORD_LITERAL;
const TRUE = (1 << RECORD_OP_BITS) | RECORD_LITERAL;
const FALSE = (2 << RECORD_OP_BITS) | RECORD_LITERAL;
const OBJECT_START = RECORD_START;
const OBJECT_END = RECORD_END;
const ARRAY_START = (1 << RECORD_OP_BITS) | RECORD_START;
const ARRAY_END = (1 << RECORD_OP_BITS) | RECORD_END;

/** A batch is handed over when it has this many ops: what one turn of the walk adds still fits. */
const OPS_FULL = RECORDS_OPS_CAPACITY - 2 * SHAPE_KEYS - 8;

/** Or this many doubles; a run of them may fill the block but for what the rest of the turn may add. */
const DOUBLES_FULL = RECORDS_DOUBLES_CAPACITY / 2;
const RUN_MAX = RECORDS_DOUBLES_CAPACITY - SHAPE_KEYS - 8;

/** From this depth on, open objects are looked up in a set. */
const SEARCH_DEPTH = 24;

/**
 * A frame on the stack: an open object or array, its keys (undefined for an array), the next index, the length, its shape
 * (undefined where it has none).
 */
const FRAME = 5;

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

/** What copyNumbers has come to: the next index, the next free double, and the element that was no number. */
const run = { index: 0, doubles: 0, value: undefined };

/**
 * Copies numbers from array[index] on. Returns whether it ended at an element that is no number; that one has been read.
 * A function of its own, so that the engine compiles this loop and not the walk around it.
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

/** The same for a typed array, all of whose elements are numbers. */
function copyTyped(array, index, end, doubles, next) {
  while (index < end) doubles[next++] = array[index++];
}

/** LengthOfArrayLike, for the length that a proxy of an array gives. */
function toLength(length) {
  const integer = Math.trunc(+length) || 0;
  return integer <= 0 ? 0 : Math.min(integer, Number.MAX_SAFE_INTEGER);
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

/**
 * Writes a value to a recorder, which then has its bytes. Returns false for a value that has no JSON text.
 * @param {import('./records.js').Recorder} recorder
 * @param {WalkOptions} options
 * @returns {boolean}
 */
export function walk(recorder, root, options) {
  const { replacer, list, typedArrays, digits, canonical } = options;
  const plain = replacer === undefined && !canonical; // values may be taken without a look at each
  const { batch, shapes, sink } = recorder;
  let opCount = recorder.begin(options.indent);
  let doubleCount = 0;
  let text = '';
  let { ops, doubles } = sink;

  const stack = [];
  let top = 0; // fields on the stack, those of the frame at hand not among them
  let open; // the objects of the stack beyond SEARCH_DEPTH
  let object = { '': root };
  let keys = ROOT_KEYS;
  let index = 0;
  let length = 1;
  const listShape = list?.length > 0 && list.length <= SHAPE_KEYS ? shapes.find(list) : undefined;
  let shape;
  let held = false; // the next element has been read: it is run.value
  let previous = recorder.firstShape; // of the last object that has one

  for (;;) {
    if (opCount >= OPS_FULL || text.length >= TEXT_FULL || doubleCount >= DOUBLES_FULL) {
      recorder.flush(opCount, doubleCount, text);
      ({ ops, doubles } = sink);
      opCount = doubleCount = 0;
      text = '';
    }

    if (index === length && !held) {
      if (top === 0) break;
      ops[opCount++] = keys === undefined ? ARRAY_END : OBJECT_END;
      if (top > SEARCH_DEPTH * FRAME) open.delete(object);
      top -= FRAME;
      object = stack[top];
      keys = stack[top + 1];
      index = stack[top + 2];
      length = stack[top + 3];
      shape = stack[top + 4];
      continue;
    }

    let value;
    if (keys !== undefined) {
      if (shape !== undefined && shape.fields !== undefined && plain) {
        batch.ops = ops;
        batch.doubles = doubles;
        batch.opCount = opCount;
        batch.doubleCount = doubleCount;
        batch.text = text;
        index = shape.fields(object, index, batch);
        opCount = batch.opCount;
        doubleCount = batch.doubleCount;
        text = batch.text;
        value = batch.value;
        batch.value = undefined;
        if (!batch.stopped) continue;
      } else {
        value = object[keys[index++]];
      }
    } else if (held) {
      value = run.value;
      run.value = undefined;
      held = false;
    } else {
      value = object[index];
      if (typeof value === 'number' && plain) {
        const end = Math.min(length, index + RUN_MAX - doubleCount);
        doubles[doubleCount] = value;
        const other = copyNumbers(object, index + 1, end, doubles, doubleCount + 1);
        ops[opCount++] = ((run.doubles - doubleCount) << RECORD_OP_BITS) | RECORD_DOUBLES;
        index = run.index;
        doubleCount = run.doubles;
        value = run.value;
        run.value = undefined;
        if (!other) continue;
      } else {
        index++;
      }
    }

    let type = typeof value;
    if (type === 'object' ? value !== null : type === 'bigint' || type === 'function') {
      const { toJSON } = value;
      if (typeof toJSON === 'function') {
        value = apply(toJSON, value, [place(keys, index)]);
        type = typeof value;
      }
    }
    if (replacer !== undefined) {
      value = apply(replacer, object, [place(keys, index), value]);
      type = typeof value;
    }

    if (keys === undefined) {
      if (type === 'undefined' || type === 'function' || type === 'symbol') {
        ops[opCount++] = NULL;
        continue;
      }
    } else {
      if (type === 'undefined' || type === 'function' || type === 'symbol') {
        if (top === 0) return false;
        continue;
      }
      if (top !== 0) {
        const key = keys[index - 1];
        if (canonical && !isWellFormed(key)) notCanonical(key, stack, top, keys, index);
        const slot = shape?.slots[index - 1] ?? 0;
        if (slot !== 0) {
          ops[opCount++] = (slot << RECORD_OP_BITS) | RECORD_KEY;
        } else if (key.length <= TEXT_MAX) {
          text += key;
          ops[opCount++] = (key.length << RECORD_OP_BITS) | RECORD_KEY_TEXT;
        } else {
          recorder.flushLong(opCount, doubleCount, text, key, PIECES_KEY);
          ({ ops, doubles } = sink);
          opCount = doubleCount = 0;
          text = '';
        }
      }
    }

    if (type === 'object' && value !== null) {
      // Where it is open already, the object it leads to comes back to it.
      let found = object === value && top !== 0;
      for (let i = Math.min(top, SEARCH_DEPTH * FRAME) - FRAME; i >= FRAME && !found; i -= FRAME) {
        found = stack[i] === value;
      }
      if (found || (top > SEARCH_DEPTH * FRAME && open.has(value))) {
        stack[top] = object;
        stack[top + 1] = keys;
        stack[top + 2] = index;
        const here = where(stack, top + FRAME);
        const there = where(stack, stack.indexOf(value));
        throw new TypeError(`a cycle has no JSON text: ${here} is the same object as ${there}`);
      }

      let below; // the keys
      let count;
      let kind; // the shape
      let first = 0; // the index
      if (isArray(value)) {
        count = value.length;
        if (typeof count !== 'number') count = toLength(count);
        // Short lists of numbers, which are many where there are any, go without a frame.
        if (count !== 0 && plain && count < RUN_MAX - doubleCount) {
          held = true;
          run.value = value[0];
          if (typeof run.value === 'number') {
            doubles[doubleCount] = run.value;
            held = copyNumbers(value, 1, count, doubles, doubleCount + 1);
            ops[opCount++] = ARRAY_START;
            ops[opCount++] = ((run.doubles - doubleCount) << RECORD_OP_BITS) | RECORD_DOUBLES;
            doubleCount = run.doubles;
            if (!held) {
              ops[opCount++] = ARRAY_END;
              continue;
            }
            first = run.index;
          } else {
            ops[opCount++] = ARRAY_START;
            first = 1;
          }
        }
      } else if (typedArrays && isView(value) && (count = typedArrayLength(value)) >= 0) {
        if (plain && typeof value[0] === 'number') {
          ops[opCount++] = ARRAY_START;
          for (let from = 0; from < count; ) {
            const to = Math.min(count, from + RUN_MAX - doubleCount);
            copyTyped(value, from, to, doubles, doubleCount);
            ops[opCount++] = ((to - from) << RECORD_OP_BITS) | RECORD_DOUBLES;
            doubleCount += to - from;
            from = to;
            if (doubleCount >= DOUBLES_FULL) {
              recorder.flush(opCount, doubleCount, text);
              ({ ops, doubles } = sink);
              opCount = doubleCount = 0;
              text = '';
            }
          }
          ops[opCount++] = ARRAY_END;
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
          kind = listShape;
          kind?.count(shapes);
        }
      } else {
        below = keysOf(value);
        count = below.length;
        if (maybeBoxed(value, below)) {
          value = unbox(value);
          type = typeof value;
          if (canonical) below.sort(); // it may be an ordinary object
        } else if (count === 1 && below[0] === 'rawJSON' && isRawJSON(value)) {
          value = rawText(value);
          type = 'raw';
        } else if (count !== 0) {
          if (canonical) below.sort();
          if (count <= SHAPE_KEYS) {
            kind = previous.next;
            if (kind === undefined || !kind.is(below)) {
              kind = shapes.find(below);
              if (kind !== undefined) previous.next = kind;
            }
            if (kind !== undefined) {
              kind.count(shapes);
              previous = kind;
            }
          }
        }
      }

      if (type === 'object') {
        if (count === 0) {
          ops[opCount++] = below === undefined ? ARRAY_START : OBJECT_START;
          ops[opCount++] = below === undefined ? ARRAY_END : OBJECT_END;
          continue;
        }
        if (first === 0) ops[opCount++] = below === undefined ? ARRAY_START : OBJECT_START;
        stack[top] = object;
        stack[top + 1] = keys;
        stack[top + 2] = index;
        stack[top + 3] = length;
        stack[top + 4] = shape;
        top += FRAME;
        if (top > SEARCH_DEPTH * FRAME) (open ??= new Set()).add(value);
        object = value;
        keys = below;
        index = first;
        length = count;
        shape = kind;
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

    switch (type) {
      case 'string':
        if (value.length <= TEXT_MAX) {
          text += value;
          ops[opCount++] = (value.length << RECORD_OP_BITS) | RECORD_STRING;
        } else {
          recorder.flushLong(opCount, doubleCount, text, value, PIECES_STRING);
          ({ ops, doubles } = sink);
          opCount = doubleCount = 0;
          text = '';
        }
        break;
      case 'number': {
        const integer = value | 0;
        if (integer === value && integer <= RECORD_INTEGER_MAX && integer >= -RECORD_INTEGER_MAX) {
          ops[opCount++] = (integer << RECORD_OP_BITS) | RECORD_INTEGER;
        } else {
          doubles[doubleCount++] = value;
          ops[opCount++] = RECORD_DOUBLE;
        }
        break;
      }
      case 'boolean':
        ops[opCount++] = value ? TRUE : FALSE;
        break;
      case 'object':
        ops[opCount++] = NULL;
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
        if (value.length <= TEXT_MAX) {
          text += value;
          ops[opCount++] = (value.length << RECORD_OP_BITS) | RECORD_RAW;
        } else {
          recorder.flushLong(opCount, doubleCount, text, value, PIECES_RAW);
          ({ ops, doubles } = sink);
          opCount = doubleCount = 0;
          text = '';
        }
    }
  }
  recorder.flush(opCount, doubleCount, text);
  return true;
}
