// The API over whatever backends an entry has. Checks arguments, makes tapes and errors; the work is the backend's.
import { createEdit } from './edit.js';
import { JSONTapeError } from './error.js';
import { inputBytes, joinBytes } from './input.js';
import { COMMENTS_KEEP, NDJSON, SEQ, SINGLE, UTF8_REPLACE, UTF8_STRICT } from './layout.js';
import { formOf, readingAgain, readOptions, READING_NAMES } from './options.js';
import { goodLines, notCanonical, sortedWords } from './order.js';
import { createParsing } from './parse.js';
import { createPartialParser } from './partial.js';
import { createSelect } from './select.js';
import { createSerializing } from './serialize/api.js';
import { createSerializer } from './serializer.js';
import { createTape, emptyTape, fillTape, Tape, tapeMemory, Token } from './tape.js';
import { Chunks, createStreaming } from './tokenizer.js';
import { createValues } from './values.js';

const TOKENIZE = ['into', 'backend', ...READING_NAMES];
const VALIDATE = ['backend', ...READING_NAMES];
const FORMAT = ['indent', 'sortKeys', 'canonical', 'ascii', 'htmlSafe', 'backend', ...READING_NAMES];
const RECORD_SEPARATOR = 0x1e;
const LINE_FEED = 0x0a;
const MINIFIED = { count: 0, char: 0x20 };
const INDENTED = { count: 2, char: 0x20 };

/**
 * The functions and classes of index.d.cts, and ValueReader for the streams.
 * @param {(name?: string) => import('./backends/backend.js').Backend} backendOf the backend of that name, or the default
 */
export function createApi(backendOf) {
  // The error of what a backend has just tokenized; the tape gets the tokens before it.
  function errorOf(backend, bytes, reading, tape, words) {
    const { message, ...place } = backend.failure();
    const length = backend.tokens();
    fillTape(tape, backend, bytes, backend.takeWords(words), length, reading.utf8 !== UTF8_STRICT);
    return new JSONTapeError(message, place, tape);
  }

  // The tape of whole input of which bad lines are reported and left out.
  const withoutBadLines = (backend, bytes, reading, into) => new Chunks(backend, reading).feed(bytes, true, into);

  function tokenizeBytes(bytes, reading, name, into) {
    const backend = backendOf(name);
    const tape = into ?? createTape();
    let words;
    if (into !== undefined) {
      words = tapeMemory(into);
      if (words.buffer === bytes.buffer) throw new TypeError('the input lies in the memory of the tape `into`');
      emptyTape(into);
    }
    if (reading.onBadLine !== undefined) return withoutBadLines(backend, bytes, reading, tape);
    try {
      if (!backend.tokenize(bytes, reading, words)) throw errorOf(backend, bytes, reading, tape, words);
      const length = backend.tokens();
      return fillTape(tape, backend, bytes, backend.takeWords(words), length, reading.utf8 !== UTF8_STRICT);
    } finally {
      backend.done();
    }
  }

  function tokenize(input, options) {
    const { into, reading, backend } = readOptions(options, TOKENIZE);
    return tokenizeBytes(inputBytes(input, reading.utf8 === UTF8_REPLACE), reading, backend, into);
  }

  function validate(input, options) {
    const { reading, backend: name } = readOptions(options, VALIDATE);
    const bytes = inputBytes(input, reading.utf8 === UTF8_REPLACE);
    const backend = backendOf(name);
    if (reading.onBadLine !== undefined) return validateLines(backend, bytes, reading);
    try {
      if (backend.tokenize(bytes, reading)) return { valid: true };
      return { valid: false, error: errorOf(backend, bytes, reading, createTape()) };
    } finally {
      backend.done();
    }
  }

  // All bad lines are reported; the first is the error.
  function validateLines(backend, bytes, reading) {
    let first;
    const onBadLine = (error) => {
      first ??= error;
      reading.onBadLine(error);
    };
    try {
      withoutBadLines(backend, bytes, { ...reading, onBadLine });
    } catch (error) {
      if (!(error instanceof JSONTapeError)) throw error;
      first ??= error;
    }
    return first === undefined ? { valid: true } : { valid: false, error: first };
  }

  function format(input, options) {
    const read = readOptions(options, FORMAT);
    const { indent, sortKeys, canonical, ascii, htmlSafe, reading, backend: name } = read;
    const { comments, multiple, utf8 } = reading;
    if ((sortKeys || canonical) && comments === COMMENTS_KEEP) {
      throw new TypeError('sortKeys and canonical keep no comments');
    }
    if (canonical && (indent !== undefined || ascii || htmlSafe || utf8 !== UTF8_STRICT)) {
      throw new TypeError("the canonical form has no indent, ascii or htmlSafe, and utf8: 'strict'");
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
      if (!backend.tokenize(bytes, reading)) throw errorOf(backend, bytes, reading, createTape());
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
      return errorOf(backend, tape.bytes, reading, createTape());
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

  function backend(options) {
    const { name, isa, version, sha256 } = backendOf(readOptions(options, ['backend']).backend);
    return { name, isa, version, sha256: sha256() };
  }

  const { Tokenizer, tokens } = createStreaming(backendOf);
  const { serialize, serializeInto, serializer, readSerializing } = createSerializing(backendOf);
  const whyInvalid = (bytes, name) => validate(bytes, { maxDepth: 2 ** 32 - 1, backend: name }).error;
  const Serializer = createSerializer(readSerializing, whyInvalid);
  const { parse, parserOfParts } = createParsing(backendOf, (backend, bytes, reading) =>
    errorOf(backend, bytes, reading, createTape()),
  );
  const select = createSelect(backendOf, parserOfParts);
  const { values, ValueReader } = createValues(backendOf);
  const PartialParser = createPartialParser(backendOf);
  const edit = createEdit(tokenizeBytes, (value) => serialize(value, { engine: 'own' }));

  return {
    tokenize,
    parse,
    validate,
    format,
    edit,
    serialize,
    serializeInto,
    serializer,
    select,
    tokens,
    values,
    backend,
    Tokenizer,
    PartialParser,
    Serializer,
    ValueReader,
    Tape,
    Token,
    JSONTapeError,
  };
}
