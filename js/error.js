// The error of input that is not JSON or breaks a limit.

/** What the input did, and where. Lines and columns start at 1; see index.d.cts. */
export class JSONTapeError extends SyntaxError {
  /**
   * @param {import('./backends/backend.js').Failure} failure
   * @param {import('./tape.js').Tape} tokens those completed before it
   */
  constructor({ message, ...place } = {}, tokens = undefined) {
    if (tokens === undefined) throw new TypeError('JSONTapeError has no public constructor');
    super(message);
    Object.assign(this, place);
    // Not enumerable, so that a printed error does not print the tape.
    Object.defineProperty(this, 'tokens', { value: tokens, writable: true, configurable: true });
  }
}

Object.defineProperty(JSONTapeError.prototype, 'name', { value: 'JSONTapeError', writable: true, configurable: true });
