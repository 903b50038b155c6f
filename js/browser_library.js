// The library for browsers, and for any place that has WebAssembly and no files: the browser module is part of the code,
// and is compiled at the first call. What browser.js and web_streams_browser.js give is of this one.
import { PACKED, SHA256 } from '../build/js/module.js';
import { createApi } from './api.js';
import { chooseAmong } from './backends/choose.js';
import { wasmBackend } from './backends/wasm.js';
import { unpack } from './packed.js';

const loaders = { wasm: () => wasmBackend('wasm', new WebAssembly.Module(unpack(PACKED)), () => SHA256) };

export const library = createApi(chooseAmong(loaders, () => undefined));
