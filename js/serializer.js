// Serializer of index.d.cts: JSON that is written a piece at a time, or from sources, and read as chunks of bytes.
//
// Every value becomes bytes first and then goes to the queue of chunks with what belongs before it, so a call that throws
// has written nothing. What is open lies in a few small arrays; the rest of the memory is the queue's, which holds a few
// chunks, and one value.
import { ChunkQueue } from './chunk_queue.js';
import { BOM, inputBytes, isInput } from './input.js';
import { NDJSON, SEQ, SINGLE } from './layout.js';
import { boolean, checkOptions, integer, readers, word, wrongType } from './options.js';
import { openSink } from './sink.js';
import { Source } from './source.js';
import { isTape } from './tape.js';
import { decoder, encoder } from './utf8.js';

const DEFAULT_CHUNK = 16384;
const LEAST_CHUNK = 16;
const MOST_CHUNK = 1 << 30;

const STRICT = { strict: true, replace: false };

const OBJECT = 0;
const ARRAY = 1;

const LINE_FEED = 0x0a;
const NULL = Uint8Array.of(0x6e, 0x75, 0x6c, 0x6c);
const NO_BYTES = new Uint8Array(0);

/** Reads the options: those of the queue, and those of the values by readSerializing. */
function readOptions(readSerializing, options = {}) {
  checkOptions(options);
  const { chunkSize = DEFAULT_CHUNK, indent, utf8 = 'strict', multiple: several = false, ...rest } = options;
  const multiple = readers.multiple('multiple', several);
  if (rest.replacer != null) throw new TypeError('a Serializer takes no replacer');
  if (rest.canonical) throw new TypeError('a Serializer has no canonical form: its keys come as they are given');
  if (indent !== undefined) {
    if (rest.space !== undefined) throw new TypeError('indent and space say the same: give one of them');
    const { count, char } = readers.indent('indent', indent);
    rest.space = String.fromCharCode(char).repeat(count);
  }
  const isStrict = word('utf8', utf8, STRICT);
  const { serializing, serializeTape, options: form } = readSerializing({ __proto__: null, ...rest });
  const { unit } = form;
  if (/\p{Surrogate}/u.test(unit)) throw new TypeError('space must not begin or end inside a character');
  if (multiple === NDJSON && unit !== '') {
    throw new TypeError("with multiple: 'ndjson' a value is one line, not indented");
  }
  integer('chunkSize', chunkSize, LEAST_CHUNK, MOST_CHUNK);
  return { chunkSize, isStrict, multiple, serializing, serializeTape, form, backend: rest.backend };
}

/** What is thrown where no reason is given. */
function abortError(message) {
  const error = new Error(message);
  error.name = 'AbortError';
  return error;
}

const leftError = () => abortError('the reader of this Serializer has left');

/**
 * @param {(options: object) => object} readSerializing  of serialize/api.js
 * @param {(bytes: Uint8Array, backend?: string) => Error | undefined} whyInvalid  why these bytes are no JSON, where they are none
 */
export function createSerializer(readSerializing, whyInvalid) {
  return class Serializer {
    #backend; // its name, where one is asked for
    #serializing;
    #serializeTape;
    #form; // of values, as readArguments gives it
    #inline; // the same on one line, for strings
    #unit; // of indentation; '' for none
    #isStrict;
    #multiple; // how root values follow one another
    #queue;
    #open = []; // the brackets: OBJECT or ARRAY
    #first = true; // nothing has been written inside the innermost one
    #key; // its bytes, from the key on until the value comes
    #done = false; // the root is complete
    #ended = false; // end() has been called
    #busy; // what is going on, in words, that nothing may interrupt
    #abort; // of the source that is read
    #read = false; // somebody reads

    constructor(options) {
      const { chunkSize, isStrict, multiple, serializing, serializeTape, form, backend } = readOptions(
        readSerializing,
        options,
      );
      this.#backend = backend;
      this.#serializing = serializing;
      this.#serializeTape = serializeTape;
      this.#form = form;
      this.#inline = { ...form, unit: '', indent: undefined };
      this.#unit = form.unit;
      this.#isStrict = isStrict;
      this.#multiple = multiple;
      this.#queue = new ChunkQueue(chunkSize, (reason) => this.#abort?.abort(reason));
    }

    // ---- Writing

    beginObject() {
      this.#checkPlace();
      this.#begin(OBJECT, '{');
      return this;
    }

    endObject() {
      this.#checkEnd(OBJECT);
      this.#end('}');
      return this;
    }

    beginArray() {
      this.#checkPlace();
      this.#begin(ARRAY, '[');
      return this;
    }

    endArray() {
      this.#checkEnd(ARRAY);
      this.#end(']');
      return this;
    }

    key(key) {
      this.#check();
      if (typeof key !== 'string') wrongType('a key', 'a string', key);
      if (this.#open.at(-1) !== OBJECT) throw new TypeError('a key stands in an object only');
      if (this.#key !== undefined) throw new TypeError('a key has been written, and its value is missing');
      this.#key = this.#textOf(key);
      return this;
    }

    value(value) {
      this.#checkPlace();
      this.#value(value);
      return this;
    }

    raw(json) {
      this.#checkPlace();
      const bytes = inputBytes(json);
      const error = whyInvalid(bytes, this.#backend);
      if (error !== undefined) throw error;
      if (BOM.every((byte, i) => bytes[i] === byte)) throw new TypeError('raw JSON must not have a byte order mark');
      if (this.#multiple === NDJSON && bytes.includes(LINE_FEED)) {
        throw new TypeError("with multiple: 'ndjson' raw JSON must be one line");
      }
      this.#put(this.#before(), bytes);
      this.#after();
      return this;
    }

    async pipeArray(source, options) {
      const opened = this.#openSource(source, options, 'an array', true);
      await this.#pipe(opened, async (next) => {
        this.#begin(ARRAY, '[');
        for (let result = await next(); !result.done; result = await next()) this.#value(result.value);
        this.#end(']');
      });
    }

    async pipeString(source, options) {
      const opened = this.#openSource(isInput(source) ? [source] : source, options, 'a string', false);
      await this.#pipe(opened, async (next) => {
        const text = new TextPieces(this.#isStrict);
        this.#put(this.#before(), encoder.encode('"'));
        for (let result = await next(); !result.done; result = await next()) this.#piece(text.next(result.value));
        this.#piece(text.end());
        this.#put('', encoder.encode('"'));
        this.#after();
      });
    }

    flush() {
      this.#check();
      this.#queue.flush();
      return this;
    }

    end() {
      this.#check();
      if (!this.#done && (this.#open.length > 0 || this.#multiple === SINGLE)) {
        throw new TypeError(
          this.#open.length > 0
            ? `of arrays and objects are open: ${this.#open.length}`
            : 'nothing has been written, which is no JSON text',
        );
      }
      this.#ended = true;
      this.#queue.end();
      return this;
    }

    abort(reason = abortError('this Serializer was aborted')) {
      this.#abort?.abort(reason);
      this.#queue.fail(reason);
    }

    get ready() {
      return this.#queue.wait() ?? Promise.resolve();
    }

    // ---- Reading

    [Symbol.asyncIterator]() {
      this.#startReading();
      const queue = this.#queue;
      return {
        next: () => queue.next(),
        async return(value) {
          queue.cancel(leftError());
          return { done: true, value };
        },
        [Symbol.asyncIterator]() {
          return this;
        },
      };
    }

    async pipeTo(target, options) {
      const { preventClose = false, signal } = options ?? {};
      if (signal !== undefined) readers.signal('signal', signal);
      boolean('preventClose', preventClose);
      this.#startReading();
      const cancel = (reason) => this.#queue.cancel(reason);
      const onAbort = () => cancel(signal.reason);
      let sink;
      try {
        sink = openSink(target, preventClose, cancel);
      } catch (error) {
        this.#read = false;
        throw error;
      }
      signal?.addEventListener('abort', onAbort);
      try {
        if (signal?.aborted) onAbort();
        for (;;) {
          const { done, value } = await this.#queue.next();
          if (done) break;
          await sink.write(value);
        }
        await sink.close();
      } catch (error) {
        // An error of the sink stops the writing, one of the writing the sink.
        cancel(error);
        await sink.abort(error).catch(() => {});
        throw error;
      } finally {
        signal?.removeEventListener('abort', onAbort);
        sink.release();
      }
    }

    toReadableStream() {
      const chunks = this[Symbol.asyncIterator]();
      const queue = this.#queue;
      return new ReadableStream({
        async pull(controller) {
          const { done, value } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: (reason) => queue.cancel(reason ?? leftError()),
      });
    }

    #startReading() {
      if (this.#read) throw new TypeError('this Serializer is being read already');
      this.#read = true;
    }

    // ---- The text

    /** Throws unless something may be written. */
    #check() {
      const { error } = this.#queue;
      if (error !== undefined) throw error.reason;
      if (this.#busy !== undefined) throw new TypeError(`${this.#busy} is being written`);
      if (this.#ended) throw new TypeError('this Serializer has ended');
    }

    /** Throws unless a value may be written here. */
    #checkPlace() {
      this.#check();
      if (this.#done) throw new TypeError('the root value is complete');
      if (this.#open.at(-1) === OBJECT && this.#key === undefined) {
        throw new TypeError('a value in an object needs a key before it');
      }
    }

    /** Throws unless a container of this kind may be ended here. */
    #checkEnd(kind) {
      this.#check();
      if (this.#open.at(-1) !== kind) throw new TypeError(`no ${kind === OBJECT ? 'object' : 'array'} is open here`);
      if (this.#key !== undefined) throw new TypeError('a key has been written, and its value is missing');
    }

    #begin(kind, bracket) {
      this.#put(this.#before() + bracket, undefined);
      this.#open.push(kind);
      this.#first = true;
      this.#key = undefined;
    }

    #end(bracket) {
      this.#open.pop();
      this.#put(this.#first ? bracket : this.#line() + bracket, undefined);
      this.#after();
    }

    /** A line break with the indentation of what is open; nothing where there is none. */
    #line() {
      return this.#unit === '' ? '' : `\n${this.#unit.repeat(this.#open.length)}`;
    }

    /** What comes before a value or its key: a comma, a line break, the key. */
    #before() {
      if (this.#open.length === 0) return this.#multiple === SEQ ? '\x1e' : '';
      const before = this.#first ? this.#line() : `,${this.#line()}`;
      return this.#key === undefined ? before : `${before}${this.#key}${this.#unit === '' ? ':' : ': '}`;
    }

    /** A value is complete. */
    #after() {
      this.#first = false;
      this.#key = undefined;
      if (this.#open.length > 0) return;
      if (this.#multiple === SINGLE) this.#done = true;
      else this.#put('\n', undefined);
    }

    /** Writes text and then bytes. */
    #put(text, bytes) {
      const queue = this.#queue;
      const place = queue.place(3 * text.length);
      if (place !== undefined) queue.written(encoder.encodeInto(text, place).written);
      else queue.append(encoder.encode(text));
      if (bytes !== undefined) queue.append(bytes);
    }

    /** The JSON of a string, as text. */
    #textOf(string) {
      return decoder.decode(this.#serializing.serialize(string, this.#inline));
    }

    #value(value) {
      const busy = this.#busy;
      this.#busy = 'a value';
      let bytes;
      try {
        if (this.#unit === '' && !isTape(value)) {
          // Most values go right where they belong; nothing is written before the queue is told so.
          const before = this.#before();
          const place = this.#queue.place(3 * before.length + 1);
          if (place !== undefined) {
            const { written } = encoder.encodeInto(before, place);
            const result = this.#serializing.into(place.subarray(written), value, this.#form);
            if (result.written > 0) {
              this.#queue.written(written + result.written);
              this.#after();
              return;
            }
            bytes = result.bytes;
          } else {
            bytes = this.#serializing.serialize(value, this.#form);
          }
        } else {
          bytes = this.#indented(value);
        }
      } finally {
        this.#busy = busy;
      }
      if (bytes === undefined) {
        if (this.#open.length === 0) throw new TypeError('the value has no JSON text');
        if (this.#open.at(-1) === OBJECT) {
          this.#key = undefined;
          return;
        }
        bytes = NULL;
      }
      this.#put(this.#before(), bytes);
      this.#after();
    }

    /** The bytes of a value, its lines indented by what is open. Line feeds stand nowhere else in them. */
    #indented(value) {
      const bytes = isTape(value)
        ? this.#serializeTape(value, this.#unit)
        : this.#serializing.serialize(value, this.#form);
      const line = this.#line();
      if (bytes === undefined || line.length <= 1 || !bytes.includes(LINE_FEED)) return bytes;
      return encoder.encode(decoder.decode(bytes).replaceAll('\n', line));
    }

    /** A piece of a string. */
    #piece(text) {
      if (text === '') return;
      const bytes = this.#serializing.serialize(text, this.#inline);
      this.#queue.append(bytes.subarray(1, -1));
    }

    // ---- Sources

    #openSource(source, options, what, ofValues) {
      this.#checkPlace();
      const { signal } = options ?? {};
      if (signal !== undefined) readers.signal('signal', signal);
      const abort = new AbortController();
      const opened = new Source(source, abort.signal, ofValues);
      return { opened, abort, signal, what };
    }

    /** Runs the writing of a source, one value at a time and when there is room. Whatever fails, this Serializer fails. */
    async #pipe({ opened, abort, signal, what }, write) {
      const onAbort = () => abort.abort(signal.reason);
      this.#busy = what;
      this.#abort = abort;
      signal?.addEventListener('abort', onAbort);
      try {
        if (signal?.aborted) throw signal.reason;
        opened.start();
        await write(async () => {
          const room = this.#queue.wait();
          if (room !== undefined) await room;
          return opened.next();
        });
      } catch (error) {
        this.#queue.fail(error);
        await opened.fail(error);
        throw error;
      } finally {
        this.#busy = undefined;
        this.#abort = undefined;
        signal?.removeEventListener('abort', onAbort);
        await opened.close();
      }
    }
  };
}

/** The text of chunks of text and of bytes, which may be cut anywhere. */
class TextPieces {
  #decoder;
  #high = ''; // the first half of a surrogate pair that a text ended with

  constructor(isStrict) {
    this.#decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: isStrict });
  }

  next(chunk) {
    if (typeof chunk !== 'string') {
      const bytes = inputBytes(chunk);
      return bytes.length === 0 ? '' : this.#takeHigh() + this.#decode(bytes, true);
    }
    if (chunk === '') return '';
    const text = this.#decode(NO_BYTES, false) + this.#takeHigh() + chunk;
    if (!/[\ud800-\udbff]$/.test(text)) return text;
    this.#high = text.slice(-1);
    return text.slice(0, -1);
  }

  end() {
    return this.#decode(NO_BYTES, false) + this.#takeHigh();
  }

  #takeHigh() {
    const high = this.#high;
    this.#high = '';
    return high;
  }

  #decode(bytes, stream) {
    try {
      return this.#decoder.decode(bytes, { stream });
    } catch (cause) {
      throw new TypeError("the bytes are no UTF-8: { utf8: 'replace' } writes U+FFFD instead", { cause });
    }
  }
}
