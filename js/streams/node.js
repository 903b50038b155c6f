// Transforms of Node.js: the classes of node_streams.d.cts.
import { Transform } from 'node:stream';
import { readTapes, readValues } from './work.js';

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

function attempt(done, action) {
  try {
    action();
  } catch (error) {
    done(error);
    return;
  }
  done();
}

/** @param {object} library what api.js gives */
export function createNodeStreams(library) {
  class TokenizerStream extends ChunkTransform {
    constructor(options, streamOptions) {
      super(readTapes(library, options), streamOptions);
    }
  }

  class ValuesStream extends ChunkTransform {
    constructor(options, streamOptions) {
      super(readValues(library, options), streamOptions);
    }
  }

  return { TokenizerStream, ValuesStream };
}
