// Depth and JSON Pointer of tokens: a cursor over the words of a tape that knows which containers are open before its
// token. Going forward it leaps over containers that are closed before its goal; visits in order cost linear time in
// total.
import {
  TOKEN_WORDS,
  TYPE_ARRAY_END,
  TYPE_ARRAY_START,
  TYPE_COMMENT,
  TYPE_KEY,
  TYPE_OBJECT_END,
  TYPE_OBJECT_START,
} from './layout.js';

const isStart = (type) => type === TYPE_OBJECT_START || type === TYPE_ARRAY_START;
const isEnd = (type) => type === TYPE_OBJECT_END || type === TYPE_ARRAY_END;

export class Path {
  #words;
  #at = 0; // the token
  #open = []; // of each container around it: its token
  #place = []; // and where in it we are: the index of an element, the token of a key (before any: -1)
  #pointers = []; // and its JSON Pointer, where that was asked for

  /** @param {Uint32Array} words of a tape */
  constructor(words) {
    this.#words = words;
  }

  /** How many containers are open around a token; a bracket is outside its own. */
  depth(index) {
    this.#go(index);
    return this.#open.length - (isEnd(this.#type(index)) ? 1 : 0);
  }

  /**
   * The JSON Pointer of a token: of a value, its own; of a key, its member's; of a closing bracket, its container's.
   * @param {(index: number) => string} string what the key token of an index stands for
   */
  pointer(index, string) {
    this.#go(index);
    const type = this.#type(index);
    const levels = this.#open.length - (isEnd(type) ? 1 : 0);
    if (levels === 0) return '';
    const place = type === TYPE_KEY ? index : this.#place[levels - 1];
    return this.#pointerOf(levels - 1, string) + this.#segment(levels - 1, place, string);
  }

  // Of the container that is open at a level. What lies around it can't change while it is open, so it is kept.
  #pointerOf(level, string) {
    const pointers = this.#pointers;
    let known = Math.min(level, pointers.length - 1);
    if (known < 0) {
      pointers.push('');
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
    if (place < 0) return '';
    const key = string(place);
    return /[~/]/.test(key) ? `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` : `/${key}`;
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
      this.#at = 0;
      if (open.length > 0) {
        this.#at = open[open.length - 1] + 1;
        place[place.length - 1] = this.#first(open[open.length - 1]);
      }
    }
    let at = this.#at;
    while (at < index) {
      const type = this.#type(at);
      if (isStart(type)) {
        const distance = this.#words[at * TOKEN_WORDS + 1];
        if (distance === 0 || at + distance >= index) {
          open.push(at);
          place.push(this.#first(at));
          at = distance > 0 && at + distance === index ? index : at + 1;
          continue;
        }
        at += distance;
      } else if (isEnd(type)) {
        this.#close();
      } else if (type === TYPE_KEY) {
        place[place.length - 1] = at++;
        continue;
      } else if (type === TYPE_COMMENT) {
        at++;
        continue;
      }
      at++;
      const top = open.length - 1;
      if (top >= 0 && this.#type(open[top]) === TYPE_ARRAY_START) place[top]++;
    }
    this.#at = at;
  }

  #close() {
    this.#open.pop();
    this.#place.pop();
    if (this.#pointers.length > this.#open.length) this.#pointers.pop();
  }

  #first(start) {
    return this.#type(start) === TYPE_ARRAY_START ? 0 : -1;
  }
}
