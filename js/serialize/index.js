// serialize(value): the bytes that JSON.stringify has for a value, as UTF-8.

import { readArguments } from './options.js';
import { Recorder } from './records.js';
import { prefersStringify, stringify } from './stringify.js';
import { walk } from './walk.js';

/** Recorders kept for later calls: more than one only after a toJSON, a getter or a replacer has called serialize. */
const KEPT = 4;

const AGAIN = Symbol('again');

/**
 * @param {() => import('./records.js').RecordSink} recordSink  makes a sink of the backend in use
 * @returns {(value: unknown, replacer?: unknown, space?: unknown) => Uint8Array | undefined}
 */
export function createSerialize(recordSink) {
  const idle = [];

  return function serialize(value, replacer, space) {
    const options = readArguments(replacer, space);
    const recorder = idle.pop() ?? new Recorder(recordSink());
    try {
      if (prefersStringify(value, options)) {
        const bytes = stringify(value, options, recorder.sink.text, AGAIN);
        if (bytes !== AGAIN) return bytes;
      }
      return walk(recorder, value, options);
    } finally {
      if (idle.length < KEPT) idle.push(recorder);
    }
  };
}
