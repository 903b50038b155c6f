// Bytes on their way from one that writes them, at once, to one that takes them, when it likes: gathered in chunks of one
// size, each with memory of its own. The writer is told when there is too much; the reader waits when there is nothing.

export class ChunkQueue {
  #chunkSize;
  #most; // bytes that may wait before the writer is asked to
  #onCancel;
  #full = []; // chunks that are complete
  #waitingBytes = 0; // in them
  #buffer; // the one that is being filled, from its start
  #used = 0;
  #ended = false;
  #error; // { reason } once there is one
  #reader; // of a reader that waits: { resolve, reject }
  #room; // of a writer that waits: { promise, resolve, reject }

  /** @param {(reason: unknown) => void} onCancel  the reader has left */
  constructor(chunkSize, onCancel) {
    this.#chunkSize = chunkSize;
    this.#most = 2 * chunkSize;
    this.#onCancel = onCancel;
  }

  // ---- For the writer

  /**
   * A place for so many bytes at least, where the chunk at hand has it: a view; written() says how many were used, and
   * throws where the queue has failed meanwhile.
   */
  place(least) {
    this.#buffer ??= new Uint8Array(this.#chunkSize);
    return this.#chunkSize - this.#used >= least ? this.#buffer.subarray(this.#used) : undefined;
  }

  written(bytes) {
    if (this.#error !== undefined) throw this.#error.reason;
    this.#used += bytes;
    if (this.#used === this.#chunkSize) this.flush();
  }

  /** Copies bytes behind what is there. */
  append(bytes) {
    for (let at = 0; at < bytes.length; ) {
      const place = this.place(1);
      const part = bytes.subarray(at, at + place.length);
      place.set(part);
      this.written(part.length);
      at += part.length;
    }
  }

  /** Makes a chunk of what is there. */
  flush() {
    if (this.#used === 0) return;
    const chunk = this.#buffer.subarray(0, this.#used);
    this.#buffer = undefined;
    this.#used = 0;
    if (this.#reader !== undefined) {
      this.#reader.resolve({ done: false, value: chunk });
      this.#reader = undefined;
      return;
    }
    this.#full.push(chunk);
    this.#waitingBytes += chunk.length;
  }

  /** A promise for room: undefined where there is some, rejected where the queue has failed. */
  wait() {
    if (this.#error !== undefined) return Promise.reject(this.#error.reason);
    if (this.#waitingBytes < this.#most) return undefined;
    if (this.#room === undefined) {
      this.#room = {};
      this.#room.promise = new Promise((resolve, reject) => Object.assign(this.#room, { resolve, reject }));
      this.#room.promise.catch(() => {}); // It may be that nobody asks any more.
    }
    return this.#room.promise;
  }

  /** All has been written. */
  end() {
    this.flush();
    this.#ended = true;
    this.#reader?.resolve({ done: true, value: undefined });
    this.#reader = undefined;
  }

  /** Nothing more will be written: the reader gets what is there, and then the reason, which every later call has too. */
  fail(reason) {
    if (this.#error !== undefined || this.#ended) return;
    this.flush();
    this.#stop(reason);
  }

  /** { reason } where it has failed. */
  get error() {
    return this.#error;
  }

  // ---- For the reader

  /** @returns {Promise<{ done: boolean, value: Uint8Array | undefined }>} */
  next() {
    if (this.#full.length > 0) {
      const value = this.#full.shift();
      this.#waitingBytes -= value.length;
      if (this.#room !== undefined && this.#waitingBytes < this.#most) {
        this.#room.resolve();
        this.#room = undefined;
      }
      return Promise.resolve({ done: false, value });
    }
    if (this.#error !== undefined) return Promise.reject(this.#error.reason);
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    if (this.#reader !== undefined) return Promise.reject(new TypeError('the chunk before has not come yet'));
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
    });
  }

  /** The reader wants no more; also of what has been written to its end, which is then not to be taken for read. */
  cancel(reason) {
    this.#full.length = 0;
    this.#waitingBytes = 0;
    this.#used = 0;
    if (this.#error !== undefined) return;
    this.#stop(reason);
    this.#onCancel(reason);
  }

  #stop(reason) {
    this.#error = { reason };
    this.#reader?.reject(reason);
    this.#reader = undefined;
    this.#room?.reject(reason);
    this.#room = undefined;
  }
}
