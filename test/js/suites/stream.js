// Tokenizer: the tapes of chunks say, one behind the other, what one tape of the whole input says, however it is cut.
import { bytesOf, caught, errorFields, generator, same } from '../checks.js';
import { assert, env, jt, suite } from '../harness.js';
import { cutAt, inPieces, readChunks, readWhole, story } from '../streams.js';

const test = suite('stream');

// One comparison of what two readings say.
function sameStory(chunks, expected, message, options) {
  const actual = story(readChunks(chunks, options));
  const at = expected.findIndex((line, i) => line !== actual[i] && typeof line === 'string');
  const first = at < 0 && actual.length === expected.length ? 'equal' : `at ${at}: ${actual[at]}, not ${expected[at]}`;
  assert.is(first, 'equal', message);
  assert.equal(actual.at(-1), expected.at(-1), message);
}

const small = [
  '0',
  '-1.5e+3 ',
  '"s"',
  'true',
  '[]',
  '{}',
  '\ufeff{"a":[1]}',
  '[[],[[]],{}]',
  '{"a":{"b":[1,{"c":[2,[3]]}],"d":4},"e":[]}',
  '[\n  {"id": 1, "na\\u006de": "\u00e9\\n\u{1f600}"},\n  {"id": 2.5e3, "name": null}\n]\n',
  '{"a~b/c":[true,false,{"":"x"}],\r\n"\u20ac\u{1f600}":\n"\u20ac\u{1f600}", "z" :-0}',
  '{"\\ud83d\\ude00\\n":{"k":[[[[1]],2],3]},"w":"\\ud834\\udd1e"}',
  // Of the kinds that have broken others.
  '"\u201d"',
  '"c\u030c"',
  '[7777.0]',
  '{"n":-2}',
  '743',
  '2e+2',
  '{"constructor":1,"hasOwnProperty":2,"toString":3,"__proto__":{"x":1}}',
];

const wrong = [
  '',
  ' ',
  '[1 2]',
  '[1,]',
  '[nul l]',
  '[- 1]',
  '{"x":1]',
  'fals',
  'tb:',
  '{"":tr',
  '{/',
  '1 2',
  '[1] x',
  '"\\u0z',
  '{"":"\\u20A"}',
  '"\\',
  '[[1],]',
  '{"d": 42.',
  '{"d":tru',
  '{"x":1,"y":[{"z":2},{"z":\t]}]}',
  '["\u0001"]',
  '[\ufeff1]',
  '[1]\ufeff',
];

const badBytes = [
  bytesOf('["a\u00e9', 0xff, '"]'),
  bytesOf('["', 0xed, 0xa0, 0x80, '"]'),
  bytesOf('{"k":"', 0xf0, 0x9f),
];

const cases = [...small, ...wrong].map((text) => bytesOf(text)).concat(badBytes);

test('every two-way cut of small cases', () => {
  for (const bytes of cases) {
    const expected = story(readWhole(bytes));
    for (let at = 0; at <= bytes.length; at++) sameStory(cutAt(bytes, at), expected, `${bytes} at ${at}`);
  }
});

test('a byte at a time, with empty chunks between', () => {
  for (const bytes of cases) {
    const expected = story(readWhole(bytes));
    sameStory(inPieces(bytes, 1), expected, String(bytes));
    const empty = new Uint8Array(0);
    sameStory([empty, ...inPieces(bytes, 1).flatMap((chunk) => [chunk, empty, ''])], expected, String(bytes));
  }
});

test('every three-way cut of a few', () => {
  for (const text of ['{"ab":[1,"\\ud83d\\ude00"]}', '[[1],{"k":\n[]}]', '[tru,']) {
    const bytes = bytesOf(text);
    const expected = story(readWhole(bytes));
    for (let a = 0; a <= bytes.length; a++) {
      for (let b = a; b <= bytes.length; b++) sameStory(cutAt(bytes, a, b), expected, `${text} at ${a} and ${b}`);
    }
  }
});

test('documents, cut at random', async () => {
  const next = generator(11);
  const files = env.data.documents.slice(0, 6);
  for (const file of files) {
    const bytes = (await env.bytes(file)).subarray(0, 40_000);
    const expected = story(readWhole(bytes));
    for (const size of [1, 17, 300, 5000]) {
      const places = [];
      for (let at = 0; at < bytes.length; at += 1 + (next() % (2 * size))) places.push(at);
      if (size === 1 && bytes.length > 10_000) continue;
      sameStory(cutAt(bytes, ...places), expected, `${file} by ${size}`);
    }
  }
});

test('whole documents in chunks of 64 KB have the words of one tape', async () => {
  for (const file of env.data.documents) {
    const bytes = await env.bytes(file);
    const whole = jt.tokenize(bytes);
    const { tapes } = readChunks(inPieces(bytes, 65536));
    const words = whole.words.slice();
    // Distances of brackets are 0 where the partner is on another tape.
    let at = 0;
    for (const tape of tapes) {
      const { words: own } = tape;
      for (let i = 0; i < own.length; i += 3, at += 3) {
        const bracket = (own[i + 2] & 15) < 5;
        if (bracket && own[i + 1] === 0) words[at + 1] = 0;
        words[at] -= tape.base;
      }
    }
    same(Uint32Array.from(tapes.flatMap((tape) => [...tape.words])), words, file);
    assert.equal(tapes.at(-1).keys, whole.keys, file);
  }
});

test('the grammar suite, in chunks of one byte and of three', async () => {
  for (const file of env.data.parsing) {
    const bytes = await env.bytes(file);
    if (bytes.length > 3000) continue;
    const expected = story(readWhole(bytes));
    for (const size of [1, 3]) sameStory(inPieces(bytes, size), expected, `${file} by ${size}`);
  }
});

test('brackets whose partner is on another tape', () => {
  const tokenizer = new jt.Tokenizer();
  const first = tokenizer.write('[[1],{"a":[2');
  const second = tokenizer.write(',3],"b":[]}]');
  const kinds = (tape) => Array.from({ length: tape.length }, (_, i) => tape.type(i));
  assert.equal(kinds(first), [
    'array-start',
    'array-start',
    'number',
    'array-end',
    'object-start',
    'key',
    'array-start',
  ]);
  assert.equal([first.match(0), first.match(1), first.match(3), first.match(4), first.match(6)], [-1, 3, 1, -1, -1]);
  assert.equal([first.skip(0), first.skip(1), first.skip(2), first.skip(4)], [-1, 4, 3, -1]);
  assert.is(second.type(0), 'number');
  assert.is(second.raw(0), '2');
  const ends = kinds(second).flatMap((kind, i) =>
    kind.endsWith('-end') ? [[second.pointer(i), second.match(i)]] : [],
  );
  assert.equal(ends, [
    ['/1/a', -1],
    ['/1/b', 4],
    ['/1', -1],
    ['', -1],
  ]);
  assert.is(tokenizer.end().length, 0);
});

test('a token that began in an earlier chunk is the first of its tape', () => {
  const tokenizer = new jt.Tokenizer();
  const tapes = ['["ab', 'c\\n', '\u00e9","x', 'y",12', '34', '5]'].map((chunk) => tokenizer.write(chunk));
  assert.equal(
    tapes.map((tape) => tape.length),
    [1, 0, 1, 1, 0, 2],
  );
  const [, , string, second, , number] = tapes;
  assert.equal([string.start(0), string.end(0), string.string(0)], [1, 10, 'abc\n\u00e9']);
  assert.is(string.raw(0), '"abc\\n\u00e9"');
  assert.equal([second.string(0), second.at(0).string, second.at(0).start], ['xy', 'xy', 11]);
  assert.equal(
    [number.number(0), number.bigint(0), number.at(0).number, number.at(0).raw],
    [12345, 12345n, 12345, '12345'],
  );
  assert.equal([number.start(0), number.end(0), number.base, number.bytesStart], [16, 21, 16, 20]);
  assert.equal([number.line(0), number.column(0), number.pointer(0)], [1, 16, '/2']);
});

test('keys have the same ids on every tape, and all tapes know those before them', () => {
  const tokenizer = new jt.Tokenizer();
  const first = tokenizer.write('{"a":1,"b":2,');
  const second = tokenizer.write('"b":3,"c":4,"a":');
  assert.equal(first.keys, ['', 'a', 'b']);
  const third = tokenizer.write('5,"c":6}');
  assert.equal(second.keys, ['', 'a', 'b', 'c']);
  assert.equal(first.keys, ['', 'a', 'b']);
  assert.equal(third.keys, ['', 'a', 'b', 'c']);
  assert.equal([third.string(0 + 1), third.words[5] >>> 8], ['c', 3]);
  assert.is(Object.isFrozen(third.keys), true);
});

test('keys are there however late they are asked for', () => {
  const names = Array.from({ length: 300 }, (_, i) => ['k', 'é', '😀', ''][i % 4] + i);
  const text = `[${names.map((name, i) => `{"${name}":${i},"a":"${'x'.repeat(i)}","\\u0062${i}":0,"${'l'.repeat(31)}":1}`)}]`;
  const whole = jt.tokenize(text);
  for (const last of [true, false]) {
    const tokenizer = new jt.Tokenizer();
    const tapes = [];
    for (const chunk of inPieces(bytesOf(text), 97)) {
      tapes.push(tokenizer.write(chunk));
      const tape = tapes.at(-1);
      if (tapes.length % 50 === 7) assert.equal(tape.keys, whole.keys.slice(0, tape.keys.length));
      if (tapes.length % 50 === 9) assert.is(tapes.at(-7).keys.length <= tape.keys.length, true);
    }
    if (last) tapes.push(tokenizer.end());
    // What other streams do with the memory that this one had is no matter.
    for (let i = 0; i < 6; i++) jt.tokenize(text, { into: new jt.Tokenizer().write('{"other":1,"keys":2}') });
    assert.equal(tapes.at(-1).keys, whole.keys);
    let known = 1;
    for (const tape of tapes) {
      for (let i = 0; i < tape.length; i++) {
        const id = tape.words[i * 3 + 2] >>> 8;
        if (id > 0) assert.is(tape.string(i), whole.keys[id]);
        known = Math.max(known, id + 1);
      }
      assert.equal(tape.keys, whole.keys.slice(0, known));
    }
  }
});

test('keys of a stream that ends in an error, has bad lines, or holds ill-formed bytes', () => {
  const tokenizer = new jt.Tokenizer();
  const first = tokenizer.write('{"a":{"b":');
  const { tokens } = caught(() => tokenizer.write('{"c":1,"d":x'));
  new jt.Tokenizer().write('{"e":1,"f":2,"g":3,"h":4}');
  assert.equal(
    [first.keys, tokens.keys],
    [
      ['', 'a', 'b'],
      ['', 'a', 'b', 'c', 'd'],
    ],
  );

  const errors = [];
  const lines = new jt.Tokenizer({ multiple: 'ndjson', onBadLine: (error) => errors.push(error) });
  const tape = lines.write('{"a":1}\n{"b":x}\n{"c":2}\n');
  lines.end();
  assert.equal(
    [tape.keys, errors[0].tokens.keys],
    [
      ['', 'a', 'b', 'c'],
      ['', 'a', 'b'],
    ],
  );

  const bytes = bytesOf('{"', 0xff, 'x":1,"', 0xe2, 0x82, '":2,"y":3}');
  const { tapes } = readChunks(inPieces(bytes, 5), { utf8: 'replace' });
  assert.equal(tapes.at(-1).keys, ['', '\ufffdx', '\ufffd', 'y']);
  assert.equal(tapes.at(-1).keys, jt.tokenize(bytes, { utf8: 'replace' }).keys);
});

test('tapes keep what they are when the stream goes on, ends and others begin', () => {
  const texts = ['{"key":["value",', '1.25,{"other":null', '}],"k2":"tail"}'];
  const tokenizer = new jt.Tokenizer();
  const tapes = [];
  const before = [];
  for (const text of texts) {
    tapes.push(tokenizer.write(text));
    before.push(story({ tapes: [tapes.at(-1)], outcome: '' }));
  }
  tokenizer.end();
  for (let i = 0; i < 20; i++) new jt.Tokenizer().write('["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",[{"z":1');
  jt.tokenize(`[${'1,'.repeat(1000)}1]`);
  for (const [i, tape] of tapes.entries()) assert.equal(story({ tapes: [tape], outcome: '' }), before[i]);
});

test('many Tokenizers at the same time', () => {
  const inputs = Array.from({ length: 9 }, (_, i) =>
    bytesOf(`{"key${i}":[${i},{"n":"${'x'.repeat(i * 7)}"}],"s":"${i}"}`),
  );
  const expected = inputs.map((bytes) => story(readWhole(bytes)));
  const running = inputs.map(() => ({ tokenizer: new jt.Tokenizer(), tapes: [] }));
  for (let at = 0; at < 90; at += 3) {
    for (const [i, { tokenizer, tapes }] of running.entries()) {
      tapes.push(tokenizer.write(inputs[i].subarray(at, at + 3)));
      if (at % 4 === 0) jt.validate('[1,2,');
    }
  }
  for (const [i, { tokenizer, tapes }] of running.entries()) {
    tapes.push(tokenizer.end());
    assert.equal(story({ tapes, outcome: 'accepted' }), expected[i]);
  }
});

test('strings and bytes mixed; surrogate pairs split over strings', () => {
  const tokenizer = new jt.Tokenizer();
  const tapes = ['["\u00e9', bytesOf('\u20ac'), '\ud83d', '', new Uint8Array(0), '\ude00x\ud83d', '\ude01"]'].map(
    (chunk) => tokenizer.write(chunk),
  );
  const last = tapes.at(-1);
  assert.equal([last.string(0), last.start(0), last.end(0)], ['\u00e9\u20ac\u{1f600}x\u{1f601}', 1, 17]);
  assert.is(tokenizer.end().length, 0);
});

test('lone surrogates in strings are ill-formed where they are in whole input', () => {
  for (const chunks of [
    ['["\ud83d', bytesOf('x"]')],
    ['["\ud83d', 'x"]'],
    ['["', '\ude00"]'],
    ['["\ud83d\ud83d', '\ude00"]'],
    ['["\ud83d'],
  ]) {
    const { outcome } = readChunks(chunks);
    assert.equal([outcome.code, outcome.offset], ['INVALID_UTF8', 2], chunks.map(String).join('|'));
  }
});

test('every kind of bytes is a chunk', () => {
  const text = '[1,"two",{"three":3}] ';
  const bytes = bytesOf(text.padEnd(24));
  const expected = story(readWhole(bytes));
  const chunks = [
    bytes.subarray(0, 3),
    bytes.slice(3, 8).buffer,
    new DataView(bytes.buffer, 8, 4),
    new Uint16Array(bytes.slice(12, 16).buffer),
    new env.otherRealm.Uint8Array(bytes.subarray(16, 20)),
  ];
  const shared = new SharedArrayBuffer(4);
  new Uint8Array(shared).set(bytes.subarray(20));
  sameStory([...chunks, shared], expected, 'kinds');
});

test('an error: what the chunk has before it, and where it is in the stream', () => {
  const tokenizer = new jt.Tokenizer();
  tokenizer.write('{"a":[1,2,\n');
  const error = caught(() => tokenizer.write('3,"x",}'));
  assert.equal(errorFields(error), {
    code: 'EXPECTED_VALUE',
    offset: 17,
    line: 2,
    column: 7,
    byteColumn: 7,
    pointer: '/a/4',
  });
  assert.is(error.tokens.length, 2);
  assert.equal([error.tokens.number(0), error.tokens.string(1), error.tokens.pointer(1)], [3, 'x', '/a/3']);
  assert.thrown(() => tokenizer.write(''), TypeError);
  assert.thrown(() => tokenizer.end(), TypeError);
});

test('an error is told by the call that gives the deciding byte', () => {
  const tokenizer = new jt.Tokenizer();
  tokenizer.write('"\\u0');
  assert.is(caught(() => tokenizer.write('z')).code, 'INVALID_HEX_DIGIT');
  const other = new jt.Tokenizer();
  other.write('[1');
  assert.is(caught(() => other.write(' 2')).code, 'EXPECTED_COMMA_OR_ARRAY_END');
});

test('misuse', () => {
  assert.thrown(() => jt.Tokenizer(), TypeError);
  for (const options of [null, 1, 'x', { unheardOf: 1 }, { into: undefined, indent: 2 }, { signal: undefined, x: 1 }]) {
    assert.thrown(() => new jt.Tokenizer(options), TypeError);
  }
  const tokenizer = new jt.Tokenizer();
  for (const chunk of [undefined, null, 1, {}, [1], [[]]]) assert.thrown(() => tokenizer.write(chunk), TypeError);
  // What was no chunk was not read.
  assert.is(tokenizer.write('[1]').length, 3);
  assert.is(tokenizer.end().length, 0);
  assert.thrown(() => tokenizer.write(' '), TypeError);
  assert.thrown(() => tokenizer.end(), TypeError);
});

test('a number at the root ends with the input', () => {
  const tokenizer = new jt.Tokenizer();
  assert.is(tokenizer.write('12').length, 0);
  assert.is(tokenizer.write('3').length, 0);
  const tape = tokenizer.end();
  assert.equal([tape.length, tape.number(0), tape.start(0), tape.end(0), tape.pointer(0)], [1, 123, 0, 3, '']);
});

test('deep nesting over many chunks', () => {
  const depth = 3000;
  const text = '{"k":['.repeat(depth / 2) + ']}'.repeat(depth / 2);
  const tokenizer = new jt.Tokenizer({ maxDepth: depth });
  let deepest = 0;
  for (const chunk of inPieces(bytesOf(text), 7)) {
    const tape = tokenizer.write(chunk);
    for (let i = 0; i < tape.length; i++) deepest = Math.max(deepest, tape.depth(i));
    if (chunk.byteOffset === 7 * 1285) assert.is(tape.pointer(0).length > 5000, true);
  }
  assert.is(tokenizer.end().length, 0);
  assert.is(deepest, depth - 1);
  const limited = new jt.Tokenizer({ maxDepth: 3 });
  const error = caught(() => {
    for (const chunk of '[[[[0]]]]') limited.write(chunk);
  });
  assert.equal([error.code, error.offset], ['DEPTH', 3]);
});

test('long tokens in short chunks', () => {
  const long = 'abc\u00e9'.repeat(5000);
  const number = '1234567890'.repeat(2000);
  const bytes = bytesOf(`{"${long}":"${long}","n":${number}}`);
  const expected = story(readWhole(bytes));
  for (const size of [64, 4096]) sameStory(inPieces(bytes, size), expected, String(size));
});

test('serialize of the tape of a chunk that is one whole value', () => {
  const tokenizer = new jt.Tokenizer();
  tokenizer.write(' ');
  const tape = tokenizer.write('{"a": [1, "\u00e9"]}\n');
  assert.is(new TextDecoder().decode(jt.serialize(tape)), '{"a":[1,"\u00e9"]}');
  const other = new jt.Tokenizer();
  other.write('"be');
  assert.is(new TextDecoder().decode(jt.serialize(other.write('gun"'))), '"begun"');
  const part = new jt.Tokenizer().write('[1,');
  assert.thrown(() => jt.serialize(part), TypeError);
});

test('the tape of a chunk as `into`', () => {
  const tape = new jt.Tokenizer().write('[[1,2,3],');
  const again = jt.tokenize('{"a":1}', { into: tape });
  assert.is(again, tape);
  assert.equal(
    [again.base, again.bytesStart, again.depth(1), again.pointer(2), again.keys],
    [0, 0, 1, '/a', ['', 'a']],
  );
});

test.run();
