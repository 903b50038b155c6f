// What the streams of Node.js and of the Web do with chunks, for both of them.
import { ValueReader } from './value_reader.js';

/**
 * @typedef {object} Work
 * @property {(chunk: unknown, give: (made: object) => void) => void} write  hands on what a chunk makes
 * @property {(give: (made: object) => void) => void} end  and what the end makes
 * @property {() => void} close  nothing follows; may come after the end
 */

/** @returns {Work} a tape a chunk, and one of the end where that has tokens */
export function readTapes({ Tokenizer }, options) {
  const tokenizer = new Tokenizer(options);
  return {
    write: (chunk, give) => give(tokenizer.write(chunk)),
    end(give) {
      const tape = tokenizer.end();
      if (tape.length > 0) give(tape);
    },
    close() {},
  };
}

/** @returns {Work} the records that are whole */
export function readValues(options) {
  const reader = new ValueReader(options);
  const giveAll = (batches, give) => {
    for (const batch of batches) for (const record of batch) give(record);
  };
  return {
    write: (chunk, give) => giveAll(reader.write(chunk), give),
    end: (give) => giveAll(reader.end(), give),
    close: () => reader.close(),
  };
}

/** A Serializer for a stream of values: elements of one array or, with `multiple`, root values. `end` completes the text. */
export function writeValues({ Serializer }, options) {
  const serializer = new Serializer(options);
  const inArray = !options?.multiple;
  if (inArray) serializer.beginArray();
  return { serializer, end: () => (inArray ? serializer.endArray() : serializer).end() };
}
