// The block in which records work: its parts as a RecordSink has them. The rule is that of core/src/engine.h.
import {
  RECORDS_DOUBLES_CAPACITY,
  RECORDS_KEY_BYTES,
  RECORDS_KEYS,
  RECORDS_OPS_CAPACITY,
  RECORDS_REFUSED,
  RECORDS_STATE_BYTES,
  RECORDS_TEXT_CAPACITY,
  RECORDS_TEXT_SLACK,
} from '../layout.js';

const KEYS_BYTES = RECORDS_KEYS * RECORDS_KEY_BYTES;
const KEYS_AT = RECORDS_STATE_BYTES;
const OPS_AT = KEYS_AT + KEYS_BYTES;
const DOUBLES_AT = OPS_AT + RECORDS_OPS_CAPACITY * 4;
const TEXT_AT = DOUBLES_AT + RECORDS_DOUBLES_CAPACITY * 8;
const OUT_AT = TEXT_AT + RECORDS_TEXT_CAPACITY + RECORDS_TEXT_SLACK;
const OUT_FIRST = 65536;

/** How large a block is at first. */
export const RECORDS_FIRST = OUT_AT + OUT_FIRST;

/** How large it must be for an output of so many bytes. */
export const recordsSize = (bytes) => OUT_AT + bytes;

/** Sets the parts of a sink to those of the block at buffer[at .. at + size). */
export function setRecordViews(sink, buffer, at, size) {
  sink.keys = new Uint8Array(buffer, at + KEYS_AT, KEYS_BYTES);
  sink.ops = new Int32Array(buffer, at + OPS_AT, RECORDS_OPS_CAPACITY);
  sink.doubles = new Float64Array(buffer, at + DOUBLES_AT, RECORDS_DOUBLES_CAPACITY);
  sink.text = new Uint8Array(buffer, at + TEXT_AT, RECORDS_TEXT_CAPACITY);
  sink.out = new Uint8Array(buffer, at + OUT_AT, size - OUT_AT);
  sink.outWords = new Int32Array(buffer, at + OUT_AT, (size - OUT_AT) >> 2);
}

/** What write and resume of a sink return for a result of the core's. */
export function recordsResult(result) {
  if (result === RECORDS_REFUSED) throw new Error('jsontape: the core refuses the records that it was given');
  return result;
}
