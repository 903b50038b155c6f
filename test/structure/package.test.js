// The package as npm would publish it: complete, with what its exports name, and without scripts that run on
// installation.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
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

// What is imported by name alone leaves the modules that an entry imports for their effects: these are to be kept.
test('what a bundler makes of one function for a browser works', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'jsontape-bundle-'));
  try {
    for (const [entry, name, use] of [
      ['jsontape', 'tokenize', (tokenize) => tokenize('[1]').length],
      ['jsontape', 'backend', (backend) => (backend().name === 'wasm' ? 3 : 0)],
      ['jsontape/web', 'ValuesStream', (ValuesStream) => (new ValuesStream().readable.locked ? 0 : 3)],
    ]) {
      const outfile = join(folder, `${name}.mjs`);
      await build({
        stdin: { contents: `export { ${name} } from '${entry}'`, resolveDir: root },
        conditions: ['browser'],
        bundle: true,
        format: 'esm',
        outfile,
      });
      const module = await import(pathToFileURL(outfile));
      assert.is(use(module[name]), 3, name);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

// Bundlers take files that are not listed for such that may be passed over.
test('the modules that are imported for their effects are listed, and so are the entries that import them', () => {
  const entries = ['js/browser.js', 'js/web_streams_browser.js', 'js/node.js'];
  const effects = entries.flatMap((path) =>
    [...text(path).matchAll(/^import '\.\/(.*)';$/gm)].map(([, file]) => `js/${file}`),
  );
  assert.is(effects.length, entries.length);
  const bundled = entries.filter((path) => path !== 'js/node.js'); // of which only the bundle is used
  assert.equal(
    [...manifest.sideEffects].sort(),
    [...new Set([...bundled, ...effects])].map((path) => `./${path}`).sort(),
  );
});

test.run();
