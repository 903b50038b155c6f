// serialize of values: byte for byte JSON.stringify, and the options beyond it. Generated values: serialize_random.js.
import { bytesOf, same, show } from '../checks.js';
import { assert, decode, env, jt, suite } from '../harness.js';

const test = suite('serialize');

const expected = (value, second, space) => {
  const text = env.JSON.stringify(value, second, space);
  return text === undefined ? undefined : new TextEncoder().encode(text);
};

/** One assertion: the bytes are those of JSON.stringify. The value is made anew for each of both. */
function agrees(make, second, space) {
  const bytes = jt.serialize(make(), second, space);
  const wanted = expected(make(), second, space);
  if (wanted === undefined || bytes === undefined) assert.is(bytes, wanted);
  else same(bytes, wanted, show(wanted));
}

const each = (values, ...rest) => {
  for (const value of values) agrees(() => value, ...rest);
};

test('scalars', () => {
  each([null, true, false, 0, -0, 1, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
  each([2 ** 27 - 1, 2 ** 27, -(2 ** 27) + 1, -(2 ** 27), 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 53, -(2 ** 53)]);
  each([-36.973846435546875, 1e-320, 5e-324, 1e21, 1e-7, 123456789012345680000, 1.7976931348623157e308, 0.1 + 0.2]);
  each(['', 'x', '"\\/', '\b\t\n\f\r\0\x01\x1f\x7f', '\u2028\u2029', 'é€😀', '\ud800', '\udfff\ud800', '\u{10ffff}']);
});

test('what has no text', () => {
  each([undefined, () => 1, Symbol('s'), class {}]);
  each([{ a: undefined, b: () => 1, c: Symbol('s'), [Symbol('k')]: 1, d: [undefined, () => 1, Symbol('s')] }]);
  assert.is(jt.serialize(undefined), undefined);
  assert.is(
    jt.serialize(1, () => undefined),
    undefined,
  );
  assert.is(jt.serialize({ toJSON: () => undefined }), undefined);
});

test('the result is an array of its own', () => {
  const first = jt.serialize([1, 2]);
  assert.is(Object.getPrototypeOf(first), Uint8Array.prototype);
  // In Node.js small results share an ArrayBuffer, as those of Buffer.from do.
  assert.ok(env.node || first.buffer.byteLength === 5);
  first.fill(0);
  assert.is(decode(jt.serialize([1, 2])), '[1,2]');
  const second = jt.serialize('second');
  jt.serialize('third!');
  assert.is(decode(second), '"second"');
  const large = jt.serialize(['x'.repeat(100000)]);
  assert.is(large.buffer.byteLength, 100004);
});

test('small results: each keeps its bytes, and memory that they share can not be taken away', () => {
  const values = Array.from({ length: 3000 }, (_, i) => ({ i, text: 'é"'.repeat(i % 40), list: [i / 3] }));
  const texts = values.map((value) => env.JSON.stringify(value));
  const results = values.map((value) => jt.serialize(value));
  assert.ok(results.every((bytes, i) => decode(bytes) === texts[i]));
  // Of the first results, which have memory of their own, and of the last ones.
  for (const [at, other] of [
    [0, 1],
    [2999, 2998],
  ]) {
    try {
      structuredClone(results[at].buffer, { transfer: [results[at].buffer] });
    } catch {
      // Memory that is shared refuses, or is copied; that of a single result may go.
    }
    assert.is(decode(results[other]), texts[other]);
  }
  assert.is(decode(jt.serialize(['after'])), '["after"]');
});

test('objects: which properties, in which order', () => {
  class Point {
    #hidden = 1;
    constructor() {
      this.y = this.#hidden;
      this.x = 2;
    }
    get z() {
      return 3;
    }
  }
  const inherited = Object.create(
    { inherited: 1 },
    {
      visible: { value: 1, enumerable: true },
      invisible: { value: 2, enumerable: false },
      got: { get: () => 3, enumerable: true },
    },
  );
  each([{ b: 1, 2: 1, a: 1, 1: 1, '-1': 1, '01': 1, 4294967295: 1, 4294967294: 1 }, new Point(), inherited]);
  each([
    { __proto__: null, a: 1 },
    Object.fromEntries([
      ['__proto__', 1],
      ['constructor', 2],
      ['toJSON', 3],
    ]),
  ]);
  each([new Map([[1, 2]]), new Set([1]), new Date(0), new Date(Number.NaN), /x/g, new Error('e'), Math, new WeakMap()]);
  each([{ '': 1, k: '' }, { 'a"b\\c\n': 1, é: 2, '\ud800': 3, 漢字: 4 }, new Uint8Array([1, 2]), new ArrayBuffer(4)]);
  each([
    (function arguments_() {
      // biome-ignore lint/complexity/noArguments: such an object is what is serialized
      return arguments;
    })(1, 'a'),
    globalThis.structuredClone({ a: [1] }),
  ]);
});

test('arrays: holes, extra properties, their own length', () => {
  const sparse = [1, 2, 3];
  delete sparse[1];
  const long = [];
  long[300] = 1;
  const extra = Object.assign([1], { key: 2 });
  class List extends Array {}
  each([[], [[]], [[], []], [{}], sparse, long, extra, List.of(1, 2), [1, 'a', 2, 3, null, 4.5, [5], 6, 7]]);
  each([
    Array.from({ length: 40000 }, (_, i) => i / 7),
    Array.from({ length: 40000 }, (_, i) => (i % 9000 ? i : `${i}`)),
  ]);
});

test('boxed primitives', () => {
  class Num extends Number {}
  const converted = Object.assign(new Number(1), { valueOf: () => 2, toString: () => '3' });
  const string = Object.assign(new String('a'), { valueOf: () => 'v', toString: () => 't' });
  each([new Number(3), new String('s"'), new Boolean(false), Object(Symbol('s')), new Num(4), new Number(-0)]);
  each([{ a: new Number(Number.NaN), b: new String(''), c: [new Boolean(true)] }, new String('many characters')]);
  const prototypeless = Object.setPrototypeOf(new Boolean(true), null);
  each([prototypeless, string, Object.defineProperty(new Number(7), 'constructor', { value: Object })]);
  // Elsewhere, objects with keys of their own are not taken for boxed primitives.
  const withKeys = [converted, Object.assign(new Boolean(true), { x: 1 }), Object.assign(new Number(1), { x: 1 })];
  each(env.node ? withKeys : withKeys.map(Number));
  each([Object.defineProperty(new Number(5), Symbol.toStringTag, { value: 'Object' })]);
  assert.thrown(() => jt.serialize(Object.defineProperty(new Number(1), 'valueOf', { value: () => 1n })), TypeError);
});

test('toJSON: its receiver, its key, its result', () => {
  const calls = [];
  const make = () => ({
    a: {
      toJSON(key) {
        calls.push([this === null, typeof key, key]);
        return key;
      },
    },
    list: [
      {
        toJSON(key) {
          calls.push([typeof key, key]);
          return [key];
        },
      },
    ],
    gone: { toJSON: () => undefined },
    not: { toJSON: 1 },
    twice: { toJSON: () => ({ toJSON: () => 1, x: 2 }) },
    f: Object.assign(() => 1, { toJSON: () => 'function' }),
    boxed: { toJSON: () => new Number(8) },
  });
  agrees(make);
  assert.equal(calls.slice(0, calls.length / 2), calls.slice(calls.length / 2));
  agrees(() => ({ toJSON: (key) => ({ root: key }) }));
  assert.is(decode(jt.serialize(new Date(0))), '"1970-01-01T00:00:00.000Z"');
});

test('replacer function', () => {
  for (const space of [undefined, 2]) {
    agrees(
      () => ({ a: 1, b: [1, { c: 2 }], d: 'x' }),
      (_, value) => (typeof value === 'number' ? value + 1 : value),
      space,
    );
    agrees(
      () => ({ a: 1, b: [1, 2] }),
      (key, value) => (key === '' ? value : key),
      space,
    );
    agrees(
      () => [1, 2, 3],
      function (key, value) {
        return Array.isArray(this) ? [typeof key, this.length] && -value : value;
      },
    );
  }
  const holders = [];
  jt.serialize({ a: 1 }, function (_key, value) {
    holders.push(this);
    return value;
  });
  assert.equal(holders, [{ '': { a: 1 } }, { a: 1 }]);
  assert.is(Object.getPrototypeOf(holders[0]), Object.prototype);
});

test('replacer list', () => {
  const value = () => ({ b: 1, a: { b: 2, c: 3, 1: 4 }, 1: [{ a: 5, x: 6 }], c: new Number(7), d: new String('d') });
  for (const list of [
    [],
    ['a'],
    ['a', 'b'],
    ['b', 'a', 'b', 'a'],
    [1, 'a'],
    ['1', 1, new Number(1), new String('a')],
  ]) {
    agrees(value, list);
    agrees(value, list, 3);
  }
  agrees(value, ['c', 'd', null, undefined, {}, [], true, Symbol('s'), () => 1]);
  agrees(value, new Proxy(['a', 'c'], {}));
  agrees(value, [Object.assign(new Number(1), { toString: () => 'b' })]);
  agrees(() => [new Number(1), new String('s'), new Boolean(true), {}, [1]], ['0']);
});

test('a second argument that is neither replacer nor options is ignored, as by JSON.stringify', () => {
  for (const second of [null, undefined, 'a', 1, true, Symbol('s'), new String('a'), new Map(), new (class A {})()]) {
    // Asking for the library's own engine puts options in this place.
    same(jt.serialize({ a: [1] }, env.own ? null : second), bytesOf('{"a":[1]}'));
  }
});

test('space', () => {
  const value = () => ({ a: [], b: {}, c: [1, [2], { d: 3 }], e: 'x' });
  for (const space of [
    0,
    1,
    1.9,
    2,
    10,
    11,
    99,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '',
    ' ',
    '\t',
    '12345678901234',
    true,
    null,
  ]) {
    agrees(value, null, space);
  }
  for (const space of [
    new Number(2),
    new String('--'),
    Object.assign(new Number(1), { valueOf: () => 4 }),
    {},
    [],
    Symbol('s'),
  ]) {
    agrees(value, null, space);
  }
  for (const space of [
    'é',
    '→ ',
    '😀',
    '123456789😀',
    '"\\\n',
    '\ud800',
    '\udc00a\ud83d',
    '\ude00\ud83d',
    '\ude00😀\ud83d',
    '漢'.repeat(12),
  ]) {
    agrees(value, null, space);
  }
  agrees(() => 1, null, 2);
  agrees(() => Array.from({ length: 3000 }, (_, i) => [i, { i }]), null, '\t');
});

test('lone surrogates: alone, meeting in neighbouring strings, in keys, in long text', () => {
  const high = '\ud83d';
  const low = '\ude00';
  each([
    [high, low],
    [`a${high}`, `${low}b`],
    [high, '', low],
    [high, '', '', `${low}x`],
    [high, high, low, low],
  ]);
  each([
    { [high]: low },
    { [`k${high}`]: `${low}${high}`, [low]: high },
    { a: high, [low]: 1 },
    { a: `${high}${low}` },
  ]);
  each([
    [`${high}${low}`, high, low, 'é'],
    [low, high],
    [high, 1, low],
    [high, [low]],
    ['é'.repeat(20) + high, low + 'é'.repeat(9)],
  ]);
  for (let n = 0; n < 20; n++) each([['x'.repeat(n) + high, low + 'y'.repeat(n), '漢'.repeat(n) + high, low]]);
  for (const length of [8191, 8192, 8193, 32767, 32768, 32769, 65537]) {
    each([
      `${'a'.repeat(length)}${high}${low}b`,
      `${'é'.repeat(length)}${high}`,
      [`${'a'.repeat(length)}${high}`, low],
    ]);
    each([{ [`${'k'.repeat(length)}${high}`]: `${low}` }, `${high}${low}`.repeat(length), high.repeat(length)]);
  }
});

test('strings of any length', () => {
  const pieces = ['a', 'é', '漢', '😀', '"', '\x01', '\n', '\\'];
  for (let n = 0; n < 140; n++)
    each([pieces.map((piece) => piece.repeat(n)), `${'a'.repeat(n)}"`, `${'é'.repeat(n)}\x1f`]);
  for (const length of [8191, 8192, 8193, 24575, 24576, 40960, 100000, 1000000]) each([`${'ab"'.repeat(length / 3)}`]);
  each([
    { ['k"'.repeat(5000)]: 1, ['k'.repeat(60)]: 2, ['k'.repeat(61)]: 3, ['k'.repeat(59)]: 4, ['k'.repeat(58)]: 5 },
  ]);
});

test('BigInt', () => {
  assert.thrown(() => jt.serialize(1n), TypeError);
  assert.match(assert.thrown(() => jt.serialize({ a: [{ 'b/c~': 1n }] }), TypeError).message, '/a/0/b~1c~0');
  assert.thrown(() => jt.serialize([Object(1n)]), TypeError);
  const digits = (value) => decode(jt.serialize(value, { bigint: 'digits' }));
  assert.is(digits(18446744073709551616n), '18446744073709551616');
  assert.is(digits({ a: -1n, b: [0n, Object(5n)] }), '{"a":-1,"b":[0,5]}');
  assert.is(digits([10n ** 20000n]), `[1${'0'.repeat(20000)}]`);
  BigInt.prototype.toJSON = function toJSON() {
    return `${this}n`;
  };
  try {
    agrees(() => [1n, { a: 2n }, Object(3n)]);
    assert.is(digits([1n]), '["1n"]');
  } finally {
    delete BigInt.prototype.toJSON;
  }
});

test('typed arrays as arrays', () => {
  const arrays = (value, options) => decode(jt.serialize(value, { typedArrays: 'array', ...options }));
  assert.is(arrays(new Float64Array([1, -0, 0.1, Number.NaN, 1e300])), '[1,0,0.1,null,1e+300]');
  assert.is(
    arrays({ a: new Uint8Array([1, 255]), b: [new Float32Array([0.5])], c: new Int32Array() }),
    '{"a":[1,255],"b":[[0.5]],"c":[]}',
  );
  assert.is(arrays(new DataView(new ArrayBuffer(8))), '{}');
  assert.is(arrays(new BigInt64Array([1n, -2n]), { bigint: 'digits' }), '[1,-2]');
  assert.thrown(() => arrays(new BigUint64Array([1n])), TypeError);
  assert.is(arrays([new Uint8Array(2)], { space: 1 }), '[\n [\n  0,\n  0\n ]\n]');
  assert.is(arrays(new Uint8Array([1, 2]), { replacer: (_, value) => (value === 2 ? undefined : value) }), '[1,null]');
  const many = Float64Array.from({ length: 50000 }, (_, i) => i / 3);
  same(jt.serialize({ a: 1, many }, { typedArrays: 'array' }), expected({ a: 1, many: [...many] }));
  agrees(() => new Float64Array([1, 2]));
});

test('JSON.rawJSON, where the engine has it', () => {
  const raw = JSON.rawJSON ?? env.JSON.parse;
  each([raw('1e1000'), raw('12345678901234567890'), { a: raw('2.5') }, [raw('"\\u00e9"'), raw('"é😀"'), raw('null')]]);
  each([{ a: raw(`"${'x'.repeat(20000)}"`) }, raw('"\ud800"')]);
  each([[raw('"\ud83d"'), '\ude00']]);
  agrees(() => [raw('1')], ['rawJSON']);
});

test('cycles are a TypeError that says where', () => {
  const message = (value, ...rest) => assert.thrown(() => jt.serialize(value, ...rest), TypeError).message;
  const root = { a: { list: [1, {}] } };
  root.a.list[1].back = root;
  assert.match(message(root), '/a/list/1/back is the same object as the root');
  const inner = { x: [] };
  inner.x.push(inner);
  assert.match(message({ deep: { inner } }), '/deep/inner/x/0 is the same object as /deep/inner');
  const array = [];
  array.push(array);
  assert.match(message(array), '/0 is the same object as the root');
  assert.match(message(array, ['a']), '/0');
  let chain = { end: null };
  const last = chain;
  for (let i = 0; i < 100; i++) chain = { next: chain };
  last.end = chain.next.next;
  assert.match(message(chain), `${'/next'.repeat(100)}/end is the same object as /next/next`);
  last.end = last;
  assert.match(message(chain), `${'/next'.repeat(100)}/end is the same object as ${'/next'.repeat(100)}`);
  const shared = { s: 1 };
  each([[shared, shared, { shared }]]);
  last.end = shared;
  each([[chain, chain]]);
  const viaToJSON = { toJSON: () => ({ again: viaToJSON2 }) };
  const viaToJSON2 = { viaToJSON };
  assert.thrown(() => jt.serialize(viaToJSON2), TypeError);
});

/** An array that lies in its last element, behind a getter that cuts the array to a length. */
function cutByGetter(length) {
  const array = Array(length).fill(0);
  array.push({
    get x() {
      array.length = length;
      return 1;
    },
    again: array,
  });
  return array;
}

test('a cycle that a getter takes out of the value was one all the same', () => {
  assert.thrown(() => jt.serialize(cutByGetter(1)), TypeError);
  assert.thrown(() => jt.serialize(cutByGetter(1), null, 2), TypeError);
  const engine = env.own ? { engine: 'own' } : {};
  assert.thrown(() => jt.serializeInto(new Uint8Array(99), cutByGetter(1), engine), TypeError);
  assert.thrown(() => jt.serializer(undefined, engine)(cutByGetter(1)), TypeError);
  // ECMA-262, SerializeJSONArray, step 1. V8 writes [] for an open array that is empty: there the engine's own says so, too.
  const { message } = assert.thrown(() => jt.serialize(cutByGetter(0), { engine: 'own' }), TypeError);
  assert.match(message, '/0/again is the same object as the root');
});

test('a cycle is seen when it first closes, at every depth', () => {
  const steps = (stringify, depth, back) => {
    const log = [];
    const open = [];
    let root;
    for (let i = depth; i >= 0; i--) {
      const next = root;
      const at = i;
      root = {
        id: i,
        get next() {
          log.push(at);
          return next ?? open[back];
        },
      };
      open[i] = root;
    }
    assert.thrown(() => stringify(root), TypeError);
    return log;
  };
  for (let depth = 1; depth < 60; depth++) {
    for (const back of [0, 1, depth >> 1, depth - 1, depth]) {
      assert.equal(
        steps((value) => jt.serialize(value, { engine: 'own' }), depth, back),
        steps(env.JSON.stringify, depth, back),
      );
    }
  }
});

test('depth beyond every stack', () => {
  const depth = 200000;
  let arrays = [];
  for (let i = 1; i < depth; i++) arrays = [arrays];
  const bytes = jt.serialize(arrays);
  assert.is(bytes.length, 2 * depth);
  assert.is(bytes[depth - 1], 0x5b);
  assert.is(bytes[depth], 0x5d);
  let objects = 1;
  for (let i = 0; i < depth; i++) objects = { a: objects };
  assert.is(decode(jt.serialize(objects)), `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
  let few = [];
  for (let i = 1; i < 1000; i++) few = [few];
  agrees(() => few, null, 1);
});

test('options', () => {
  const value = { a: [1, { b: 2 }], c: 'x' };
  same(jt.serialize(value, { space: 2 }), expected(value, null, 2));
  same(jt.serialize(value, { replacer: ['a'], space: '-' }), expected(value, ['a'], '-'));
  same(jt.serialize(value, { replacer: null, space: undefined, engine: 'own' }), expected(value));
  same(jt.serialize(value, { __proto__: null, engine: 'auto' }), expected(value));
  const wrong = [
    { spaces: 2 },
    { typedArrays: true },
    { bigint: null },
    { replacer: 'a' },
    { engine: 1 },
    { engine: null },
    { canonical: 1 },
  ];
  for (const options of wrong) assert.thrown(() => jt.serialize(value, options), TypeError);
  for (const options of [{ engine: 'fast' }, { typedArrays: 'list' }, { bigint: 'string' }, { backend: 'gpu' }]) {
    assert.thrown(() => jt.serialize(value, options), RangeError);
    assert.thrown(() => new jt.Serializer(options), RangeError);
  }
  assert.match(assert.thrown(() => jt.serialize(value, { spaces: 2 }), TypeError).message, 'spaces');
});

test('what has broken others', () => {
  each([
    { '': 1, k: '' },
    { b: undefined, d: [undefined] },
    Object.assign([1], { 2: 3 }),
    { a: { toJSON() {} }, b: 1 },
    '\ud83d\ude00',
    '\ud83d😀',
  ]);
  each([new Map([[1, 2]]), new Set([1]), new Date(Number.NaN), [new String('s'), new Number(2), new Boolean(false)]]);
  each([-36.973846435546875, 1e-320, 1e21, 1e-7, 123456789012345680000, '\b\t\n\f\r\u001f\u2028\u2029']);
  for (const space of [99, 1.9, -1, 'sixteen letters!', new Number(2)]) agrees(() => [[], {}, [1]], null, space);
  agrees(() => ({ a: 1, b: { a: 2, b: 3 } }), ['b', 'a', 'b']);
  const keys = [];
  jt.serialize([{ toJSON: (key) => keys.push(key) }, [{ toJSON: (key) => keys.push(key) }]], env.own ? {} : null);
  assert.equal(keys, ['0', '0']);
  // Strings that end where buffers do, by one and by one less.
  for (const length of [4095, 4096, 65536, 131072, 262144]) {
    for (let n = length - 3; n <= length; n++) each(['x'.repeat(n), `${'x'.repeat(n)}é`, ['y'.repeat(n), 1]]);
  }
});

test('errors of the value pass through, and the next call is not disturbed', () => {
  const failing = {
    a: 'text that is gathered',
    get b() {
      throw new RangeError('mine');
    },
  };
  assert.is(assert.thrown(() => jt.serialize([1, failing]), RangeError).message, 'mine');
  assert.is(decode(jt.serialize([2])), '[2]');
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  assert.thrown(() => jt.serialize([proxy]), TypeError);
  assert.is(decode(jt.serialize({ a: 1 }, null, 1)), '{\n "a": 1\n}');
});

test('serialize inside serialize', () => {
  const inner = (value) => decode(jt.serialize(value));
  const value = () => ({
    a: 'before',
    b: { toJSON: () => inner({ x: ['inner', { toJSON: () => inner([1.5]) }] }) },
    get c() {
      return inner('c');
    },
    d: 'after',
  });
  const expectedText = env.JSON.stringify({ a: 'before', b: '{"x":["inner","[1.5]"]}', c: '"c"', d: 'after' });
  for (let i = 0; i < 3; i++) assert.is(decode(jt.serialize(value())), expectedText);
});

test('a value that changes while it is walked', () => {
  agrees(() => {
    const list = [
      1,
      {
        toJSON() {
          list.length = 2;
          return 'cut';
        },
      },
      3,
      4,
    ];
    return list;
  });
  agrees(() => {
    const list = [
      {
        toJSON() {
          list.push('new');
          return 'pushed';
        },
      },
    ];
    return list;
  });
  agrees(() => {
    const object = {
      a: {
        toJSON() {
          delete object.b;
          object.d = 1;
          return 1;
        },
      },
      b: 2,
      c: 3,
    };
    return object;
  });
});

test('many keys: dictionaries, the same keys in turn, more than there are slots', () => {
  const dictionary = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`key ${i}`, i]));
  each([dictionary, Array.from({ length: 3000 }, (_, i) => ({ [`a${i}`]: i, [`b${i % 7}`]: i, c: { [`a${i}`]: 1 } }))]);
  each([{ a: { b: { a: 1 } }, b: { a: { b: 1 } } }, dictionary]);
});

test('values of one kind after values of another: which way is taken goes by the last one', () => {
  const long = (count, make) => () => Array.from({ length: count }, (_, i) => make(i));
  const kinds = [
    long(9000, (i) => i * 0.7312345),
    long(1500, (i) => `"C:\\${i}"\n\t\u0001`.repeat(8)),
    long(3000, (i) => ({ id: i, x: i / 7, y: -i / 3 })),
    long(3000, (i) => ({ name: `name ${i}`, text: 'é春😀', list: [] })),
    () => ({ small: 1 }),
    () => undefined,
    () => 'x'.repeat(100_000),
  ];
  for (const first of kinds) for (const second of kinds) for (const make of [first, first, second]) agrees(make);
});

test('output far larger than any first buffer', () => {
  const row = { text: 'é"\n'.repeat(50), numbers: [0.1, 2, -3e-9], 'key é': null };
  const value = Array.from({ length: 12000 }, () => row);
  const bytes = jt.serialize(value, null, 4);
  same(bytes.subarray(0, 100000), expected(value.slice(0, 400), null, 4).subarray(0, 100000));
  const one = expected([row], null, 4).length - 4;
  assert.is(bytes.length, 12000 * one + 11999 * 2 + 4);
  same(bytes.subarray(-50), expected([row], null, 4).subarray(-50));
});

test.run();
