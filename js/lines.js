// Line and column of places in a text: counted when asked, from the place asked for last, so that visits in order (and
// in reverse order) cost linear time in total. Places are those of tokens, which never begin inside a character.

const LF = 10;

/**
 * Where a chunk begins: its line and column. It may begin inside a character, of which `follow` bytes are still to come;
 * `pair` says whether that is one of two UTF-16 units, which the column has counted as one.
 * @typedef {{ chunkLine: number, chunkColumn: number, follow: number, pair: boolean }} LinesStart
 */

const START = { chunkLine: 1, chunkColumn: 1, follow: 0, pair: false };

export class Lines {
  #bytes;
  #offset;
  #start;
  #at = 0; // bytes before the place
  #line;
  #column; // in UTF-16 units
  #follow;
  #pair;

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
    const { chunkLine, chunkColumn, follow, pair } = this.#start;
    this.#at = 0;
    this.#line = chunkLine;
    this.#column = chunkColumn;
    this.#follow = follow;
    this.#pair = pair;
  }

  // The first byte of a character counts one unit and the last byte of a sequence of four another; so does each byte
  // that belongs to no sequence.
  #go(goal) {
    if (goal < this.#at) this.#back(goal);
    const bytes = this.#bytes;
    let line = this.#line;
    let column = this.#column;
    let follow = this.#follow;
    let pair = this.#pair;
    for (let at = this.#at; at < goal; at++) {
      const byte = bytes[at];
      if (byte < 0x80) {
        follow = 0;
        if (byte === LF) {
          line++;
          column = 1;
        } else {
          column++;
        }
      } else if (byte < 0xc0 && follow > 0) {
        follow--;
        if (follow === 0 && pair) column++;
      } else {
        column++;
        follow = byte < 0xc2 || byte > 0xf4 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
        pair = byte >= 0xf0;
      }
    }
    this.#at = goal;
    this.#line = line;
    this.#column = column;
    this.#follow = follow;
    this.#pair = pair;
  }

  // On the same line the columns between are taken off; else it goes to the start of the line that holds the goal.
  #back(goal) {
    const bytes = this.#bytes;
    const from = this.#at;
    const line = this.#line;
    const column = this.#column;
    let lines = 0;
    for (let at = from - 1; at >= goal; at--) if (bytes[at] === LF) lines++;
    this.#follow = 0;
    if (lines === 0) {
      this.#at = goal;
      this.#column = 0;
      this.#go(from);
      this.#at = goal;
      this.#column = column - this.#column;
      return;
    }
    const start = goal === 0 ? 0 : bytes.lastIndexOf(LF, goal - 1) + 1;
    if (start === 0) {
      this.#restart();
      return;
    }
    this.#at = start;
    this.#line = line - lines;
    this.#column = 1;
  }
}
