// `jsontape/web` in browsers: of the same library as browser.js.
import { library } from './browser_library.js';
import { createWebStreams } from './streams/web.js';

export const { TokenizerStream, ValuesStream, SerializerStream } = createWebStreams(library);
