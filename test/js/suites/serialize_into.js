// serializeInto and serializer: the same bytes as serialize, in memory of the caller's or in memory that is used again.
import { same } from '../checks.js';
import { assert, decode, encode, env, jt, suite } from '../harness.js';

const test = suite('serialize into');

const own = env.own ? { engine: 'own' } : {};
const expected = (value, replacer, space) => encode(env.JSON.stringify(value, replacer, space));

const values = () => [
  0,
  'text é😀"\\\n',
  null,
  [],
  { a: 1, b: [true, { c: 'd' }] },
  Array.from({ length: 3000 }, (_, i) => ({ id: i, share: i / 7, name: `n${i}é` })),
  'x'.repeat(100000),
  '漢'.repeat(40000),
];

test('into memory that suffices, is just large enough, or is too small by one', () => {
  for (const value of values()) {
    const bytes = expected(value);
    for (const more of [3 * bytes.length, 1, 0]) {
      const target = new Uint8Array(bytes.length + more + 2).fill(7).subarray(1, 1 + bytes.length + more);
      const result = jt.serializeInto(target, value, own);
      assert.equal([result.written, result.bytes], [bytes.length, undefined]);
      same(target.subarray(0, bytes.length), bytes);
      assert.equal([new Uint8Array(target.buffer)[0], new Uint8Array(target.buffer).at(-1)], [7, 7]);
    }
    const small = new Uint8Array(bytes.length - 1).fill(9);
    const result = jt.serializeInto(small, value, own);
    assert.is(result.written, 0);
    same(result.bytes, bytes);
    assert.ok(small.every((byte) => byte === 9));
  }
});

test('what does not fit has been visited once, and is not lost', () => {
  let calls = 0;
  const value = { toJSON: () => `call ${++calls}` };
  const { written, bytes } = jt.serializeInto(new Uint8Array(3), value, own);
  assert.equal([written, decode(bytes), calls], [0, '"call 1"', 1]);
});

test('what has no text', () => {
  for (const value of [undefined, () => 1, Symbol('s'), { toJSON() {} }]) {
    const result = jt.serializeInto(new Uint8Array(9), value, own);
    assert.equal([result.written, result.bytes], [0, undefined]);
    assert.is(jt.serializer(undefined, own).view(value), undefined);
    assert.is(jt.serializer(undefined, own)(value), undefined);
  }
});

test('options, and replacer and space in their places', () => {
  const value = { a: [1, 2n, new Float32Array([0.5])] };
  const target = new Uint8Array(200);
  const options = { ...own, bigint: 'digits', typedArrays: 'array', space: 1 };
  const { written } = jt.serializeInto(target, value, options);
  assert.is(decode(target.subarray(0, written)), '{\n "a": [\n  1,\n  2,\n  [\n   0.5\n  ]\n ]\n}');
  assert.is(decode(jt.serializer(undefined, options)(value)), decode(target.subarray(0, written)));
  const places = env.own ? [{ ...own, replacer: ['b'], space: 2 }] : [['b'], 2];
  const listed = jt.serializeInto(target, { a: 1, b: 2 }, ...places);
  assert.is(decode(target.subarray(0, listed.written)), '{\n  "b": 2\n}');
});

test('a tape', () => {
  const tape = jt.tokenize('[1.0, "\\u0061"]');
  const target = new Uint8Array(20);
  assert.is(jt.serializeInto(target, tape).written, 14);
  assert.is(decode(target.subarray(0, 14)), '[1.0,"\\u0061"]');
  assert.is(decode(jt.serializeInto(new Uint8Array(2), tape).bytes), '[1.0,"\\u0061"]');
  const toBytes = jt.serializer();
  assert.is(decode(toBytes(tape)), '[1.0,"\\u0061"]');
  assert.is(decode(toBytes.view(tape)), '[1.0,"\\u0061"]');
  assert.is(toBytes.into(target, tape).written, 14);
});

test('wrong targets and options', () => {
  for (const target of [
    undefined,
    null,
    1,
    'text',
    [],
    new ArrayBuffer(8),
    new Int8Array(8),
    new Uint8ClampedArray(8),
  ]) {
    assert.thrown(() => jt.serializeInto(target, 1), TypeError);
    assert.thrown(() => jt.serializer().into(target, 1), TypeError);
  }
  assert.thrown(() => jt.serializeInto(new Uint8Array(9), 1, { spaces: 1 }), TypeError);
  assert.thrown(() => jt.serializer(undefined, { spaces: 1 }), TypeError);
  assert.thrown(() => jt.serializer(undefined, { engine: 'fast' }), RangeError);
});

test('an error of the value leaves the target as it is', () => {
  const target = new Uint8Array(100).fill(5);
  const value = ['long enough to be written', 1n];
  assert.thrown(() => jt.serializeInto(target, value, own), TypeError);
  assert.ok(target.every((byte) => byte === 5));
});

test('a view is the same bytes, and its memory is used again', () => {
  const toBytes = jt.serializer(undefined, own);
  const first = toBytes.view([1, 2, 3]);
  assert.is(decode(first), '[1,2,3]');
  const second = toBytes.view([4, 5, 6]);
  assert.is(decode(second), '[4,5,6]');
  assert.is(first.buffer, second.buffer);
  assert.is(decode(first), '[4,5,6]');
  // Nothing else touches it.
  jt.serialize([7, 8, 9], own);
  jt.serializer(undefined, own).view(['x'.repeat(500)]);
  assert.is(decode(second), '[4,5,6]');
  for (const value of values()) {
    same(toBytes.view(value), expected(value));
    same(toBytes(value), expected(value));
  }
  assert.is(decode(toBytes.view('again')), '"again"');
});

test('what is larger than any buffer that is kept', () => {
  const toBytes = jt.serializer(undefined, own);
  const text = 'y'.repeat(1 << 24);
  assert.is(toBytes.view(text).length, text.length + 2);
  assert.is(toBytes.view([text, text]).length, 2 * text.length + 7);
  assert.is(decode(toBytes.view([1])), '[1]');
  const target = new Uint8Array(2 * text.length + 7);
  assert.is(jt.serializeInto(target, [text, text], own).written, target.length);
  assert.is(target[target.length - 2], 0x22);
});

// ---- Values of a kind that is known beforehand, and those that are of another

const sample = () => ({ id: 1, name: 'n', tags: ['t'], at: { x: 1.5, y: null }, ok: true });

/** Values that differ from the sample in one thing each. */
function alike() {
  const traced = [];
  const getter = sample();
  Object.defineProperty(getter, 'name', { get: () => traced.push('get') && 'got', enumerable: true });
  const hidden = sample();
  Object.defineProperty(hidden, 'name', { value: 'hidden', enumerable: false });
  const inherited = Object.assign(Object.create({ inherited: 1, toJSON: undefined }), sample());
  class Row {
    constructor() {
      Object.assign(this, sample());
    }
  }
  class Json extends Row {
    toJSON(key) {
      return { key, of: 'toJSON' };
    }
  }
  const boxed = Object.assign(sample(), { id: new Number(2), name: new String('s'), ok: new Boolean(false) });
  return [
    sample(),
    { ...sample(), more: 1 },
    { id: 1, name: 'n' },
    { name: 'n', id: 1, tags: [], at: {}, ok: true },
    { ...sample(), id: 'text', name: 5, tags: null, at: [1], ok: 'yes' },
    { ...sample(), id: undefined, name: () => 1, ok: Symbol('s') },
    { ...sample(), id: Number.NaN, at: { x: -0, y: 2 ** 31 } },
    { ...sample(), id: 2 ** 27, name: '\ud800', tags: ['\udc00'] },
    { ...sample(), name: 'x'.repeat(9000), ok: new Date(0) },
    { ...sample(), name: 'é"\n'.repeat(30) },
    { ...sample(), at: { x: { y: { z: sample() } }, y: [sample(), sample()] } },
    Object.assign(Object.create(null), sample()),
    getter,
    hidden,
    inherited,
    new Row(),
    new Json(),
    { ...sample(), toJSON: () => 'own' },
    { ...sample(), at: { x: 1, y: 2, toJSON: (key) => key } },
    new Proxy(sample(), {}),
    boxed,
    [sample(), sample(), { id: 1 }],
    'text',
  ];
}

const schema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    at: { type: 'object', properties: { x: { type: 'number' }, y: {} } },
    ok: { type: 'boolean' },
  },
  required: ['id', 'name'],
};
const recursive = { $schema: 'https://json-schema.org/draft/2020-12/schema', anyOf: [schema, { type: 'null' }] };
recursive.properties = { self: recursive };

test('a serializer made for a sample or a schema writes every value right', () => {
  const kinds = [undefined, null, 5, 'x', [], sample(), [sample()], schema, recursive, { $schema: 'x' }, [[schema]]];
  for (const kind of kinds) {
    const toBytes = jt.serializer(kind, own);
    for (let round = 0; round < 3; round++) {
      for (const value of alike()) same(toBytes(value), expected(value), String(round));
    }
    const cycle = sample();
    cycle.at.y = cycle;
    assert.match(assert.thrown(() => toBytes(cycle), TypeError).message, '/at/y is the same object as the root');
    assert.match(assert.thrown(() => toBytes({ ...sample(), ok: 1n }), TypeError).message, '/ok');
  }
  const replaced = jt.serializer(sample(), { ...own, replacer: (_, value) => (value === 'n' ? 'm' : value), space: 2 });
  const listed = jt.serializer(sample(), { ...own, replacer: ['id', 'at', 'y'] });
  for (const value of alike()) {
    same(
      replaced(value),
      expected(value, (_, part) => (part === 'n' ? 'm' : part), 2),
    );
    same(listed(value), expected(value, ['id', 'at', 'y']));
  }
});

test('getters are called in the same order as by JSON.stringify, however often objects come', () => {
  const trace = (stringify) => {
    const log = [];
    const item = (i) => ({
      get b() {
        log.push(`b${i}`);
        return i;
      },
      a: i,
      get c() {
        log.push(`c${i}`);
        return i % 3 === 0 ? undefined : { d: i };
      },
    });
    stringify(Array.from({ length: 2500 }, (_, i) => item(i)));
    return log;
  };
  assert.equal(
    trace((value) => jt.serialize(value, own)),
    trace((value) => env.JSON.stringify(value)),
  );
});

test('an object that changes while its fields are written', () => {
  const make = (i) => {
    const object = {
      first: i,
      get changing() {
        delete object.later;
        object.last = 'new';
        object.more = 1;
        return i;
      },
      later: 'gone',
      last: 'old',
    };
    return object;
  };
  const list = () => Array.from({ length: 2500 }, (_, i) => make(i));
  same(jt.serialize(list(), own), expected(list()));
});

test('more kinds of objects than are remembered', () => {
  const list = Array.from({ length: 6000 }, (_, i) => ({
    [`k${i % 1500}`]: i,
    [`m${i % 70}`]: 'x',
    c: { [`z${i}`]: i },
  }));
  for (let round = 0; round < 3; round++) same(jt.serialize(list, own), expected(list));
  for (let i = 0; i < 3000; i++) jt.serialize({ [`only${i}`]: i, b: { c: i } }, own);
  same(jt.serialize(list, own), expected(list));
});

test('keys of every kind in objects that come often', () => {
  const keys = [
    'numéro',
    '漢字',
    '😀',
    'a b',
    "it's",
    'x'.repeat(59),
    'é'.repeat(30),
    'q"',
    'back\\',
    '\u2028',
    '\u007f',
  ];
  const plain = ['', '__proto__', 'toString', '-1', '01', 'constructor', '\ud800', 'new\nline', '`'];
  for (const key of [...keys, ...plain]) {
    const list = Array.from({ length: 60 }, (_, i) =>
      Object.fromEntries([
        ['id', i],
        [key, `v${i}`],
        ['z', null],
      ]),
    );
    same(jt.serialize(list, own), expected(list), key);
  }
});

test.run();
