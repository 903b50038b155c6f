// Where chunks come from: any iterable, sync or async, a ReadableStream, the body of a Response. One chunk is asked for at
// a time, and only when it is wanted. A source that is left early is told so, once.
import { describe } from './input.js';

const CHUNKS = 'an iterable, a ReadableStream, a Response or one input';
const VALUES = 'an iterable or a ReadableStream';

/**
 * @typedef {object} Opened
 * @property {() => unknown} next       a result { done, value }, or a promise of one
 * @property {(reason?: unknown) => unknown} close  it is left early; may give a promise
 * @property {() => void} [release]     to be called at last: it has ended, failed, or was left
 */

/** @returns {() => Opened} */
function openerOf(source, ofValues) {
  const refuse = () => {
    throw new TypeError(`the source must be ${ofValues ? VALUES : CHUNKS}, not ${describe(source)}`);
  };
  if (source === null || (typeof source !== 'object' && typeof source !== 'function')) refuse();
  if (Object.prototype.toString.call(source) === '[object Response]') {
    if (ofValues) refuse();
    if (source.bodyUsed) throw new TypeError('the body of the Response has been used');
    return openerOf(source.body ?? [], false);
  }
  if (typeof source.getReader === 'function') {
    if (source.locked) throw new TypeError('the ReadableStream is locked');
    return () => {
      const reader = source.getReader();
      return {
        next: () => reader.read(),
        close: (reason) => reader.cancel(reason),
        release: () => reader.releaseLock(),
      };
    };
  }
  const method = source[Symbol.asyncIterator] ?? source[Symbol.iterator];
  if (typeof method !== 'function') refuse();
  return () => {
    const iterator = method.call(source);
    return {
      next: () => iterator.next(),
      close() {
        // What iterates over a stream of Node.js is told nothing while it waits for a chunk.
        if (typeof source.pipe === 'function') source.destroy?.();
        return iterator.return?.();
      },
    };
  };
}

/** A source of chunks, or of values, not opened yet. */
export class Source {
  #open;
  #signal;
  #opened; // from start to the end, to a failure of its own, or until it is closed
  #abort; // of a wait: what an abort does
  #onAbort = () => this.#abort?.(this.#signal.reason);

  /**
   * @param {unknown} source
   * @param {AbortSignal} [signal]
   * @param {boolean} ofValues  then it is no Response: what the body of that holds are bytes
   * @throws {TypeError} for what is no source
   */
  constructor(source, signal, ofValues = false) {
    this.#open = openerOf(source, ofValues);
    this.#signal = signal;
  }

  start() {
    this.#opened = this.#open();
    this.#signal?.addEventListener('abort', this.#onAbort);
  }

  /** The next result. Rejects with the reason of an abort at once. */
  async next() {
    let result;
    try {
      result = await this.#wait(() => this.#opened.next());
      if (result === null || typeof result !== 'object')
        throw new TypeError('the source gives a result that is no object');
    } catch (error) {
      if (!this.#signal?.aborted) this.#release()?.release?.();
      throw error;
    }
    if (result.done) {
      this.#release().release?.();
      return { done: true, value: undefined };
    }
    // A sync iterable may give promises.
    return { done: false, value: await this.#wait(() => result.value) };
  }

  /** Something went wrong: where that was not the source itself, it is closed, and what goes wrong there is not told. */
  async fail(error) {
    const opened = this.#release();
    if (opened === undefined) return;
    try {
      const closed = opened.close(error);
      // What is waited for when an abort comes may never be there, and the closing may wait for it.
      if (this.#signal?.aborted) Promise.resolve(closed).catch(() => {});
      else await closed;
      opened.release?.();
    } catch {
      // The first error is the one that counts.
    }
  }

  /** It is not used any more. */
  async close() {
    const opened = this.#release();
    if (opened === undefined) return;
    await opened.close();
    opened.release?.();
  }

  #release() {
    const opened = this.#opened;
    this.#opened = undefined;
    this.#signal?.removeEventListener('abort', this.#onAbort);
    return opened;
  }

  #wait(start) {
    const signal = this.#signal;
    if (signal === undefined) return start();
    if (signal.aborted) throw signal.reason;
    return new Promise((resolve, reject) => {
      this.#abort = reject;
      Promise.resolve(start()).then(resolve, reject);
    }).finally(() => {
      this.#abort = undefined;
    });
  }
}
