// Transforms and a Duplex of Node.js: the classes of node_streams.d.cts.
import { readTapes, readValues, writeValues } from './work.js';

function attempt(done, action) {
  try {
    action();
  } catch (error) {
    done(error);
    return;
  }
  done();
}

/**
 * @param {object} library what library.js exports
 * @param {typeof import('node:stream')} stream which takes Node.js a millisecond to load, and is wanted by nobody else
 */
export function createNodeStreams(library, { Duplex, Transform }) {
  /** Chunks in, objects out. */
  class ChunkTransform extends Transform {
    #work;
    #give = (made) => this.push(made);

    /** @param {import('./work.js').Work} work */
    constructor(work, streamOptions) {
      super({ ...streamOptions, decodeStrings: false, writableObjectMode: false, readableObjectMode: true });
      this.#work = work;
    }

    _transform(chunk, encoding, done) {
      const coded = typeof chunk === 'string' && encoding !== 'utf8' && encoding !== 'utf-8';
      attempt(done, () => this.#work.write(coded ? Buffer.from(chunk, encoding) : chunk, this.#give));
    }

    _flush(done) {
      attempt(done, () => this.#work.end(this.#give));
    }

    _destroy(error, done) {
      this.#work.close();
      super._destroy(error, done);
    }
  }

  class TokenizerStream extends ChunkTransform {
    constructor(options, streamOptions) {
      super(readTapes(library, options), streamOptions);
    }
  }

  class ValuesStream extends ChunkTransform {
    constructor(options, streamOptions) {
      super(readValues(options), streamOptions);
    }
  }

  class SerializerStream extends Duplex {
    #serializer;
    #end;
    #chunks;

    constructor(options, streamOptions) {
      super({ ...streamOptions, writableObjectMode: true, readableObjectMode: false });
      const { serializer, end } = writeValues(library, options);
      this.#serializer = serializer;
      this.#end = end;
      this.#chunks = this.#serializer[Symbol.asyncIterator]();
    }

    _write(value, _encoding, done) {
      try {
        this.#serializer.value(value);
      } catch (error) {
        done(error);
        return;
      }
      this.#serializer.ready.then(() => done(), done);
    }

    _final(done) {
      attempt(done, this.#end);
    }

    _read() {
      this.#chunks.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error) => this.destroy(error),
      );
    }

    _destroy(error, done) {
      this.#serializer.abort(error ?? undefined);
      done(error);
    }
  }

  return { TokenizerStream, ValuesStream, SerializerStream };
}
