// What has broken other writers, through everything here that writes: serialize and its kin, a Serializer in chunks of any
// size, and text on its way through tapes and forms. The bytes are written out, not asked of the engine.
import { bytesOf, same } from '../checks.js';
import { assert, decode, env, jt, suite } from '../harness.js';
import { chunksOf } from '../streams.js';

const test = suite('cases: writing');

const own = env.own ? { engine: 'own' } : {};

/** Everything that writes a value: [name, (value, options) => bytes]. */
const writers = [
  ['serialize', (value, options) => jt.serialize(value, options)],
  ['serializer', (value, options) => jt.serializer(value, options)(value)],
  ['view', (value, options) => jt.serializer(undefined, options).view(value)],
  [
    'serializeInto',
    (value, options) => {
      const target = new Uint8Array(4096);
      const { written, bytes } = jt.serializeInto(target, value, options);
      return bytes ?? target.subarray(0, written);
    },
  ],
];

async function inChunks(value, options, chunkSize) {
  const serializer = new jt.Serializer({ ...options, chunkSize });
  serializer.value(value).end();
  return bytesOf(...(await chunksOf(serializer)));
}

/** A value, by every writer, is this text. */
async function writes(value, text, options = {}) {
  const expected = bytesOf(text);
  for (const [name, write] of writers) same(write(value, { ...own, ...options }), expected, name);
  if (options.replacer !== undefined) return;
  for (const chunkSize of [16, 17, 64, 4096]) same(await inChunks(value, { ...own, ...options }, chunkSize), expected);
}

/** A text is left as it is by what copies it. */
function passes(text) {
  same(jt.format(text, { indent: 0 }), bytesOf(text), text);
  same(jt.serialize(jt.tokenize(text)), bytesOf(text), text);
}

test('empty keys and strings', async () => {
  await writes({ '': 1, k: '' }, '{"":1,"k":""}');
  await writes([{ '': { '': '' } }], '[{"":{"":""}}]');
  passes('{"":1,"k":""}');
});

test('surrogates: pairs, halves, halves that meet', async () => {
  await writes('\ud834\udd1e', '"\u{1d11e}"');
  await writes('\ud834', '"\\ud834"');
  await writes(['\ud834', '\udd1e'], '["\\ud834","\\udd1e"]');
  await writes('\ud83d\u{1f600}', '"\\ud83d\u{1f600}"');
  await writes('\udc00\ud800', '"\\udc00\\ud800"');
  await writes({ '\ud800': '\udfff' }, '{"\\ud800":"\\udfff"}');
  const serializer = new jt.Serializer(own);
  const reading = chunksOf(serializer);
  await serializer.pipeString(['a\ud83d', '\ude00', '\ud83d', '\u{1f600}', '\ud83d']);
  serializer.end();
  assert.is(decode(bytesOf(...(await reading))), '"a\u{1f600}\\ud83d\u{1f600}\\ud83d"');
});

test('toJSON and undefined', async () => {
  await writes({ a: { toJSON: () => undefined }, b: 1 }, '{"b":1}');
  await writes([{ toJSON: () => undefined }], '[null]');
  await writes({ b: undefined, d: [undefined] }, '{"d":[null]}');
  const sparse = [1];
  sparse[2] = 3;
  await writes(sparse, '[1,null,3]');
  await writes([() => {}, Symbol('s'), { f() {}, [Symbol('k')]: 1 }], '[null,null,{}]');
  for (const [name, write] of writers) {
    const keys = [];
    const seen = { toJSON: (key) => keys.push(typeof key, key) };
    write([seen, { a: seen }], own);
    // A serializer with a sample may look at that first; it calls nothing of it.
    assert.equal(keys, ['string', '0', 'string', 'a'], name);
  }
});

test('boxed values, dates, collections, BigInts', async () => {
  await writes([new String('s'), new Number(2), new Boolean(false)], '["s",2,false]');
  await writes([new Date(NaN), new Date(0)], '[null,"1970-01-01T00:00:00.000Z"]');
  await writes([new Map([[1, 2]]), new Set([1]), /x/, new Error('e')], '[{},{},{},{}]');
  for (const [name, write] of writers) assert.thrown(() => write([1n], own), TypeError, name);
  await writes([1n, -(2n ** 70n)], '[1,-1180591620717411303424]', { bigint: 'digits' });
});

test('indentation', async () => {
  await writes([], '[]', { space: 2 });
  await writes([{}, []], '[\n  {},\n  []\n]', { space: 2 });
  await writes([1], `[\n${' '.repeat(10)}1\n]`, { space: 99 });
  await writes([1], '[\n 1\n]', { space: 1.9 });
  await writes([1], '[1]', { space: -1 });
  await writes([1], '[\n  1\n]', { space: new Number(2) });
  await writes({ a: 1 }, '{\nsixteen le"a": 1\n}', { space: 'sixteen letters!' });
  await writes({ b: 1, a: 2, c: 3 }, '{"a":2,"b":1}', { replacer: ['a', 'b', 'a'] });
  const tape = jt.tokenize('[1,[]]');
  for (const [space, unit] of [
    [99, ' '.repeat(10)],
    [1.9, ' '],
    [new Number(2), '  '],
    ['\t'.repeat(16), '\t'.repeat(10)],
  ]) {
    assert.is(decode(jt.serialize(tape, null, space)), `[\n${unit}1,\n${unit}[]\n]`);
    assert.is(decode(jt.serialize(tape, { space })), `[\n${unit}1,\n${unit}[]\n]`);
  }
  for (const space of [-1, 0, '', undefined, true, null]) assert.is(decode(jt.serialize(tape, null, space)), '[1,[]]');
  for (const [options, space] of [[{ indent: 2, space: 2 }], [{ indent: 2 }, 2], [{ space: 2 }, 2]]) {
    assert.thrown(() => jt.serialize(tape, options, space), TypeError, env.JSON.stringify([options, space]));
  }
});

test('what is refused leaves no separator behind', async () => {
  const serializer = new jt.Serializer({ ...own, bigint: 'error' });
  serializer.beginArray().value(1);
  assert.thrown(() => serializer.value(1n), TypeError);
  serializer.value(2).raw('3.0').value(4).beginObject().key('a');
  assert.thrown(() => serializer.value(2n), TypeError);
  assert.thrown(() => serializer.raw('[1,'), jt.JSONTapeError);
  serializer.value(NaN).key('b').raw('{ }').key('c').value(5).endObject().endArray().end();
  assert.is(decode(bytesOf(...(await chunksOf(serializer)))), '[1,2,3.0,4,{"a":null,"b":{ },"c":5}]');
  for (const [text, canonical] of [
    ['[1,NaN]', false],
    ['[1,1e400]', true],
  ]) {
    assert.thrown(() => jt.format(text, { canonical }), jt.JSONTapeError);
    assert.is(decode(jt.format('[1,2]', { canonical })), canonical ? '[1,2]' : '[\n  1,\n  2\n]');
  }
});

test('control characters', async () => {
  const controls = String.fromCharCode(...Array.from({ length: 32 }, (_, i) => i));
  const escaped = Array.from({ length: 32 }, (_, i) => {
    const short = { 8: '\\b', 9: '\\t', 10: '\\n', 12: '\\f', 13: '\\r' }[i];
    return short ?? `\\u00${i.toString(16).padStart(2, '0')}`;
  }).join('');
  await writes(controls, `"${escaped}"`);
  await writes({ [controls]: '"\\/' }, `{"${escaped}":"\\"\\\\/"}`);
  await writes('\u007f\u0080\u2028\u2029\ufeff\uffff', '"\u007f\u0080\u2028\u2029\ufeff\uffff"');
  passes(`["${escaped}","\u2028\u2029\u007f"]`);
});

test('numbers as ECMAScript prints them', async () => {
  for (const [number, text] of [
    [-36.973846435546875, '-36.973846435546875'],
    [1e-320, '1e-320'],
    [5e-324, '5e-324'],
    [1e21, '1e+21'],
    [1e-7, '1e-7'],
    [0.000001, '0.000001'],
    [123456789012345680000, '123456789012345680000'],
    [-0, '0'],
    [NaN, 'null'],
    [-Infinity, 'null'],
    [2 ** 53, '9007199254740992'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
  ]) {
    await writes(number, text);
    await writes({ a: [number, 1] }, `{"a":[${text},1]}`);
  }
});

test('the canonical form', () => {
  const canonical = (value) => decode(jt.serialize(value, { canonical: true }));
  const units = { '\ufb33': 1, '\u{1f600}': 2, '\u20ac': 3, '': 4, 10: 5, 9: 6 };
  assert.is(canonical(units), '{"":4,"10":5,"9":6,"\u20ac":3,"\u{1f600}":2,"\ufb33":1}');
  assert.is(decode(jt.format(jt.serialize(units), { canonical: true })), canonical(units));
  for (const value of ['\ud800', [NaN], { a: Infinity }, { '\udc00': 1 }]) {
    assert.thrown(() => canonical(value), TypeError);
  }
  for (const text of ['"\\ud800"', '[1e400]', '{"\\udc00":1}', '{"a":1,"a":1}']) {
    assert.thrown(() => jt.format(text, { canonical: true }), jt.JSONTapeError);
  }
});

test('strings that end where buffers do, and where the room of a target does', () => {
  for (const size of [64, 4096, 16384, 65536, 131072]) {
    for (let n = size - 4; n <= size + 2; n++) {
      for (const end of ['', '\u00e9', '\n', '\u{1f600}']) {
        const text = 'x'.repeat(n) + end;
        const expected = bytesOf(`["${text.replace('\n', '\\n')}"]`);
        same(jt.serialize([text], own), expected);
        const exact = new Uint8Array(expected.length + 1).fill(7);
        const { written } = jt.serializeInto(exact.subarray(0, expected.length), [text], own);
        assert.equal([written, exact.at(-1)], [expected.length, 7]);
        same(exact.subarray(0, written), expected);
      }
    }
  }
});

test('the public vectors of RFC 8785', async () => {
  for (const file of env.data.vectors) {
    const text = await env.bytes(file);
    const expected = await env.bytes(file.replace('canonical_input', 'canonical_output'));
    same(jt.format(text, { canonical: true }), expected, file);
    same(jt.serialize(env.JSON.parse(decode(text)), { canonical: true }), expected, file);
  }
  assert.is(env.data.vectors.length, env.data.roots.canonical_input ? 6 : 0);
});

test.run();
