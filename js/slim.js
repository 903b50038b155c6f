// `jsontape/slim`: the library without its module, which comes apart from it and is waited for once.
import { chooseFrom } from './backends/chosen.js';
import { wasmBackend } from './backends/wasm.js';
import { wrongType } from './options.js';

export * from './library.js';

const SOURCES = ['module', 'url', 'bytes'];

async function bytesAt(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the module at ${url} does not load: status ${response.status}`);
  return response.arrayBuffer();
}

// The hexadecimal digest, where the platform makes one.
async function digestOf(bytes) {
  const digest = await globalThis.crypto?.subtle?.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest ?? 0), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function load(source) {
  if (typeof source !== 'object' || source === null) wrongType('the source of the module', 'an object', source);
  const names = Object.keys(source).filter((name) => source[name] !== undefined);
  if (names.length !== 1 || !SOURCES.includes(names[0])) throw new TypeError('init takes one of module, url and bytes');
  let { module } = source;
  let sha256 = '';
  if (module === undefined) {
    const bytes = source.bytes ?? (await bytesAt(source.url));
    module = await WebAssembly.compile(bytes);
    sha256 = await digestOf(bytes);
  }
  if (!WebAssembly.Module.exports(module).some(({ name }) => name === 'tape_version')) {
    throw new TypeError('the module is not jsontape.wasm');
  }
  const backend = wasmBackend('wasm', module, () => sha256);
  chooseFrom({ wasm: () => backend }, () => undefined);
}

let ready;

/** See slim.d.ts. */
export function init(source) {
  ready ??= load(source).catch((error) => {
    ready = undefined;
    throw error;
  });
  return ready;
}
