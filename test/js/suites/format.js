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

test('a tape is a tape whatever objects inherit, and among values an object without properties', () => {
  const tape = jt.tokenize('[1]');
  assert.is(env.JSON.stringify({ tape: jt.tokenize('[1]') }), '{"tape":{}}');
  Object.defineProperty(Object.prototype, 'toJSON', { value: () => 'everything', configurable: true });
  try {
    same(jt.serialize(tape), bytesOf('[1]'));
  } finally {
    delete Object.prototype.toJSON;
  }
  for (const value of [{ tape }, [tape, tape], new Proxy(tape, {})]) {
    same(jt.serialize(value), bytesOf(env.JSON.stringify(value)));
    same(jt.serialize(tape), bytesOf('[1]'));
    same(jt.serialize({ a: [] }), bytesOf('{"a":[]}'));
  }
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

// Commented text, indented by two, minified.
const commented = [
  [
    '// head\n{\n  // about a\n  "a": 1, // one\n  /* about b */\n  "b": [ 2 /* two */, 3 ] // end\n}\n// tail\n',
    '// head\n{\n  // about a\n  "a": 1, // one\n  /* about b */\n  "b": [\n    2 /* two */,\n    3\n  ] // end\n}\n// tail',
    '// head\n{// about a\n"a":1,// one\n/* about b */"b":[2/* two */,3]// end\n}\n// tail',
  ],
  ['[/**/]', '[ /**/\n]', '[/**/]'],
  ['[\n/**/\n]', '[\n  /**/\n]', '[/**/]'],
  ['[//\n]', '[ //\n]', '[//\n]'],
  ['{"a"/*1*/:/*2*//*3*/1}', '{\n  "a": /*1*/ /*2*/ /*3*/ 1\n}', '{"a":/*1*//*2*//*3*/1}'],
  ['{"a"//1\n://2\n{}}', '{\n  "a": //1\n  //2\n  {}\n}', '{"a"://1\n//2\n{}}'],
  ['[1 // x\n, // y\n 2]', '[\n  1 // x\n  , // y\n  2\n]', '[1// x\n,// y\n2]'],
  ['[1 /*x*/ , /*y*/ [], /*z*/]', '[\n  1 /*x*/, /*y*/\n  [], /*z*/\n]', '[1/*x*/,/*y*/[],/*z*/]'],
  ['/*a*/ /*b*/ 1 /*c*/ // d', '/*a*/ /*b*/\n1\n/*c*/ // d', '/*a*//*b*/1\n/*c*/// d'],
  ['// a\r\n  \r\n[ // b\r\n]', '// a\n[ // b\n]', '// a\n[// b\n]'],
  ['[1 // a\r\r\n]', '[\n  1 // a\n]', '[1// a\n]'],
  ['/* two\n   lines */ "x"', '/* two\n   lines */\n"x"', '/* two\n   lines */"x"'],
  [
    '["\u00e9"/*\u00e9\u20ac*/,"<"//<>&\n]',
    '[\n  "\u00e9" /*\u00e9\u20ac*/,\n  "<" //<>&\n]',
    '["\u00e9"/*\u00e9\u20ac*/,"<"//<>&\n]',
  ],
];
const KEPT = { comments: 'keep', trailingCommas: true };

test('comments that are kept', () => {
  for (const [text, indented, minified] of commented) {
    assert.is(decode(jt.format(text, KEPT)), indented);
    assert.is(decode(minify(text, KEPT)), minified);
    const tabs = jt.format(text, { ...KEPT, indent: '\t' });
    assert.is(
      decode(tabs),
      indented.replace(/^ +/gm, (spaces) => (spaces === '   ' ? spaces : '\t'.repeat(spaces.length / 2))),
    );
    for (const form of [indented, minified]) {
      assert.is(decode(jt.format(form, { ...KEPT, indent: form === indented ? 2 : 0 })), form);
      same(minify(form, { ...KEPT, comments: 'skip' }), minify(text, { ...KEPT, comments: 'skip' }));
    }
  }
  assert.is(decode(jt.format('[1]', { comments: 'keep' })), '[\n  1\n]');
});

test('comments that are kept, at every depth and of any length', () => {
  for (const depth of [1, 7, 40, 300]) {
    for (const length of [0, 30, 1000, 70000]) {
      const comment = `/*${'x'.repeat(length)}*/`;
      const text = `${`[${comment}`.repeat(depth)}1,${comment}2${`${comment}]`.repeat(depth)}`;
      assert.is(decode(minify(text, KEPT)), text);
      const indented = jt.format(text, { ...KEPT, indent: 10 });
      same(minify(indented, KEPT), bytesOf(text));
    }
  }
});

test('comments between several values', () => {
  const text = '/*a*/1/*b*/\n//c\n2 // d';
  const options = { comments: 'keep', indent: 0 };
  assert.is(decode(jt.format(text, { ...options, multiple: 'concatenated' })), '/*a*/1\n/*b*///c\n2\n// d\n');
  assert.is(decode(jt.format(text, { ...options, multiple: 'ndjson' })), '/*a*/1\n/*b*///c\n2\n// d\n');
  assert.is(decode(jt.format('\x1e/*a*/1/*b*/\n\x1e2', { ...options, multiple: 'seq' })), '\x1e/*a*/1\n\x1e/*b*/2\n');
  assert.is(decode(jt.format('// only', { ...options, multiple: 'concatenated' })), '// only\n');
  assert.is(decode(jt.format('// only', { ...options, multiple: 'concatenated', comments: 'skip' })), '');
  const lines = '{"a":1} // a\n[1,\n{"b":/*2*/2}';
  const bad = [];
  const onBadLine = ({ line }) => bad.push(line);
  assert.is(decode(jt.format(lines, { ...options, multiple: 'ndjson', onBadLine })), '{"a":1}\n// a\n{"b":/*2*/2}\n');
  assert.equal(bad, [2]);
});

test('comments of a tape', () => {
  for (const [text, indented, minified] of commented) {
    const tape = jt.tokenize(text, KEPT);
    assert.is(decode(jt.serialize(tape, { comments: 'keep', indent: 2 })), indented);
    assert.is(decode(jt.serialize(tape, { comments: 'keep' })), minified);
    same(jt.serialize(tape, { comments: 'skip' }), minify(text, { ...KEPT, comments: 'skip' }));
    assert.thrown(() => jt.serialize(tape), TypeError, /comments/);
    assert.thrown(() => jt.serialize(tape, { comments: false }), TypeError);
  }
  const tape = jt.tokenize('[/**/1]', KEPT);
  for (let i = 0; i < tape.length; i++) {
    // a comment too short to be one, and beyond the text
    if (tape.type(i) === 'comment') tape.words[3 * i + 1] = 1;
  }
  assert.thrown(() => jt.serialize(tape, { comments: 'keep' }), TypeError);
  tape.words[3 + 1] = 99;
  assert.thrown(() => jt.serialize(tape, { comments: 'keep' }), TypeError);
});

/** What escapes are for, done to text without comments. */
const escaped = (text, pattern) =>
  text.replace(pattern, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const ASCII = /[\u0080-\uffff]/g;
const HTML = /[<>&\u2028\u2029]/g;

test('escapes for ASCII and for HTML', () => {
  const texts = [
    ...documents,
    '{"\u00e9<":["\\u00e9\\/ \u{1f600}&\u2028\u2029\ufeff>","a\u00e9z",1.0],"</script><!--":"\u007f\u0080\u07ff\u0800\uffff"}',
    `["${'x'.repeat(300)}\u20ac${'<'.repeat(300)}${'\u{1f600}'.repeat(300)}"]`,
    '"\\ud800 \\\\ \\u003c"',
  ];
  for (const text of texts) {
    for (const indent of [0, 2, '\t']) {
      const plain = decode(jt.format(text, { indent }));
      const forms = [
        [{ ascii: true }, escaped(plain, ASCII)],
        [{ htmlSafe: true }, escaped(plain, HTML)],
        [{ ascii: true, htmlSafe: true }, escaped(escaped(plain, HTML), ASCII)],
        [{ ascii: false, htmlSafe: false }, plain],
      ];
      const tape = jt.tokenize(text);
      for (const [options, expected] of forms) {
        const bytes = jt.format(text, { ...options, indent });
        assert.is(decode(bytes), expected);
        assert.equal(env.JSON.parse(decode(bytes)), env.JSON.parse(text));
        same(jt.serialize(tape, { ...options, indent }), bytes);
      }
    }
  }
  assert.is(
    decode(minify('{"b":"\u00e9","a\u00e9":1}', { ascii: true, sortKeys: true })),
    '{"a\\u00e9":1,"b":"\\u00e9"}',
  );
  assert.is(
    decode(minify('"<"\n"\u00e9"', { ascii: true, htmlSafe: true, multiple: 'ndjson' })),
    '"\\u003c"\n"\\u00e9"\n',
  );
  const kept = '["\u00e9"/*\u00e9*/]';
  assert.is(decode(minify(kept, { ascii: true, comments: 'keep' })), '["\\u00e9"/*\u00e9*/]');
});

test('escapes of ill-formed UTF-8', () => {
  const text = bytesOf('["', 0xff, '\u00e9', 0xe2, 0x82, '<"]');
  for (const utf8 of ['raw', 'replace']) {
    assert.is(decode(minify(text, { ascii: true, utf8 })), '["\\ufffd\\u00e9\\ufffd<"]');
  }
  const replaced = '["\ufffd\u00e9\ufffd<"]';
  assert.is(decode(minify(text, { utf8: 'replace' })), replaced);
  assert.is(decode(minify(text, { utf8: 'replace', htmlSafe: true })), replaced.replace('<', '\\u003c'));
  assert.is(decode(minify('"\ud800"', { utf8: 'replace' })), '"\ufffd"');
  const comments = bytesOf('[1,/*', 0xe2, 0x82, '\u20ac*/2]//', 0xff);
  assert.is(decode(minify(comments, { utf8: 'replace', comments: 'keep' })), '[1,/*\ufffd\u20ac*/2]\n//\ufffd');
  same(minify(comments, { utf8: 'raw', comments: 'keep' }), bytesOf('[1,/*', 0xe2, 0x82, '\u20ac*/2]\n//', 0xff));
  same(minify(text, { htmlSafe: true, utf8: 'raw' }), bytesOf('["', 0xff, '\u00e9', 0xe2, 0x82, '\\u003c"]'));
});

test('what does not go together', () => {
  const wrong = [
    [{ comments: 'keep', sortKeys: true }, TypeError],
    [{ comments: 'keep', canonical: true }, TypeError],
    [{ comments: 'keep', htmlSafe: true }, TypeError],
    [{ ascii: true, canonical: true }, TypeError],
    [{ htmlSafe: true, canonical: true }, TypeError],
    [{ ascii: 1 }, TypeError],
    [{ htmlSafe: null }, TypeError],
    [{ comments: 'all' }, RangeError],
  ];
  for (const [options, kind] of wrong) assert.thrown(() => jt.format('[]', options), kind, Object.keys(options).join());
  const tape = jt.tokenize('[]');
  const ofTapes = [
    [{ comments: 'keep', htmlSafe: true }, TypeError],
    [{ ascii: 'yes' }, TypeError],
    [{ comments: true }, TypeError],
    [{ comments: 'all' }, RangeError],
    [{ space: 2, indent: 2 }, TypeError],
    [{ space: 'ab' }, RangeError],
    [{ indent: 'ab' }, RangeError],
    [{ indent: 11 }, RangeError],
    [{ indent: true }, TypeError],
    [{ engine: 'fast' }, RangeError],
    [{ engine: null }, TypeError],
    [{ bigint: 'digits' }, TypeError],
  ];
  for (const [options, kind] of ofTapes)
    assert.thrown(() => jt.serialize(tape, options), kind, Object.keys(options).join());
  assert.thrown(() => jt.serialize(tape, { space: 2 }, 2), TypeError);
  assert.thrown(() => jt.serialize(tape, undefined, '-'), RangeError);
});

test.run();
