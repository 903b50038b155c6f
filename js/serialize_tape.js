// serialize of a Tape: its arguments, which are those of serialize for values as far as they mean anything here.
import { formOf, readers, readOptions } from './options.js';
import { indentUnit } from './serialize/options.js';
import { tapeText } from './tape.js';

const NAMES = ['indent', 'space', 'replacer', 'comments', 'ascii', 'htmlSafe', 'engine', 'backend'];

// As JSON.stringify takes it.
const indentOfSpace = (space) => readers.indent('space', indentUnit(space));

/**
 * @param {import('./tape.js').Tape} tape
 * @param {object | null | undefined} second options, or no replacer
 * @param {(name?: string) => import('./backends/backend.js').Backend} backendOf
 * @returns {Uint8Array}
 */
export function serializeTape(tape, second, space, backendOf) {
  const given = typeof second === 'object' && second !== null && !Array.isArray(second);
  const options = readOptions(given ? second : undefined, NAMES);
  if ((given ? options.replacer : second) != null) throw new TypeError('a Tape is serialized without a replacer');
  if ([options.indent, options.space, space].filter((one) => one !== undefined).length > 1) {
    throw new TypeError('indent and space say the same: give one of them');
  }
  const form = formOf(options.indent ?? indentOfSpace(options.space ?? space), options.reading, options);
  const backend = backendOf(options.backend);
  try {
    const bytes = backend.writeTape(tapeText(tape), tape.words, tape.length, form);
    if (bytes === undefined) {
      throw new TypeError('the tape is not one whole value without comments, or its words or bytes were changed');
    }
    return bytes;
  } finally {
    backend.done();
  }
}
