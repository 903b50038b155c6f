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
 *                                     RECORDS_OUT_MIN on. None of these is a Buffer. Memory that grows may replace them
 *                                     all, but only inside reserve() and recordSink().
 * @property {(ops: number, doubles: number, text: number, flags: number) => number} write
 *   jt_records_write over that many elements of each block. JT_OK: returns the number of bytes in `out`. JT_FULL:
 *   returns the negative of `wanted`. JT_REFUSED: throws an Error.
 * @property {() => number} resume     jt_records_resume, with the same results.
 * @property {() => Uint8Array} take   After JT_FULL: a copy of the bytes in `out` but the last one; then
 *                                     jt_records_drain.
 * @property {(bytes: number) => void} reserve  Makes `out` at least that large and keeps its content, or throws a
 *                                     RangeError and leaves everything as it was.
 */

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

/** The longest text that is one record, in UTF-16 units; longer ones go in pieces of up to PIECE_MAX. */
export const TEXT_MAX = 8192;
const PIECE_MAX = 32768;

/** A batch is handed over when its text has this many units: a key and a string of TEXT_MAX still fit the block. */
export const TEXT_FULL = 24576;

/** Output is gathered in one buffer up to this size, and in several arrays beyond, so that memory does not stay large. */
const OUT_KEPT = 1 << 24;

/** Objects with more keys than this are taken for dictionaries, whose keys are not worth a slot. */
export const DICTIONARY_KEYS = 64;

/** The keys that fit a slot and whose finished text is the key itself between quotes. */
const plainKey = /^[ !#-/:-[\]-~][ !#-[\]-~]{0,58}$/;

const encoder = new TextEncoder();
const wellFormed =
  typeof String.prototype.isWellFormed === 'function'
    ? (text) => text.isWellFormed()
    : (text) => !/\p{Surrogate}/u.test(text);

/** Encodes text that has lone surrogates: each as the three bytes that UTF-8 would have for it. */
function encodeSurrogates(text, target) {
  const lone = /\p{Surrogate}/gu;
  let bytes = 0;
  let from = 0;
  while (from < text.length) {
    const to = lone.exec(text)?.index ?? text.length;
    bytes += encoder.encodeInto(text.slice(from, to), target.subarray(bytes)).written;
    if (to < text.length) {
      const unit = text.charCodeAt(to);
      target[bytes++] = 0xe0 | (unit >> 12);
      target[bytes++] = 0x80 | ((unit >> 6) & 63);
      target[bytes++] = 0x80 | (unit & 63);
    }
    from = to + 1;
  }
  return bytes;
}

/** Where a piece of text that starts at `from` ends: no surrogate pair is cut. */
function pieceEnd(text, from) {
  const end = from + PIECE_MAX;
  if (end >= text.length) return text.length;
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xd800 && unit < 0xdc00 ? end - 1 : end;
}

export class Recorder {
  /** @param {RecordSink} sink */
  constructor(sink) {
    this.sink = sink;
    /** The keys that have a slot, by slot; slot 0 stays empty and stands for all others. */
    this.slotKeys = [''];
    this.slots = new Map();
    /** For each slot the one that came after it last: the first guess when the next key is looked for. */
    this.successors = new Uint16Array(RECORDS_KEYS);
    this.chunks = [];
    this.length = 0;
  }

  /** Begins a value. @param {{ head: string, unit: string, tail: string } | undefined} indent @returns ops used. */
  begin(indent) {
    this.chunks.length = 0;
    this.length = 0;
    if (this.slots.size >= RECORDS_KEYS - 1) {
      this.slots.clear();
      this.slotKeys.length = 1;
      this.successors.fill(0);
    }
    if (indent === undefined) {
      this.sink.ops[0] = RECORD_BEGIN;
      return 1;
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
    return 0;
  }

  /** The slot of a key, which gets one if it is of the kind that does; 0 for none. */
  slot(key) {
    const known = this.slots.get(key);
    if (known !== undefined) return known;
    if (this.slots.size >= RECORDS_KEYS - 1) return 0;
    if (!plainKey.test(key)) return 0;
    const slot = this.slotKeys.length;
    const { keys } = this.sink;
    const start = slot * RECORDS_KEY_BYTES;
    keys[start] = 0x22;
    for (let i = 0; i < key.length; i++) keys[start + 1 + i] = key.charCodeAt(i);
    keys[start + key.length + 1] = 0x22;
    keys[start + key.length + 2] = 0x3a;
    keys[start + RECORDS_KEY_BYTES - 1] = key.length + 3;
    this.slotKeys.push(key);
    this.slots.set(key, slot);
    return slot;
  }

  /** Hands over a batch. The blocks of the sink are free afterwards, and may be others. */
  flush(ops, doubles, text) {
    let bytes = 0;
    let flags = RECORDS_ASCII;
    if (text !== '') {
      bytes = encoder.encodeInto(text, this.sink.text).written;
      if (bytes !== text.length) {
        flags = 0;
        if (!wellFormed(text)) {
          flags = RECORDS_SURROGATES;
          bytes = encodeSurrogates(text, this.sink.text);
        }
      }
    }
    this.#written(this.sink.write(ops, doubles, bytes, flags));
  }

  /** Hands over a batch and then text that is longer than TEXT_MAX. `pieces` says what it is (jt_record_pieces). */
  flushLong(ops, doubles, text, long, pieces) {
    const op = pieces === PIECES_RAW ? RECORD_RAW_PIECE : RECORD_PIECE;
    this.flush(ops, doubles, text);
    let first = 0;
    this.sink.ops[first++] = (pieces << RECORD_OP_BITS) | RECORD_OPEN;
    for (let from = 0; from < long.length; ) {
      const to = pieceEnd(long, from);
      this.sink.ops[first++] = ((to - from) << RECORD_OP_BITS) | op;
      if (to === long.length) this.sink.ops[first++] = (pieces << RECORD_OP_BITS) | RECORD_CLOSE;
      this.flush(first, 0, long.slice(from, to));
      first = 0;
      from = to;
    }
  }

  /** Hands over the last batch and returns all bytes of the value, in an array of its own. */
  finish(ops, doubles, text) {
    this.flush(ops, doubles, text);
    const last = this.length - 1; // without the comma behind the value
    if (this.chunks.length === 0) return this.sink.out.slice(0, last);
    let length = last;
    for (const chunk of this.chunks) length += chunk.length;
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const chunk of this.chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    bytes.set(this.sink.out.subarray(0, last), at);
    this.chunks.length = 0;
    return bytes;
  }

  #written(result) {
    while (result < 0) {
      const size = this.sink.out.length;
      if (-result > size || size < OUT_KEPT) this.sink.reserve(Math.max(-result, 2 * size));
      else this.chunks.push(this.sink.take());
      result = this.sink.resume();
    }
    this.length = result;
  }
}
