// The error of input that is not JSON or breaks a limit.

/** What the input did, and where. Lines and columns start at 1; see index.d.cts. */
export class JSONTapeError extends SyntaxError {
  /**
   * @param {string} message
   * @param {{ code: string, offset: number, line: number, column: number, byteColumn: number, tokenStart: number,
   *     pointer: string }} place
   * @param {import('./tape.js').Tape} tokens those completed before it
   */
  constructor(message, place, tokens) {
    if (place === undefined) throw new TypeError('JSONTapeError has no public constructor');
    super(message);
    this.code = place.code;
    this.offset = place.offset;
    this.line = place.line;
    this.column = place.column;
    this.byteColumn = place.byteColumn;
    this.tokenStart = place.tokenStart;
    this.pointer = place.pointer;
    // Not enumerable, so that a printed error does not print the tape.
    Object.defineProperty(this, 'tokens', { value: tokens, writable: true, configurable: true });
  }
}

Object.defineProperty(JSONTapeError.prototype, 'name', { value: 'JSONTapeError', writable: true, configurable: true });
