// What the stream suites share: chunks put through a Tokenizer, and what the tapes say, to be compared with what one
// tape of the whole input says.
import { errorFields } from './checks.js';
import { assert, jt } from './harness.js';
import { define } from './values.js';

/** All that a tape says of a token, but what depends on where tapes begin. */
export function tokenOf(tape, i) {
  const type = tape.type(i);
  const all = [
    type,
    tape.start(i),
    tape.end(i),
    tape.depth(i),
    tape.pointer(i),
    tape.line(i),
    tape.column(i),
    tape.raw(i),
  ];
  if (type === 'string' || type === 'key') all.push(tape.string(i), tape.words[3 * i + 2]);
  if (type === 'number') all.push(tape.number(i));
  return all;
}

/** The tokens of tapes, one behind the other, as text. */
export function tokensOf(...tapes) {
  return tapes.flatMap((tape) => Array.from({ length: tape.length }, (_, i) => tokenOf(tape, i).join(' ')));
}

function outcomeOf(read, tapes) {
  try {
    read();
  } catch (error) {
    if (!(error instanceof jt.JSONTapeError)) throw error;
    tapes.push(error.tokens);
    return { ...errorFields(error), tokenStart: error.tokenStart, message: error.message };
  }
  return 'accepted';
}

/** What a Tokenizer makes of chunks: { tapes, outcome }; the tape of an error is the last one. */
export function readChunks(chunks, options) {
  const tapes = [];
  const outcome = outcomeOf(() => {
    const tokenizer = new jt.Tokenizer(options);
    for (const chunk of chunks) tapes.push(tokenizer.write(chunk));
    tapes.push(tokenizer.end());
  }, tapes);
  return { tapes, outcome };
}

/** What tokenize makes of whole input, in the same form. */
export function readWhole(bytes, options) {
  const tapes = [];
  const outcome = outcomeOf(() => tapes.push(jt.tokenize(bytes, options)), tapes);
  return { tapes, outcome };
}

/** Builds values of the tokens of tapes, however they are cut: what has ended is put into a list. */
export class ValueBuilder {
  #values;
  #open = []; // containers, from the outside
  #keys = []; // of each, the key whose value comes

  constructor(values) {
    this.#values = values;
  }

  add(tape) {
    for (let i = 0; i < tape.length; i++) {
      switch (tape.type(i)) {
        case 'object-start':
          this.#open.push({});
          break;
        case 'array-start':
          this.#open.push([]);
          break;
        case 'object-end':
        case 'array-end':
          this.#put(this.#open.pop());
          break;
        case 'key':
          this.#keys[this.#open.length] = tape.string(i);
          break;
        case 'string':
          this.#put(tape.string(i));
          break;
        case 'number':
          this.#put(tape.number(i));
          break;
        default:
          this.#put({ true: true, false: false, null: null }[tape.type(i)]);
      }
    }
  }

  #put(value) {
    const around = this.#open.at(-1);
    if (around === undefined) this.#values.push(value);
    else if (Array.isArray(around)) around.push(value);
    else define(around, this.#keys[this.#open.length], value);
  }
}

/** Bytes cut at places, in their order. */
export function cutAt(bytes, ...places) {
  return [0, ...places].map((place, i) => bytes.subarray(place, places[i] ?? bytes.length));
}

/** Bytes in chunks of one size. */
export function inPieces(bytes, size) {
  const chunks = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return chunks;
}

/** A text of tokens and outcome, for one comparison. */
export const story = ({ tapes, outcome }) => [...tokensOf(...tapes), outcome];

/** The chunks of a Serializer. */
export async function chunksOf(serializer) {
  const chunks = [];
  for await (const chunk of serializer) chunks.push(chunk);
  return chunks;
}

/** What a promise is rejected with; fails where it is not. */
export async function rejected(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  assert.unreachable('it must be rejected');
  return undefined;
}
