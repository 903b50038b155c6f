// `jsontape/node` by ESM; see index.js.
import streams from './node_streams.cjs';

export const { TokenizerStream, ValuesStream, SerializerStream } = streams;
