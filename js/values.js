// Records: the values that a path names, built as soon as each is whole. The core finds them and builds them; those that
// begin and end in one chunk are built together, of the tokens that it found them by.
import { build } from './build.js';
import { ChunkBytes, inputBytes, isInput } from './input.js';
import { COMMENTS_KEEP, UTF8_REPLACE, UTF8_STRICT } from './layout.js';
import { readingOfParts, readOptions, READING_NAMES, VALUE_DUPLICATES } from './options.js';
import { Selector, SelectPath } from './select.js';
import { Source } from './source.js';

const NAMES = ['path', 'trusted', 'numbers', 'backend', ...READING_NAMES];
const NONE = [];

/** What is asked for, of the options. */
function readArguments(options, names) {
  const read = readOptions(options, names, VALUE_DUPLICATES);
  if (read.reading.comments === COMMENTS_KEEP) {
    throw new TypeError("values do not keep comments: comments must be 'skip' or false");
  }
  return { ...read, path: new SelectPath(read.path ?? '') };
}

/** Makes the records of batches. */
class Builder {
  #backend;
  #reading;
  #numbers;
  #keepFirst;
  #replace;

  constructor(backend, { reading, numbers }) {
    this.#backend = backend;
    this.#reading = readingOfParts(reading);
    this.#numbers = numbers;
    this.#keepFirst = reading.keepFirst;
    this.#replace = reading.utf8 !== UTF8_STRICT;
  }

  /**
   * @param {import('./select.js').Batch} batch
   * @returns {{ pointer: string, value: unknown }[]}
   */
  records(batch) {
    const { length } = batch;
    const records = batch.values ?? new Array(length);
    for (let i = 0; i < length; i++) {
      records[i] = { pointer: batch.pointer(i), value: batch.values ? records[i] : this.#build(batch.bytes(i)) };
    }
    return records;
  }

  // Of a match that chunks cut, or of which the selection has no tokens.
  #build(text) {
    const backend = this.#backend;
    try {
      if (!backend.tokenize(text, this.#reading)) throw new TypeError('the memory of the input has been changed');
      return this.#buildBy(backend, text, backend.tokens(), false);
    } finally {
      backend.done();
    }
  }

  /** The values of all matches of a batch, of which the selection has so many tokens. */
  all = (selection, tokens, text) => this.#buildBy(selection, text, tokens, true);

  // Named one by one: of an object that is spread V8 makes a hidden class a call, which stays until all memory is swept.
  #buildBy(backend, text, tokens, several) {
    return build({
      backend,
      text,
      tokens,
      several,
      numbers: this.#numbers,
      keepFirst: this.#keepFirst,
      replace: this.#replace,
    });
  }
}

/** Reads chunks, and gives the records that each completes. */
class Reader {
  #selector;
  #builder;
  #bytes;

  constructor(backend, { path, trusted, ...args }) {
    const { reading } = args;
    this.#builder = new Builder(backend, args);
    this.#selector = new Selector(backend, reading, path, trusted, undefined, this.#builder.all);
    this.#bytes = new ChunkBytes(reading.utf8 === UTF8_REPLACE);
  }

  /** Of the next chunk: arrays of records. */
  write(chunk) {
    return this.#read(this.#bytes.next(chunk), false);
  }

  /** Of the end. */
  end() {
    return this.#read(this.#bytes.end(), true);
  }

  close() {
    this.#selector?.close();
    this.#selector = undefined;
  }

  *#read(bytes, last) {
    for (const batch of this.#selector.read(bytes, last)) yield this.#builder.records(batch);
    if (last) this.close();
  }
}

/** The records of a source: what an async generator gives, but at once where a record is there. */
class Records {
  #source;
  #signal;
  #open; // makes the reader
  #reader;
  #batches = NONE.values(); // of the chunk
  #batch = NONE;
  #at = 0; // in it
  #complete = false; // the source is
  #ended = false;
  #waiting = 0; // calls that wait for those before them
  #last = Promise.resolve(); // of them

  constructor(source, signal, open) {
    this.#source = source;
    this.#signal = signal;
    this.#open = open;
  }

  next() {
    if (this.#waiting === 0 && this.#at < this.#batch.length && !this.#signal?.aborted) {
      return Promise.resolve({ done: false, value: this.#batch[this.#at++] });
    }
    return this.#queue(() => this.#next());
  }

  return(value) {
    return this.#queue(async () => {
      await this.#close();
      return { done: true, value: await value };
    });
  }

  throw(error) {
    return this.#queue(async () => {
      await this.#close();
      throw error;
    });
  }

  #queue(work) {
    this.#waiting++;
    const result = this.#last.then(work);
    this.#last = result.then(this.#done, this.#done);
    return result;
  }

  #done = () => {
    this.#waiting--;
  };

  async #next() {
    try {
      for (;;) {
        if (this.#ended) return { done: true, value: undefined };
        if (this.#signal?.aborted) throw this.#signal.reason;
        if (this.#at < this.#batch.length) return { done: false, value: this.#batch[this.#at++] };
        await this.#more();
      }
    } catch (error) {
      this.#ended = true;
      await this.#source.fail(error);
      await this.#close();
      throw error;
    }
  }

  async #more() {
    this.#batch = NONE; // which is not to be kept alive while the next one is built
    this.#at = 0;
    const { done, value } = this.#batches.next();
    if (!done) {
      this.#batch = value;
      return;
    }
    if (this.#complete) {
      await this.#close();
      return;
    }
    if (this.#reader === undefined) {
      this.#source.start();
      this.#reader = this.#open();
    }
    const chunk = await this.#source.next();
    this.#complete = chunk.done;
    this.#batches = chunk.done ? this.#reader.end() : this.#reader.write(chunk.value);
  }

  async #close() {
    this.#ended = true;
    this.#batch = NONE;
    this.#reader?.close();
    await this.#source.close();
  }
}

const generator = Object.getPrototypeOf(async function* () {}).prototype;
Object.setPrototypeOf(Records.prototype, Object.getPrototypeOf(generator));

/**
 * `values` of index.d.cts, and the Reader under it for those that have chunks come to them.
 * @param {(name?: string) => import('./backends/backend.js').Backend} backendOf
 */
export function createValues(backendOf) {
  function values(source, options) {
    const { signal, ...args } = readArguments(options, [...NAMES, 'signal']);
    const backend = backendOf(args.backend);
    const chunks = isInput(source) ? [inputBytes(source, args.reading.utf8 === UTF8_REPLACE)] : source;
    return new Records(new Source(chunks, signal), signal, () => new Reader(backend, args));
  }

  class ValueReader extends Reader {
    constructor(options) {
      const args = readArguments(options, NAMES);
      super(backendOf(args.backend), args);
    }
  }

  return { values, ValueReader };
}
