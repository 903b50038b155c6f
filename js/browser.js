// The entry for browsers, and for any place that has WebAssembly and no files: the browser module is part of the code,
// and is compiled at the first call.
import { BASE64, SHA256 } from '../build/js/module.js';
import { createApi } from './api.js';
import { chooseAmong } from './backends/choose.js';
import { wasmBackend } from './backends/wasm.js';

function decode(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

const loaders = { wasm: () => wasmBackend('wasm', new WebAssembly.Module(decode(BASE64)), () => SHA256) };

export const { tokenize, validate, format, serialize, tokens, backend, Tokenizer, Tape, Token, JSONTapeError } =
  createApi(chooseAmong(loaders, () => undefined));
