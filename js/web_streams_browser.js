// `jsontape/web` in browsers: of the same library as browser.js.
import './backends/inlined.js';
import { Serializer, Tokenizer } from './library.js';
import { createWebStreams } from './streams/web.js';

export const { TokenizerStream, ValuesStream, SerializerStream } = createWebStreams({ Tokenizer, Serializer });
