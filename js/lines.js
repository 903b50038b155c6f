// Line and column of places in a text: counted when asked, from the place asked for last, so that visits in order (and
// in reverse order) cost linear time in total.

const LF = 10;

/** UTF-16 units that begin with a byte of well-formed UTF-8. */
const unitsOf = (byte) => (byte < 0x80 ? 1 : byte < 0xc0 ? 0 : byte < 0xf0 ? 1 : 2);

export class Lines {
  #bytes;
  #offset = 0;
  #line = 1;
  #column = 1; // in UTF-16 units

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.#bytes = bytes;
  }

  line(offset) {
    this.#go(offset);
    return this.#line;
  }

  column(offset) {
    this.#go(offset);
    return this.#column;
  }

  #go(offset) {
    if (offset < this.#offset) this.#back(offset);
    const bytes = this.#bytes;
    let line = this.#line;
    let column = this.#column;
    for (let at = this.#offset; at < offset; at++) {
      const byte = bytes[at];
      if (byte === LF) {
        line++;
        column = 1;
      } else {
        column += unitsOf(byte);
      }
    }
    this.#offset = offset;
    this.#line = line;
    this.#column = column;
  }

  // On the same line the columns are counted down; else it goes to the start of the line that holds the offset.
  #back(offset) {
    const bytes = this.#bytes;
    let line = this.#line;
    let units = 0;
    for (let at = this.#offset - 1; at >= offset; at--) {
      if (bytes[at] === LF) line--;
      else units += unitsOf(bytes[at]);
    }
    if (line === this.#line) {
      this.#column -= units;
      this.#offset = offset;
      return;
    }
    this.#offset = offset === 0 ? 0 : bytes.lastIndexOf(LF, offset - 1) + 1;
    this.#line = line;
    this.#column = 1;
  }
}
