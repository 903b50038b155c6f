// Line and column of places in a text: counted when asked, from the place asked for last, so that visits in order (and
// in reverse order) cost linear time in total. Places are those of tokens, which never begin inside a character.

const LF = 10;

/** The UTF-16 units that a byte counts: one if it begins a character, another if that has four bytes. */
const unitsOf = (byte) => (byte < 0x80 ? 1 : byte < 0xc0 ? 0 : byte < 0xf0 || byte > 0xf4 ? 1 : 2);

/** @typedef {{ chunkLine: number, chunkColumn: number }} LinesStart where a chunk begins, inside a character perhaps */

const START = { chunkLine: 1, chunkColumn: 1 };

export class Lines {
  #bytes;
  #offset;
  #start;
  #at = 0; // bytes before the place
  #line;
  #column; // in UTF-16 units

  /**
   * @param {Uint8Array} bytes
   * @param {number} offset of the first of them: places are offsets like that
   * @param {LinesStart} start
   */
  constructor(bytes, offset = 0, start = START) {
    this.#bytes = bytes;
    this.#offset = offset;
    this.#start = start;
    this.#restart();
  }

  line(offset) {
    this.#go(offset - this.#offset);
    return this.#line;
  }

  column(offset) {
    this.#go(offset - this.#offset);
    return this.#column;
  }

  #restart() {
    this.#at = 0;
    this.#line = this.#start.chunkLine;
    this.#column = this.#start.chunkColumn;
  }

  #go(goal) {
    if (goal < this.#at) this.#back(goal);
    const bytes = this.#bytes;
    let line = this.#line;
    let column = this.#column;
    for (let at = this.#at; at < goal; at++) {
      if (bytes[at] === LF) {
        line++;
        column = 1;
      } else {
        column += unitsOf(bytes[at]);
      }
    }
    this.#at = goal;
    this.#line = line;
    this.#column = column;
  }

  // On the same line the columns between are taken off; else it goes to the start of the line that holds the goal.
  #back(goal) {
    const bytes = this.#bytes;
    let lines = 0;
    let units = 0;
    for (let at = this.#at - 1; at >= goal; at--) {
      if (bytes[at] === LF) lines++;
      else units += unitsOf(bytes[at]);
    }
    if (lines === 0) {
      this.#at = goal;
      this.#column -= units;
      return;
    }
    const start = goal === 0 ? 0 : bytes.lastIndexOf(LF, goal - 1) + 1;
    if (start === 0) {
      this.#restart();
      return;
    }
    this.#at = start;
    this.#line -= lines;
    this.#column = 1;
  }
}
