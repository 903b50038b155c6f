// serialize of a Tape: its arguments, which are those of serialize for values as far as they mean anything here.
import { SINGLE } from './layout.js';
import { readers, readOptions } from './options.js';
import { tapeText } from './tape.js';

const NAMES = ['indent', 'space', 'replacer', 'engine', 'backend'];
const MINIFIED = { count: 0, char: 0x20 };

// The third argument as JSON.stringify takes it: a number is cut to 0..10, a string to 10 characters.
function indentOfSpace(space) {
  if (typeof space === 'number') return { count: Math.min(10, Math.max(0, Math.trunc(space) || 0)), char: 0x20 };
  if (typeof space === 'string') return readers.indent(space.slice(0, 10));
  return MINIFIED;
}

function refuseReplacer(replacer) {
  if (replacer !== undefined && replacer !== null) throw new TypeError('a Tape is serialized without a replacer');
}

/**
 * @param {import('./tape.js').Tape} tape
 * @param {object | null | undefined} second options, or no replacer
 * @param {(name?: string) => import('./backends/backend.js').Backend} backendOf
 * @returns {Uint8Array}
 */
export function serializeTape(tape, second, space, backendOf) {
  let indent;
  let name;
  if (typeof second === 'object' && second !== null && !Array.isArray(second)) {
    const options = readOptions(second, NAMES);
    refuseReplacer(options.replacer);
    if (options.indent !== undefined && options.space !== undefined) {
      throw new TypeError('indent and space say the same: give one of them');
    }
    indent = options.indent ?? indentOfSpace(options.space);
    name = options.backend;
  } else {
    refuseReplacer(second);
    indent = indentOfSpace(space);
  }
  const backend = backendOf(name);
  try {
    const bytes = backend.writeTape(tapeText(tape), tape.words, tape.length, { ...indent, multiple: SINGLE });
    if (bytes === undefined) {
      throw new TypeError('the tape does not hold one whole value, or its words or bytes were changed');
    }
    return bytes;
  } finally {
    backend.done();
  }
}
