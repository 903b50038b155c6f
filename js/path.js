// Depth and JSON Pointer of tokens: a cursor over the words of a tape that knows which containers are open before its
// token: first those that earlier tapes of a stream opened, then those of its own tape. Going forward it leaps over
// containers that are closed before its goal; visits in order cost linear time in total.
import {
  TOKEN_WORDS,
  TYPE_ARRAY_END,
  TYPE_ARRAY_START,
  TYPE_COMMENT,
  TYPE_KEY,
  TYPE_OBJECT_END,
  TYPE_OBJECT_START,
} from './layout.js';
import { segmentOfKey } from './outer.js';

const NO_KEY = -1; // the place in an object before any key
const OUTER_KEY = -2; // and behind the key that an Outer knows

const isStart = (type) => type === TYPE_OBJECT_START || type === TYPE_ARRAY_START;
const isEnd = (type) => type === TYPE_OBJECT_END || type === TYPE_ARRAY_END;

export class Path {
  #words;
  #first; // the innermost container that is open where the tape begins, and the place in it
  #firstPlace;
  #at = 0; // the token
  #outer; // the innermost container of earlier tapes that is open, and the place in it
  #outerPlace;
  #open = []; // of each container around it that this tape opened: its token
  #place = []; // and where in it we are: the index of an element, the token of a key
  #pointers = []; // and its JSON Pointer, where that was asked for

  /**
   * @param {Uint32Array} words of a tape
   * @param {import('./outer.js').Outer} [outer] the innermost container that earlier tapes opened
   * @param {boolean} [passed] whether the tape begins behind an element of it
   */
  constructor(words, outer, passed = false) {
    this.#words = words;
    this.#first = this.#outer = outer;
    this.#firstPlace = this.#outerPlace = outer?.isArray ? outer.index + (passed ? 1 : 0) : OUTER_KEY;
  }

  /** How many containers are open around a token; a bracket is outside its own. */
  depth(index) {
    this.#go(index);
    return (this.#outer?.depth ?? 0) + this.#open.length - (isEnd(this.#type(index)) ? 1 : 0);
  }

  /**
   * The JSON Pointer of a token: of a value, its own; of a key, its member's; of a closing bracket, its container's;
   * of a comment, that of the container that it lies in.
   * @param {(index: number) => string} string what the key token of an index stands for
   */
  pointer(index, string) {
    this.#go(index);
    const type = this.#type(index);
    const levels = this.#open.length - (isEnd(type) ? 1 : 0);
    if (levels < 0) return this.#outer?.pointer ?? '';
    if (type === TYPE_COMMENT) return levels > 0 ? this.#pointerOf(levels - 1, string) : (this.#outer?.pointer ?? '');
    if (levels > 0) {
      const place = type === TYPE_KEY ? index : this.#place[levels - 1];
      return this.#pointerOf(levels - 1, string) + this.#segment(levels - 1, place, string);
    }
    return this.#outerPointer(type === TYPE_KEY ? index : this.#outerPlace, string);
  }

  // Of a place in the innermost container of earlier tapes.
  #outerPointer(place, string) {
    const outer = this.#outer;
    if (outer === undefined) return '';
    if (outer.isArray) return `${outer.pointer}/${place}`;
    return outer.pointer + (place === OUTER_KEY ? outer.segment : segmentOfKey(string(place)));
  }

  // Of the container that is open at a level. What lies around it can't change while it is open, so it is kept.
  #pointerOf(level, string) {
    const pointers = this.#pointers;
    let known = Math.min(level, pointers.length - 1);
    if (known < 0) {
      pointers.push(this.#outerPointer(this.#outerPlace, string));
      known = 0;
    }
    for (; known < level; known++) {
      pointers.push(pointers[known] + this.#segment(known, this.#place[known], string));
    }
    return pointers[level];
  }

  // What the pointer of a container is followed by for one of its values.
  #segment(level, place, string) {
    if (this.#type(this.#open[level]) === TYPE_ARRAY_START) return `/${place}`;
    return place === NO_KEY ? '' : segmentOfKey(string(place));
  }

  #type(index) {
    return this.#words[index * TOKEN_WORDS + 2] & 15;
  }

  #go(index) {
    const open = this.#open;
    const place = this.#place;
    if (index < this.#at) {
      // Back into the innermost container that holds the goal.
      while (open.length > 0 && open[open.length - 1] >= index) {
        this.#close();
      }
      if (open.length > 0) {
        this.#at = open[open.length - 1] + 1;
        place[place.length - 1] = this.#firstIn(open[open.length - 1]);
      } else {
        this.#at = 0;
        this.#outer = this.#first;
        this.#outerPlace = this.#firstPlace;
      }
    }
    let at = this.#at;
    while (at < index) {
      const type = this.#type(at);
      if (isStart(type)) {
        const distance = this.#words[at * TOKEN_WORDS + 1];
        if (distance === 0 || at + distance >= index) {
          open.push(at);
          place.push(this.#firstIn(at));
          at = distance > 0 && at + distance === index ? index : at + 1;
          continue;
        }
        at += distance;
      } else if (isEnd(type)) {
        if (open.length > 0) this.#close();
        else this.#closeOuter();
      } else if (type === TYPE_KEY) {
        if (open.length > 0) place[place.length - 1] = at++;
        else this.#outerPlace = at++;
        continue;
      } else if (type === TYPE_COMMENT) {
        at++;
        continue;
      }
      at++;
      const top = open.length - 1;
      if (top >= 0) {
        if (this.#type(open[top]) === TYPE_ARRAY_START) place[top]++;
      } else if (this.#outer?.isArray) {
        this.#outerPlace++;
      }
    }
    this.#at = at;
  }

  #close() {
    this.#open.pop();
    this.#place.pop();
    if (this.#pointers.length > this.#open.length) this.#pointers.pop();
  }

  #closeOuter() {
    this.#outer = this.#outer?.around;
    this.#outerPlace = this.#outer?.isArray ? this.#outer.index : OUTER_KEY;
  }

  #firstIn(start) {
    return this.#type(start) === TYPE_ARRAY_START ? 0 : NO_KEY;
  }
}
