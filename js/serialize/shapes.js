// Shapes: objects that have the same keys in the same order are likely to come again, and are then written by a function
// that is compiled for their keys. The walk (walk.js) asks for the shape of each object by its keys, which it has listed
// itself, so a shape is never a guess about an object: reading o.key is the same as reading o[keys[i]], and faster.
//
// Such a function goes over the fields as far as they are strings of ordinary length, numbers, booleans and null, and
// hands back to the walk the first value that is anything else. Where code may not be made from text (a content security
// policy without unsafe-eval), the walk does all of it.

import { canCompile } from '../can_compile.js';
import {
  RECORD_DOUBLE,
  RECORD_INTEGER,
  RECORD_INTEGER_MAX,
  RECORD_KEY,
  RECORD_LITERAL,
  RECORD_OP_BITS,
  RECORD_STRING,
} from '../layout.js';

/** Objects with more keys are taken for dictionaries, which have no shape. */
export const SHAPE_KEYS = 64;

/** As many shapes are known at a time, and so many of those that begin with the same key. */
const SHAPES = 1024;
const ALIKE = 16;

/** A shape is worth a function when it has come so often; and a process makes no more than this. */
const OFTEN = 24;
const FUNCTIONS = 2000;

/** The longest text that is one record, in UTF-16 units; longer ones go in pieces. */
export const TEXT_MAX = 8192;

/**
 * A batch is handed over when its text has this many units: what one turn of the walk adds still fits the block, a key
 * and strings of TEXT_MAX and the short strings of a shape's fields.
 */
export const TEXT_FULL = 20480;

/** Strings up to this length are not asked whether the text has room: those of all fields together fit behind TEXT_FULL. */
const SHORT = 64;

/** A sample is looked at as far as so many objects and arrays, and so many items of each array. */
const SAMPLE_OBJECTS = 200;
const SAMPLE_ITEMS = 8;

let functionsLeft = FUNCTIONS;

/**
 * What a compiled function and the walk share: where the batch stands.
 * @typedef {object} Batch
 * @property {Int32Array} ops
 * @property {Float64Array} doubles
 * @property {number} opCount
 * @property {number} doubleCount
 * @property {string} text
 * @property {unknown} value   the value that a function stopped at
 * @property {boolean} stopped whether it did
 */

/**
 * The function of a shape: (object, index, batch) => index. Writes the fields from index on, and returns where it has
 * come to: with batch.stopped, behind the field whose value is batch.value and is not written yet.
 */
function compile(keys, slots) {
  const tag = (op, payload = 0) => (payload << RECORD_OP_BITS) | op;
  const field = (key, at) => `
case ${at}:
  value = object["${key}"];
  if (typeof value === 'string') {
    if (value.length > ${SHORT} && (value.length > ${TEXT_MAX} || text.length > ${TEXT_FULL})) {
      index = ${at + 1};
      break;
    }
    ops[at] = ${tag(RECORD_KEY, slots[at])};
    ops[at + 1] = (value.length << ${RECORD_OP_BITS}) | ${RECORD_STRING};
    text += value;
  } else if (typeof value === 'number') {
    ops[at] = ${tag(RECORD_KEY, slots[at])};
    integer = value | 0;
    if (integer === value && integer <= ${RECORD_INTEGER_MAX} && integer >= -${RECORD_INTEGER_MAX}) {
      ops[at + 1] = (integer << ${RECORD_OP_BITS}) | ${RECORD_INTEGER};
    } else {
      doubles[number++] = value;
      ops[at + 1] = ${RECORD_DOUBLE};
    }
  } else {
    if (value === null) ops[at + 1] = ${tag(RECORD_LITERAL)};
    else if (value === true) ops[at + 1] = ${tag(RECORD_LITERAL, 1)};
    else if (value === false) ops[at + 1] = ${tag(RECORD_LITERAL, 2)};
    else {
      index = ${at + 1};
      break;
    }
    ops[at] = ${tag(RECORD_KEY, slots[at])};
  }
  at += 2;`;
  const body = `
const { ops, doubles } = batch;
let at = batch.opCount;
let number = batch.doubleCount;
let text = batch.text;
let value;
let integer;
let stopped = true;
switch (index) {${keys.map(field).join('')}
  index = ${keys.length};
  stopped = false;
}
batch.opCount = at;
batch.doubleCount = number;
batch.text = text;
batch.stopped = stopped;
batch.value = stopped ? value : undefined;
return index;`;
  return new Function('object', 'index', 'batch', body);
}

const NO_SLOTS = [];

class Shape {
  /** The slots of its keys, 0 for one that has none; none at all until it has come often. */
  slots = NO_SLOTS;
  /** The compiled function, where there is one. */
  fields = undefined;
  /** The shape of the object that came after one of this last: a guess. */
  next = undefined;
  #seen = 0;

  constructor(keys) {
    this.keys = keys;
  }

  is(keys) {
    const own = this.keys;
    const { length } = own;
    if (keys.length !== length) return false;
    for (let i = 0; i < length; i++) if (keys[i] !== own[i]) return false;
    return true;
  }

  get isFrequent() {
    return this.#seen >= OFTEN;
  }

  /** Another object has this shape. @param {Shapes} shapes */
  count(shapes) {
    if (++this.#seen === OFTEN) this.compile(shapes);
  }

  compile(shapes) {
    this.#seen = OFTEN;
    if (this.slots !== NO_SLOTS) return;
    this.slots = this.keys.map((key) => shapes.slotOf(key));
    if (this.slots.includes(0) || functionsLeft === 0 || !canCompile()) return;
    functionsLeft--;
    this.fields = compile(this.keys, this.slots);
  }
}

export class Shapes {
  #byFirst = new Map(); // lists of shapes by their first keys
  #count = 0;

  /** @param {(key: string) => number} slotOf  gives a key a slot; 0 for one that gets none */
  constructor(slotOf) {
    this.slotOf = slotOf;
  }

  /** Whether there is no room for more, for all of them come often. */
  get full() {
    return this.#count >= SHAPES;
  }

  clear() {
    this.#byFirst.clear();
    this.#count = 0;
  }

  /** Knows the shapes in a sample from the start, with their functions; of a large sample, some. */
  learn(sample) {
    const found = [sample];
    const seen = new Set();
    for (let i = 0; i < found.length && seen.size < SAMPLE_OBJECTS; i++) {
      const value = found[i];
      if (typeof value !== 'object' || value === null || seen.has(value)) continue;
      seen.add(value);
      if (Array.isArray(value)) {
        found.push(...value.slice(0, SAMPLE_ITEMS));
        continue;
      }
      const keys = Object.keys(value);
      if (keys.length === 0 || keys.length > SHAPE_KEYS) continue;
      this.find(keys)?.compile(this);
      for (const key of keys) found.push(value[key]);
    }
  }

  /** The shape of these keys, of which there are 1 to SHAPE_KEYS; undefined where they get none. */
  find(keys) {
    const list = this.#byFirst.get(keys[0]);
    if (list === undefined) {
      if (this.full) this.#forget();
      if (this.full) return undefined;
      const shape = new Shape(keys);
      this.#byFirst.set(keys[0], [shape]);
      this.#count++;
      return shape;
    }
    for (const shape of list) if (shape.is(keys)) return shape;
    if (list.length >= ALIKE) this.#prune(list);
    if (this.full) this.#forget();
    if (list.length >= ALIKE || this.full) return undefined;
    const shape = new Shape(keys);
    list.push(shape);
    this.#byFirst.set(keys[0], list);
    this.#count++;
    return shape;
  }

  /** Forgets the shapes that have not come often: dictionaries, whose keys are others every time. */
  #forget() {
    for (const [key, list] of this.#byFirst) {
      this.#prune(list);
      if (list.length === 0) this.#byFirst.delete(key);
    }
  }

  #prune(list) {
    const frequent = list.filter((shape) => shape.isFrequent);
    this.#count -= list.length - frequent.length;
    list.splice(0, list.length, ...frequent);
  }
}
