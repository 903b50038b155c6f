// parse: values equal to JSON.parse's in every respect, errors where it has them, options, revivers.
import { parseDifference } from '../against_engine.js';
import { caught, errorFields, generator, show } from '../checks.js';
import { jsonText, mutate } from '../generate.js';
import { assert, decode, encode, env, jt, suite } from '../harness.js';
import { difference, document } from '../values.js';

const test = suite('parse');
const { JSON: engine } = env;

/** One assertion: what parse makes of a text is what JSON.parse makes of it. */
function like(text, options, message = text.slice(0, 60)) {
  assert.is(difference(jt.parse(encode(text), options), engine.parse(text)), '', message);
}

/** Every way to parse: by the core, and by whatever is fastest. */
const WAYS = [{ engine: 'own' }, { engine: 'auto' }];

test('documents', async () => {
  for (const file of env.data.documents) {
    const bytes = await env.bytes(file);
    const expected = engine.parse(decode(bytes));
    // Thrice, for objects of a shape that has been seen that often are made in another way.
    for (let i = 0; i < 3; i++) assert.is(difference(jt.parse(bytes, { engine: 'own' }), expected), '', file);
    assert.is(difference(jt.parse(bytes), expected), '', file);
  }
});

test('the cases of the suite: values where JSON.parse has values, errors where it has errors', async () => {
  for (const file of env.data.parsing) {
    const bytes = await env.bytes(file);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    for (const options of WAYS) {
      let expected;
      let refused = false;
      try {
        expected = engine.parse(text);
      } catch {
        refused = true;
      }
      let actual;
      let error;
      try {
        actual = jt.parse(bytes, { ...options, maxDepth: 1_000_000 });
      } catch (thrown) {
        error = thrown;
      }
      const bom = text.startsWith('\ufeff') && !error;
      const illFormed = error?.code === 'INVALID_UTF8';
      if (illFormed || bom) {
        assert.ok(illFormed ? text.includes('\ufffd') : refused, file);
      } else if (refused) {
        assert.ok(error instanceof jt.JSONTapeError, file);
      } else {
        assert.is(error === undefined ? difference(actual, expected) : error.message, '', file);
      }
    }
  }
});

test('scalars, numbers of every kind', () => {
  const numbers = [
    '0',
    '-0',
    '1',
    '-1',
    '9',
    '10',
    '99',
    '100',
    '12345678',
    '-12345678',
    '67108863',
    '67108864',
    '-67108864',
  ];
  numbers.push(
    '99999999',
    '123456789',
    '2147483647',
    '4294967296',
    '9007199254740991',
    '9007199254740993',
    '-0.0',
    '0e5',
  );
  numbers.push(
    '1e400',
    '-1e400',
    '1e-400',
    '5e-324',
    '2.2250738585072011e-308',
    '0.1',
    '1.5e300',
    '123456789012345678901234567890',
  );
  numbers.push(
    '0.30000000000000004',
    '1.7976931348623157e308',
    `0.${'0'.repeat(300)}1`,
    `${'9'.repeat(400)}`,
    '1E5',
    '1e+5',
    '1e-5',
  );
  numbers.push(
    '9223372036854775807.5',
    '3.14159265358979323846264338327950288',
    '1.00000000000000011102230246251565404',
  );
  for (const text of [
    ...numbers,
    'true',
    'false',
    'null',
    '""',
    '"x"',
    '[]',
    '{}',
    ' [ ] ',
    '[[]]',
    '[{}]',
    '{"":{}}',
  ]) {
    for (const options of WAYS) {
      like(text, options);
      like(`[${text}]`, options);
      like(`{"a":${text}}`, options);
    }
  }
  like(`[${numbers}]`, { engine: 'own' });
  for (const other of ['"x"', 'null', '[1]', '{"a":1}', '[]']) {
    like(`[${numbers},${other}]`, { engine: 'own' });
    like(`[${other},${numbers}]`, { engine: 'own' });
    like(`[1,2,${other},3,4.5,${numbers}]`, { engine: 'own' });
  }
});

test('arrays of numbers of many lengths, small integers and others', () => {
  const random = generator(11);
  for (const length of [0, 1, 2, 3, 7, 8, 63, 64, 1000, 8190, 8191, 8192, 8193, 16370, 16380, 16384, 20000, 50000]) {
    const integers = Array.from({ length }, () => (random() % 2000) - 1000);
    const doubles = Array.from({ length }, () => random() / 7);
    const late = integers.map((value, i) => (i === length - 1 ? 0.5 : value));
    const mixed = integers.map((value, i) => (i === length - 1 ? 'end' : value));
    for (const array of [integers, doubles, late, mixed, [...doubles, null], [integers, doubles]]) {
      like(engine.stringify(array), { engine: 'own' }, `${length}`);
      like(engine.stringify([1, array, { array }]), { engine: 'own' }, `${length}`);
    }
  }
});

test('objects: order of keys, integer keys, equal keys, __proto__', () => {
  const texts = [
    '{"b":1,"a":2,"1":3,"0":4,"-1":5,"01":6,"4294967294":7,"4294967295":8,"1.5":9}',
    '{"a":1,"b":2,"a":3}',
    '{"a":1,"\\u0061":2,"b":3,"\\u0062":4}',
    '{"__proto__":{"x":1},"a":1}',
    '{"a":1,"__proto__":null,"__proto__":5}',
    '{"\\u005f_proto__":1}',
    '{"constructor":1,"toString":2,"hasOwnProperty":3,"valueOf":4,"__defineGetter__":5}',
    '{"":1," ":2,"\\n":3,"\\"":4,"\\\\":5,"\'":6,"`":7,"$x":8,"é":9,"\\ud800":10,"😀":11,"\\u2028":12}',
    '{"length":1,"prototype":2,"name":3,"arguments":4,"if":5,"let":6,"await":7}',
    `{"${'k'.repeat(31)}":1,"a":2,"${'k'.repeat(300)}":3,"${'\\n'.repeat(40)}":4,"b":5}`,
    '{"a":{"a":{"a":[{"a":1},{"a":2}]}},"b":[[],{}]}',
  ];
  for (const text of texts) {
    // Often enough for every way of making objects.
    for (let i = 0; i < 6; i++) like(text, { engine: 'own' });
    like(`[${Array(6).fill(text)}]`, { engine: 'own' });
    like(text);
  }
  const parsed = jt.parse('[{"__proto__":{"x":1}}]', { engine: 'own' })[0];
  assert.equal(Object.keys(parsed), ['__proto__']);
  assert.is(Object.getPrototypeOf(parsed), Object.prototype);
  assert.is(parsed.x, undefined);
});

test('members are defined: what others do to Object.prototype does not matter', () => {
  const text = '[{"seen":1,"other":2},{"seen":3,"other":4},{"seen":5,"other":6},{"seen":7,"more":8,"9":1}]';
  const before = jt.parse(text, { engine: 'own' });
  Object.defineProperty(Object.prototype, 'seen', { set() {}, get: () => 'got', configurable: true });
  Object.defineProperty(Object.prototype, 'other', { value: 'kept', writable: false, configurable: true });
  try {
    for (let i = 0; i < 4; i++) {
      const actual = jt.parse(text, { engine: 'own' });
      assert.is(difference(actual, engine.parse(text)), '');
      assert.ok(Object.hasOwn(actual[0], 'seen'));
    }
    const many = `{${Array.from({ length: 300 }, (_, i) => `"k${i}":${i}`)},"seen":5}`;
    assert.is(difference(jt.parse(many, { engine: 'own' }), engine.parse(many)), '');
  } finally {
    delete Object.prototype.seen;
    delete Object.prototype.other;
  }
  assert.is(difference(jt.parse(text, { engine: 'own' }), before), '');
});

test('objects of very many keys, and very many kinds of objects', () => {
  const huge = `{${Array.from({ length: 100_000 }, (_, i) => `"key ${i}":${i}`)}}`;
  like(huge, { engine: 'own' });
  const integers = `{${Array.from({ length: 5000 }, (_, i) => `"${(i * 7919) % 100_003}":${i}`)}}`;
  like(integers, { engine: 'own' });
  const kinds = Array.from({ length: 9000 }, (_, i) => `{"a${i}":1,"b${i % 100}":{"c${i % 7}":${i}}}`);
  like(`[${kinds}]`, { engine: 'own' });
  const long = Array.from({ length: 3 }, (_, i) => `{${Array.from({ length: 200 }, (_, k) => `"k${k}":${k + i}`)}}`);
  like(`[${long},${long},${long}]`, { engine: 'own' });
  const longKeys = Array.from({ length: 300 }, (_, i) => `{"${'x'.repeat(40)}${i}":1,"${'y'.repeat(31)}":2,"z":3}`);
  like(`[${longKeys},${longKeys}]`, { engine: 'own' });
});

test('strings of every length around the pieces that they are cut from', () => {
  const plain = (length) => 'abcdefghij'.repeat(length / 10 + 1).slice(0, length);
  for (const piece of [65536, 32768]) {
    for (const length of [piece - 2, piece - 1, piece, piece + 1, 2 * piece]) {
      for (const filler of [
        plain(length),
        'é'.repeat(length),
        '日'.repeat(length),
        '\\n'.repeat(length),
        `${plain(length - 2)}\\t`,
      ]) {
        like(`["a","é","${filler}","b","ü","${filler}","c"]`, { engine: 'own' }, `${length} of ${filler[0]}`);
      }
    }
  }
  const random = generator(5);
  const units = [
    'a',
    'bc',
    ' ',
    '\\n',
    '\\"',
    '\\/',
    '\\u0041',
    '\\u00e9',
    '\\u65e5',
    '\\ud83d\\ude00',
    'é',
    '日',
    '😀',
    '\\ud800',
    '\\udc00',
  ];
  for (let round = 0; round < 300; round++) {
    const strings = Array.from({ length: 60 }, () => {
      const length = random() % (random() % 8 ? 24 : 400);
      const kinds = random() % units.length;
      return `"${Array.from({ length }, () => units[random() % (kinds + 1)]).join('')}"`;
    });
    like(`[${strings}]`, { engine: 'own' }, `round ${round}`);
  }
});

test('lone surrogates', () => {
  for (const text of [
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '["\\ud83d","\\ude00"]',
    '["x\\ud83d","\\ude00x","é"]',
    '{"\\ud83d":"\\ude00"}',
  ]) {
    for (const options of WAYS) like(text, options);
  }
});

test('generated documents', () => {
  const random = generator(2024);
  for (let i = 0; i < 3000; i++) {
    const value = document(random);
    const text = engine.stringify(value, null, random() % 3);
    if (text === undefined) continue;
    assert.is(difference(jt.parse(encode(text), { engine: 'own' }), engine.parse(text)), '', text.slice(0, 200));
    if (i % 8 === 0) like(text);
  }
});

test('generated texts, and what is nearly JSON', () => {
  const next = generator(77);
  let values = 0;
  for (let i = 0; i < 2000; i++) {
    const bytes = encode((i % 50 === 0 ? '\ufeff' : '') + jsonText(next));
    const changed = mutate(bytes, next);
    for (const input of [bytes, changed]) assert.is(parseDifference(input), '', show(input));
    if (jt.validate(changed).valid) values++;
  }
  assert.ok(values > 300 && values < 1500, `${values} of the changed ones are JSON`);
});

test('nesting: as deep as maxDepth says, however deep that is', () => {
  for (const options of WAYS) {
    for (const [open, inner, close] of [
      ['[', '', ']'],
      ['{"a":', '1', '}'],
      ['[1,{"a":', '[]', ',"b":2},3]'],
    ]) {
      const at = (depth) => open.repeat(depth) + inner + close.repeat(depth);
      for (const depth of [1, 100, 340]) like(at(depth), options);
      const deep = at(200_000);
      let value = jt.parse(deep, { ...options, maxDepth: 1_000_000 });
      let depth = 0;
      for (; typeof value === 'object' && value !== null && Object.keys(value).length > 0; depth++)
        value = value.a ?? value[1] ?? value[0];
      assert.ok(depth >= 199_999, `${depth}`);
    }
    const nested = (depth) => '['.repeat(depth) + ']'.repeat(depth);
    assert.is(jt.parse(nested(1024), options).length, 1);
    for (const [depth, maxDepth] of [
      [1025, undefined],
      [5, 4],
      [3000, 2999],
    ]) {
      const error = caught(() => jt.parse(nested(depth), { ...options, maxDepth }));
      assert.is(error.code, 'DEPTH');
      assert.is(error.offset, maxDepth ?? 1024);
    }
    // Brackets that are no nesting.
    like(`[${'[],'.repeat(3000)}{}]`, options);
    like(`["${'['.repeat(3000)}"]`, options);
  }
});

test('errors are those of tokenize, where JSON.parse has them too', () => {
  const texts = [
    '',
    ' ',
    '[',
    '[1',
    '[1,',
    '[1,]',
    '{',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,}',
    '01',
    '1.',
    '-',
    'tru',
    '"a',
    '"\\x"',
    '[1]x',
    'undefined',
    "'a'",
  ];
  for (const text of texts) {
    for (const options of WAYS) {
      assert.throws(() => engine.parse(text));
      const error = caught(() => jt.parse(text, options));
      assert.equal(errorFields(error), errorFields(caught(() => jt.tokenize(text))), text);
    }
  }
  const error = caught(() => jt.parse('[1,2,x]'));
  assert.is(error.tokens.length, 3);
  assert.is(error.tokens.number(2), 2);
});

test('inputs: strings, views, buffers; a byte order mark; ill-formed text', () => {
  const text = '{"a":[1,"é"]}';
  const expected = engine.parse(text);
  const bytes = encode(text);
  for (const options of WAYS) {
    for (const input of [
      text,
      bytes,
      bytes.buffer,
      new DataView(bytes.buffer),
      new Uint8Array([32, ...bytes]).subarray(1),
    ]) {
      assert.is(difference(jt.parse(input, options), expected), '');
    }
    assert.is(difference(jt.parse(`\ufeff${text}`, options), expected), '');
    assert.is(difference(jt.parse(encode(`\ufeff${text}`), options), expected), '');
    assert.is(jt.parse('"\ufffd"', options), '\ufffd');
    assert.is(jt.parse(encode('"\ufffd"'), options), '\ufffd');
    for (const bad of ['"\ud800"', Uint8Array.of(0x22, 0xff, 0x22), Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)]) {
      assert.is(caught(() => jt.parse(bad, options)).code, 'INVALID_UTF8');
      assert.is(
        jt.parse(bad, { ...options, utf8: 'replace' }),
        typeof bad === 'string' ? '\ufffd' : new TextDecoder().decode(bad).slice(1, -1),
      );
    }
    assert.is(jt.parse(encode('["x\\n日é"]'), { ...options, utf8: 'replace' })[0], 'x\n日é');
    for (const bad of [undefined, null, 1, {}, [], true]) assert.thrown(() => jt.parse(bad, options), TypeError);
  }
});

test('numbers: bigint', () => {
  const big = (text) => jt.parse(text, { numbers: 'bigint' });
  assert.is(big('9007199254740991'), 9007199254740991);
  assert.is(big('9007199254740992'), 9007199254740992n);
  assert.is(big('-9007199254740991'), -9007199254740991);
  assert.is(big('-9007199254740993'), -9007199254740993n);
  assert.is(big('123456789012345678901234567890'), 123456789012345678901234567890n);
  assert.ok(Object.is(big('-0'), -0));
  assert.is(big('9007199254740993.0'), 9007199254740992);
  assert.is(big('1e30'), 1e30);
  const digits = '7'.repeat(70_000);
  assert.is(big(`[1,${digits}]`)[1], BigInt(digits));
  assert.is(
    difference(big('{"id":18446744073709551615,"list":[1,2.5,9007199254740993,3]}'), {
      id: 18446744073709551615n,
      list: [1, 2.5, 9007199254740993n, 3],
    }),
    '',
  );
});

test('numbers: text', () => {
  const text = (input) => jt.parse(input, { numbers: 'text' });
  assert.equal(text('[0,-0,1.50,1E400,12345678901234567890,{"a":-1e-5},"1"]'), [
    '0',
    '-0',
    '1.50',
    '1E400',
    '12345678901234567890',
    { a: '-1e-5' },
    '1',
  ]);
  const digits = `0.${'3'.repeat(70_000)}`;
  assert.is(text(digits), digits);
  assert.is(difference(jt.parse('[1,2.5]', { numbers: 'double' }), [1, 2.5]), '');
});

test('duplicates', () => {
  const text = '{"a":1,"b":2,"a":3,"\\u0062":4,"c":{"a":5,"a":6},"7":1,"7":2,"__proto__":1,"__proto__":2}';
  assert.is(difference(jt.parse(text), engine.parse(text)), '');
  assert.is(difference(jt.parse(text, { duplicates: 'last' }), engine.parse(text)), '');
  for (let i = 0; i < 5; i++) {
    const first = jt.parse(text, { duplicates: 'first' });
    const expected = engine.parse('{"a":1,"b":2,"c":{"a":5},"7":1,"__proto__":1}');
    assert.is(difference(first, expected), '');
  }
  assert.is(
    jt.parse(`{${Array.from({ length: 500 }, (_, i) => `"k${i % 300}":${i}`)}}`, { duplicates: 'first' }).k7,
    7,
  );
  const error = caught(() => jt.parse(text, { duplicates: 'error' }));
  assert.is(error.code, 'DUPLICATE_KEY');
  assert.is(error.offset, text.indexOf('"a":3'));
  like('{"a":1,"b":{"a":2}}', { duplicates: 'error' });
});

test('options of reading', () => {
  assert.equal(jt.parse('[1, /* two */ 2, // three\n]', { comments: 'skip', trailingCommas: true }), [1, 2]);
  assert.is(caught(() => jt.parse('[1,]')).code, 'EXPECTED_VALUE');
  assert.is(caught(() => jt.parse('[1,"abc"]', { maxTokenLength: 4 })).code, 'TOKEN_TOO_LONG');
  assert.is(caught(() => jt.parse('[1,"abc"]', { maxLength: 4 })).code, 'INPUT_TOO_LONG');
  assert.equal(jt.parse('[1]', { backend: env.backend }), [1]);
  assert.equal(jt.parse('[1]', undefined), [1]);
  assert.equal(jt.parse('[1]', null), [1]);
  for (const [options, type] of [
    [{ multiple: 'ndjson' }, TypeError],
    [{ multiple: 'concatenated', onBadLine() {} }, TypeError],
    [{ comments: 'keep' }, TypeError],
    [{ numbers: 'float' }, RangeError],
    [{ numbers: 1 }, TypeError],
    [{ duplicates: 'allow' }, RangeError],
    [{ engine: 'fast' }, RangeError],
    [{ engine: 1 }, TypeError],
    [{ reviver: {} }, TypeError],
    [{ maxDepth: 0 }, RangeError],
    [{ into: jt.tokenize('1') }, TypeError],
    [{ depth: 1 }, TypeError],
    [7, TypeError],
    ['x', TypeError],
  ]) {
    assert.thrown(() => jt.parse('1', options), type);
  }
});

// ---- Revivers ----

// What a reviver is told, and what comes of it.
function trace(parse, text, change = (_key, value) => value) {
  const calls = [];
  const describe = (value) =>
    typeof value === 'object' && value !== null
      ? (Array.isArray(value) ? 'array' : 'object') + Object.keys(value)
      : `${typeof value} ${Object.is(value, -0) ? '-0' : String(value)}`;
  const result = parse(text, function (...args) {
    const [key, value, context] = args;
    calls.push([
      describe(this),
      typeof key,
      key,
      describe(value),
      args.length,
      context === undefined ? '' : engine.stringify(context),
    ]);
    return change.call(this, key, value, context);
  });
  return { calls: engine.stringify(calls), result };
}

function sameTrace(text, change) {
  const expected = trace(engine.parse, text, change);
  for (const options of WAYS) {
    const parse = (input, reviver) => jt.parse(input, { ...options, reviver });
    const actual = trace(parse, text, change);
    assert.is(actual.calls, expected.calls, text);
    assert.is(difference(actual.result, expected.result), '', text);
  }
}

test('a reviver is called as by JSON.parse', () => {
  const texts = [
    '1',
    '"x"',
    'null',
    '[]',
    '{}',
    '[1,[2,"3",null],{"a":4}]',
    '{"b":1,"1":2,"a":{"c":[true,false]},"0":-0}',
    '{"a":1,"a":2}',
    '{"__proto__":{"a":1}}',
    '[1.50,1e2,"\\u0041","é",-0]',
    '{"a":[1],"a":[2,3]}',
    '{"a":[1],"a":{"b":1}}',
    '{"a":[1,[2]],"a":5}',
  ];
  for (const text of texts) {
    sameTrace(text);
    sameTrace(text, (_key, value) => (typeof value === 'number' ? value + 1 : value));
    sameTrace(text, (key, value) => (key === 'a' || key === '1' ? undefined : value));
    sameTrace(text, (key, value) => (key === '' ? value : [value]));
    sameTrace(text, () => undefined);
  }
  assert.equal(jt.parse('[1,2]', (_key, value) => (value === 1 ? undefined : value)).length, 2);
});

test('a reviver that changes what is still to be visited', () => {
  sameTrace('[1,2,3,4]', function (key, value) {
    if (key === '0') this.length = 2;
    return value;
  });
  sameTrace('{"a":1,"b":2,"c":3}', function (key, value) {
    if (key === 'a') {
      delete this.b;
      this.c = 7;
      this.d = 8;
    }
    return value;
  });
  sameTrace('{"a":1,"b":{"x":1},"c":[1,2]}', function (key, value) {
    if (key === 'a') {
      this.b = [1, [2]];
      this.c = { y: 1 };
    }
    return value;
  });
  sameTrace('[0,1,{"a":[1]}]', function (key, value) {
    if (key === '0') this[1] = [5];
    if (key === '1') this[2].a = 'replaced';
    return value;
  });
  sameTrace('[0,{"a":1},5]', function (key, value) {
    if (key === '0') this[2] = 5;
    return value;
  });
});

test('what a reviver throws comes out, a SyntaxError too', () => {
  for (const options of WAYS) {
    const mine = new SyntaxError('mine');
    const reviver = () => {
      throw mine;
    };
    assert.is(
      assert.thrown(() => jt.parse('[1]', { ...options, reviver }), SyntaxError),
      mine,
    );
    assert.throws(
      () => jt.parse('[1', { ...options, reviver }),
      (error) => error instanceof jt.JSONTapeError,
    );
  }
});

test('a reviver and deep values', () => {
  const depth = 50_000;
  let calls = 0;
  const value = jt.parse('['.repeat(depth) + ']'.repeat(depth), {
    maxDepth: depth,
    reviver(_key, its) {
      calls++;
      return its;
    },
  });
  assert.is(calls, depth);
  assert.is(value.length, 1);
});

test('a reviver and many brackets', () => {
  const reviver = (_key, value) => (typeof value === 'number' ? value + 1 : value);
  const nested = (depth, inner) => '['.repeat(depth) + inner + ']'.repeat(depth);
  const inside = nested(1023, '1');
  for (const count of [1023, 1024, 1025, 1500, 2047, 2048, 2049, 5000, 70_000]) {
    for (const part of ['[1]', '{"a":1}', '{"a":1,"a":[]}', '"[{"', '{"a":[1,[2]],"a":3}']) {
      const text = `[${`${part},`.repeat(count)}${inside}]`;
      const expected = engine.stringify(engine.parse(text, reviver));
      assert.is(engine.stringify(jt.parse(text, reviver)), expected, `${count} of ${part}`);
      assert.is(engine.stringify(jt.parse(encode(text), reviver)), expected, `${count} of ${part}`);
      const deeper = `[${`${part},`.repeat(count)}[${inside}]]`;
      for (const input of [deeper, encode(deeper)]) {
        const error = assert.thrown(() => jt.parse(input, reviver), jt.JSONTapeError);
        assert.is(error.code, 'DEPTH');
        assert.is(error.offset, deeper.length - 1027);
      }
    }
  }
});

test('a reviver and U+FFFD, which is there or stands for ill-formed bytes', () => {
  const reviver = (_key, value) => value;
  for (const depth of [2, 900, 1025]) {
    const text = `[${'["\ufffd",1],'.repeat(500)}${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}]`;
    const bytes = encode(text);
    if (depth <= 1024) assert.equal(jt.parse(bytes, reviver), engine.parse(text));
    else assert.is(caught(() => jt.parse(bytes, reviver)).code, 'DEPTH');
    for (const at of [3, 903, 4903]) {
      assert.is(bytes[at], 0xef);
      const bad = bytes.slice();
      bad[at + 1] = 0x20;
      const error = caught(() => jt.parse(bad, reviver));
      assert.equal([error.code, error.offset], ['INVALID_UTF8', at]);
    }
  }
});

test('a reviver and objects one in the other, in as few bytes as can be', () => {
  const reviver = (_key, value) => value;
  for (const arrays of [0, 1, 400, 1000]) {
    for (const beside of ['', '[],'.repeat(300)]) {
      const nested = (depth) => {
        const objects = depth - arrays - (beside === '' ? 0 : 1);
        const inside = `${'{"":'.repeat(objects - 1)}{}${'}'.repeat(objects - 1)}`;
        const all = `${'['.repeat(arrays)}${inside}${']'.repeat(arrays)}`;
        return beside === '' ? all : `[${beside}${all}]`;
      };
      for (const depth of [1023, 1024]) {
        assert.ok(jt.parse(encode(nested(depth)), reviver), `${depth} with ${arrays} arrays`);
      }
      for (const depth of [1025, 1026, 1100]) {
        const error = assert.thrown(() => jt.parse(encode(nested(depth)), reviver), jt.JSONTapeError);
        assert.is(error.code, 'DEPTH');
      }
    }
  }
});

test('a reviver with other options, and one that parses', () => {
  const seen = [];
  jt.parse('{"a":1,"a":2,"b":12345678901234567890}', {
    numbers: 'bigint',
    duplicates: 'first',
    reviver(key, value) {
      seen.push([key, typeof value === 'object' ? 'object' : value]);
      return value;
    },
  });
  assert.equal(seen, [
    ['a', 1],
    ['b', 12345678901234567890n],
    ['', 'object'],
  ]);
  for (const options of WAYS) {
    const nested = jt.parse('["[1,2]","{}"]', {
      ...options,
      reviver: (_key, value) => (typeof value === 'string' ? jt.parse(value, { engine: 'own' }) : value),
    });
    assert.equal(nested, [[1, 2], {}]);
  }
});

// ---- Values of a tape ----

test('tape.value and Token.value build one value', () => {
  const text = ' {"a":[1,"é\\n",{"b":null}],"c":"x","d":true,"e":-0,"f":{},"g":[],"h":false} ';
  const tape = jt.tokenize(text);
  const all = engine.parse(text);
  assert.is(difference(tape.value(0), all), '');
  let checked = 0;
  for (let i = 0; i < tape.length; i++) {
    const type = tape.type(i);
    if (type === 'key' || type.endsWith('-end')) {
      assert.thrown(() => tape.value(i), TypeError);
      assert.thrown(() => tape.at(i).value, TypeError);
      continue;
    }
    const pointer = tape.pointer(i);
    const expected = pointer
      .split('/')
      .slice(1)
      .reduce((value, key) => value[key], all);
    assert.is(difference(tape.value(i), expected), '', pointer);
    assert.is(difference(tape.at(i).value, expected), '', pointer);
    checked++;
  }
  assert.is(checked, 12);
  assert.thrown(() => tape.value(tape.length), RangeError);
  assert.thrown(() => tape.value('0'), TypeError);
});

test('tape.value on documents', async () => {
  for (const file of env.data.documents) {
    const bytes = await env.bytes(file);
    const tape = jt.tokenize(bytes);
    const all = engine.parse(decode(bytes));
    assert.is(difference(tape.value(0), all), '', file);
    const random = generator(3);
    for (let n = 0; n < 20; n++) {
      let i = random() % tape.length;
      while (tape.type(i) === 'key' || tape.type(i).endsWith('-end')) i++;
      if (i >= tape.length) continue;
      const keys = tape
        .pointer(i)
        .split('/')
        .slice(1)
        .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
      assert.is(
        difference(
          tape.value(i),
          keys.reduce((value, key) => value[key], all),
        ),
        '',
        `${file} ${keys}`,
      );
    }
  }
});

test('values of the tapes of a stream, where they are whole', () => {
  const text = '{"list":[{"a":1,"b":"é"},{"a":2,"b":"\\u65e5"},{"a":3}],"end":[1,2.5,null]}';
  const bytes = encode(text);
  const all = engine.parse(text);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const tokenizer = new jt.Tokenizer();
    const tapes = [tokenizer.write(bytes.subarray(0, cut)), tokenizer.write(bytes.subarray(cut)), tokenizer.end()];
    let wrong = 0;
    let whole = 0;
    for (const tape of tapes) {
      for (let i = 0; i < tape.length; i++) {
        const type = tape.type(i);
        if (type === 'key' || type.endsWith('-end')) continue;
        if (tape.skip(i) === -1) {
          assert.thrown(() => tape.value(i), TypeError);
          assert.thrown(() => tape.at(i).value, TypeError);
          continue;
        }
        whole++;
        const expected = tape
          .pointer(i)
          .split('/')
          .slice(1)
          .reduce((value, key) => value[key], all);
        if (difference(tape.value(i), expected) !== '' || difference(tape.at(i).value, expected) !== '') wrong++;
      }
    }
    assert.is(wrong, 0, `cut at ${cut}`);
    assert.ok(whole >= 8);
  }
});

test('values of what select finds', async () => {
  const text = '{"list":[{"a":1,"b":"é"},[1,2.5,null],"\\ud800",-0,{"__proto__":1}],"other":[[]]}';
  const all = engine.parse(text).list;
  const matches = [...jt.select(text, '/list/*')];
  assert.is(matches.length, all.length);
  for (const [i, match] of matches.entries()) {
    assert.is(difference(match.value, all[i]), '');
    assert.ok(typeof all[i] !== 'object' || !Object.is(match.value, match.value));
  }
  const chunks = [...text].map((unit) => encode(unit));
  const found = [];
  for await (const match of jt.select(chunks, '/list/*')) found.push(match.value);
  assert.is(difference(found, all), '');
  const lines = [
    ...jt.select('{"a":[1,/*2*/3,]}\n{"a":4}\n', '/a', { multiple: 'ndjson', comments: 'skip', trailingCommas: true }),
  ];
  assert.equal(
    lines.map((match) => match.value),
    [[1, 3], 4],
  );
});

test('a token of a tape that was used again', () => {
  const tape = jt.tokenize('{"a":[1,2],"b":3}');
  const list = tape.at(2);
  const number = tape.at(7);
  assert.equal(list.value, [1, 2]);
  jt.tokenize('[5,6,7,8,9,10]', { into: tape });
  assert.is(number.value, 3);
  assert.thrown(() => list.value, TypeError);
  assert.equal(tape.value(0), [5, 6, 7, 8, 9, 10]);
});

test('tape.value with comments kept, and with ill-formed text', () => {
  const tape = jt.tokenize('/*0*/[1,/*2*/{"a"/*3*/:/*4*/"b"}//5\n]', { comments: 'keep' });
  assert.equal(tape.value(1), [1, { a: 'b' }]);
  assert.thrown(() => tape.value(0), TypeError);
  const bad = jt.tokenize(Uint8Array.of(0x5b, 0x22, 0xff, 0x61, 0x22, 0x5d), { utf8: 'replace' });
  assert.equal(bad.value(0), ['\ufffda']);
});

test.run();
