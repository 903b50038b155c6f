// PartialParser: the value of a text that still grows. The grammar is the core's: a stream of it gives tokens, in pieces
// where a write ends inside one, and growing.js puts them together.
import { JSONTapeError } from './error.js';
import { Fence } from './fence.js';
import { Growing, Watcher } from './growing.js';
import { ChunkBytes, joinBytes } from './input.js';
import {
  COMMENTS_KEEP,
  FEED_BASE,
  FEED_CHUNK_START,
  FEED_UNFINISHED,
  READING_PIECES,
  STATUS_OK,
  UTF8_REPLACE,
  UTF8_STRICT,
} from './layout.js';
import { readOptions, READING_NAMES, VALUE_DUPLICATES } from './options.js';
import { stepsOf } from './pointer.js';
import { createTape } from './tape.js';
import { Text } from './text.js';

const OF_SEVERAL = ['multiple', 'onBadLine'];
const NAMES = [
  'backend',
  'numbers',
  'incomplete',
  'immutable',
  'lenient',
  ...READING_NAMES.filter((name) => !OF_SEVERAL.includes(name)),
];
const INCOMPLETE = { strings: true, numbers: false, literals: false };

/**
 * The class of index.d.cts.
 * @param {(name?: string) => import('./backends/backend.js').Backend} backendOf
 */
export function createPartialParser(backendOf) {
  return class PartialParser {
    #stream; // undefined once the JSON has ended
    #bytes;
    #replace;
    #fence;
    #growing;
    #changed; // what `changed` gives, once asked for
    #ended = false;
    #busy = false; // with functions of onValue

    constructor(options) {
      const { backend, reading, ...read } = readOptions(options, NAMES, VALUE_DUPLICATES);
      if (reading.comments === COMMENTS_KEEP) {
        throw new TypeError("a value does not keep comments: comments must be 'skip' or false");
      }
      this.#replace = reading.utf8 !== UTF8_STRICT;
      this.#bytes = new ChunkBytes(reading.utf8 === UTF8_REPLACE);
      this.#fence = read.lenient?.fence ? new Fence() : undefined;
      this.#growing = new Growing({
        numbers: read.numbers ?? 'double',
        keepFirst: reading.keepFirst,
        immutable: read.immutable ?? false,
        incomplete: { ...INCOMPLETE, ...read.incomplete },
      });
      this.#stream = backendOf(backend).stream({ ...reading, flags: reading.flags | READING_PIECES });
    }

    get value() {
      return this.#growing.value;
    }

    get done() {
      return this.#growing.done;
    }

    get changed() {
      this.#changed ??= Object.freeze(this.#growing.changed());
      return this.#changed;
    }

    onValue(path, call) {
      const steps = stepsOf(path);
      if (typeof call !== 'function') throw new TypeError('onValue takes a path and a function');
      this.#growing.watch(new Watcher(steps, call));
      return this;
    }

    write(delta) {
      this.#check();
      return this.#feed(this.#bytes.next(delta), false);
    }

    end() {
      this.#check();
      return this.#feed(this.#bytes.end(), true);
    }

    #check() {
      if (this.#busy) throw new TypeError('a function of onValue does not write to its PartialParser');
      if (this.#ended) throw new TypeError('the input of this PartialParser has ended');
    }

    #feed(bytes, last) {
      const fence = this.#fence;
      this.#ended = last;
      this.#growing.begin();
      this.#changed = undefined;
      if (fence === undefined) {
        this.#read(bytes, last);
      } else if (!fence.closed) {
        const json = fence.next(bytes);
        this.#read(last ? joinBytes([json, fence.end()]) : json, last || fence.closed);
      }
      return this.#growing.value;
    }

    #read(bytes, last) {
      const stream = this.#stream;
      let error;
      try {
        const status = stream.feed(bytes, last);
        const { report } = stream;
        const start = report[FEED_CHUNK_START] - report[FEED_BASE];
        const unfinished = report[FEED_UNFINISHED];
        const { words, head } = stream.take();
        const text = new Text(bytes, start, this.#replace);
        this.#growing.add(words, text, head === undefined ? text : new Text(head, 0, this.#replace));
        this.#growing.unfinished(unfinished);
        if (status !== STATUS_OK) {
          error = new JSONTapeError(stream.failure(), createTape());
        }
      } catch (thrown) {
        this.#close();
        throw thrown;
      }
      if (error !== undefined || last) this.#close(error !== undefined);
      this.#tell(error);
    }

    #close(failed = true) {
      this.#ended ||= failed;
      this.#stream.close();
      this.#stream = undefined;
    }

    // All functions are called, whatever they throw; then the error of the text is thrown, or the first of theirs.
    #tell(error) {
      const errors = error === undefined ? [] : [error];
      this.#busy = true;
      for (const [{ call }, value, pointer] of this.#growing.completed()) {
        try {
          call(value, pointer);
        } catch (thrown) {
          errors.push(thrown);
        }
      }
      this.#busy = false;
      if (errors.length > 0) throw errors[0];
    }
  };
}
