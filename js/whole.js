// What reads a whole input: tokenize and validate; and `backend`. Checks arguments, makes tapes and errors; the work is
// the backend's.
import { JSONTapeError } from './error.js';
import { inputBytes } from './input.js';
import { UTF8_REPLACE, UTF8_STRICT } from './layout.js';
import { readOptions, READING_NAMES } from './options.js';
import { createTape, emptyTape, fillTape, tapeMemory } from './tape.js';
import { Chunks } from './tokenizer.js';

const TOKENIZE = ['into', 'backend', ...READING_NAMES];
const VALIDATE = ['backend', ...READING_NAMES];

/**
 * Functions of index.d.cts, and what others make theirs of: `tokenizeBytes`, and `errorOf` of what a backend has just
 * tokenized.
 * @param {(name?: string) => import('./backends/backend.js').Backend} backendOf the backend of that name, or the default
 */
export function createWhole(backendOf) {
  // The error of what a backend has just tokenized; the tape gets the tokens before it.
  function errorOf(backend, bytes, reading, tape = createTape(), words = undefined) {
    const failure = backend.failure();
    const length = backend.tokens();
    fillTape(tape, backend, bytes, backend.takeWords(words), length, reading.utf8 !== UTF8_STRICT);
    return new JSONTapeError(failure, tape);
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
      return { valid: false, error: errorOf(backend, bytes, reading) };
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

  function backend(options) {
    const { name, isa, version, sha256 } = backendOf(readOptions(options, ['backend']).backend);
    return { name, isa, version, sha256: sha256() };
  }

  return { tokenize, validate, backend, tokenizeBytes, errorOf };
}
