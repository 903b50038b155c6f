// `jsontape/web` by ESM, in Node.js; see index.js.
import streams from './web_streams.cjs';

export const { TokenizerStream, ValuesStream, SerializerStream } = streams;
