// The tape as JavaScript has it: the words that the core wrote, in JavaScript's memory, over the bytes of the text. All
// else (strings, numbers, lines, depths) is made when asked for.
import {
  KEYS_MAX,
  TOKEN_WORDS,
  TYPE_ARRAY_END,
  TYPE_ARRAY_START,
  TYPE_KEY,
  TYPE_NAMES,
  TYPE_NUMBER,
  TYPE_OBJECT_START,
  TYPE_STRING,
} from './layout.js';
import { Lines } from './lines.js';
import { bigintOf, numberOf } from './number.js';
import { Path } from './path.js';
import { Text } from './text.js';

const NO_WORDS = new Uint32Array(0);
const NO_BYTES = new Uint8Array(0);
const INTERNAL = Symbol('internal');

const isBracket = (type) => type <= TYPE_ARRAY_END;
const isStart = (type) => type === TYPE_OBJECT_START || type === TYPE_ARRAY_START;

function illegalConstructor(name) {
  throw new TypeError(`${name} has no public constructor`);
}

function badIndex(index, length) {
  if (typeof index !== 'number') throw new TypeError(`a token's index is a number, not ${describe(index)}`);
  throw new RangeError(`there is no token ${index}: the tape has ${length}`);
}

function badType(info, wanted) {
  throw new TypeError(`a token of type '${TYPE_NAMES[info & 15]}' is not ${wanted}`);
}

const describe = (value) => (value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`);

/** One token of a tape, as it was when it was asked for. */
export class Token {
  #text;
  #index;
  #start;
  #end;
  #info;

  constructor(guard, text, index, start, end, info) {
    if (guard !== INTERNAL) illegalConstructor('Token');
    this.#text = text;
    this.#index = index;
    this.#start = start;
    this.#end = end;
    this.#info = info;
  }

  get index() {
    return this.#index;
  }

  get type() {
    return TYPE_NAMES[this.#info & 15];
  }

  get start() {
    return this.#start;
  }

  get end() {
    return this.#end;
  }

  get raw() {
    return rawOf(this.#text, this.#start, this.#end, this.#info);
  }

  get string() {
    return stringOf(this.#text, this.#start, this.#end, this.#info);
  }

  get number() {
    return numberFrom(this.#text, this.#start, this.#end, this.#info);
  }

  get bigint() {
    return bigintFrom(this.#text, this.#start, this.#end, this.#info);
  }
}

// What a tape and a token share.

function rawOf(text, start, end, info) {
  const type = info & 15;
  return text.raw(start, end, type === TYPE_STRING || type === TYPE_KEY ? (info >> 4) & 15 : 0);
}

function stringOf(text, start, end, info) {
  const type = info & 15;
  if (type !== TYPE_STRING && type !== TYPE_KEY) badType(info, 'a string');
  return text.string(start, end, (info >> 4) & 15);
}

function numberFrom(text, start, end, info) {
  if ((info & 15) !== TYPE_NUMBER) badType(info, 'a number');
  return numberOf(text, start, end, (info >> 4) & 15);
}

function bigintFrom(text, start, end, info) {
  if ((info & 15) !== TYPE_NUMBER) badType(info, 'a number');
  return bigintOf(text, start, end, (info >> 4) & 15);
}

let create;
let fill;
let memoryOf;
let is;

export class Tape {
  #memory = NO_WORDS; // may be larger than the tape
  #words; // what `words` gives, once it was asked for
  #length = 0;
  #text = new Text(NO_BYTES);
  #keys = []; // strings of the interned keys by id, as far as they were asked for
  #allKeys; // what `keys` gives
  #lines;
  #path;

  static {
    create = () => new Tape(INTERNAL);

    fill = (tape, bytes, memory, length) => {
      tape.#memory = memory;
      tape.#words = undefined;
      tape.#length = length;
      tape.#text = new Text(bytes);
      tape.#keys = [];
      tape.#allKeys = undefined;
      tape.#lines = undefined;
      tape.#path = undefined;
      return tape;
    };

    memoryOf = (tape) => tape.#memory;

    is = (value) => typeof value === 'object' && value !== null && #memory in value;
  }

  constructor(guard) {
    if (guard !== INTERNAL) illegalConstructor('Tape');
  }

  get length() {
    return this.#length;
  }

  /** The text that the tokens describe. */
  get bytes() {
    return this.#text.bytes;
  }

  get words() {
    const size = this.#length * TOKEN_WORDS;
    this.#words ??= this.#memory.length === size ? this.#memory : this.#memory.subarray(0, size);
    return this.#words;
  }

  get keys() {
    if (this.#allKeys === undefined) {
      // Ids are given by first appearance.
      const keys = [''];
      for (let i = 0; i < this.#length && keys.length <= KEYS_MAX; i++) {
        if (this.#memory[i * TOKEN_WORDS + 2] >>> 8 === keys.length) keys.push(this.string(i));
      }
      this.#allKeys = Object.freeze(keys);
    }
    return this.#allKeys;
  }

  at(index) {
    const info = this.#info(index);
    const start = this.#memory[index * TOKEN_WORDS];
    return new Token(INTERNAL, this.#text, index, start, this.#end(index, info), info);
  }

  *[Symbol.iterator]() {
    for (let i = 0; i < this.#length; i++) yield this.at(i);
  }

  type(index) {
    return TYPE_NAMES[this.#info(index) & 15];
  }

  start(index) {
    this.#info(index);
    return this.#memory[index * TOKEN_WORDS];
  }

  end(index) {
    return this.#end(index, this.#info(index));
  }

  match(index) {
    const info = this.#info(index);
    const type = info & 15;
    if (!isBracket(type)) badType(info, 'a bracket');
    const distance = this.#memory[index * TOKEN_WORDS + 1];
    if (distance === 0) return -1;
    return isStart(type) ? index + distance : index - distance;
  }

  skip(index) {
    if (!isStart(this.#info(index) & 15)) return index + 1;
    const distance = this.#memory[index * TOKEN_WORDS + 1];
    return distance === 0 ? -1 : index + distance + 1;
  }

  depth(index) {
    this.#info(index);
    this.#path ??= new Path(this.#memory);
    return this.#path.depth(index);
  }

  raw(index) {
    const info = this.#info(index);
    return rawOf(this.#text, this.#memory[index * TOKEN_WORDS], this.#end(index, info), info);
  }

  string(index) {
    const info = this.#info(index);
    const start = this.#memory[index * TOKEN_WORDS];
    const end = start + this.#memory[index * TOKEN_WORDS + 1];
    const id = info >>> 8;
    if (id === 0) return stringOf(this.#text, start, end, info);
    return (this.#keys[id] ??= stringOf(this.#text, start, end, info));
  }

  number(index) {
    const info = this.#info(index);
    return numberFrom(this.#text, this.#memory[index * TOKEN_WORDS], this.#end(index, info), info);
  }

  bigint(index) {
    const info = this.#info(index);
    return bigintFrom(this.#text, this.#memory[index * TOKEN_WORDS], this.#end(index, info), info);
  }

  pointer(index) {
    this.#info(index);
    this.#path ??= new Path(this.#memory);
    return this.#path.pointer(index, (key) => this.string(key));
  }

  line(index) {
    this.#info(index);
    this.#lines ??= new Lines(this.#text.bytes);
    return this.#lines.line(this.#memory[index * TOKEN_WORDS]);
  }

  column(index) {
    this.#info(index);
    this.#lines ??= new Lines(this.#text.bytes);
    return this.#lines.column(this.#memory[index * TOKEN_WORDS]);
  }

  // The third word of a token, after the check that every method begins with.
  #info(index) {
    if (typeof index !== 'number' || index >>> 0 !== index || index >= this.#length) badIndex(index, this.#length);
    return this.#memory[index * TOKEN_WORDS + 2];
  }

  #end(index, info) {
    const at = index * TOKEN_WORDS;
    return this.#memory[at] + (isBracket(info & 15) ? 1 : this.#memory[at + 1]);
  }
}

/** A tape without tokens. @type {() => Tape} */
export const createTape = create;

/** Makes a tape that of a text. @type {(tape: Tape, bytes: Uint8Array, memory: Uint32Array, length: number) => Tape} */
export const fillTape = fill;

/** The memory that a tape has for words. @type {(tape: Tape) => Uint32Array} */
export const tapeMemory = memoryOf;

/** Empties a tape before it is filled anew: what goes wrong on the way leaves it empty. */
export const emptyTape = (tape) => fill(tape, NO_BYTES, memoryOf(tape), 0);

/** Whether a value is a Tape. Unlike instanceof it calls no trap of a proxy. @type {(value: unknown) => boolean} */
export const isTape = is;
