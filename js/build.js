// Values from tapes: runs the program that a backend makes of a tape (core/src/bindings.h describes it). No code of a user
// runs in between, so one stack serves all.
import {
  BUILD_ANEW,
  BUILD_APPEND,
  BUILD_ARRAY,
  BUILD_BYTES_USED,
  BUILD_DOUBLE,
  BUILD_DOUBLES,
  BUILD_FORGET,
  BUILD_INTEGER,
  BUILD_INTEGERS,
  BUILD_KEY,
  BUILD_LITERAL,
  BUILD_LONE_SURROGATES,
  BUILD_MEMBERS,
  BUILD_NEW_KEY,
  BUILD_NEW_SHAPE,
  BUILD_OBJECT,
  BUILD_OP_BITS,
  BUILD_REPLACE,
  BUILD_SPREAD,
  BUILD_STRING,
  BUILD_STRING16,
  BUILD_TOKEN,
  BUILD_UNITS_USED,
  BUILD_WORDS_USED,
  FLAG_EXPONENT,
  FLAG_FRACTION,
  NUMBERS_BIGINT,
  NUMBERS_DOUBLE,
  NUMBERS_TEXT,
  TYPE_NUMBER,
} from './layout.js';
import { define, lookAtPrototype, Shape } from './shapes.js';
import { decodeLatin1, decodeUnits, Text } from './text.js';

const OP_MASK = (1 << BUILD_OP_BITS) - 1;
const STACK_KEPT = 4096; // values
const NUMBERS = { double: NUMBERS_DOUBLE, bigint: NUMBERS_BIGINT, text: NUMBERS_TEXT };
const LITERALS = [true, false, null];

let stack = []; // values that wait for their container
const NO_KEYS = new Shape();

/**
 * What to build.
 * @typedef {object} Building
 * @property {import('./backends/backend.js').Backend} backend
 * @property {Uint8Array} text
 * @property {import('./options.js').Reading} [reading]  how the text is to be read; else there are
 * @property {number} [tokens]        so many of the backend's last tokenize
 * @property {'double' | 'bigint' | 'text'} [numbers]
 * @property {boolean} [keepFirst]    whether of equal keys the first one counts
 * @property {boolean} [replace]      whether the text may be ill-formed UTF-8
 * @property {boolean} [several]      whether the tokens are those of any number of values, which come as an array
 */

/**
 * The value; undefined where the text is not valid for its reading. The caller calls backend.done() afterwards, whatever
 * happens.
 * @param {Building} building
 */
export function build({
  backend,
  text,
  reading,
  tokens,
  numbers = 'double',
  keepFirst = false,
  replace = false,
  several = false,
}) {
  lookAtPrototype();
  const source = { text, replace, numbers: NUMBERS[numbers], keepFirst };
  let top = 0;
  let begun = false;
  try {
    const flags = source.numbers | (replace ? BUILD_REPLACE : 0);
    if (reading === undefined) backend.buildBegin(tokens, flags, text);
    begun = true;
    let more = reading === undefined ? backend.buildNext() : backend.parse(text, reading, flags);
    if (more === undefined) {
      begun = false;
      return undefined;
    }
    for (;;) {
      top = run(backend.buildBlock(), top, source);
      if (!more) break;
      more = backend.buildNext();
    }
    begun = false;
    return several ? stack.slice(0, top) : stack[0];
  } finally {
    if (begun) forget(backend);
    // What stays on the stack would stay alive.
    if (stack.length > STACK_KEPT) stack = [];
    else stack.fill(undefined);
  }
}

// The core knows keys and shapes of a program that was not run to its end, which JavaScript does not.
function forget(backend) {
  backend.buildBegin(0, BUILD_FORGET, new Uint8Array(0));
  backend.buildNext();
  run(backend.buildBlock(), 0, {});
}

/** Runs a batch over the first `sp` values of the stack; gives how many there are then. */
function run({ numbers, words, doubles, bytes, units, keys, shapes }, sp, source) {
  if (numbers[BUILD_ANEW] === 1) {
    keys.length = shapes.length = 1;
    shapes[0] = NO_KEYS;
  }
  const count = numbers[BUILD_WORDS_USED];
  const text = decodeLatin1(bytes, 0, numbers[BUILD_BYTES_USED]);
  const unitsUsed = numbers[BUILD_UNITS_USED];
  const text16 = unitsUsed > 0 ? decodeUnits(units, unitsUsed, numbers[BUILD_LONE_SURROGATES] === 1) : '';
  const { keepFirst } = source;
  let at = 0; // in text
  let at16 = 0;
  let double = 0;
  for (let next = 0; next < count; ) {
    const word = words[next++];
    const payload = word >> BUILD_OP_BITS;
    switch (word & OP_MASK) {
      case BUILD_INTEGER:
        stack[sp++] = payload;
        break;
      case BUILD_DOUBLE:
        stack[sp++] = doubles[double++];
        break;
      case BUILD_STRING:
        stack[sp++] = text.slice(at, (at += payload));
        break;
      case BUILD_STRING16:
        stack[sp++] = text16.slice(at16, (at16 += payload));
        break;
      case BUILD_LITERAL:
        stack[sp++] = LITERALS[payload];
        break;
      case BUILD_ARRAY: {
        sp -= payload;
        stack[sp] = payload === 0 ? [] : stack.slice(sp, sp + payload);
        sp++;
        break;
      }
      case BUILD_INTEGERS:
        stack[sp++] = integers(doubles, double, payload);
        double += payload;
        break;
      case BUILD_DOUBLES:
        stack[sp++] = list(doubles, double, payload);
        double += payload;
        break;
      case BUILD_APPEND:
        append(stack[sp - 2], stack[--sp]);
        break;
      case BUILD_SPREAD: {
        const array = stack[--sp];
        for (let i = 0; i < array.length; i++) stack[sp++] = array[i];
        break;
      }
      case BUILD_OBJECT: {
        const shape = shapes[payload];
        sp -= shape.length;
        const { make } = shape;
        if (keepFirst) stack[sp] = firstMembers(shape, sp, 0);
        else stack[sp] = make === undefined ? shape.object(stack, sp) : make(stack, sp);
        sp++;
        break;
      }
      case BUILD_MEMBERS: {
        const shape = shapes[payload];
        const pairs = words[next++] >>> 0;
        sp -= shape.length + 2 * pairs;
        stack[sp] = keepFirst ? firstMembers(shape, sp, pairs) : members(shape, sp, pairs);
        sp++;
        break;
      }
      case BUILD_KEY:
        stack[sp++] = keys[payload];
        break;
      case BUILD_NEW_KEY:
        keys.push(internalized(stack[--sp]));
        break;
      case BUILD_NEW_SHAPE:
        shapes.push(new Shape(shapes[words[next++]], keys[payload]));
        break;
      case BUILD_TOKEN:
        stack[sp++] = valueOfToken(source, words, next);
        next += 3;
        break;
    }
  }
  return sp;
}

// A string of its own, for a key may be kept, and a part of a text would keep that alive.
const internalized = (key) => Reflect.ownKeys({ [key]: 0 })[0];

// Arrays of a length that is known are filled several times as fast as they grow.
function integers(doubles, from, count) {
  const array = new Array(count);
  for (let i = 0; i < count; i++) array[i] = doubles[from + i] | 0;
  return array;
}

function list(doubles, from, count) {
  const array = new Array(count);
  for (let i = 0; i < count; i++) array[i] = doubles[from + i];
  return array;
}

function append(array, more) {
  for (let i = 0; i < more.length; i++) array.push(more[i]);
}

// An object of a shape and of more members, which lie behind the values of the shape.
function members(shape, at, pairs) {
  const object = shape.make === undefined ? shape.object(stack, at) : shape.make(stack, at);
  const first = at + shape.length;
  for (let i = first; i < first + 2 * pairs; i += 2) define(object, stack[i], stack[i + 1]);
  return object;
}

// Likewise, where the first of equal keys counts.
function firstMembers(shape, at, pairs) {
  const object = {};
  const put = (key, value) => {
    if (!Object.hasOwn(object, key)) define(object, key, value);
  };
  const keysOfShape = shape.keys();
  for (let i = 0; i < keysOfShape.length; i++) put(keysOfShape[i], stack[at + i]);
  const first = at + shape.length;
  for (let i = first; i < first + 2 * pairs; i += 2) put(stack[i], stack[i + 1]);
  return object;
}

// What a string, key or number stands for whose token is in the program.
function valueOfToken({ text, replace, numbers }, words, at) {
  const start = words[at] >>> 0;
  const end = start + (words[at + 1] >>> 0);
  const type = words[at + 2] & 15;
  const flags = (words[at + 2] >> 4) & 15;
  const all = new Text(text, 0, replace);
  if (type !== TYPE_NUMBER) return all.string(start, end, flags);
  const number = all.ascii(start, end);
  if (numbers === NUMBERS_TEXT) return number;
  const whole = (flags & (FLAG_FRACTION | FLAG_EXPONENT)) === 0;
  return numbers === NUMBERS_BIGINT && whole ? BigInt(number) : Number(number);
}
