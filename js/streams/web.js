// TransformStreams: the classes of web_streams.d.cts.
import { readTapes, readValues, writeValues } from './work.js';

/** @param {import('./work.js').Work} work */
const transformerOf = (work) => ({
  transform: (chunk, controller) => work.write(chunk, (made) => controller.enqueue(made)),
  flush: (controller) => work.end((made) => controller.enqueue(made)),
  cancel: () => work.close(),
});

/** @param {object} library what library.js exports */
export function createWebStreams(library) {
  class TokenizerStream extends TransformStream {
    constructor(options, writableStrategy, readableStrategy) {
      super(transformerOf(readTapes(library, options)), writableStrategy, readableStrategy);
    }
  }

  class ValuesStream extends TransformStream {
    constructor(options, writableStrategy, readableStrategy) {
      super(transformerOf(readValues(options)), writableStrategy, readableStrategy);
    }
  }

  class SerializerStream {
    readable;
    writable;

    constructor(options, writableStrategy) {
      const { serializer, end } = writeValues(library, options);
      this.readable = serializer.toReadableStream();
      this.writable = new WritableStream(
        {
          write(value) {
            try {
              serializer.value(value);
            } catch (error) {
              serializer.abort(error); // which the reader is told
              throw error;
            }
            return serializer.ready;
          },
          close: () => void end(),
          abort: (reason) => serializer.abort(reason),
        },
        writableStrategy,
      );
    }
  }

  return { TokenizerStream, ValuesStream, SerializerStream };
}
