// What tokenize takes: strings, every view and buffer, of this realm or another; and what it refuses.
import { bytesOf, caught, minify, same } from '../checks.js';
import { assert, decode, env, jt, suite } from '../harness.js';

const test = suite('input');

const text = '{"key":[1,-2.5e3,"\u00e9\u{1f600}\\n",true,false,null]} ';
const bytes = bytesOf(text);
const words = jt.tokenize(bytes).words.slice();

// A tape of the text, whose words, and one of whose strings, must be as they are from plain bytes.
function checkSame(input, message) {
  const tape = jt.tokenize(input);
  same(tape.words, words, message);
  assert.equal([tape.string(1), tape.string(5), tape.number(4)], ['key', '\u00e9\u{1f600}\n', -2500], message);
  assert.is(jt.validate(input).valid, true, message);
  same(minify(input), bytesOf(text.trim()), message);
  same(jt.serialize(tape), bytesOf(text.trim()), message);
}

const viewTypes = [
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
  'DataView',
];

// The text padded to a multiple of 8 bytes at an offset in a larger buffer full of other bytes.
function view(realm, type, offset, Buffer = realm.ArrayBuffer) {
  const length = Math.ceil(bytes.length / 8) * 8;
  const buffer = new Buffer(offset + length + 24);
  const all = new Uint8Array(buffer);
  all.fill(0x7b);
  all.fill(0x20, offset, offset + length);
  all.set(bytes, offset);
  const unit = realm[type].BYTES_PER_ELEMENT ?? 1;
  return new realm[type](buffer, offset, length / unit);
}

test('a string', () => {
  checkSame(text, 'string');
  assert.is(jt.tokenize('"\u00e9"').end(0), 4);
  assert.is(jt.tokenize('"\u{1f600}"').end(0), 6);
});

test('strings of each internal form: one byte, two bytes, ropes, slices', () => {
  checkSame(text.slice(0, 20) + text.slice(20), 'rope');
  checkSame(`xx${text}xx`.slice(2, -2), 'slice');
  assert.is(jt.tokenize('["\u00e9\u00ff"]').string(1), '\u00e9\u00ff');
  for (let length = 0; length < 70; length++) {
    const inner = 'a\u00e9'.repeat(length);
    assert.is(jt.tokenize(`"${inner}"`).string(0), inner);
  }
  const long = '\u20ac'.repeat(100_000);
  assert.is(jt.tokenize(`"${long}"`).string(0) === long, true);
});

test('lone surrogates in a string are ill-formed input', () => {
  for (const [input, offset] of [
    ['"\ud800"', 1],
    ['"a\udc00"', 2],
    ['"\u{1f600}\ud83d"', 5],
    ['["\ud800\ud800\udc00"]', 2],
  ]) {
    const error = caught(() => jt.tokenize(input));
    assert.equal([error.code, error.offset], ['INVALID_UTF8', offset]);
    assert.is(jt.validate(input).error.code, 'INVALID_UTF8');
    assert.is(caught(() => minify(input)).code, 'INVALID_UTF8');
  }
  // The earlier error wins.
  assert.is(caught(() => jt.tokenize('[x"\ud800"')).offset, 1);
});

test('every kind of view, at offsets', () => {
  for (const type of viewTypes) {
    for (const offset of [0, 8, 16, 64]) checkSame(view(globalThis, type, offset), `${type} at ${offset}`);
  }
  for (let offset = 0; offset < 70; offset++)
    checkSame(view(globalThis, 'Uint8Array', offset), `Uint8Array at ${offset}`);
  for (const offset of [1, 3, 7]) checkSame(view(globalThis, 'DataView', offset), `DataView at ${offset}`);
});

test('ArrayBuffer', () => {
  checkSame(bytes.buffer.slice(0), 'ArrayBuffer');
  assert.is(caught(() => jt.tokenize(new ArrayBuffer(0))).code, 'EMPTY');
});

test('Buffer, a subclass of Uint8Array', () => {
  class Sub extends Uint8Array {}
  checkSame(Sub.from(bytes), 'subclass');
  // Node.js's own; where there is none, the subclass again.
  const Buffer = globalThis.Buffer ?? Sub;
  checkSame(Buffer.from(bytes), 'Buffer');
  checkSame(Buffer.from([...bytesOf('xxx'), ...bytes, 0x7d]).subarray(3, 3 + bytes.length), 'Buffer, part');
});

test('shared memory is copied', () => {
  for (const type of ['Uint8Array', 'DataView', 'Int32Array']) {
    const shared = view(globalThis, type, 8, SharedArrayBuffer);
    checkSame(shared, `shared ${type}`);
  }
  const buffer = new SharedArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  checkSame(buffer, 'SharedArrayBuffer');
  const tape = jt.tokenize(buffer);
  new Uint8Array(buffer).fill(0);
  assert.equal([tape.string(1), tape.number(4)], ['key', -2500]);
  same(jt.serialize(tape), bytesOf(text.trim()));
});

test('views and buffers of another realm', () => {
  const other = env.otherRealm;
  assert.is.not(other.Uint8Array, Uint8Array);
  for (const type of viewTypes) checkSame(view(other, type, 8), `other realm's ${type}`);
  const buffer = new other.ArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  checkSame(buffer, "other realm's ArrayBuffer");
  assert.is(Object.prototype.toString.call(minify(buffer)), '[object Uint8Array]');
});

test('resizable buffers', () => {
  const buffer = new ArrayBuffer(bytes.length, { maxByteLength: 1 << 16 });
  new Uint8Array(buffer).set(bytes);
  checkSame(buffer, 'resizable');
  checkSame(new Uint8Array(buffer), 'view of resizable');
});

test('String objects are text or refused, never something else', () => {
  let tape;
  try {
    tape = jt.tokenize(Object('[1]'));
  } catch (error) {
    assert.instance(error, TypeError);
    return;
  }
  assert.is(tape.length, 3);
});

test('detached memory is a TypeError', () => {
  const detached = () => {
    const buffer = bytes.buffer.slice(0);
    const whole = new Uint8Array(buffer);
    structuredClone(buffer, { transfer: [buffer] });
    return { buffer, whole };
  };
  for (const call of [jt.tokenize, jt.validate, jt.format]) {
    assert.thrown(() => call(detached().buffer), TypeError);
    assert.thrown(() => call(detached().whole), TypeError);
  }
});

test('views that have gone out of bounds are a TypeError', () => {
  const buffer = new ArrayBuffer(64, { maxByteLength: 64 });
  const part = new Uint8Array(buffer, 32, 16);
  buffer.resize(16);
  assert.thrown(() => jt.tokenize(part), TypeError);
});

test('what is no input is a TypeError', () => {
  const wrong = [
    undefined,
    null,
    0,
    1,
    NaN,
    true,
    10n,
    Symbol('s'),
    {},
    [],
    [0x5b, 0x5d],
    () => {},
    new Date(),
    /x/,
    new Map(),
    Promise.resolve('[]'),
    { length: 2, 0: 91, 1: 93 },
  ];
  for (const call of [jt.tokenize, jt.validate, jt.format]) {
    assert.thrown(() => call(), TypeError);
    for (const input of wrong) assert.thrown(() => call(input), TypeError, typeof input);
  }
});

test('misuse of the options is a TypeError, a value out of range a RangeError', () => {
  for (const call of [jt.tokenize, jt.validate, jt.format]) {
    for (const options of [1, 'x', true, Symbol('s')])
      assert.thrown(() => call('[]', options), TypeError, String(options));
    for (const maxDepth of ['5', null, true, {}, [5], 5n])
      assert.thrown(() => call('[]', { maxDepth }), TypeError, String(maxDepth));
    for (const maxDepth of [-1, 1.5, NaN, Infinity, 2 ** 32, 2 ** 53]) {
      assert.thrown(() => call('[]', { maxDepth }), RangeError, String(maxDepth));
    }
    assert.thrown(() => call('[]', { unheardOf: 1 }), TypeError);
  }
  for (const into of [null, 1, {}, [], new Uint32Array(10)])
    assert.thrown(() => jt.tokenize('[]', { into }), TypeError);
  assert.is(jt.tokenize('[]', undefined).length, 2);
  assert.is(jt.tokenize('[]', {}).length, 2);
  assert.is(jt.tokenize('[]', { maxDepth: undefined, into: undefined }).length, 2);
});

test('inputs of every size up to 300 bytes, without padding behind them', () => {
  for (let length = 2; length <= 300; length++) {
    const input = bytesOf(`"${'x'.repeat(length - 2)}"`);
    assert.is(jt.tokenize(input).end(0), length);
    const exact = new Uint8Array(new ArrayBuffer(length));
    exact.set(input);
    assert.is(jt.tokenize(exact).string(0).length, length - 2);
  }
});

test('what lies around the bytes does not matter', () => {
  for (const around of [0x00, 0x22, 0x5c, 0x20, 0x39, 0x7d, 0xff]) {
    for (const inner of ['"abc"', '123', 'true', '[1,2]', '{"a":"b"}', '"abc', '12.', 'tru', '[1,2', '"\\']) {
      const input = bytesOf(inner);
      const buffer = new Uint8Array(input.length + 200).fill(around);
      buffer.set(input, 100);
      const part = buffer.subarray(100, 100 + input.length);
      const one = jt.validate(part);
      const other = jt.validate(inner);
      assert.equal(
        [one.valid, one.error?.code, one.error?.offset],
        [other.valid, other.error?.code, other.error?.offset],
      );
    }
  }
});

test('the input is not changed', () => {
  const input = bytes.slice();
  jt.tokenize(input);
  jt.validate(input);
  jt.format(input, { indent: 2 });
  same(input, bytes);
  assert.is(decode(input), text);
});

test('an input of 20 MB, and a small one after it', () => {
  const large = new Uint8Array(20_000_000).fill(0x20);
  large.set(bytesOf('[1,'), 0);
  large.set(bytesOf('2]'), large.length - 2);
  const tape = jt.tokenize(large);
  assert.equal([tape.length, tape.start(2), tape.end(3)], [4, 19_999_998, 20_000_000]);
  assert.is(jt.tokenize('[]').length, 2);
  assert.is(tape.number(2), 2);
});

test.run();
