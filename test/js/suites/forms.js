// Forms of a text: sorted keys and the canonical form of RFC 8785, of texts (format) and of values (serialize).
import { bytesOf, caught, errorFields, generator, minify, same } from '../checks.js';
import { assert, decode, env, jt, suite } from '../harness.js';

const test = suite('forms');

const sorted = (text, options) => decode(minify(text, { sortKeys: true, ...options }));
const canonical = (text, options) => decode(jt.format(text, { canonical: true, ...options }));
const ofValue = (value, options) => decode(jt.serialize(value, { canonical: true, ...options }));

/** What is written without our code: the keys of `value` sorted. */
function sortedByEngine(value) {
  if (typeof value !== 'object' || value === null) return env.JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(sortedByEngine).join(',')}]`;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${env.JSON.stringify(key)}:${sortedByEngine(value[key])}`).join(',')}}`;
}

// Text, with its keys sorted, in canonical form. The vectors of RFC 8785 (3.2.2, 3.2.3, appendix B) are among them.
const cases = [
  ['1', '1', '1'],
  [' [] ', '[]', '[]'],
  ['{}', '{}', '{}'],
  [
    '{"b":{"z":[{"y":1,"x":2}],"a":{}},"a":[1,2]}',
    '{"a":[1,2],"b":{"a":{},"z":[{"x":2,"y":1}]}}',
    '{"a":[1,2],"b":{"a":{},"z":[{"x":2,"y":1}]}}',
  ],
  ['{"10":1,"1":2,"":3,"9":4}', '{"":3,"1":2,"10":1,"9":4}', '{"":3,"1":2,"10":1,"9":4}'],
  ['[{"__proto__":1,"B":2},{"b":[[{"d":1,"c":2}]],"a":3}]', '[{"B":2,"__proto__":1},{"a":3,"b":[[{"c":2,"d":1}]]}]'],
  [
    '{"\\u20ac":"E","\\r":"C","\\ufb33":"H","1":"O","\\ud83d\\ude00":"F","\\u0080":"c","\\u00f6":"L"}',
    '{"\\r":"C","1":"O","\\u0080":"c","\\u00f6":"L","\\u20ac":"E","\\ud83d\\ude00":"F","\\ufb33":"H"}',
    '{"\\r":"C","1":"O","\u0080":"c","\u00f6":"L","\u20ac":"E","\u{1f600}":"F","\ufb33":"H"}',
  ],
  ['{"\ufb33":1,"\u{1f600}":2,"\ud7ff":3}', '{"\ud7ff":3,"\u{1f600}":2,"\ufb33":1}'],
  ['{"b":1,"a":2,"b":3,"\\u0062":4}', '{"a":2,"b":1,"b":3,"\\u0062":4}', undefined],
  ['{"b":"\\ud800","a":1e999}', '{"a":1e999,"b":"\\ud800"}', undefined],
  [
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],' +
      '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    '{"literals":[null,true,false],"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],' +
      '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/"}',
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  ],
  [
    '[-0,-0.0,5e-324,-1.7976931348623157e308,9007199254740993,295147905179352830000,9.999999999999997e22,1e23,' +
      '1.0000000000000001e23,999999999999999700000,999999999999999900000,1e21,9.999999999999997e-7,0.000001]',
    undefined,
    '[0,0,5e-324,-1.7976931348623157e+308,9007199254740992,295147905179352830000,9.999999999999997e+22,1e+23,' +
      '1.0000000000000001e+23,999999999999999700000,999999999999999900000,1e+21,9.999999999999997e-7,0.000001]',
  ],
];

test('keys are sorted by their UTF-16 units, and all else stays as it is written', () => {
  for (const [text, expected] of cases) {
    assert.is(sorted(text), expected ?? text);
    assert.is(sorted(bytesOf(text)), expected ?? text);
  }
  assert.is(decode(jt.format('{"b":[1],"a":{}}', { sortKeys: true })), '{\n  "a": {},\n  "b": [\n    1\n  ]\n}');
  assert.is(decode(jt.format('{"b":1,"a":2}', { sortKeys: false, indent: 0 })), '{"b":1,"a":2}');
  assert.is(sorted('{"a\\ud83d":3,"a\u{1f600}":4,"\ud83d\ude00":2}'), '{"a\\ud83d":3,"a\u{1f600}":4,"\u{1f600}":2}');
});

test('canonical form of texts', () => {
  for (const [text, expected, form = expected] of cases.filter(({ length, 2: last }) => length < 3 || last)) {
    assert.is(canonical(text), form);
    assert.is(canonical(form), form);
    assert.is(canonical(`\ufeff ${text}`), form);
    assert.is(ofValue(env.JSON.parse(text)), form);
  }
});

test('what is returned is bytes of its own', () => {
  for (const options of [{ canonical: true }, { sortKeys: true }]) {
    const results = ['[1]', '[2]'].map((text) => jt.format(text, options));
    assert.is.not(results[0].buffer, results[1].buffer);
    assert.is(results[0].byteLength, results[0].buffer.byteLength);
  }
});

test('several values, each in its form', () => {
  const text = '{"b":1,"a":2}\n\n[{"d":1.0,"c":"\\u0041"}]\n7';
  assert.is(sorted(text, { multiple: 'ndjson' }), '{"a":2,"b":1}\n[{"c":"\\u0041","d":1.0}]\n7\n');
  assert.is(canonical(text, { multiple: 'ndjson' }), '{"a":2,"b":1}\n[{"c":"A","d":1}]\n7\n');
  assert.is(canonical('{"b":1,"a":2}[]1 2', { multiple: 'concatenated' }), '{"a":2,"b":1}\n[]\n1\n2\n');
  assert.is(canonical('\x1e[1.0]\x1e2\n', { multiple: 'seq' }), '\x1e[1]\n\x1e2\n');
  assert.is(sorted('\x1e{"b":1,"a":2}', { multiple: 'seq' }), '\x1e{"a":2,"b":1}\n');
  assert.is(canonical('', { multiple: 'concatenated' }), '');
  const bad = [];
  const options = { multiple: 'ndjson', onBadLine: (error) => bad.push(error.line) };
  assert.is(sorted('{"b":1,"a":2}\n[1,\n{"d":1,"c":2}', options), '{"a":2,"b":1}\n{"c":2,"d":1}\n');
  assert.is(canonical('{"b":1,"a":2}\n[1,\n{"d":1,"c":2}', options), '{"a":2,"b":1}\n{"c":2,"d":1}\n');
  assert.equal(bad, [2, 2]);
});

test('options of reading count', () => {
  const text = '{"b":1,// c\n"a":[2,],}';
  const options = { comments: 'skip', trailingCommas: true };
  assert.is(sorted(text, options), '{"a":[2],"b":1}');
  assert.is(canonical(text, options), '{"a":[2],"b":1}');
  assert.is(caught(() => sorted('[[1]]', { maxDepth: 1 })).code, 'DEPTH');
  assert.is(caught(() => canonical('[1')).code, 'UNEXPECTED_END');
  assert.is(caught(() => sorted('{"a":1,"a":2}', { duplicates: 'error' })).code, 'DUPLICATE_KEY');
  const raw = jt.format(bytesOf('{"b":1,"a', 0xff, '":2}'), { utf8: 'raw', indent: 0, sortKeys: true });
  same(raw, bytesOf('{"a', 0xff, '":2,"b":1}'));
});

test('what has no canonical form is an error at its place', () => {
  const refuse = (text, code, offset, pointer, sentence) => {
    const error = caught(() => canonical(text));
    assert.is(error.message, sentence);
    const { column, line } = error;
    assert.equal([error.code, error.offset, error.tokenStart, error.pointer], [code, offset, offset, pointer]);
    assert.ok(line >= 1 && column >= 1);
    assert.is(error.tokens.length, jt.tokenize(text).words.filter((start, i) => i % 3 === 0 && start < offset).length);
  };
  const duplicate = 'expected a key that its object does not have yet';
  const text = 'expected text without lone surrogates in canonical JSON';
  const number = 'expected a number within the range of doubles in canonical JSON';
  const twice = '[{"a":1,"b":2,"\\u0061":3}]';
  refuse(twice, 'DUPLICATE_KEY', 14, '/0', `${duplicate}, found "a" at line 1, column 15 (/0)`);
  const lone = '{"z":["\\ud800"],"a":1e999}';
  refuse(lone, 'LONE_SURROGATE', 6, '/z/0', `${text}, found '"' at line 1, column 7 (/z/0)`);
  refuse('{"\\udc00x":1}', 'LONE_SURROGATE', 1, '', `${text}, found '"' at line 1, column 2`);
  const large = '{"z":1,\n "a":-1e400,"z":2}';
  refuse(large, 'NUMBER_TOO_LARGE', 13, '/a', `${number}, found '-' at line 2, column 6 (/a)`);
  refuse(`[${'9'.repeat(400)}]`, 'NUMBER_TOO_LARGE', 1, '/0', `${number}, found '9' at line 1, column 2 (/0)`);
  const inner = '{"a":{"x":1,"x":2,"x":3},"a":1}';
  refuse(inner, 'DUPLICATE_KEY', 12, '/a', `${duplicate}, found "x" at line 1, column 13 (/a)`);
  const later = '{"a":{"x":"\\ud800"},"a":1}';
  refuse(later, 'LONE_SURROGATE', 10, '/a/x', `${text}, found '"' at line 1, column 11 (/a/x)`);
});

test('bad lines are left out of what a fault is in', () => {
  const text = '\ufeff[1,\n/*\u00e9*/{"b":1,"a":2}\r\n\u00e9\u20ac{\n/*\u20ac*/{"k":[{"a":1,"a":2}]} //x\n[';
  const bad = [];
  const options = { multiple: 'ndjson', comments: 'skip', onBadLine: ({ line }) => bad.push(line) };
  const error = caught(() => canonical(text, options));
  assert.equal(bad, [1, 3, 5]);
  assert.equal([error.code, error.line, error.column, error.pointer], ['DUPLICATE_KEY', 4, 19, '/k/0']);
  assert.is(error.offset, bytesOf(text).length - bytesOf('"a":2}]} //x\n[').length);
  assert.is(error.message, 'expected a key that its object does not have yet, found "a" at line 4, column 19 (/k/0)');
  assert.is(error.tokens.length, 12);
  assert.is(error.tokens.start(0), error.tokens.bytes.indexOf(0x7b));
});

test('a key that is there twice is the same error as to the reader', () => {
  const inner = [
    '{"a":1,"a":2}',
    '{"\u00e9\u{1f600}":1,"b":[],"\\u00e9\\ud83d\\ude00":2}',
    '{"":1,\n"\u20ac":{},"":2}',
  ];
  for (const text of inner) {
    for (const around of ['?', '\ufeff?', '[1,{"k~/\\n\\u2028":\n\n[?]}]', '["\u{1f600}\u00e9",?]']) {
      const whole = around.replace('?', text);
      const error = caught(() => canonical(whole));
      const other = caught(() => jt.tokenize(whole, { duplicates: 'error' }));
      assert.equal(errorFields(error), errorFields(other));
      assert.is(error.message, other.message);
      assert.is(error.tokenStart, other.tokenStart);
      same(
        error.tokens.words.filter((_, i) => i % 3 !== 2),
        other.tokens.words.filter((_, i) => i % 3 !== 2),
        whole,
      );
      assert.is(error.tokens.match(0), other.tokens.match(0));
    }
  }
});

test('random documents', () => {
  const next = generator(23);
  const parts = ['a', 'b', '\u00e9', '\u{1f600}', '\ufffd', '\ufb33', '\n', '/', '"', '0', '1'];
  const key = () => Array.from({ length: next() % 4 }, () => parts[next() % parts.length]).join('');
  const value = (depth) => {
    const kind = next() % (depth > 5 ? 4 : 7);
    if (kind === 0) return (next() % 4000) / 8;
    if (kind === 1) return key();
    if (kind === 2) return [null, true, false][next() % 3];
    if (kind === 3) return (next() - 2 ** 31) * 10 ** ((next() % 60) - 30);
    if (kind === 4) return Array.from({ length: next() % 5 }, () => value(depth + 1));
    return Object.fromEntries(Array.from({ length: next() % 7 }, () => [key(), value(depth + 1)]));
  };
  for (let round = 0; round < 500; round++) {
    const root = [value(0), value(0)];
    const text = env.JSON.stringify(root, null, next() % 3);
    const expected = sortedByEngine(root);
    assert.is(sorted(text), expected);
    assert.is(canonical(text), expected);
    assert.is(ofValue(root), expected);
  }
});

test('many keys, and deep nesting', () => {
  const next = generator(24);
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`${next()}-${i}`, i]));
  assert.ok(sorted(env.JSON.stringify(many)) === sortedByEngine(many));
  assert.ok(canonical(env.JSON.stringify(many)) === sortedByEngine(many));
  const depth = 100_000;
  const text = '{"b":1,"a":'.repeat(depth) + '[]' + '}'.repeat(depth);
  const expected = '{"a":'.repeat(depth) + '[]' + ',"b":1}'.repeat(depth);
  assert.ok(sorted(text, { maxDepth: depth + 1 }) === expected);
  assert.ok(canonical(text, { maxDepth: depth + 1 }) === expected);
});

test('canonical form of values: as serialize, but for the order of the keys', () => {
  assert.is(
    ofValue({ b: undefined, c: [undefined, () => 1], 10: 1, 9: 2, a: new Date(0) }),
    '{"10":1,"9":2,"a":"1970-01-01T00:00:00.000Z","c":[null,null]}',
  );
  assert.is(jt.serialize(undefined, { canonical: true }), undefined);
  const trace = [];
  const object = {
    get b() {
      trace.push('get b');
      return 1;
    },
    get a() {
      trace.push('get a');
      return { toJSON: (key) => `toJSON ${key}` };
    },
  };
  const replacer = (key, value) => {
    trace.push(`replacer ${key}`);
    return value;
  };
  assert.is(ofValue(object, { replacer }), '{"a":"toJSON a","b":1}');
  assert.equal(trace, ['replacer ', 'get a', 'replacer a', 'get b', 'replacer b']);
  assert.is(ofValue({ b: 1, a: { c: 2, b: 3 }, c: 4 }, { replacer: ['b', 'a'] }), '{"a":{"b":3},"b":1}');
  assert.is(ofValue({ b: new Float64Array([0.5, -0]), a: 1 }, { typedArrays: 'array' }), '{"a":1,"b":[0.5,0]}');
  assert.is(ofValue(Object.assign(new String('x'), { '!': 1 })), '"x"');
  const raw = !env.own && JSON.rawJSON ? JSON.rawJSON : env.JSON.parse;
  assert.is(ofValue({ b: raw('1.50'), a: raw('"\\u0041"') }), '{"a":"A","b":1.5}');
  assert.is(ofValue([raw('null'), raw('true')]), '[null,true]');
  // Objects of one kind, often enough for a function of their own.
  const rows = Array.from({ length: 100 }, (_, i) => ({ id: i, name: `n${i}`, at: i / 2, 1: true }));
  assert.is(ofValue(rows), sortedByEngine(rows));
  assert.is(ofValue(rows), sortedByEngine(rows));
  assert.is(decode(jt.serialize(rows, { engine: 'own' })), env.JSON.stringify(rows));
});

test('values without canonical form are a TypeError that names the place', () => {
  const refuse = (value, pattern) => assert.match(assert.thrown(() => ofValue(value), TypeError).message, pattern);
  for (const number of [NaN, Infinity, -Infinity]) {
    refuse(number, /has no canonical form, at the root/);
    refuse({ b: 1, a: [0, number] }, /^-?(NaN|Infinity) has no canonical form, at \/a\/1$/);
    refuse({ a: { 'b/': number } }, /at \/a\/b~1$/);
  }
  refuse(['\ud800'], /^a lone surrogate has no canonical form, at \/0$/);
  refuse({ '\udc00': 1 }, /^a lone surrogate has no canonical form/);
  refuse([`${'x'.repeat(20_000)}\ud800`], /lone surrogate/);
  refuse([1n], /BigInt/);
  const rows = Array.from({ length: 100 }, (_, i) => ({ id: i === 99 ? NaN : i }));
  refuse(rows, /at \/99\/id$/);
  assert.is(ofValue({ b: 1, a: 2 }), '{"a":2,"b":1}');
  const cycle = {};
  cycle.a = cycle;
  refuse(cycle, /cycle/);
});

test('serializeInto and serializer write it too', () => {
  const toBytes = jt.serializer({ b: 0, a: 0 }, { canonical: true });
  assert.is(decode(toBytes({ b: 1, a: 2 })), '{"a":2,"b":1}');
  assert.is(decode(toBytes.view({ b: 3, a: 2 })), '{"a":2,"b":3}');
  const target = new Uint8Array(100);
  const { written } = jt.serializeInto(target, { b: 1, a: 2 }, { canonical: true });
  assert.is(decode(target.subarray(0, written)), '{"a":2,"b":1}');
});

test('options that do not go together, and of the wrong kind', () => {
  for (const options of [{ indent: 2 }, { indent: 0 }, { utf8: 'replace' }, { utf8: 'raw' }, { comments: 'keep' }]) {
    assert.thrown(() => jt.format('1', { canonical: true, ...options }), TypeError);
  }
  for (const value of [1, 'yes', null, {}]) {
    assert.thrown(() => jt.format('1', { canonical: value }), TypeError);
    assert.thrown(() => jt.format('1', { sortKeys: value }), TypeError);
    assert.thrown(() => jt.serialize(1, { canonical: value }), TypeError);
  }
  assert.thrown(() => jt.serialize(1, { canonical: true, space: 2 }), TypeError);
  assert.thrown(() => jt.serialize(1, { canonical: true, bigint: 'digits' }), TypeError);
  assert.thrown(() => jt.serialize(jt.tokenize('1'), { canonical: true }), TypeError);
  assert.thrown(() => new jt.Serializer({ canonical: true }), TypeError);
});

test.run();
