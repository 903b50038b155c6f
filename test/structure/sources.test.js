// What the sources may include and say.
import { dirname, join, normalize } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { files, includes, run, text } from './tree.js';

const PUBLIC = 'core/include/jsontape.h';
const BINDINGS = ['core/src/bindings.h', 'core/src/engine.h'];
const INTRINSICS = /(^|[^a-z])(immintrin|[a-z]mmintrin|x86intrin|cpuid|arm_neon|arm_acle|wasm_simd128)\.h/;

const core = files(/\.[ch]$/, 'core');
// What a C file of ours includes of ours, as paths from the root.
const own = (path) =>
  includes(path)
    .filter(({ quoted }) => quoted)
    .map(({ name }) => normalize(join(dirname(path), name)));

test('the core includes itself, by paths that need no flag, and no function of a C library but the memory ones', () => {
  const headers = ['stdbool.h', 'stddef.h', 'stdint.h', 'string.h', 'float.h', 'limits.h'];
  for (const path of core) {
    for (const name of own(path)) assert.ok(core.includes(name), `${path} includes ${name}`);
    for (const { name, quoted } of includes(path)) {
      if (!quoted) assert.ok(headers.includes(name) || INTRINSICS.test(name), `${path} includes <${name}>`);
    }
  }
});

test('the public header includes nothing of ours', () => {
  assert.equal(own(PUBLIC), []);
});

test('includes never go in a circle', () => {
  const done = new Set();
  const walk = (path, trail) => {
    assert.not(trail.includes(path), [...trail, path].join(' > '));
    if (done.has(path)) return;
    for (const name of own(path)) walk(name, [...trail, path]);
    done.add(path);
  };
  for (const path of core) walk(path, []);
});

test('includes go downward only: header, base, operations, templates, their instances', () => {
  const LEVELS = [/\/(jsontape|policy|base)\.h$/, /\/ops_\w+\.h$/, /_template\.h$/, /\/(isa_\w+|exact)\.c$/];
  const level = (path) => LEVELS.findIndex((pattern) => pattern.test(path));
  for (const path of core) {
    for (const name of own(path)) {
      // Operations and templates belong to the instances: nothing else sees them.
      if (level(name) === 1 || level(name) === 2) assert.ok(level(path) >= level(name), `${path} includes ${name}`);
      if (level(path) === 0) assert.is(level(name), 0, `${path} includes ${name}`);
    }
  }
});

test('intrinsics stay in core/src/simd', () => {
  for (const path of files(/\.([ch]|cc|cpp)$/, 'core', 'native', 'wasm')) {
    if (path.startsWith('core/src/simd/')) continue;
    for (const { name } of includes(path)) assert.not.match(name, INTRINSICS, path);
    assert.not.match(text(path), /\b(_mm\d*_\w+|__m(128|256)i?|wasm_[iuv]\d+x?\d*_\w+|v(ld1|st1)q_\w+)\b/, path);
  }
});

test('wasm and native include of the core only the public header and those of the bindings', () => {
  for (const path of files(/\.[ch]$/, 'wasm', 'native')) {
    for (const name of own(path)) {
      const good = name.startsWith(`${path.split('/')[0]}/`) || name === PUBLIC || BINDINGS.includes(name);
      assert.ok(good || /(^|\/)jsontape\.h$/.test(name), `${path} includes ${name}`);
    }
  }
});

test('every choice by target lies in policy.h', () => {
  for (const path of core.filter((name) => !/\/policy\.h$|\/simd\//.test(name))) {
    assert.not.match(text(path), /__(EMSCRIPTEN|wasi|wasm_simd128|wasm|AVX2|SSE2|ARM_NEON)__/, path);
  }
});

test('the part of the wrapper that is the API knows neither fs nor WebAssembly', () => {
  for (const path of files(/\.c?js$/, 'js')) {
    if (!/^js\/(api|tape|serialize|error|input|format|validate)/.test(path)) continue;
    assert.not.match(text(path), /\bWebAssembly\b|['"](node:)?fs(\/promises)?['"]/, path);
  }
});

test('the numbers that JS shares with C are up to date', () => {
  run('node', ['native/scripts/layout.js', '--check']);
});

test('nothing is left to do', () => {
  const words = new RegExp(
    ['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK', 'not imple' + 'mented', 'place' + 'holder'].join('|'),
  );
  const folders = ['core', 'wasm', 'native', 'js', 'test', 'bench-node', 'docs'];
  for (const path of files(/\.(c|h|cc|cpp|js|cjs|ts|cts|md|cmake|sh|py|txt)$/, ...folders)) {
    assert.not.match(text(path).replaceAll('uXXXX', ''), words, path);
  }
});

test.run();
