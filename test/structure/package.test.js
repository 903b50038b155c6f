// The package as npm would publish it: complete, with what its exports name, and without scripts that run on
// installation.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { root, run, text } from './tree.js';

const manifest = JSON.parse(text('package.json'));
const [packed] = JSON.parse(
  run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { stdio: ['ignore', 'pipe', 'ignore'] }),
);
const shipped = new Set(packed.files.map(({ path }) => path));

/** The files that an exports map names, with the conditions that lead to them. */
function* targets(value, conditions = []) {
  if (typeof value === 'string') yield { file: value.replace(/^\.\//, ''), conditions };
  else for (const [key, inner] of Object.entries(value)) yield* targets(inner, [...conditions, key]);
}

test('everything that the exports and the program name is shipped', () => {
  const named = [...targets(manifest.exports), ...targets(manifest.bin)];
  assert.ok(named.length > 4);
  for (const { file, conditions } of named) {
    assert.ok(existsSync(join(root, file)), `${file} (${conditions.join(' ')})`);
    assert.ok(shipped.has(file), `${file} is not shipped`);
  }
  for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md', 'package.json']) assert.ok(shipped.has(file), file);
  for (const file of [
    'native/jsontape.node',
    'browser/jsontape.wasm',
    'wasi/jsontape.wasm',
    'wasi/jsontape-reactor.wasm',
  ]) {
    assert.ok(shipped.has(`build/${file}`), file);
  }
});

test('types come first inside each condition', () => {
  for (const entry of Object.values(manifest.exports)) {
    if (typeof entry === 'string') continue;
    for (const [condition, inner] of Object.entries(entry)) {
      assert.is(Object.keys(inner)[0], 'types', condition);
    }
  }
});

test('installation runs nothing and needs nothing', () => {
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) assert.not(name in manifest.scripts, name);
  assert.is(manifest.dependencies, undefined);
});

test('the version is that of the C header', () => {
  assert.match(text('core/include/jsontape.h'), `#define JT_VERSION "${manifest.version}"`);
});

test.run();
