// Arrays of their own for results: the only thing about a small result that costs more than writing it.
//
// In Node.js an array whose memory is its own takes longer to make than 500 bytes of JSON take to write, so small results
// lie in slabs there, as those of Buffer.from do, by the rule that Buffers have: a result of less than half of
// Buffer.poolSize may share its ArrayBuffer with other results of this library. A slab holds zeros where no result lies,
// and can't be transferred to another thread. Elsewhere each array has memory of its own.

const { Buffer } = globalThis;
const encoder = new TextEncoder();

const { markAsUntransferable } = globalThis.process?.getBuiltinModule?.('node:worker_threads') ?? {};
const pools = typeof markAsUntransferable === 'function' && typeof Buffer?.prototype.utf8Write === 'function';

let slab = new Uint8Array(0);
let { buffer: memory } = slab; // of it: asking an array for its buffer takes a call of the engine's
let used = 0;

/** What results are smaller than that lie in slabs. */
const poolLimit = () => (pools ? Buffer.poolSize >>> 1 : 0);

/** A slab with room for so many bytes, which are less than poolLimit(). */
function renew() {
  slab = new Uint8Array(Buffer.poolSize);
  memory = slab.buffer;
  used = 0;
  markAsUntransferable(memory);
}

/** The bytes that have been put at slab[used]. */
function take(length) {
  const bytes = new Uint8Array(memory, used, length);
  used = (used + length + 7) & ~7;
  return bytes;
}

/** A copy of source[0 .. length). */
export function ownedCopy(source, length) {
  if (length >= poolLimit()) return source.slice(0, length);
  if (length > slab.length - used) renew();
  slab.set(source.subarray(0, length), used);
  return take(length);
}

/** The UTF-8 of a text that has no lone surrogates. */
export function ownedText(text) {
  if (!pools) return encoder.encode(text);
  if (text.length < poolLimit()) {
    if (text.length > slab.length - used) renew();
    const room = slab.length - used;
    const written = Buffer.prototype.utf8Write.call(slab, text, used, room);
    // A character that does not fit ends it.
    if (room - written > 3 || 3 * text.length <= room) return take(written);
  }
  const { buffer, byteOffset, length } = Buffer.from(text);
  return new Uint8Array(buffer, byteOffset, length);
}
