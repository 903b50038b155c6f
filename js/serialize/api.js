// serialize, serializeInto and serializer, of index.d.cts: their arguments, and which backend does the work.

import { IS_FAST } from '../engine.js';
import { backendName } from '../options.js';
import { serializeTape } from '../serialize_tape.js';
import { isTape, noticedTape } from '../tape.js';
import { put, Serializing } from './index.js';
import { DEFAULTS, readArguments } from './options.js';
import { isSchema, sampleOf } from './schema.js';

/** A serializer's buffer begins with so many bytes, and is kept up to so many. */
const BUFFER_FIRST = 1024;
const BUFFER_KEPT = 1 << 24;

const { isArray } = Array;
const tagOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;

function checkTarget(target) {
  if (tagOf.call(target) !== 'Uint8Array') throw new TypeError('the target must be a Uint8Array');
}

/** @param {(name?: string) => import('../backends/backend.js').Backend} backendOf */
export function createSerializing(backendOf) {
  const all = new Map(); // by backend
  let standard; // of the default backend

  function serializingOf(name) {
    const backend = backendOf(name);
    let serializing = all.get(backend);
    if (serializing === undefined) {
      serializing = new Serializing(() => backend.recordSink(), IS_FAST && backend.name === 'native');
      all.set(backend, serializing);
    }
    return serializing;
  }

  /** What does the work for options, or for what else stands in their place. */
  function serializingFor(second) {
    if (typeof second !== 'object' || second === null || isArray(second)) return serializingOf(undefined);
    const name = Object.hasOwn(second, 'backend') ? second.backend : undefined;
    return serializingOf(name === undefined ? undefined : backendName(name));
  }

  function serialize(value, second, space) {
    if (second === undefined && space === undefined) {
      standard ??= serializingOf(undefined);
      const bytes = standard.serialize(value, DEFAULTS);
      return noticedTape() && isTape(value) ? serializeTape(value, undefined, undefined, backendOf) : bytes;
    }
    if (isTape(value)) return serializeTape(value, second, space, backendOf);
    return serializingFor(second).serialize(value, readArguments(second, space));
  }

  function serializeInto(target, value, second, space) {
    checkTarget(target);
    if (isTape(value)) return put(target, serializeTape(value, second, space, backendOf));
    return serializingFor(second).into(target, value, readArguments(second, space));
  }

  function serializer(sample, options) {
    const serializing = serializingFor(options);
    const read = readArguments(options, undefined);
    if (sample !== undefined) serializing.learn(isSchema(sample) ? sampleOf(sample) : sample);
    let buffer; // of views

    const toBytes = (value) => {
      return isTape(value) ? serializeTape(value, options, undefined, backendOf) : serializing.serialize(value, read);
    };

    toBytes.into = (target, value) => {
      checkTarget(target);
      return isTape(value) ? put(target, toBytes(value)) : serializing.into(target, value, read);
    };

    toBytes.view = (value) => {
      buffer ??= new Uint8Array(BUFFER_FIRST);
      const { written, bytes } = isTape(value)
        ? put(buffer, toBytes(value))
        : serializing.into(buffer, value, read, true);
      if (bytes !== undefined && bytes.length < BUFFER_KEPT) buffer = new Uint8Array(2 * bytes.length);
      return written > 0 ? buffer.subarray(0, written) : bytes;
    };

    return toBytes;
  }

  /** What a Serializer writes values with. */
  function readSerializing(given) {
    const serializing = serializingFor(given);
    const options = readArguments(given, undefined);
    const tape = (value, space) => serializeTape(value, { space, backend: given.backend }, undefined, backendOf);
    return { serializing, options, serializeTape: tape };
  }

  return { serialize, serializeInto, serializer, readSerializing };
}
