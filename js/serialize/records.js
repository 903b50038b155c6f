// Records: how the walk over a value hands it to the core, in batches.
//
// core/src/bindings.h describes the format. The walk (walk.js) puts ops and doubles into the blocks of a sink itself,
// and gathers the text of all strings in one JavaScript string; a Recorder encodes that string, hands over batches and
// gathers the output. Nothing here knows which backend is at work: that gives it a sink.
//
// What a backend implements, by `backend.recordSink()`, which makes a new one at each call (a toJSON method may call
// serialize, so several may be in use at once; they are kept and used again):
/**
 * @typedef {object} RecordSink
 * @property {Int32Array} ops          RECORDS_OPS_CAPACITY elements
 * @property {Float64Array} doubles    RECORDS_DOUBLES_CAPACITY elements
 * @property {Uint8Array} text         RECORDS_TEXT_CAPACITY bytes (with RECORDS_TEXT_SLACK readable ones behind them)
 * @property {Uint8Array} keys         RECORDS_KEYS slots of RECORDS_KEY_BYTES bytes
 * @property {Uint8Array} out          the whole output buffer; at first as small as the backend likes, from
 *                                     RECORDS_OUT_MIN on. None of these is a Buffer.
 * @property {Int32Array} outWords     the same memory, in whole words. Memory that grows may replace them
 *                                     all, but only inside reserve() and recordSink().
 * @property {(ops: number, doubles: number, text: number, flags: number) => number} write
 *   jt_records_write over that many elements of each block. JT_OK: returns the number of bytes in `out`. JT_FULL:
 *   returns the negative of `wanted`. JT_REFUSED: throws an Error.
 * @property {(text: string) => number} [encode]  Where it is faster than the platform's encoder: puts text that is not
 *   ASCII into `text`, as core/src/bindings.h wants it. Returns its bytes << 2 | flags of the batch.
 * @property {() => number} resume     jt_records_resume, with the same results.
 * @property {() => Uint8Array} take   After JT_FULL: a copy of the bytes in `out` but the last one; then
 *                                     jt_records_drain.
 * @property {(bytes: number) => void} reserve  Makes `out` at least that large and keeps its content, or throws a
 *                                     RangeError and leaves everything as it was.
 */

import { inputBytes, isWellFormed } from '../input.js';
import {
  RECORD_BEGIN,
  RECORD_CLOSE,
  RECORD_OP_BITS,
  RECORD_OPEN,
  RECORD_PIECE,
  RECORD_RAW_PIECE,
  PIECES_RAW,
  RECORDS_ASCII,
  RECORDS_KEY_BYTES,
  RECORDS_KEYS,
  RECORDS_SURROGATES,
} from '../layout.js';
import { encoder } from '../utf8.js';
import { ownedCopy } from './owned.js';
import { Site } from './plain.js';
import { Shapes } from './shapes.js';

/** How much of a longer text goes in one piece, in UTF-16 units. */
const PIECE_MAX = 32768;

/** Output is gathered in one buffer up to this size, and in several arrays beyond, so that memory does not stay large. */
const OUT_KEPT = 1 << 24;

/** The keys that may fit a slot and whose finished text is the key itself between quotes; no numbers. */
const plainKey = /^[^"\\\p{Cc}\p{Surrogate}\d][^"\\\p{Cc}\p{Surrogate}]{0,58}$/u;

/** How many bytes of a slot a key may have: quotes, a colon and the length lie there too. */
const KEY_MAX = RECORDS_KEY_BYTES - 5;

/** Where a piece of text that starts at `from` ends: no surrogate pair is cut. */
function pieceEnd(text, from) {
  const end = from + PIECE_MAX;
  if (end >= text.length) return text.length;
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xd800 && unit < 0xdc00 ? end - 1 : end;
}

export class Recorder {
  #wide = false; // whether the last text was not ASCII, as the next may not be

  /** @param {RecordSink} sink */
  constructor(sink) {
    this.sink = sink;
    /** The slots of the keys that have one; slot 0 stays empty and stands for all others. */
    this.slots = new Map();
    this.shapes = new Shapes((key) => this.slot(key));
    /** Where root values are met. */
    this.site = new Site();
    /** @type {import('./plain.js').Batch} */
    this.batch = {
      ops: sink.ops,
      doubles: sink.doubles,
      opCount: 0,
      doubleCount: 0,
      stack: undefined,
      top: 0,
      stopped: false,
      value: undefined,
      asked: false,
      toJSON: undefined,
      keys: undefined,
      typedArrays: false,
      shapes: this.shapes,
      recorder: this,
    };
    /** An empty stack for the next walk: to make one grow takes as long as to write a small value. */
    this.stack = [];
    this.chunks = [];
    this.length = 0;
  }

  /** What a walk has left empty, or a new one: else what is on it would live on. */
  takeStack() {
    const { stack } = this;
    this.stack = undefined;
    return stack ?? [];
  }

  /** Begins a value. @param {{ head: string, unit: string, tail: string } | undefined} indent */
  begin(indent) {
    if (this.chunks.length > 0) this.chunks.length = 0; // a call of the engine's
    this.length = 0;
    if (this.slots.size >= RECORDS_KEYS - 1 || this.shapes.full) {
      this.slots.clear();
      this.shapes.clear();
      this.site = new Site();
    }
    const { batch } = this;
    batch.doubleCount = 0;
    if (indent === undefined) {
      this.sink.ops[0] = RECORD_BEGIN;
      batch.opCount = 1;
      return;
    }
    const { text } = this.sink;
    let parts = 0;
    let bytes = 0;
    let shift = 0;
    for (const part of [indent.head, indent.unit, indent.tail]) {
      const { written } = encoder.encodeInto(part, text.subarray(bytes));
      bytes += written;
      parts |= written << shift;
      shift += 8;
    }
    this.sink.ops[0] = (parts << RECORD_OP_BITS) | RECORD_BEGIN;
    this.#written(this.sink.write(1, 0, bytes, 0));
  }

  /** The slot of a key, which gets one if it is of the kind that does; 0 for none. */
  slot(key) {
    const known = this.slots.get(key);
    if (known !== undefined) return known;
    if (this.slots.size >= RECORDS_KEYS - 1 || !plainKey.test(key)) return 0;
    const slot = this.slots.size + 1;
    const bytes = this.sink.keys.subarray(slot * RECORDS_KEY_BYTES, (slot + 1) * RECORDS_KEY_BYTES);
    const { read, written } = encoder.encodeInto(key, bytes.subarray(1, 1 + KEY_MAX));
    if (read !== key.length) return 0;
    bytes[0] = 0x22;
    bytes[written + 1] = 0x22;
    bytes[written + 2] = 0x3a;
    bytes[RECORDS_KEY_BYTES - 1] = written + 3;
    this.slots.set(key, slot);
    return slot;
  }

  /** Hands over the batch, with the text that belongs to it. */
  flush(text) {
    const { opCount, doubleCount } = this.batch;
    const { sink } = this;
    let bytes = 0;
    let flags = RECORDS_ASCII;
    if (text !== '') {
      if (!this.#wide) bytes = encoder.encodeInto(text, sink.text).written;
      if (bytes !== text.length && sink.encode !== undefined) {
        const encoded = sink.encode(text);
        bytes = encoded >> 2;
        flags = encoded & 3;
        this.#wide = flags !== RECORDS_ASCII;
      } else if (bytes !== text.length) {
        flags = 0;
        if (!isWellFormed(text)) {
          flags = RECORDS_SURROGATES;
          const encoded = inputBytes(text); // each lone one as the three bytes that UTF-8 would have for it
          sink.text.set(encoded);
          bytes = encoded.length;
        }
      }
    }
    this.#written(sink.write(opCount, doubleCount, bytes, flags));
  }

  /** Hands over the batch and then text that is longer than TEXT_MAX. `pieces` says what it is (jt_record_pieces). */
  flushLong(text, long, pieces) {
    const { batch } = this;
    const op = pieces === PIECES_RAW ? RECORD_RAW_PIECE : RECORD_PIECE;
    this.flush(text);
    batch.ops[batch.opCount++] = (pieces << RECORD_OP_BITS) | RECORD_OPEN;
    for (let from = 0; from < long.length; ) {
      const to = pieceEnd(long, from);
      batch.ops[batch.opCount++] = ((to - from) << RECORD_OP_BITS) | op;
      if (to === long.length) batch.ops[batch.opCount++] = (pieces << RECORD_OP_BITS) | RECORD_CLOSE;
      this.flush(long.slice(from, to));
      from = to;
    }
  }

  /** How many bytes the value has, once its last batch has been handed over. */
  get total() {
    let total = this.length - 1; // without the comma behind it
    for (const chunk of this.chunks) total += chunk.length;
    return total;
  }

  /** Its bytes, in an array of their own. */
  owned() {
    if (this.chunks.length === 0) return ownedCopy(this.sink.out, this.sink.outWords, this.length - 1);
    const bytes = new Uint8Array(this.total);
    this.copyTo(bytes);
    return bytes;
  }

  /** Puts its bytes at the start of target, where they fit. Returns how many they are. */
  copyTo(target) {
    let at = 0;
    for (const chunk of this.chunks) {
      target.set(chunk, at);
      at += chunk.length;
    }
    if (this.chunks.length > 0) this.chunks.length = 0;
    target.set(this.sink.out.subarray(0, this.length - 1), at);
    return at + this.length - 1;
  }

  #written(result) {
    while (result < 0) {
      const size = this.sink.out.length;
      if (-result > size || size < OUT_KEPT) this.sink.reserve(Math.max(-result, 2 * size));
      else this.chunks.push(this.sink.take());
      result = this.sink.resume();
    }
    this.length = result;
    const { batch, sink } = this;
    batch.ops = sink.ops;
    batch.doubles = sink.doubles;
    batch.opCount = batch.doubleCount = 0;
  }
}
