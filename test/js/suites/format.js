// format, and serialize of a Tape: the layout, with strings, keys and numbers as their text stands.
import { bytesOf, caught, generator, minify, same } from '../checks.js';
import { assert, decode, env, jt, suite } from '../harness.js';

const test = suite('format');

const documents = [
  '{}',
  '[]',
  '0',
  '"s"',
  'null',
  '[[]]',
  '[{}]',
  '{"a":{}}',
  '{"a":[]}',
  '[1]',
  '[1,2,3]',
  '{"a":1}',
  '{"a":1,"b":[true,false,null],"c":{"d":"e","f":[[],[[]],{}]}}',
  '[[[[[[[[[[1]]]]]]]]]]',
  '{"":{"":{"":""}}}',
  '["\u00e9\u20ac\u{1f600}",{"\u00e9":"\\n"}]',
];

test('two spaces by default', () => {
  assert.is(decode(jt.format('[1,{"a":[]}]')), '[\n  1,\n  {\n    "a": []\n  }\n]');
  for (const text of documents) same(jt.format(text), jt.format(text, { indent: 2 }));
});

test('minified, whatever the whitespace was', () => {
  for (const text of documents) {
    same(minify(text), bytesOf(text));
    for (const indent of [1, 2, 10, '\t']) {
      const spaced = env.JSON.stringify(env.JSON.parse(text), null, indent);
      same(minify(spaced), bytesOf(env.JSON.stringify(env.JSON.parse(text))), spaced);
    }
  }
  assert.is(decode(minify(' \n[ 1 ,\t2\r\n, { "a" : [ ] } ] ')), '[1,2,{"a":[]}]');
});

test('indented as JSON.stringify does', () => {
  for (const text of documents) {
    const value = env.JSON.parse(text);
    const plain = env.JSON.stringify(value);
    for (let indent = 0; indent <= 10; indent++) {
      same(jt.format(plain, { indent }), bytesOf(env.JSON.stringify(value, null, indent)), `${text} ${indent}`);
    }
    for (const indent of ['', '\t', '\t\t', '   ', ' '.repeat(10)]) {
      same(jt.format(plain, { indent }), bytesOf(env.JSON.stringify(value, null, indent)), text);
    }
  }
});

test('what is returned is bytes of its own', () => {
  const first = minify('[1]');
  const copy = first.slice();
  assert.is(Object.prototype.toString.call(first), '[object Uint8Array]');
  const second = minify('{"other":"text that is longer"}');
  same(first, copy);
  assert.is.not(first.buffer, second.buffer);
  first.fill(0);
  same(minify('[1]'), copy);
});

test('text passes untouched', () => {
  for (const json of ['"\\u0041\\/"', '1.0', '-0', '1E5', '1e400', '"\\ud800"', '0.10', '"\u2028"']) {
    for (const text of [json, `[${json}]`, `{"k":${json}}`]) {
      same(minify(text), bytesOf(text));
    }
  }
  assert.is(decode(minify('{"\\u0061":1,"a":2}')), '{"\\u0061":1,"a":2}');
});

test('errors are those of tokenize', () => {
  for (const text of ['', '[1,]', '{"a":1', '["\t"]']) {
    const error = caught(() => minify(text));
    const other = caught(() => jt.tokenize(text));
    assert.equal([error.code, error.offset, error.message], [other.code, other.offset, other.message]);
  }
  assert.is(caught(() => jt.format('[[1]]', { maxDepth: 1 })).code, 'DEPTH');
});

test('serialize of a tape is format of its text', () => {
  for (const text of documents) {
    const tape = jt.tokenize(` ${text}\n`);
    same(jt.serialize(tape), bytesOf(text));
    for (const indent of [1, 3, '\t']) {
      same(jt.serialize(tape, { indent }), jt.format(text, { indent }), `${text} ${indent}`);
    }
  }
});

test('a tape is serialized after other calls and more than once', () => {
  const tapes = documents.map((text) => jt.tokenize(text));
  jt.format(`[${documents.join(',')}]`, { indent: 2 });
  for (const [i, tape] of tapes.entries()) {
    same(jt.serialize(tape), bytesOf(documents[i]));
    same(jt.serialize(tape), bytesOf(documents[i]));
  }
});

test("outputs of every size around the writer's buffers", () => {
  for (let length = 0; length < 300; length++) {
    const text = `["${'x'.repeat(length)}",{"${'k'.repeat(length)}":[${'7'.repeat(length + 1)}]}]`;
    const value = env.JSON.parse(text);
    same(minify(text), bytesOf(text));
    const expected = `[\n  "${value[0]}",\n  {\n    "${'k'.repeat(length)}": [\n      ${'7'.repeat(length + 1)}\n    ]\n  }\n]`;
    same(jt.format(text, { indent: 2 }), bytesOf(expected));
  }
});

test('large outputs', () => {
  const text = `[${Array.from({ length: 60_000 }, (_, i) => `{"id":${i},"s":"${'y'.repeat(i % 50)}"}`).join(',')}]`;
  const spaced = jt.format(text, { indent: 10 });
  assert.is(decode(spaced) === env.JSON.stringify(env.JSON.parse(text), null, 10), true);
  assert.is(decode(minify(spaced)) === text, true);
});

test('deep nesting with the widest indent', () => {
  const depth = 1000;
  const text = '['.repeat(depth) + ']'.repeat(depth);
  let expected = '';
  for (let level = 0; level < depth - 1; level++) expected += `[\n${' '.repeat(10 * (level + 1))}`;
  expected += '[]';
  for (let level = depth - 2; level >= 0; level--) expected += `\n${' '.repeat(10 * level)}]`;
  assert.is(decode(jt.format(text, { indent: 10 })) === expected, true);
});

test('random documents', () => {
  const next = generator(11);
  const value = (depth) => {
    const kind = next() % (depth > 5 ? 4 : 6);
    if (kind === 0) return next() % 1000;
    if (kind === 1) return 'text \u00e9\n"'.slice(next() % 9);
    if (kind === 2) return [null, true, false][next() % 3];
    if (kind === 3) return (next() % 2000) / 8;
    if (kind === 4) return Array.from({ length: next() % 5 }, () => value(depth + 1));
    return Object.fromEntries(Array.from({ length: next() % 5 }, () => [`k${next() % 20}`, value(depth + 1)]));
  };
  for (let round = 0; round < 300; round++) {
    const root = [value(0), value(0)];
    const indent = next() % 11;
    const pretty = env.JSON.stringify(root, null, indent);
    same(jt.format(env.JSON.stringify(root), { indent }), bytesOf(pretty));
    same(minify(pretty), bytesOf(env.JSON.stringify(root)));
  }
});

test('a tape whose words were changed is refused or written, and nothing beyond its text is', () => {
  const next = generator(12);
  const text = '{"a":[1,"x\\n",{"b":[true,null]}],"c":{"d":"eeeeeeeeeeeeeeeeeeeeeeee"}}';
  let refused = 0;
  let longest = 0;
  for (let round = 0; round < 4000; round++) {
    const tape = jt.tokenize(text);
    const { words } = tape;
    for (let n = next() % 3; n >= 0; n--) {
      const at = next() % words.length;
      const near = words[at] + (next() % 64) - 32;
      words[at] = [next(), near, 0, 0xffffffff, words[at] ^ (1 << (next() % 32)), 0x7fffffff][next() % 6];
    }
    try {
      longest = Math.max(longest, jt.serialize(tape).length);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      refused++;
    }
  }
  assert.ok(refused > 1000 && refused < 3999, `${refused} refused`);
  assert.ok(longest > 10 && longest < 4 * text.length, `${longest} bytes`);
});

test('a tape whose words or text were taken away is refused', () => {
  for (const part of ['words', 'text']) {
    const input = bytesOf('{"a":[1,"x"]}', ' '.repeat(5000));
    const tape = jt.tokenize(input);
    const { buffer } = part === 'words' ? tape.words : input;
    structuredClone(buffer, { transfer: [buffer] });
    assert.thrown(() => jt.serialize(tape), TypeError);
    assert.is(jt.tokenize('[1]', { into: tape }).length, 3);
    same(jt.serialize(tape), bytesOf('[1]'));
  }
});

test('an indent that is out of range or of the wrong kind is refused', () => {
  for (const indent of [-1, 11, 1.5, NaN, Infinity, ' '.repeat(11), 'x', ' \t', '\n']) {
    assert.thrown(() => jt.format('[1]', { indent }), RangeError, String(indent));
  }
  for (const indent of [true, {}, [], null, 2n]) {
    assert.thrown(() => jt.format('[1]', { indent }), TypeError, String(indent));
  }
});

test.run();
