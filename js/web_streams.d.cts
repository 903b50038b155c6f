/** The library as TransformStreams. */
import type { Chunk, ReadOptions, SerializerOptions, Tape, ValueRecord, ValuesOptions } from './index.cjs';

/**
 * Chunks in, strings or bytes, as a Tokenizer takes them; the Tape of each out, and one more where the end has tokens. The
 * chunks must not change while their Tapes are used.
 */
export class TokenizerStream extends TransformStream<Chunk, Tape> {
  constructor(
    options?: ReadOptions,
    writableStrategy?: QueuingStrategy<Chunk>,
    readableStrategy?: QueuingStrategy<Tape>,
  );
}

/** Chunks in, strings or bytes; records out, as `values` gives them. */
export class ValuesStream extends TransformStream<Chunk, ValueRecord> {
  constructor(
    options?: Omit<ValuesOptions, 'signal'>,
    writableStrategy?: QueuingStrategy<Chunk>,
    readableStrategy?: QueuingStrategy<ValueRecord>,
  );
}

/**
 * Values in; out come the bytes of an array of them, as a Serializer writes it, or with `multiple` each as a root value of its
 * own. An error of a value fails both sides.
 */
export class SerializerStream {
  constructor(options?: SerializerOptions, writableStrategy?: QueuingStrategy<unknown>);
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<unknown>;
}
