// The entry for browsers.
import { library } from './browser_library.js';

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
} = library;
