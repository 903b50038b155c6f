// Shapes: objects that have the same keys in the same order are likely to come again, and are then written by a function
// that is compiled for their keys. The walk (walk.js) asks for the shape of each object by its keys, which it has listed
// itself, so a shape is never a guess about an object: reading o.key is the same as reading o[keys[i]], and faster.
//
// Such a function is what `members` (plain.js) is for all objects, written out for these keys. Where code may not be made
// from text (a content security policy without unsafe-eval), `members` does all of it.

import { canCompile } from '../can_compile.js';
import { RECORD_DOUBLE, RECORD_KEY, RECORD_OP_BITS, RECORD_STRING } from '../layout.js';
import {
  COMPILED,
  FALSE,
  FRAME,
  leave,
  NULL,
  nest,
  SHAPE_KEYS,
  SHORT,
  Site,
  stop,
  TEXT_FULL,
  TEXT_MAX,
  TRUE,
} from './plain.js';

/** As many shapes are known at a time, and so many of those that begin with the same key. */
const SHAPES = 1024;
const ALIKE = 16;

/** A shape's keys get slots when it has come so often; and a process makes no more functions than this. */
const OFTEN = 24;
const FUNCTIONS = 2000;

/** A sample is looked at as far as so many objects and arrays, and so many items of each array. */
const SAMPLE_OBJECTS = 200;
const SAMPLE_ITEMS = 8;

let functionsLeft = FUNCTIONS;

/** The op of a key in a slot; 0 where it has none. */
const tagOf = (slot) => (slot === 0 ? 0 : (slot << RECORD_OP_BITS) | RECORD_KEY);

/**
 * The function of a shape: (object, index, text, batch) => text. Writes the fields from index on, as `members` does.
 */
function compile(shape) {
  const { keys, tags } = shape;
  const field = (key, at) => `
case ${at}:
  value = object["${key}"];
  if (typeof value === 'number') {
    ops[at] = ${tags[at]};
    ops[at + 1] = ${RECORD_DOUBLE};
    doubles[number++] = value;
    at += 2;
  } else if (typeof value === 'string' && value.length <= ${SHORT}) {
    ops[at] = ${tags[at]};
    ops[at + 1] = (value.length << ${RECORD_OP_BITS}) | ${RECORD_STRING};
    text += value;
    at += 2;
  } else {
    index = ${at + 1};
    break;
  }`;
  const body = `
const { keys, tags, sites } = shape;
return (object, index, text, batch) => {
let { ops, doubles, opCount: at, doubleCount: number } = batch;
const { top } = batch;
for (;;) {
  let value;
  switch (index) {${keys.map(field).join('')}
  default:
    batch.opCount = at;
    batch.doubleCount = number;
    return text;
  }
  let op = 0;
  if (value === null) op = ${NULL};
  else if (value === false) op = ${FALSE};
  else if (value === true) op = ${TRUE};
  else if (value === undefined) continue;
  else if (typeof value === 'string' && value.length <= ${TEXT_MAX} && text.length <= ${TEXT_FULL}) {
    op = (value.length << ${RECORD_OP_BITS}) | ${RECORD_STRING};
    text += value;
  }
  if (op !== 0) {
    ops[at] = tags[index - 1];
    ops[at + 1] = op;
    at += 2;
    continue;
  }
  batch.opCount = at;
  batch.doubleCount = number;
  batch.stack[top] = object;
  if (typeof value === 'object') {
    batch.top = top + ${FRAME};
    text = nest(value, tags[index - 1], '', sites[index - 1], text, batch);
  } else stop(batch, top, value);
  if (batch.stopped) {
    leave(batch, top, keys, index, ${keys.length}, shape, undefined);
    return text;
  }
  batch.top = top;
  ({ ops, doubles, opCount: at, doubleCount: number } = batch);
}
}`;
  return new Function('shape', 'nest', 'leave', 'stop', body)(shape, nest, leave, stop);
}

class Shape {
  /** How often it has come, as far as it matters. */
  seen = 0;
  /** The ops of its keys, 0 for one that has no slot. */
  tags;
  /** The compiled function, where there is one. */
  fields = undefined;
  /** Where the values under its keys are met. */
  sites;

  constructor(keys) {
    this.keys = keys;
    this.tags = keys.map(() => 0);
    this.sites = keys.map(() => new Site());
  }

  is(keys) {
    const own = this.keys;
    const { length } = own;
    if (keys.length !== length) return false;
    for (let i = 0; i < length; i++) if (keys[i] !== own[i]) return false;
    return true;
  }

  get isFrequent() {
    return this.seen >= OFTEN;
  }

  /** Another object has this shape. @param {Shapes} shapes */
  count(shapes) {
    this.seen++;
    if (this.seen === OFTEN) this.tags = this.keys.map((key) => tagOf(shapes.slotOf(key)));
    else if (this.seen === COMPILED) this.compile();
  }

  /** Does at once what counting does in time. @param {Shapes} shapes */
  learn(shapes) {
    while (this.seen < COMPILED) this.count(shapes);
  }

  compile() {
    if (this.tags.includes(0) || functionsLeft === 0 || !canCompile()) return;
    functionsLeft--;
    this.fields = compile(this);
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
      this.find(keys)?.learn(this);
      for (const key of keys) found.push(value[key]);
    }
  }

  /** The shape of these keys, of which there are 1 to SHAPE_KEYS; undefined where they get none. */
  find(keys) {
    const list = this.#byFirst.get(keys[0]) ?? [];
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
