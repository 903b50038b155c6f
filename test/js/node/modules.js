// The package in Node.js: ESM and CommonJS are one library, and nothing prints a warning.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { inspect } from 'node:util';
import { root } from '../data.js';
import { assert, jt, suite } from '../harness.js';

const test = suite('modules');

const require = createRequire(import.meta.url);

test('require gives the same functions and classes as import', () => {
  const common = require('jsontape');
  const names = Object.keys(jt)
    .filter((name) => name !== 'default')
    .sort();
  assert.ok(names.length >= 6);
  for (const name of ['tokenize', 'serialize', 'format', 'validate', 'backend', 'JSONTapeError']) {
    assert.ok(names.includes(name), name);
    assert.is(common[name], jt[name], name);
  }
  assert.equal(
    Object.keys(common)
      .filter((name) => name !== 'default' && name !== '__esModule')
      .sort(),
    names,
  );
});

test('functions and classes have the names they are exported by', () => {
  for (const [name, value] of Object.entries(require('jsontape'))) assert.is(value.name, name);
});

test('what is printed of a tape, a token, a match and an error', () => {
  const tape = jt.tokenize('{"a": 1}');
  assert.is(inspect(tape), 'Tape { length: 4, base: 0, bytesStart: 0 }');
  assert.is(inspect(tape.at(2)), "Token { index: 2, type: 'number', start: 6, end: 7, raw: '1' }");
  assert.is(inspect([[[tape.at(2)]]], { depth: 1 }), '[ [ [Array] ] ]');
  assert.is(inspect([tape.at(2)], { depth: 0 }), '[ [Token] ]');
  assert.is(inspect([...jt.select('{"a": 1}', '/a')]), "[ Match { pointer: '/a', start: 6, end: 7 } ]");
  assert.not.match(inspect(jt.validate('[1').error), 'tokens');
});

test('no class that only the library makes is made by others', () => {
  for (const name of ['Tape', 'Token', 'JSONTapeError']) {
    assert.throws(() => new jt[name](), new RegExp(`^${name} has no public constructor$`));
  }
});

test('an error of one is caught as that of the other', () => {
  const common = require('jsontape');
  try {
    common.tokenize('[');
    assert.unreachable();
  } catch (error) {
    assert.instance(error, jt.JSONTapeError);
  }
  assert.is(jt.tokenize('[1]', { into: common.tokenize('[]') }).length, 3);
});

// Runs a script in a Node.js of its own; gives what it printed, and fails on anything on stderr.
function runScript(source, { type = 'module', backend } = {}) {
  const env = { ...process.env };
  delete env.JSONTAPE_ISA;
  delete env.NODE_OPTIONS;
  if (backend) env.JSONTAPE_BACKEND = backend;
  else delete env.JSONTAPE_BACKEND;
  const { status, stdout, stderr } = spawnSync(process.execPath, [`--input-type=${type}`, '-e', source], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  assert.is(stderr, '');
  assert.is(status, 0);
  return stdout;
}

const work = `
  const tape = j.tokenize('{"a":[1,2.5,"x"]}');
  j.validate('['); j.format(' [1] ', { indent: 2 }); j.serialize(tape); j.serialize({ a: [1, 'b'] });
  process.stdout.write(j.backend().name + ' ' + tape.words.join());`;

for (const backend of [undefined, 'native', 'wasm', 'wasi']) {
  test(`no warning is printed by the backend ${backend ?? 'that is chosen'}`, () => {
    const esm = runScript(`import * as j from 'jsontape';${work}`, { backend });
    const commonjs = runScript(`const j = require('jsontape');${work}`, { type: 'commonjs', backend });
    assert.is(esm, commonjs);
    assert.is(esm.split(' ')[0], backend ?? 'native');
    assert.is(esm.split(' ')[1], '0,7,1,1,3,261,5,4,3,6,1,7,8,3,39,12,3,6,15,4,4,16,7,2');
  });
}

test('the library keeps no process alive', () => {
  // Ends by itself, without process.exit, though every backend has been used.
  const printed = runScript(`
    import * as j from 'jsontape';
    for (const backend of ['native', 'wasm', 'wasi']) j.format(j.serialize([1]), { backend });
    process.stdout.write('done');`);
  assert.is(printed, 'done');
});

test('what the exports map names is there', () => {
  const { exports, bin, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const files = [];
  const walk = (entry) => {
    if (typeof entry === 'string') files.push(entry);
    else for (const inner of Object.values(entry)) walk(inner);
  };
  walk(exports['.']);
  walk(bin);
  assert.ok(files.length >= 5);
  for (const file of files) assert.ok(existsSync(path.join(root, file)), file);
  assert.is(jt.backend().version, version);
});

test('the browser entry and the API know neither fs nor process', () => {
  // From js/browser.js along its imports.
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    const source = readFileSync(file, 'utf8');
    for (const [, from, alone] of source.matchAll(
      /(?:import|export)[^'"`;]*?from\s*['"]([^'"]+)['"]|import\s*['"]([^'"]+)['"]/g,
    )) {
      const specifier = from ?? alone;
      assert.ok(specifier.startsWith('.'), `${file} imports ${specifier}`);
      visit(path.resolve(path.dirname(file), specifier));
    }
  };
  visit(path.join(root, 'js', 'browser.js'));
  assert.ok(seen.size > 5);
});

test.run();
