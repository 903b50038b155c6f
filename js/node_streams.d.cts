/** The library as Transforms of Node.js. */
import type { Transform, TransformOptions } from 'node:stream';
import type { ReadOptions, ValuesOptions } from './index.cjs';

/**
 * Chunks in, strings or bytes, as a Tokenizer takes them; the Tape of each out, and one more where the end has tokens. The
 * chunks must not change while their Tapes are used.
 */
export class TokenizerStream extends Transform {
  constructor(options?: ReadOptions, streamOptions?: TransformOptions);
}

/** Chunks in, strings or bytes; records out, as `values` gives them: { pointer, value } each. */
export class ValuesStream extends Transform {
  constructor(options?: Omit<ValuesOptions, 'signal'>, streamOptions?: TransformOptions);
}
