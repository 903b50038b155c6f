// Where chunks go: a WritableStream, or a Writable of Node.js. The counterpart of source.js.

/**
 * @typedef {object} Sink
 * @property {(chunk: Uint8Array) => Promise<void> | undefined} write  resolves when more may come
 * @property {() => Promise<void>} close    all has been written
 * @property {(reason: unknown) => Promise<void>} abort  it is left in the middle
 * @property {() => void} release           to be called at last
 */

/** @returns {Sink} */
function webSink(stream, preventClose, onFail) {
  if (stream.locked) throw new TypeError('the WritableStream is locked');
  const writer = stream.getWriter();
  writer.closed.catch((error) => onFail?.(error));
  return {
    async write(chunk) {
      await writer.ready;
      writer.write(chunk).catch(() => {});
      await writer.ready;
    },
    async close() {
      await writer.ready;
      if (!preventClose) await writer.close();
    },
    abort: (reason) => writer.abort(reason),
    release() {
      onFail = undefined; // it is no failure that this makes of `closed`
      writer.releaseLock();
    },
  };
}

/** @returns {Sink} */
function nodeSink(stream, preventClose, onFail) {
  let failed; // { error } once it has
  let wake; // whoever waits
  const settle = () => wake?.();
  const onError = (error) => {
    failed ??= { error };
    settle();
    onFail(failed.error);
  };
  const onClose = () => {
    if (stream.writableFinished) settle();
    else onError(new Error('the sink was closed before the end'));
  };
  const events = { drain: settle, finish: settle, error: onError, close: onClose };
  for (const [name, listener] of Object.entries(events)) stream.on(name, listener);

  async function until(condition) {
    while (failed === undefined && !condition()) {
      await new Promise((resolve) => {
        wake = resolve;
      });
      wake = undefined;
    }
    if (failed !== undefined) throw failed.error;
  }

  return {
    write(chunk) {
      if (failed === undefined && stream.destroyed) onClose();
      if (failed !== undefined) return Promise.reject(failed.error);
      return stream.write(chunk) ? undefined : until(() => !stream.writableNeedDrain);
    },
    async close() {
      if (preventClose) return until(() => true);
      stream.end();
      return until(() => stream.writableFinished);
    },
    async abort(reason) {
      stream.destroy(reason instanceof Error ? reason : undefined);
    },
    release() {
      for (const [name, listener] of Object.entries(events)) {
        // An error that comes of destroying it is ours, and has been told.
        if (name !== 'error' || failed !== undefined || !stream.destroyed) stream.off(name, listener);
      }
    },
  };
}

/**
 * @param {(error: unknown) => void} onFail  called where the sink fails, also while nothing is written
 * @returns {Sink}
 * @throws {TypeError} for what is no sink
 */
export function openSink(target, preventClose, onFail) {
  if (typeof target?.getWriter === 'function') return webSink(target, preventClose, onFail);
  if (typeof target?.write === 'function' && typeof target.on === 'function') {
    return nodeSink(target, preventClose, onFail);
  }
  throw new TypeError('the sink must be a WritableStream or a Writable of Node.js');
}
