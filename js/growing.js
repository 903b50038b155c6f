// A value while its text still grows: what partial.js has tokens put together. Containers are where they belong from their
// opening bracket on, strings and numbers may come in pieces. Knows which places a write has changed, and which values it
// has completed.
import {
  FLAG_PARTIAL,
  TOKEN_WORDS,
  TYPE_ARRAY_END,
  TYPE_ARRAY_START,
  TYPE_FALSE,
  TYPE_KEY,
  TYPE_NULL,
  TYPE_NUMBER,
  TYPE_OBJECT_END,
  TYPE_OBJECT_START,
  TYPE_STRING,
  TYPE_TRUE,
} from './layout.js';
import { numberOf, valueOfNumber } from './number.js';
import { Open, segmentOfKey } from './outer.js';

/** What the text of a number may end with that is no part of a number. */
const UNFINISHED = /(?:\.|[eE][+-]?|^-)$/;

/** A number of more characters is shown again when an eighth has been added, so that showing it costs linear time. */
const LONG_NUMBER = 1024;

/** What a literal is by its first byte. */
const LITERALS = new Map([
  [0x74, true],
  [0x66, false],
  [0x6e, null],
]);

const NONE = [];

// Members are defined, whatever a prototype has by that name; what is defined is assigned to, which is faster.
const set = (container, key, value) => {
  if (!(key in container) || Object.hasOwn(container, key)) container[key] = value;
  else Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
};

/** A container that is open. */
class Level extends Open {
  container;
  isArray;
  place; // its key or index there
  key; // of the member that is read, or of the element
  depth; // containers around it
  watchers; // those whose path its own pointer begins
  born; // the write that opened it
  fresh; // the write that last copied it, or opened it
  lost; // nothing in it counts: it belongs to a key that its object had
  ignored; // the value that is read does not count

  constructor(around, container, isArray, write) {
    super(around);
    this.container = container;
    this.isArray = isArray;
    this.place = around?.key;
    this.key = isArray ? 0 : undefined;
    this.depth = around === undefined ? 0 : around.depth + 1;
    this.watchers = NONE;
    this.born = write;
    this.fresh = write;
    this.lost = around?.ignored ?? false;
    this.ignored = this.lost;
  }

  /** Which of the watchers around it look into it. */
  watch(watchers) {
    const { depth, place } = this;
    this.watchers = watchers.length === 0 ? NONE : watchers.filter((watcher) => watcher.matches(depth - 1, place));
  }

  pointerTo(key) {
    return this.pointer + this.#segment(key);
  }

  get lastSegment() {
    return this.around.#segment(this.place);
  }

  #segment(key) {
    return this.isArray ? `/${key}` : segmentOfKey(key);
  }
}

/** Waits for the values that a path names. */
export class Watcher {
  steps;
  call;

  /**
   * @param {string[]} steps of the path, '*' being any
   * @param {(value: unknown, pointer: string) => void} call
   */
  constructor(steps, call) {
    this.steps = steps;
    this.call = call;
  }

  /** Whether its path goes on with a key, behind so many steps. */
  matches(depth, key) {
    if (depth < 0) return true;
    const step = this.steps[depth];
    return step === '*' || step === (typeof key === 'string' ? key : String(key));
  }
}

/**
 * @typedef {object} Growth how a value grows
 * @property {string} numbers     'double', 'bigint' or 'text'
 * @property {boolean} keepFirst  whether of equal keys the first one counts
 * @property {boolean} immutable  whether a container that changes is copied, once a write
 * @property {{ strings: boolean, numbers: boolean, literals: boolean }} incomplete  what is shown before its end
 */

export class Growing {
  /** What there is of the value. */
  value = undefined;
  /** Whether it is whole. */
  done = false;
  #growth;
  #level; // the innermost container that is open
  #write = 0;
  #keys = []; // by id
  #pieces; // of a string or number that came in pieces: what there is of it
  #shown = false; // of that, or of a literal: whether it stands in its place
  #shownNumber = ''; // and of a number: as it stands there
  #showFrom = 0; // how long a number must be to be shown again
  #changes = []; // by this write: levels and keys in turn
  #watchers = [];
  #completed = []; // by this write: { watcher, value, level, key }

  /** @param {Growth} growth */
  constructor(growth) {
    this.#growth = growth;
  }

  /** A write begins. */
  begin() {
    this.#write++;
    this.#changes = [];
    this.#completed = [];
  }

  /** The JSON Pointers of what this write has changed, in the order of the text. */
  changed() {
    const changes = this.#changes;
    const pointers = new Set();
    for (let i = 0; i < changes.length; i += 2) {
      pointers.add(changes[i] === undefined ? '' : changes[i].pointerTo(changes[i + 1]));
    }
    return [...pointers];
  }

  /** Whoever waits for values from now on. */
  watch(watcher) {
    this.#watchers.push(watcher);
    const open = [];
    for (let level = this.#level; level !== undefined; level = level.around) open.push(level);
    while (open.length > 0) {
      const level = open.pop();
      level.watch(level.around?.watchers ?? this.#watchers);
    }
  }

  /** What this write has completed of what is waited for: [watcher, value, pointer] each. */
  *completed() {
    for (const { watcher, value, level, key } of this.#completed) {
      const pointer = level === undefined ? '' : level.pointerTo(key);
      yield [watcher, value, pointer.replace(/\p{Surrogate}/gu, '\ufffd')]; // as the core writes them
    }
  }

  /**
   * Goes on with tokens.
   * @param {Uint32Array} words
   * @param {import('./text.js').Text} text of the tokens
   * @param {import('./text.js').Text} head of the first one
   */
  add(words, text, head) {
    let from = head;
    for (let at = 0; at < words.length; at += TOKEN_WORDS) {
      const start = words[at];
      const info = words[at + 2];
      switch (info & 15) {
        case TYPE_OBJECT_START:
          this.#open({}, false);
          break;
        case TYPE_ARRAY_START:
          this.#open([], true);
          break;
        case TYPE_OBJECT_END:
        case TYPE_ARRAY_END:
          this.#close();
          break;
        case TYPE_KEY:
          this.#key(from, start, start + words[at + 1], info);
          break;
        case TYPE_STRING:
          this.#string(from, start, start + words[at + 1], (info >>> 4) & 15);
          break;
        case TYPE_NUMBER:
          this.#number(from, start, start + words[at + 1], (info >>> 4) & 15);
          break;
        case TYPE_TRUE:
          this.#literal(true);
          break;
        case TYPE_FALSE:
          this.#literal(false);
          break;
        case TYPE_NULL:
          this.#literal(null);
      }
      from = text;
    }
  }

  /** The text ends in a token that begins with that byte. */
  unfinished(byte) {
    if (!this.#growth.incomplete.literals || this.#shown || !LITERALS.has(byte)) return;
    this.#show(LITERALS.get(byte));
  }

  #open(container, isArray) {
    this.#put(container);
    const level = new Level(this.#level, container, isArray, this.#write);
    level.watch(this.#level?.watchers ?? this.#watchers);
    this.#level = level;
  }

  #close() {
    const { container } = this.#level;
    this.#level = this.#level.around;
    this.#complete(container);
  }

  #key(text, start, end, info) {
    const level = this.#level;
    const id = info >>> 8;
    const flags = (info >>> 4) & 15;
    if (id > 0) this.#keys[id] ??= text.key(start, end, flags);
    const key = id > 0 ? this.#keys[id] : text.string(start, end, flags);
    level.key = key;
    if (this.#growth.keepFirst) level.ignored = level.lost || Object.hasOwn(level.container, key);
  }

  #string(text, start, end, flags) {
    const partial = (flags & FLAG_PARTIAL) !== 0;
    const before = this.#pieces;
    // A piece has a quote only where the string begins, and where it ends.
    const more = text.string(before === undefined ? start : start - 1, partial ? end + 1 : end, flags);
    const string = before === undefined ? more : before + more;
    const news = !this.#shown || more !== '';
    if (partial) {
      this.#pieces = string;
      if (news && this.#growth.incomplete.strings) this.#show(string);
      return;
    }
    if (news) this.#put(string);
    this.#finish(string);
  }

  #number(text, start, end, flags) {
    const { numbers, incomplete } = this.#growth;
    const before = this.#pieces;
    if ((flags & FLAG_PARTIAL) !== 0) {
      this.#pieces = (before ?? '') + text.ascii(start, end);
      if (incomplete.numbers) this.#showNumber();
      return;
    }
    let value;
    if (before === undefined && numbers === 'double') {
      value = numberOf(text, start, end, flags);
    } else {
      value = valueOfNumber((before ?? '') + text.ascii(start, end), numbers);
    }
    if (!this.#shown || before.length + (end - start) !== this.#shownNumber.length) this.#put(value);
    this.#finish(value);
  }

  #showNumber() {
    const { length } = this.#pieces;
    if (length < this.#showFrom) return;
    const source = this.#pieces.replace(UNFINISHED, '');
    if (length >= LONG_NUMBER) this.#showFrom = length + (length >>> 3);
    if (source === '' || (this.#shown && source.length === this.#shownNumber.length)) return;
    this.#shownNumber = source;
    this.#show(valueOfNumber(source, this.#growth.numbers));
  }

  #literal(value) {
    if (!this.#shown) this.#put(value);
    this.#finish(value);
  }

  #show(value) {
    this.#put(value);
    this.#shown = true;
  }

  // A scalar is whole.
  #finish(value) {
    this.#pieces = undefined;
    this.#shown = false;
    this.#showFrom = 0;
    this.#complete(value);
  }

  // A value stands in its place from now on.
  #put(value) {
    const level = this.#level;
    if (level === undefined) {
      this.value = value;
      this.#changes.push(undefined, undefined);
      return;
    }
    if (level.ignored) return;
    if (level.fresh !== this.#write && this.#growth.immutable) this.#copy();
    set(level.container, level.key, value);
    // What has been opened by this write is new as a whole.
    if (level.born !== this.#write) this.#changes.push(level, level.key);
  }

  // Copies the containers that are open and that this write has not copied yet.
  #copy() {
    const stale = [];
    for (let level = this.#level; level !== undefined && level.fresh !== this.#write; level = level.around) {
      stale.push(level);
    }
    while (stale.length > 0) {
      const level = stale.pop();
      level.container = level.isArray ? level.container.slice() : { ...level.container };
      level.fresh = this.#write;
      if (level.around === undefined) this.value = level.container;
      else set(level.around.container, level.place, level.container);
    }
  }

  // A value is whole.
  #complete(value) {
    const level = this.#level;
    if (level === undefined) {
      this.done = true;
      this.#tell(this.#watchers, 0, value, undefined);
      return;
    }
    if (!level.ignored) this.#tell(level.watchers, level.depth + 1, value, level.key);
    if (level.isArray) level.key++;
  }

  #tell(watchers, depth, value, key) {
    for (const watcher of watchers) {
      if (watcher.steps.length === depth && watcher.matches(depth - 1, key)) {
        this.#completed.push({ watcher, value, level: this.#level, key });
      }
    }
  }
}
