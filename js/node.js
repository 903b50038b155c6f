// The entry for Node.js, as scripts/inline.js bundles it: loads the addon or a WASM module from the files of the build,
// which lie two folders up from this file's folder `backends` and from the bundle alike.
import { createApi } from './api.js';
import { nodeBackends } from './backends/node.js';

export const {
  tokenize,
  parse,
  validate,
  format,
  serialize,
  serializeInto,
  serializer,
  select,
  tokens,
  backend,
  Tokenizer,
  PartialParser,
  Serializer,
  Tape,
  Token,
  JSONTapeError,
} = createApi(nodeBackends());
