// The containers that are open where a tape of a stream begins: a chain from the innermost to the outermost, whose links
// never change, so that tapes share them. Knows how the core says what has changed from one tape to the next.
import { TYPE_ARRAY_START } from './layout.js';
import { Text } from './text.js';

const INDEX_AT = 1; // bytes of an entry before the index of its element, the length of its key, and its key
const LENGTH_AT = 9;
const KEY_AT = 17;

/** What a JSON Pointer says for a key. */
export const segmentOfKey = (key) =>
  /[~/]/.test(key) ? `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` : `/${key}`;

/** A number of eight bytes, which is less than 2 ** 53. */
function numberAt(bytes, at) {
  let number = 0;
  for (let i = 7; i >= 0; i--) number = number * 256 + bytes[at + i];
  return number;
}

/** A container that is open, which gives its JSON Pointer by those around it. */
export class Open {
  /** The container around it, undefined at the root. @type {this | undefined} */
  around;
  #pointer; // once asked for

  constructor(around) {
    this.around = around;
  }

  get pointer() {
    // Those around it that are not known yet, from the inside; no recursion, for they may be many.
    const unknown = [];
    let known = this;
    for (; known !== undefined && known.#pointer === undefined; known = known.around) unknown.push(known);
    while (unknown.length > 0) {
      const next = unknown.pop();
      next.#pointer = next.around === undefined ? '' : next.around.pointer + next.lastSegment;
    }
    return this.#pointer;
  }
}

/** A container that an earlier tape opened. */
export class Outer extends Open {
  /** How many containers there are up to this one. */
  depth;
  /** Of an array: the elements before the one that is read or due; -1 of an object. */
  index;
  #end; // of its entry in the core's path
  #entries; // of an object with a key: bytes that hold its last key as it is written; once asked for, its segment
  #keyAt;
  #keyEnd;
  #replace;

  constructor(around, end, index, entries, keyAt, keyEnd, replace) {
    super(around);
    this.depth = around === undefined ? 1 : around.depth + 1;
    this.index = index;
    this.#end = end;
    this.#entries = entries;
    this.#keyAt = keyAt;
    this.#keyEnd = keyEnd;
    this.#replace = replace;
  }

  get isArray() {
    return this.index >= 0;
  }

  get lastSegment() {
    return this.around.segment;
  }

  /** What its pointer is followed by for the value that is read, or was read last; '' in an object before any key. */
  get segment() {
    if (this.isArray) return `/${this.index}`;
    if (this.#entries === undefined) return '';
    if (typeof this.#entries !== 'string') {
      // All that a key may have, for its flags are not known.
      const text = new Text(this.#entries, 0, this.#replace);
      this.#entries = segmentOfKey(text.string(this.#keyAt, this.#keyEnd, 3));
    }
    return this.#entries;
  }

  /**
   * The innermost container of the next tape.
   * @param {Outer | undefined} innermost that of the tape before
   * @param {number} kept bytes of the core's path that stay
   * @param {Uint8Array} added entries behind them
   * @param {boolean} replace whether keys may be ill-formed
   */
  static next(innermost, kept, added, replace) {
    let outer = innermost;
    while (outer !== undefined && outer.#end > kept) outer = outer.around;
    for (let at = 0; at < added.length; ) {
      const keyAt = at + KEY_AT;
      const end = keyAt + numberAt(added, at + LENGTH_AT);
      const index = added[at] === TYPE_ARRAY_START ? numberAt(added, at + INDEX_AT) : -1;
      outer = new Outer(outer, kept + end, index, end > keyAt ? added : undefined, keyAt, end, replace);
      at = end;
    }
    return outer;
  }
}
