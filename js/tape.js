// The tape as JavaScript has it: the words that the core wrote, in JavaScript's memory, over the bytes of the text. All
// else (strings, numbers, lines, depths) is made when asked for.
//
// The tape of a chunk knows beside that where it begins: the offset that its words count from, the line, the containers
// that are open. Its first token may have begun in an earlier chunk; then it has a text of its own, the head.
import {
  COMMENTS_SKIP,
  FLAG_NON_ASCII,
  KEYS_MAX,
  READING_COMMENTS_BIT,
  READING_TRAILING_COMMAS,
  READING_UTF8_BIT,
  TOKEN_WORDS,
  TYPE_ARRAY_END,
  TYPE_ARRAY_START,
  TYPE_COMMENT,
  TYPE_FALSE,
  TYPE_KEY,
  TYPE_NAMES,
  TYPE_NUMBER,
  TYPE_OBJECT_START,
  TYPE_STRING,
  TYPE_NULL,
  TYPE_TRUE,
  UTF8_RAW,
} from './layout.js';
import { describe } from './input.js';
import { INSPECT, inspected } from './inspect.js';
import { Lines } from './lines.js';
import { bigintOf, numberOf } from './number.js';
import { build } from './build.js';
import { Path } from './path.js';
import { Text } from './text.js';

const NO_WORDS = new Uint32Array(0);
const NO_BYTES = new Uint8Array(0);
const NO_TEXT = new Text(NO_BYTES);
const NO_KEYS = [];
const INTERNAL = Symbol('internal');

// How text is read again that has been accepted, whatever the options were.
const READ_BEFORE = {
  maxDepth: 2 ** 32 - 1,
  flags: (COMMENTS_SKIP << READING_COMMENTS_BIT) | READING_TRAILING_COMMAS | (UTF8_RAW << READING_UTF8_BIT),
  maxTokenLength: 0,
  maxLength: 0,
};

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

/** One token of a tape, as it was when it was asked for. */
export class Token {
  #tape; // which may have become another one since
  #text;
  #index;
  #start;
  #end;
  #info;

  constructor(guard, tape, text, index, start, end, info) {
    if (guard !== INTERNAL) illegalConstructor('Token');
    this.#tape = tape;
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

  get value() {
    if (isStart(this.#info & 15)) return containerOf(this.#tape, this.#index, this.#text);
    return primitiveFrom(this.#text, this.#start, this.#end, this.#info);
  }

  [INSPECT](...how) {
    const { index, type, start, end, raw } = this;
    return inspected('Token', { index, type, start, end, raw }, ...how);
  }
}

// What a tape and a token share.

function rawOf(text, start, end, info) {
  const type = info & 15;
  // Of a comment nobody has said what is in it.
  if (type === TYPE_COMMENT) return text.raw(start, end, FLAG_NON_ASCII);
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

function primitiveFrom(text, start, end, info) {
  switch (info & 15) {
    case TYPE_STRING:
      return stringOf(text, start, end, info);
    case TYPE_NUMBER:
      return numberFrom(text, start, end, info);
    case TYPE_TRUE:
      return true;
    case TYPE_FALSE:
      return false;
    case TYPE_NULL:
      return null;
    default:
      return badType(info, 'the first of a value');
  }
}

let create;
let fill;
let fillOfChunk;
let memoryOf;
let textOf;
let containerOf;
let is;
let noticed = false; // see noticedTape
let made = false; // whether there is any tape: to look for the private field in what is none takes time

export class Tape {
  #memory = NO_WORDS; // may be larger than the tape
  #words; // what `words` gives, once it was asked for
  #length = 0;
  #base = 0; // what the words count from
  #text = NO_TEXT;
  #backend; // that has made it
  #head; // the text of the first token, where that is not in the text
  #place; // of the tape of a chunk: where it begins
  #keys = NO_KEYS; // strings of the interned keys by id, as far as they were asked for; a stream's tapes share them
  #allKeys; // what `keys` gives
  #lines;
  #path;

  static {
    // It takes no properties of others and keeps its prototype, so that its toJSON is always read (noticedTape).
    create = () => {
      made = true;
      return Object.preventExtensions(new Tape(INTERNAL));
    };

    const refill = (tape, backend, memory, length, base, text, head, place, keys) => {
      tape.#backend = backend;
      tape.#memory = memory;
      tape.#words = undefined;
      tape.#length = length;
      tape.#base = base;
      tape.#text = text;
      tape.#head = head;
      tape.#place = place;
      tape.#keys = keys;
      tape.#allKeys = undefined;
      tape.#lines = undefined;
      tape.#path = undefined;
      return tape;
    };

    fill = (tape, backend, bytes, memory, length, replace = false) =>
      refill(tape, backend, memory, length, 0, new Text(bytes, 0, replace), undefined, undefined, []);

    fillOfChunk = (tape, bytes, words, length, place) => {
      const { backend, base, chunkStart, head, replace, keys } = place;
      const text = new Text(bytes, chunkStart, replace);
      const headText = head === undefined ? undefined : new Text(head, base, replace);
      return refill(tape, backend, words, length, base, text, headText, place, keys.strings);
    };

    memoryOf = (tape) => tape.#memory;

    textOf = (tape) => {
      const { bytes } = tape.#text;
      const before = tape.#text.offset - tape.#base;
      if (before === 0 && tape.#head === undefined) return bytes;
      // One text that begins at the base.
      const text = new Uint8Array(before + bytes.length);
      if (tape.#head !== undefined) text.set(tape.#head.bytes.subarray(0, before));
      text.set(bytes, before);
      return text;
    };

    containerOf = (tape, index, text) => {
      if (tape.#text !== text) throw new TypeError('the tape of this token has been used again');
      const memory = tape.#memory;
      const distance = memory[index * TOKEN_WORDS + 1];
      if (distance === 0) throw new TypeError('the value does not end on this tape');
      // Anybody may write to the words, so the text is read again: what they say may be wrong, but leads nowhere else.
      const before = text.offset - tape.#base; // the text's place among what the words count
      const start = memory[index * TOKEN_WORDS];
      const end = memory[(index + distance) * TOKEN_WORDS] + 1;
      try {
        const value = build({
          backend: tape.#backend,
          text: text.bytes.subarray(start - before, end - before),
          reading: READ_BEFORE,
          replace: true,
        });
        if (value === undefined) throw new TypeError('the tape was changed');
        return value;
      } finally {
        tape.#backend.done();
      }
    };

    is = (value) => made && typeof value === 'object' && value !== null && #memory in value;
  }

  constructor(guard) {
    if (guard !== INTERNAL) illegalConstructor('Tape');
  }

  /** What JSON.stringify and our own walk read of a value before all else, and so tell that it was a Tape. */
  get toJSON() {
    noticed = true;
    return undefined;
  }

  get length() {
    return this.#length;
  }

  /** The text that the tokens describe. */
  get bytes() {
    return this.#text.bytes;
  }

  get base() {
    return this.#base;
  }

  get bytesStart() {
    return this.#text.offset;
  }

  get words() {
    const size = this.#length * TOKEN_WORDS;
    this.#words ??= this.#memory.length === size ? this.#memory : this.#memory.subarray(0, size);
    return this.#words;
  }

  get keys() {
    if (this.#allKeys === undefined) {
      let keys = [''];
      if (this.#place !== undefined) {
        keys = this.#place.keys.first(this.#place.keyCount);
      } else {
        // Ids are given by first appearance.
        for (let i = 0; i < this.#length && keys.length <= KEYS_MAX; i++) {
          if (this.#memory[i * TOKEN_WORDS + 2] >>> 8 === keys.length) keys.push(this.string(i));
        }
      }
      this.#allKeys = Object.freeze(keys);
    }
    return this.#allKeys;
  }

  at(index) {
    const info = this.#info(index);
    return new Token(INTERNAL, this, this.#textOf(index), index, this.#start(index), this.#end(index, info), info);
  }

  *[Symbol.iterator]() {
    for (let i = 0; i < this.#length; i++) yield this.at(i);
  }

  [INSPECT](...how) {
    const { length, base, bytesStart } = this;
    return inspected('Tape', { length, base, bytesStart }, ...how);
  }

  type(index) {
    return TYPE_NAMES[this.#info(index) & 15];
  }

  start(index) {
    this.#info(index);
    return this.#start(index);
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
    return this.#pathOf().depth(index);
  }

  raw(index) {
    const info = this.#info(index);
    return rawOf(this.#textOf(index), this.#start(index), this.#end(index, info), info);
  }

  string(index) {
    const info = this.#info(index);
    const start = this.#start(index);
    const end = start + this.#memory[index * TOKEN_WORDS + 1];
    const id = info >>> 8;
    if (id === 0) return stringOf(this.#textOf(index), start, end, info);
    return (this.#keys[id] ??= this.#textOf(index).key(start, end, (info >> 4) & 15));
  }

  number(index) {
    const info = this.#info(index);
    return numberFrom(this.#textOf(index), this.#start(index), this.#end(index, info), info);
  }

  bigint(index) {
    const info = this.#info(index);
    return bigintFrom(this.#textOf(index), this.#start(index), this.#end(index, info), info);
  }

  value(index) {
    const info = this.#info(index);
    if (isStart(info & 15)) return containerOf(this, index, this.#text);
    if ((info & 15) === TYPE_STRING) return this.string(index);
    return primitiveFrom(this.#textOf(index), this.#start(index), this.#end(index, info), info);
  }

  pointer(index) {
    this.#info(index);
    return this.#pathOf().pointer(index, (key) => this.string(key));
  }

  line(index) {
    this.#info(index);
    if (index === 0 && this.#head !== undefined) return this.#place.line;
    return this.#linesOf().line(this.#start(index));
  }

  column(index) {
    this.#info(index);
    if (index === 0 && this.#head !== undefined) return this.#place.column;
    return this.#linesOf().column(this.#start(index));
  }

  // The third word of a token, after the check that every method begins with.
  #info(index) {
    if (typeof index !== 'number' || index >>> 0 !== index || index >= this.#length) badIndex(index, this.#length);
    return this.#memory[index * TOKEN_WORDS + 2];
  }

  #start(index) {
    return this.#base + this.#memory[index * TOKEN_WORDS];
  }

  #end(index, info) {
    return this.#start(index) + (isBracket(info & 15) ? 1 : this.#memory[index * TOKEN_WORDS + 1]);
  }

  #textOf(index) {
    return index === 0 && this.#head !== undefined ? this.#head : this.#text;
  }

  #pathOf() {
    this.#path ??= new Path(this.#memory, this.#place?.outer, this.#place?.passed);
    return this.#path;
  }

  #linesOf() {
    this.#lines ??= new Lines(this.#text.bytes, this.#text.offset, this.#place);
    return this.#lines;
  }
}

/** A tape without tokens. @type {() => Tape} */
export const createTape = create;

/**
 * Makes a tape that of a whole text. `replace` says that its bytes may be ill-formed and stand for U+FFFD there.
 * @type {(tape: Tape, backend: import('./backends/backend.js').Backend, bytes: Uint8Array, memory: Uint32Array,
 *     length: number, replace?: boolean) => Tape}
 */
export const fillTape = fill;

/**
 * Where the tape of a chunk begins.
 * @typedef {object} Place
 * @property {import('./backends/backend.js').Backend} backend  that has made it
 * @property {number} base        offset from the start of the stream that its words count from
 * @property {number} chunkStart  and of the chunk
 * @property {Uint8Array} [head]  the first token, where an earlier chunk began it
 * @property {number} line        of the base
 * @property {number} column
 * @property {number} chunkLine     of the chunk; see lines.js
 * @property {number} chunkColumn
 * @property {import('./outer.js').Outer} [outer]     the innermost container that is open
 * @property {boolean} passed     whether it begins behind an element of that
 * @property {import('./keys.js').Keys} keys  of the stream
 * @property {number} keyCount    how many there are up to the end of the chunk
 * @property {boolean} replace    whether bytes may be ill-formed and stand for U+FFFD there
 */

/**
 * Makes a tape that of a chunk.
 * @type {(tape: Tape, bytes: Uint8Array, words: Uint32Array, length: number, place: Place) => Tape}
 */
export const fillChunkTape = fillOfChunk;

/** One text in which the words' offsets are the bytes' indices. @type {(tape: Tape) => Uint8Array} */
export const tapeText = textOf;

/** The memory that a tape has for words. @type {(tape: Tape) => Uint32Array} */
export const tapeMemory = memoryOf;

/** Empties a tape before it is filled anew: what goes wrong on the way leaves it empty. */
export const emptyTape = (tape) => fill(tape, undefined, NO_BYTES, memoryOf(tape), 0);

/** Whether a value is a Tape. Unlike instanceof it calls no trap of a proxy. @type {(value: unknown) => boolean} */
export const isTape = is;

/**
 * Whether a Tape may have been among what was written since the last time this was asked: where a value is small, asking
 * isTape of each is a tenth of the work.
 * @returns {boolean}
 */
export function noticedTape() {
  const was = noticed;
  noticed = false;
  return was;
}
