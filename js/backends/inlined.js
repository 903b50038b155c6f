// The backend of browsers, and of any place that has WebAssembly and no files: the browser module is part of the code,
// and is compiled at the first call.
import { PACKED, SHA256 } from '../../build/js/module.js';
import { unpack } from '../packed.js';
import { chooseFrom } from './chosen.js';
import { wasmBackend } from './wasm.js';

const wasm = () => wasmBackend('wasm', new WebAssembly.Module(unpack(PACKED)), () => SHA256);

chooseFrom({ wasm }, () => undefined);
