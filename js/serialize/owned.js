// Arrays of their own for results: the only thing about a small result that costs more than writing it.
//
// In Node.js an array whose memory is its own takes longer to make than 500 bytes of JSON take to write, so small results
// lie in slabs there, as those of Buffer.from do, by the rule that Buffers have: a result of less than half of
// Buffer.poolSize (and of POOLED) may share its ArrayBuffer with other results of this library. A slab holds zeros where
// no result lies, and can't be transferred to another thread. Elsewhere each array has memory of its own, and so have the
// first ones: what says that a slab stays here takes Node.js more than a millisecond to load.

import { encoder } from '../utf8.js';

const { Buffer, process } = globalThis;
const utf8Write = Buffer?.prototype.utf8Write;
const pools = process?.getBuiltinModule !== undefined && utf8Write !== undefined;

/** Bytes of a slab: many results share what it takes to make one. Larger ones than POOLED do not lie there. */
const SLAB = 65536;
const POOLED = 24576;

/** Up to so many bytes, words are copied by a loop faster than by the call of the engine's and the view that it takes. */
const FEW = 512;

let slab = new Uint8Array(0);
let words = new Int32Array(0); // the same memory
let { buffer: memory } = slab; // of it: asking an array for its buffer takes a call of the engine's
let used = 0;

/** How many results have memory of their own before the first slab. */
const FIRST = 256;
let before = FIRST;

/** What results are smaller than that lie in slabs: looked up with each slab. */
const limitNow = () => (pools ? Math.min(Buffer.poolSize >>> 1, POOLED) : 0);
let limit = 0;

/** To be called with each result that does not lie in a slab. */
function countOwn() {
  if (before > 0 && --before === 0) limit = limitNow();
}

/** Another slab. */
function renew() {
  limit = limitNow();
  slab = new Uint8Array(SLAB);
  memory = slab.buffer;
  words = new Int32Array(memory);
  used = 0;
  process.getBuiltinModule('node:worker_threads').markAsUntransferable(memory);
}

/** The bytes that have been put at slab[used]. */
function take(length) {
  const bytes = new Uint8Array(memory, used, length);
  used = (used + length + 7) & ~7;
  return bytes;
}

/** A copy of source[0 .. length), whose memory `sourceWords` has as words. */
export function ownedCopy(source, sourceWords, length) {
  if (length >= limit) {
    countOwn();
    const bytes = pools ? new Uint8Array(Buffer.allocUnsafeSlow(length).buffer) : new Uint8Array(length);
    bytes.set(source.subarray(0, length));
    return bytes;
  }
  if (length > slab.length - used) renew();
  if (length <= FEW) {
    const whole = length >> 2;
    for (let i = 0, at = used >> 2; i < whole; i++, at++) words[at] = sourceWords[i];
    for (let i = 4 * whole; i < length; i++) slab[used + i] = source[i];
  } else {
    slab.set(source.subarray(0, length), used);
  }
  return take(length);
}

/** The UTF-8 of a text that has no lone surrogates. */
export function ownedText(text) {
  const most = 3 * text.length;
  if (most >= limit) {
    countOwn();
    return encoder.encode(text);
  }
  if (most > slab.length - used) renew();
  return take(utf8Write.call(slab, text, used));
}
