// `jsontape/slim`: the library and its module apart from one another.
import { assert, decode, env, suite } from '../harness.js';
import { rejected } from '../streams.js';

const test = suite('slim');

/** The entry, as a module of its own for each name: each waits for its own init. */
const entry = (name) => import(new URL(`../../../js/slim.js?${name}`, import.meta.url));

async function rejects(promise, type, message) {
  const error = await rejected(promise);
  assert.instance(error, type);
  assert.match(error.message, message);
}

test('before init, whatever needs the module throws', async () => {
  const slim = await entry('before');
  assert.throws(() => slim.tokenize('[]'), /await init\(\) first/);
  assert.throws(() => slim.backend(), /await init\(\) first/);
  assert.throws(() => slim.tokenize(1), TypeError);
});

test('init takes one source, and says what is wrong with it', async () => {
  const { init } = await entry('wrong');
  await rejects(init(), TypeError, /must be an object/);
  await rejects(init({}), TypeError, /one of module, url and bytes/);
  await rejects(init({ file: 'x' }), TypeError, /one of module, url and bytes/);
  await rejects(init({ url: 'data:,', bytes: new Uint8Array(8) }), TypeError, /one of module, url and bytes/);
  await rejects(init({ module: {} }), TypeError, /WebAssembly\.Module/);
  await rejects(init({ bytes: '[]' }), TypeError, /./);
  await rejects(init({ bytes: new Uint8Array(8) }), WebAssembly.CompileError, /./);
  await rejects(init({ url: 'data:application/wasm,no' }), WebAssembly.CompileError, /./);
  const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  await rejects(init({ bytes: empty }), TypeError, /is not jsontape\.wasm/);
  // A failure is not for ever.
  await init({ bytes: await env.module() });
});

test('a module of another version is refused', async () => {
  const { init, backend } = await entry('version');
  await init({ bytes: await env.module() });
  const [major, minor, patch] = backend().version.split('.').map(Number);
  const bytes = await env.module();
  // The function that says the version returns a constant: i32.const with the number as LEB128, end.
  const constant = [0x41];
  for (let n = (major << 16) | (minor << 8) | patch; ; n >>= 7) {
    const more = n >= 64;
    constant.push((n & 127) | (more ? 128 : 0));
    if (!more) break;
  }
  constant.push(0x0b);
  const places = [];
  for (let i = 0; i + constant.length <= bytes.length; i++) {
    // A function's body: its length, no locals.
    const body = bytes[i - 1] === 0 && bytes[i - 2] === constant.length + 1;
    if (body && constant.every((byte, j) => bytes[i + j] === byte)) places.push(i);
  }
  assert.is(places.length, 1);
  bytes[places[0] + 1] ^= 1;
  const other = await entry('version-other');
  await rejects(other.init({ bytes }), Error, /is of version \d+\.\d+\.\d+, not \d+\.\d+\.\d+/);
});

test('the library works with bytes, with a URL and with a module, and init is waited for once', async () => {
  const bytes = await env.module();
  const url = `data:application/wasm;base64,${btoa(String.fromCharCode(...bytes))}`;
  for (const [by, source] of [
    ['bytes', { bytes }],
    ['buffer', { bytes: bytes.buffer }],
    ['url', { url }],
    ['URL', { url: new URL(url) }],
    ['module', { module: await WebAssembly.compile(bytes), url: undefined }],
  ]) {
    const slim = await entry(by);
    const first = slim.init(source);
    assert.is(slim.init({ bytes: 'which is not looked at' }), first, by);
    assert.is(await first, undefined);
    assert.is(slim.tokenize('{"a": [1]}').pointer(3), '/a/0');
    assert.equal(slim.parse('[1, "\\u0041"]', { engine: 'own' }), [1, 'A']);
    assert.is(decode(slim.serialize({ a: [1.5, 'x'] }, { engine: 'own' })), '{"a":[1.5,"x"]}');
    assert.is(decode(slim.format('[1]', { indent: 0 })), '[1]');
    assert.is(slim.validate('[').error.code, 'UNEXPECTED_END');
    assert.instance(slim.validate('[').error, slim.JSONTapeError);
    const { name, sha256 } = slim.backend();
    assert.is(name, 'wasm');
    assert.match(sha256, by === 'module' ? /^$/ : /^[0-9a-f]{64}$/);
  }
});

test('it exports what the library does', async () => {
  const slim = await entry('exports');
  const whole = await import('jsontape');
  const names = Object.keys(whole).filter((name) => name !== 'default' && name !== 'module.exports');
  assert.equal(Object.keys(slim).sort(), [...names, 'init'].sort());
});

test.run();
