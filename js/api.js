// The API over whatever backends an entry has. Checks arguments, makes tapes and errors; the work is the backend's.
import { JSONTapeError } from './error.js';
import { inputBytes } from './input.js';
import { DEFAULT_DEPTH } from './layout.js';
import { backendName, readOptions } from './options.js';
import { createSerialize } from './serialize/index.js';
import { serializeTape } from './serialize_tape.js';
import { createTape, emptyTape, fillTape, isTape, Tape, tapeMemory, Token } from './tape.js';

const READING = { maxDepth: DEFAULT_DEPTH };
const FORMATTING = { ...READING, indent: { count: 2, char: 0x20 } };

// The error of what a backend has just tokenized; the tape gets the tokens before it.
function errorOf(backend, bytes, tape, words) {
  const { message, ...place } = backend.failure();
  const length = backend.tokens();
  return new JSONTapeError(message, place, fillTape(tape, bytes, backend.takeWords(words), length));
}

/**
 * The functions of index.d.cts.
 * @param {(name?: string) => import('./backends/backend.js').Backend} backendOf the backend of that name, or the default
 */
export function createApi(backendOf) {
  function tokenize(input, options) {
    const { into, maxDepth, backend: name } = readOptions(options, ['into', 'maxDepth', 'backend'], READING);
    const bytes = inputBytes(input);
    const backend = backendOf(name);
    const tape = into ?? createTape();
    let words;
    if (into !== undefined) {
      words = tapeMemory(into);
      if (words.buffer === bytes.buffer) throw new TypeError('the input lies in the memory of the tape `into`');
      emptyTape(into);
    }
    try {
      if (!backend.tokenize(bytes, maxDepth, words)) throw errorOf(backend, bytes, tape, words);
      const length = backend.tokens();
      return fillTape(tape, bytes, backend.takeWords(words), length);
    } finally {
      backend.done();
    }
  }

  function validate(input, options) {
    const { maxDepth, backend: name } = readOptions(options, ['maxDepth', 'backend'], READING);
    const bytes = inputBytes(input);
    const backend = backendOf(name);
    try {
      if (backend.tokenize(bytes, maxDepth)) return { valid: true };
      return { valid: false, error: errorOf(backend, bytes, createTape()) };
    } finally {
      backend.done();
    }
  }

  function format(input, options) {
    const { indent, maxDepth, backend: name } = readOptions(options, ['indent', 'maxDepth', 'backend'], FORMATTING);
    const bytes = inputBytes(input);
    const backend = backendOf(name);
    try {
      if (!backend.tokenize(bytes, maxDepth)) throw errorOf(backend, bytes, createTape());
      return backend.write(bytes, indent.count, indent.char);
    } finally {
      backend.done();
    }
  }

  const serializers = new Map(); // of values, by backend

  function serialize(value, second, space) {
    if (isTape(value)) return serializeTape(value, second, space, backendOf);
    let name;
    if (typeof second === 'object' && second !== null && !Array.isArray(second) && Object.hasOwn(second, 'backend')) {
      const { backend: asked, ...rest } = second;
      if (asked !== undefined) name = backendName(asked);
      second = rest;
    }
    const backend = backendOf(name);
    let serializeValue = serializers.get(backend);
    if (serializeValue === undefined) {
      serializeValue = createSerialize(() => backend.recordSink());
      serializers.set(backend, serializeValue);
    }
    return serializeValue(value, second, space);
  }

  function backend(options) {
    const { name, isa, version, sha256 } = backendOf(readOptions(options, ['backend'], {}).backend);
    return { name, isa, version, sha256: sha256() };
  }

  return { tokenize, validate, format, serialize, backend, Tape, Token, JSONTapeError };
}
