// The run is what it says it is.
import { assert, env, jt, suite } from '../harness.js';

const test = suite('environment');

test('the backend is the one that was asked for', () => {
  const { name, isa, version, sha256 } = jt.backend();
  assert.is(name, env.backend);
  assert.match(env.name, env.node ? /^(native|wasm|wasi|node)/ : /^chromium/);
  if (env.isa) assert.is(isa, env.isa);
  else assert.match(isa, name === 'native' ? /^(scalar|sse2|avx2|avx512|neon)$/ : /^wasm128$/);
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.match(sha256, /^[0-9a-f]{64}$/);
});

test('JSON.parse and JSON.stringify are forbidden where that is asked for', () => {
  for (const call of [() => JSON.parse('1'), () => JSON.stringify(1)]) {
    let outcome = 'works';
    try {
      call();
    } catch (error) {
      outcome = error.message;
    }
    assert.match(outcome, env.own ? /^JSON\.(parse|stringify) was called$/ : /^works$/);
  }
  assert.is(env.JSON.stringify([1]), '[1]');
});

test('the library exports what it says, and nothing more', () => {
  const classes = ['JSONTapeError', 'PartialParser', 'Serializer', 'Tape', 'Token', 'Tokenizer'];
  const functions = [
    'backend',
    'edit',
    'format',
    'parse',
    'select',
    'serialize',
    'serializeInto',
    'serializer',
    'tokenize',
  ];
  const names = [...classes, ...functions, 'tokens', 'validate', 'values'];
  assert.equal(
    Object.keys(jt)
      .filter((name) => name !== 'default')
      .sort(),
    names,
  );
});

test('serialize: values and tapes', () => {
  assert.is(new TextDecoder().decode(jt.serialize({ a: [1, 'x', null] })), '{"a":[1,"x",null]}');
  assert.is(new TextDecoder().decode(jt.serialize([1], null, 2)), '[\n  1\n]');
  assert.is(new TextDecoder().decode(jt.serialize(jt.tokenize(' [ 1.0 ] '))), '[1.0]');
  assert.is(jt.serialize(undefined), undefined);
});

test.run();
