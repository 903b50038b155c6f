// Finds the JSON in a text that may have it inside a Markdown fence. The text before it becomes whitespace of the same
// length and the same lines, so that the places of errors are those in the text.
import { BOM, joinBytes } from './input.js';

const LF = 0x0a;
const SPACE = 0x20;
const LINE_MAX = 128; // of a line outside the JSON, this many bytes behind its indentation are looked at

const NO_BYTES = new Uint8Array(0);

// Lines are kept as a character a byte, without their indentation.
const OPENING = /^(?:(`{3,})([^`]*)|(~{3,})(.*))$/s; // behind backticks on the same line there are no more of them
const JSON_INFO = /^\s*(?:jsonc?(?:\s|$)|$)/i;

// Where in the text.
const START = 0; // only whitespace so far
const BEFORE = 1; // in text that is passed over
const OTHER = 2; // in a fence that holds something else
const INSIDE = 3; // in the fence
const BARE = 4; // there is no fence: all is JSON
const BEHIND = 5; // the fence has been closed

const isBlank = (byte) => byte === SPACE || byte === 0x09 || byte === 0x0d || byte === LF;

export class Fence {
  #place = START;
  #line = ''; // outside the JSON: the beginning of the line
  #fence = ''; // the one that is open
  #indent = true; // inside the JSON: only whitespace in this line so far
  #held = 0; // and behind that, characters of the fence
  #mark = NO_BYTES; // the beginning of the text, as long as it may be that of a byte order mark; then undefined

  /** Whether the fence has been closed: what follows is of no interest. */
  get closed() {
    return this.#place === BEHIND;
  }

  /**
   * What the next bytes are to a reader of JSON. What may be the beginning of the closing fence is held back.
   * @param {Uint8Array} bytes
   */
  next(bytes) {
    if (this.#mark === undefined) return this.#next(bytes);
    const start = joinBytes([this.#mark, bytes]);
    const isMark = BOM.every((byte, i) => i >= start.length || start[i] === byte);
    this.#mark = isMark && start.length < BOM.length ? start : undefined;
    if (this.#mark !== undefined) return NO_BYTES;
    // The reader knows what a mark is.
    const text = isMark ? BOM.length : 0;
    return joinBytes([start.subarray(0, text), this.#next(start.subarray(text))]);
  }

  #next(bytes) {
    if (this.#place === BARE) return bytes;
    if (this.#place === INSIDE) return this.#inside(bytes);
    const blank = new Uint8Array(bytes.length).fill(SPACE);
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === LF) {
        blank[at] = LF;
        this.#endLine();
        if (this.#place === INSIDE) return joinBytes([blank.subarray(0, at + 1), this.#inside(bytes.subarray(at + 1))]);
      } else if (this.#line === '' && this.#place === START && (byte === 0x7b || byte === 0x5b)) {
        this.#place = BARE;
        return joinBytes([blank.subarray(0, at), bytes.subarray(at)]);
      } else if (this.#line.length < LINE_MAX && !(this.#line === '' && isBlank(byte))) {
        this.#line += String.fromCharCode(byte);
      }
    }
    return blank;
  }

  /** What is held back, when there is nothing behind it. */
  end() {
    if (this.#mark !== undefined) return this.#mark;
    return new Uint8Array(this.#held).fill(this.#fence.charCodeAt(0));
  }

  #endLine() {
    const line = this.#line;
    this.#line = '';
    if (this.#place === OTHER) {
      if (line.startsWith(this.#fence)) this.#place = BEFORE;
      return;
    }
    const [, backticks, info, tildes, tildeInfo] = OPENING.exec(line) ?? [];
    this.#fence = backticks ?? tildes ?? '';
    if (this.#fence !== '') this.#place = JSON_INFO.test(info ?? tildeInfo) ? INSIDE : OTHER;
    else if (line !== '') this.#place = BEFORE;
  }

  // Only beginnings of lines are looked at: there JSON has no fence.
  #inside(chunk) {
    const bytes = this.#held > 0 ? joinBytes([this.end(), chunk]) : chunk;
    this.#held = 0;
    const mark = this.#fence.charCodeAt(0);
    for (let at = 0; at < bytes.length; ) {
      if (!this.#indent) {
        const end = bytes.indexOf(LF, at);
        if (end < 0) break;
        at = end + 1;
        this.#indent = true;
      } else if (bytes[at] !== mark) {
        this.#indent = isBlank(bytes[at++]);
      } else {
        let end = at;
        while (end - at < this.#fence.length && bytes[end] === mark) end++;
        if (end - at === this.#fence.length) this.#place = BEHIND;
        else if (end === bytes.length) this.#held = end - at;
        else this.#indent = false;
        if (this.#indent) return bytes.subarray(0, at);
      }
    }
    return bytes;
  }
}
