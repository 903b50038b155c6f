// Choosing a backend: three modules behind one API, forced by the environment, with errors that say what is wrong.
import { spawnSync } from 'node:child_process';
import { isas, root } from '../data.js';
import { assert, jt, suite } from '../harness.js';

const test = suite('backends');

// Runs a script with an environment; gives status, what it printed and what stands on stderr.
function runScript(source, variables = {}) {
  const env = { ...process.env, ...variables };
  for (const name of ['JSONTAPE_BACKEND', 'JSONTAPE_ISA']) if (!(name in variables)) delete env[name];
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const print = "import * as j from 'jsontape'; process.stdout.write(JSON.stringify(j.backend()));";

const backendOf = (variables) => {
  const { status, stdout, stderr } = runScript(print, variables);
  assert.equal([status, stderr], [0, '']);
  return JSON.parse(stdout);
};

const names = ['native', 'wasm', 'wasi'];

test('backend() says which one, and three are three', () => {
  const all = names.map((name) => backendOf({ JSONTAPE_BACKEND: name }));
  assert.equal(
    all.map(({ name }) => name),
    names,
  );
  for (const { isa, version, sha256 } of all) {
    assert.is(version, '0.1.0');
    assert.match(sha256, /^[0-9a-f]{64}$/);
    assert.match(isa, /^(scalar|sse2|avx2|avx512|neon|wasm128)$/);
  }
  assert.is(new Set(all.map(({ sha256 }) => sha256)).size, 3);
  assert.equal(
    all.slice(1).map(({ isa }) => isa),
    ['wasm128', 'wasm128'],
  );
});

test('the addon is taken where it loads', () => {
  assert.is(backendOf({}).name, 'native');
  assert.is(jt.backend().name, 'native');
});

test('a backend that there is not is an error that names those there are', () => {
  const { status, stderr } = runScript(print, { JSONTAPE_BACKEND: 'unheard' });
  assert.is.not(status, 0);
  assert.match(stderr, 'JSONTAPE_BACKEND');
  assert.match(stderr, 'unheard');
  assert.match(stderr, 'native');
});

test('what JSONTAPE_BACKEND says later is too late', () => {
  const source = `
    const { backend } = await import('jsontape');
    process.env.JSONTAPE_BACKEND = 'unheard';
    console.log(backend().name);`;
  for (const name of names) assert.is(runScript(source, { JSONTAPE_BACKEND: name }).stdout.trim(), name);
});

test('JSONTAPE_ISA forces an instruction set of the addon', () => {
  for (const isa of isas) assert.is(backendOf({ JSONTAPE_BACKEND: 'native', JSONTAPE_ISA: isa }).isa, isa);
});

test('an instruction set that there is not is an error', () => {
  const foreign = process.arch === 'x64' ? 'neon' : 'avx2';
  for (const isa of ['unheard', foreign]) {
    const { status, stderr } = runScript(`${print} j.tokenize('[]');`, {
      JSONTAPE_BACKEND: 'native',
      JSONTAPE_ISA: isa,
    });
    assert.is.not(status, 0, isa);
    assert.match(stderr, isa);
  }
});

test('the option backend forces one for a call', () => {
  const text = '{"a":[1,"\u00e9"]}';
  const words = ['native', 'wasm', 'wasi'].map((backend) => [...jt.tokenize(text, { backend }).words]);
  assert.equal(words[1], words[0]);
  assert.equal(words[2], words[0]);
  const outputs = ['native', 'wasm', 'wasi'].map((backend) => [...jt.format(text, { backend, indent: 2 })]);
  assert.equal(outputs[1], outputs[0]);
  assert.equal(outputs[2], outputs[0]);
  assert.thrown(() => jt.tokenize(text, { backend: 'unheard' }), RangeError);
  assert.thrown(() => jt.tokenize(text, { backend: 1 }), TypeError);
});

test('a backend that is forced and does not load is an error, and none takes its place', () => {
  // A copy of the package without the addon.
  const source = `
    import { cpSync, mkdtempSync, rmSync } from 'node:fs';
    import { tmpdir } from 'node:os';
    import path from 'node:path';
    const folder = mkdtempSync(path.join(tmpdir(), 'jsontape-bare-'));
    try {
      for (const part of ['js', 'build/js', 'build/browser/jsontape.wasm', 'build/wasi', 'package.json']) {
        cpSync(part, path.join(folder, part), { recursive: true });
      }
      const j = await import(path.join(folder, 'js', 'index.js'));
      let outcome;
      try {
        outcome = j.backend().name;
      } catch (error) {
        outcome = 'refused: ' + error.message;
      }
      process.stdout.write(outcome);
    } catch (error) {
      process.stdout.write('refused: ' + error.message);
    } finally {
      rmSync(folder, { recursive: true });
    }`;
  const { stdout, stderr } = runScript(source, { JSONTAPE_BACKEND: 'native' });
  assert.is(stderr, '');
  assert.match(stdout, /^refused: .*(native|jsontape\.node)/);
  // Without force the next one that loads is taken.
  assert.equal(runScript(source), { status: 0, stdout: 'wasm', stderr: '' });
});

test.run();
