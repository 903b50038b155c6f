// The ESM entry for Node.js. It hands on what the CommonJS entry has: so both share one state and one set of classes,
// on every version of Node.js, old ones being unable to `require` ES modules.
import jsontape from './index.cjs';

export const {
  tokenize,
  parse,
  validate,
  format,
  edit,
  serialize,
  serializeInto,
  serializer,
  select,
  tokens,
  values,
  backend,
  Tokenizer,
  PartialParser,
  Serializer,
  Tape,
  Token,
  JSONTapeError,
} = jsontape;
