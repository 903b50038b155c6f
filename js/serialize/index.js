// serialize(value) and its kin: the bytes that JSON.stringify has for a value, as UTF-8; in an array of their own, in one
// of the caller's, or in one that is used again and again.

import { encoder } from '../utf8.js';
import { ownedText } from './owned.js';
import { Recorder } from './records.js';
import { prefersStringify, prefersWalk, stringify } from './stringify.js';
import { walk } from './walk.js';

/** Recorders kept for later calls: more than one only after a toJSON, a getter or a replacer has called serialize. */
const KEPT = 4;

/** What is shorter goes by JSON.stringify; what is longer is looked at once in so many units or bytes. */
const LONG_TEXT = 4096;
const SEEN = 1 << 16;

const AGAIN = Symbol('again');
const NOTHING = Object.freeze({ written: 0, bytes: undefined });

/** What makes bytes of values, over one backend. */
export class Serializing {
  #recordSink;
  #fastWalk;
  #unseen = SEEN; // units and bytes since the last look
  #idle = [];
  #walks = false; // what prefersWalk said of the last text that it was asked about

  /**
   * @param {() => import('./records.js').RecordSink} recordSink  makes a sink of the backend in use
   * @param {boolean} fastWalk  whether the walk over it may be faster than any JSON.stringify
   */
  constructor(recordSink, fastWalk) {
    this.#recordSink = recordSink;
    this.#fastWalk = fastWalk;
  }

  /** Makes the shapes in a sample known beforehand. */
  learn(sample) {
    const recorder = this.#take();
    recorder.shapes.learn(sample);
    this.#idle.push(recorder);
  }

  /**
   * The bytes of a value, the caller's own; undefined where it has no JSON text.
   * @param {import('./walk.js').WalkOptions} options  as readArguments gives them
   * @returns {Uint8Array | undefined}
   */
  serialize(value, options) {
    const text = this.#stringify(value, options);
    if (typeof text === 'string') return ownedText(text);
    if (text === undefined) return undefined;
    const recorder = this.#take();
    try {
      if (!this.#walk(recorder, value, options, text)) return undefined;
      const bytes = recorder.owned();
      this.#look(bytes);
      return bytes;
    } finally {
      this.#give(recorder);
    }
  }

  /**
   * Puts the bytes of a value at the start of target, if they fit there.
   * @param {boolean} [spoil]  whether what is in target may be lost where they do not fit
   * @returns {{ written: number, bytes?: Uint8Array }}  bytes: all of them, where they do not fit
   */
  into(target, value, options, spoil = false) {
    const text = this.#stringify(value, options);
    if (text === undefined) return NOTHING;
    if (typeof text === 'string') {
      if (spoil ? text.length <= target.length : 3 * text.length <= target.length) {
        const { read, written } = encoder.encodeInto(text, target);
        if (read === text.length) return { written, bytes: undefined };
      }
      return put(target, ownedText(text));
    }
    const recorder = this.#take();
    try {
      if (!this.#walk(recorder, value, options, text)) return NOTHING;
      if (recorder.total > target.length) return { written: 0, bytes: recorder.owned() };
      const written = recorder.copyTo(target);
      this.#look(target.subarray(0, written));
      return { written, bytes: undefined };
    } finally {
      this.#give(recorder);
    }
  }

  /** The text that JSON.stringify has, where it is to be asked; AGAIN or its TypeError where the walk has to do it. */
  #stringify(value, options) {
    if (!prefersStringify(value, options, this.#walks)) return AGAIN;
    const text = stringify(value, options, AGAIN);
    if (typeof text === 'string') this.#look(text);
    return text;
  }

  /** A walk behind an error that finds nothing wrong walks another value: what was wrong has been taken out by a getter. */
  #walk(recorder, value, options, failure) {
    const hasText = walk(recorder, value, options);
    if (failure !== AGAIN) throw failure;
    return hasText;
  }

  /** Looks now and then at what has been written, to know the better way for what comes next. */
  #look(text) {
    const { length } = text;
    if (!this.#fastWalk) return;
    if (length < LONG_TEXT) {
      this.#walks = false;
    } else if ((this.#unseen += length) >= SEEN) {
      this.#unseen = 0;
      this.#walks = prefersWalk(text);
    }
  }

  #take() {
    return this.#idle.pop() ?? new Recorder(this.#recordSink());
  }

  #give(recorder) {
    if (this.#idle.length < KEPT) this.#idle.push(recorder);
  }
}

/** The result of `into` for bytes that are there already. */
export function put(target, bytes) {
  if (bytes.length > target.length) return { written: 0, bytes };
  target.set(bytes);
  return { written: bytes.length, bytes: undefined };
}
