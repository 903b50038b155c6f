// The entry for browsers.
import './backends/inlined.js';

export {
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
} from './library.js';
