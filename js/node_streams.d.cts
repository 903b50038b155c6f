/** The library as streams of Node.js. */
import type { Duplex, DuplexOptions, Transform, TransformOptions } from 'node:stream';
import type { ReadOptions, SerializerOptions, ValuesOptions } from './index.cjs';

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

/**
 * Values in, in object mode, which does not take null; out come the bytes of an array of them, as a Serializer writes it, or
 * with `multiple` each as a root value of its own. An error of a value destroys it.
 */
export class SerializerStream extends Duplex {
  constructor(options?: SerializerOptions, streamOptions?: DuplexOptions);
}
