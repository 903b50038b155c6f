// The containers that are open where a tape of a stream begins: a chain from the innermost to the outermost, whose links
// never change, so that tapes share them. Knows how the core says what has changed from one tape to the next.
import { TYPE_ARRAY_START } from './layout.js';
import { Text } from './text.js';

const KEY_AT = 17; // bytes of an entry before its key

/** What a JSON Pointer says for a key. */
export const segmentOfKey = (key) =>
  /[~/]/.test(key) ? `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` : `/${key}`;

/** A container that an earlier tape opened. */
export class Outer {
  /** The container around it, undefined at the root. @type {Outer | undefined} */
  around;
  /** How many containers there are up to this one. */
  depth;
  /** Whether it is an array; else it is an object. */
  isArray;
  /** Of an array: the elements before the one that is read or due. */
  index;
  #end; // of its entry in the core's path
  #key; // of an object: its last key as it is written, undefined before any; once asked for, its segment
  #replace;
  #pointer; // once asked for

  constructor(around, end, isArray, index, key, replace) {
    this.around = around;
    this.depth = around === undefined ? 1 : around.depth + 1;
    this.isArray = isArray;
    this.index = index;
    this.#end = end;
    this.#key = key;
    this.#replace = replace;
  }

  /** Its JSON Pointer. */
  get pointer() {
    if (this.#pointer === undefined) {
      // Those around it that are not known yet, from the inside; no recursion, for they may be many.
      const unknown = [];
      let known = this;
      for (; known !== undefined && known.#pointer === undefined; known = known.around) unknown.push(known);
      let pointer = known?.#pointer;
      while (unknown.length > 0) {
        const next = unknown.pop();
        pointer = next.around === undefined ? '' : pointer + next.around.segment;
        next.#pointer = pointer;
      }
    }
    return this.#pointer;
  }

  /** What its pointer is followed by for the value that is read, or was read last; '' in an object before any key. */
  get segment() {
    if (this.isArray) return `/${this.index}`;
    if (this.#key === undefined) return '';
    if (typeof this.#key !== 'string') {
      // All that a key may have, for its flags are not known.
      this.#key = segmentOfKey(new Text(this.#key, 0, this.#replace).string(0, this.#key.length, 3));
    }
    return this.#key;
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
    if (added.length === 0) return outer;
    const view = new DataView(added.buffer, added.byteOffset, added.byteLength);
    for (let at = 0; at < added.length; ) {
      const index = Number(view.getBigUint64(at + 1, true));
      const end = at + KEY_AT + Number(view.getBigUint64(at + 9, true));
      const key = end > at + KEY_AT ? added.subarray(at + KEY_AT, end) : undefined;
      outer = new Outer(outer, kept + end, added[at] === TYPE_ARRAY_START, index, key, replace);
      at = end;
    }
    return outer;
  }
}
