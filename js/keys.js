// The keys of a stream by id. Nobody may ever ask for them, so their texts stay with the core until somebody does, or
// until the stream ends.

import { decoder } from './utf8.js';

const QUOTE = 0x22;
const NO_TEXTS = new Uint8Array(0);

export class Keys {
  /** Their strings, as far as anybody has made them. @type {string[]} */
  strings = [''];
  /** How many there are. */
  count = 0;
  #stream; // undefined once it has ended
  #taken = 0; // the highest id whose text has been taken from the core
  #texts = NO_TEXTS; // what was taken last and is no string yet

  /** @param {import('./backends/backend.js').Stream} stream */
  constructor(stream) {
    this.#stream = stream;
  }

  /** To be called before the stream is closed: takes what the core still has. */
  end() {
    this.#take();
    this.#stream = undefined;
  }

  /** The strings of the first `count` keys, from index 1 on. */
  first(count) {
    if (count > this.#taken) this.#take();
    this.#decode();
    return this.strings.slice(0, count + 1);
  }

  #take() {
    if (this.count === this.#taken || this.#stream === undefined) return;
    this.#decode();
    this.#texts = this.#stream.keys(this.#taken);
    this.#taken = this.count;
  }

  // Of each there are its id in two bytes, its text, and a quote.
  #decode() {
    const texts = this.#texts;
    for (let at = 0; at < texts.length; ) {
      const end = texts.indexOf(QUOTE, at + 2);
      this.strings[texts[at] | (texts[at + 1] << 8)] ??= decoder.decode(texts.subarray(at + 2, end));
      at = end + 1;
    }
    this.#texts = NO_TEXTS;
  }
}
