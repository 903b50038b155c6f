// The library, as every entry exports it: its functions and classes over the backends that the entry has
// (backends/chosen.js). Each is made by itself, and making it does nothing else, so that a bundler leaves out what nobody
// imports.
import { backendOf } from './backends/chosen.js';
import { createEdit } from './edit.js';
import { createFormat } from './format.js';
import { createParsing } from './parse.js';
import { createPartialParser } from './partial.js';
import { createSelect } from './select.js';
import { createSerializing } from './serialize/api.js';
import { createSerializer } from './serializer.js';
import { createStreaming } from './tokenizer.js';
import { createValues } from './values.js';
import { createWhole } from './whole.js';

const member = (made, name) => made[name];

const whole = /* @__PURE__ */ createWhole(backendOf);
const streaming = /* @__PURE__ */ createStreaming(backendOf);
const serializing = /* @__PURE__ */ createSerializing(backendOf);
const parsing = /* @__PURE__ */ createParsing(backendOf, (...failed) => whole.errorOf(...failed));

export const tokenize = /* @__PURE__ */ member(whole, 'tokenize');
export const validate = /* @__PURE__ */ member(whole, 'validate');
export const backend = /* @__PURE__ */ member(whole, 'backend');

export const serialize = /* @__PURE__ */ member(serializing, 'serialize');
export const serializeInto = /* @__PURE__ */ member(serializing, 'serializeInto');
export const serializer = /* @__PURE__ */ member(serializing, 'serializer');
export const Serializer = /* @__PURE__ */ createSerializer(
  (options) => serializing.readSerializing(options),
  (bytes, name) => validate(bytes, { maxDepth: 2 ** 32 - 1, backend: name }).error,
);

export const format = /* @__PURE__ */ createFormat(backendOf, whole, (...value) => serialize(...value));
export const edit = /* @__PURE__ */ createEdit(
  (...input) => whole.tokenizeBytes(...input),
  (value) => serialize(value, { engine: 'own' }),
);

export const parse = /* @__PURE__ */ member(parsing, 'parse');
export const select = /* @__PURE__ */ createSelect(backendOf, (...how) => parsing.parserOfParts(...how));
export const PartialParser = /* @__PURE__ */ createPartialParser(backendOf);

export const Tokenizer = /* @__PURE__ */ member(streaming, 'Tokenizer');
export const tokens = /* @__PURE__ */ member(streaming, 'tokens');
export const values = /* @__PURE__ */ member(/* @__PURE__ */ createValues(backendOf), 'values');

export { JSONTapeError } from './error.js';
export { Tape, Token } from './tape.js';
