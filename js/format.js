// format of index.d.cts: minified, indented, with sorted keys, in the canonical form.
import { inputBytes, joinBytes } from './input.js';
import { COMMENTS_KEEP, NDJSON, SEQ, SINGLE, UTF8_REPLACE, UTF8_STRICT } from './layout.js';
import { formOf, readingAgain, readOptions, READING_NAMES } from './options.js';
import { goodLines, notCanonical, sortedWords } from './order.js';

const FORMAT = ['indent', 'sortKeys', 'canonical', 'ascii', 'htmlSafe', 'backend', ...READING_NAMES];
const RECORD_SEPARATOR = 0x1e;
const LINE_FEED = 0x0a;
const MINIFIED = { count: 0, char: 0x20 };
const INDENTED = { count: 2, char: 0x20 };

/**
 * `format` of index.d.cts.
 * @param {(name?: string) => import('./backends/backend.js').Backend} backendOf
 * @param {object} whole what createWhole gives
 * @param {Function} serialize that of index.d.cts
 */
export function createFormat(backendOf, { tokenizeBytes, errorOf }, serialize) {
  function format(input, options) {
    const read = readOptions(options, FORMAT);
    const { indent, sortKeys, canonical, ascii, htmlSafe, reading, backend: name } = read;
    const { comments, multiple, utf8 } = reading;
    if ((sortKeys || canonical) && comments === COMMENTS_KEEP) {
      throw new TypeError('sortKeys and canonical keep no comments');
    }
    if (canonical && (indent !== undefined || ascii || htmlSafe || utf8 !== UTF8_STRICT)) {
      throw new TypeError("canonical goes without indent, ascii and htmlSafe, and with utf8: 'strict'");
    }
    const form = formOf(indent ?? (multiple === NDJSON ? MINIFIED : INDENTED), reading, read);
    const bytes = inputBytes(input, utf8 === UTF8_REPLACE);
    const backend = backendOf(name);
    if (canonical) return canonicalOf(tokenizeBytes(bytes, reading, name), reading, backend);
    try {
      if (sortKeys || reading.onBadLine !== undefined) {
        const tape = tokenizeBytes(bytes, reading, name);
        return backend.writeTape(bytes, sortKeys ? sortedWords(tape) : tape.words, tape.length, form);
      }
      if (!backend.tokenize(bytes, reading)) throw errorOf(backend, bytes, reading);
      return backend.write(bytes, form);
    } finally {
      backend.done();
    }
  }

  // The error at a token of text that has been accepted before: the backend reads it again to say it.
  function errorAt(tape, { index, code }, reading, backend) {
    try {
      backend.tokenize(reading.onBadLine === undefined ? tape.bytes : goodLines(tape), readingAgain(reading));
      backend.reject(index, code);
      return errorOf(backend, tape.bytes, reading);
    } finally {
      backend.done();
    }
  }

  // By way of values, of which the text is known by now to say no more than they do.
  function canonicalOf(tape, reading, backend) {
    const fault = notCanonical(tape);
    if (fault !== undefined) throw errorAt(tape, fault, reading, backend);
    const { multiple } = reading;
    const parts = [];
    for (let i = 0; i < tape.length; i = tape.skip(i)) {
      const bytes = serialize(tape.value(i), { canonical: true, backend: backend.name });
      if (multiple === SEQ) parts.push(Uint8Array.of(RECORD_SEPARATOR));
      parts.push(bytes);
      if (multiple !== SINGLE) parts.push(Uint8Array.of(LINE_FEED));
    }
    return joinBytes(parts);
  }

  return format;
}
