// What the built objects hold: what they import and export, and how large they are.
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BUDGETS } from '../../native/scripts/size.js';
import { coreSources, publicFunctions, read, root, run } from './tree.js';

const MEMORY_FUNCTIONS = ['memcmp', 'memcpy', 'memmove', 'memset'];
const LIBRARY = 'build/native/libjsontape.a';

/** The symbols that nm lists of files, without versions: [{ name, kind }]. */
function symbols(...args) {
  return run('nm', args)
    .split('\n')
    .map((line) => /^[0-9a-f ]*([A-Za-z]) (\S+)$/.exec(line))
    .filter(Boolean)
    .map(([, kind, name]) => ({ kind, name: name.split('@')[0] }));
}

/** What the objects of the core need and none of them gives. */
function imports(objects) {
  const all = symbols(...objects);
  const given = new Set(all.filter(({ kind }) => /[TDBRVWG]/i.test(kind) && kind !== 'w').map(({ name }) => name));
  const needed = all.filter(({ kind }) => kind === 'U' || kind === 'w').map(({ name }) => name);
  return [...new Set(needed)].filter((name) => !given.has(name) && name !== '_GLOBAL_OFFSET_TABLE_').sort();
}

const wasm = (path) => new WebAssembly.Module(read(path));
const modules = {
  browser: 'build/browser/jsontape.wasm',
  reactor: 'build/wasi/jsontape-reactor.wasm',
  command: 'build/wasi/jsontape.wasm',
};

for (const compiler of ['gcc', 'clang-19']) {
  test(`${compiler} builds the core without any flag, and it needs only the memory functions`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'jsontape-plain-'));
    try {
      const sources = coreSources().map((path) => join(root, path));
      assert.ok(sources.length > 10);
      const said = run('sh', ['-c', `${compiler} -c "$@" 2>&1`, 'sh', ...sources], { cwd: folder });
      assert.is(said, '', 'no warning');
      const objects = readdirSync(folder).map((name) => join(folder, name));
      assert.is(objects.length, sources.length);
      for (const name of imports(objects)) assert.ok(MEMORY_FUNCTIONS.includes(name), `imports ${name}`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

test('the static library needs only the memory functions', () => {
  for (const name of imports([LIBRARY])) assert.ok(MEMORY_FUNCTIONS.includes(name), `imports ${name}`);
});

test('the static library has no writable data but the instruction set in use', () => {
  const data = run('objdump', ['--syms', LIBRARY])
    .split('\n')
    .map((line) => / O (\.data|\.bss|\.t(data|bss)|\*COM\*)(?!\.rel\.ro)\S*\s+\S+\s+(.*)$/.exec(line)?.[3])
    .filter(Boolean);
  assert.is(data.length, 1, data.join(' '));
});

test('the shared library shows exactly what the header declares', () => {
  const shown = symbols('-D', '--defined-only', 'build/native/libjsontape.so').map(({ name }) => name);
  assert.equal(shown.sort(), publicFunctions());
  assert.match(run('readelf', ['-d', 'build/native/libjsontape.so']), /SONAME.*\[libjsontape\.so\.\d+\]/);
});

test('the browser module and the WASI reactor import nothing and export the same functions', () => {
  const [browser, reactor] = [modules.browser, modules.reactor].map((path) => {
    assert.equal(WebAssembly.Module.imports(wasm(path)), [], path);
    const memory = new WebAssembly.Instance(wasm(path), {}).exports.memory;
    assert.ok(memory.buffer.byteLength <= 1 << 20, `${path} starts with ${memory.buffer.byteLength} bytes`);
    memory.grow(1);
    return WebAssembly.Module.exports(wasm(path)).map(({ name }) => name);
  });
  assert.ok(reactor.length > 5);
  for (const name of reactor) assert.ok(browser.includes(name), name);
  for (const name of browser) assert.ok(reactor.includes(name) || name === '_initialize', name);
});

test('the WASI command imports only wasi_snapshot_preview1', () => {
  const imported = WebAssembly.Module.imports(wasm(modules.command));
  assert.ok(imported.length > 0);
  for (const { module, name } of imported) assert.is(module, 'wasi_snapshot_preview1', name);
});

// What is shipped may have so many bytes; `npm run size` says which part has how many.
for (const { what, size, most } of BUDGETS) {
  test(`${what} has at most ${most} bytes`, async () => {
    const bytes = await size();
    console.log(`${what}: ${bytes} of ${most} bytes`);
    assert.ok(bytes > 0 && bytes <= most, `${bytes} bytes`);
  });
}

test('the modules are different ones', () => {
  const paths = [...Object.values(modules), 'build/native/jsontape.node'];
  const digests = paths.map((path) => createHash('sha256').update(read(path)).digest('hex'));
  assert.is(new Set(digests).size, paths.length);
});

test.run();
