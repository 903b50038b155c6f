// Where Node.js finds the backends: files of the build. This module and the bundle that holds it (scripts/inline.js) both
// lie two folders below the package, which is all that the paths below rely on.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { backendName } from '../options.js';
import { backendOf, chooseFrom } from './chosen.js';
import { nativeBackend } from './native.js';
import { wasmBackend } from './wasm.js';

const FILES = {
  native: '/../../build/native/jsontape.node',
  wasm: '/../../build/browser/jsontape.wasm',
  wasi: '/../../build/wasi/jsontape-reactor.wasm',
};

const pathOf = (name) => import.meta.dirname + FILES[name].replaceAll('/', sep);

// What a file holds is asked for seldom, so it is not hashed when it is loaded, nor is what would do it, which takes
// milliseconds.
function digestOf(path) {
  let digest;
  return () => {
    digest ??= createRequire(import.meta.filename)('node:crypto')
      .createHash('sha256')
      .update(readFileSync(path))
      .digest('hex');
    return digest;
  };
}

function loading(name, load) {
  return () => {
    const path = pathOf(name);
    try {
      return load(path, digestOf(path));
    } catch (error) {
      if (error.code === 'JSONTAPE_ISA') throw error;
      throw new Error(`the backend '${name}' does not load: ${error.message}`, { cause: error });
    }
  };
}

// At once, without the ways of `require` to find a module, which take several times as long.
function addonOf(path) {
  const module = { exports: {} };
  process.dlopen(module, path);
  return module.exports;
}

const wasm = (name) => (path, sha256) => wasmBackend(name, new WebAssembly.Module(readFileSync(path)), sha256);

// What forces a backend, as it is when this is loaded. A wrong name is told to who calls.
const { JSONTAPE_BACKEND } = process.env;
const forced = () => (JSONTAPE_BACKEND ? backendName(JSONTAPE_BACKEND, 'JSONTAPE_BACKEND') : undefined);

chooseFrom(
  {
    native: loading('native', (path, sha256) => nativeBackend(addonOf(path), sha256)),
    wasm: loading('wasm', wasm('wasm')),
    wasi: loading('wasi', wasm('wasi')),
  },
  forced,
);

// The addon takes a third of a millisecond to load, so it is there for the first call.
try {
  if ((forced() ?? 'native') === 'native') {
    backendOf('native');
    backendOf(); // which is that one
  }
} catch {
  // Who calls will hear of it, or get another one.
}
