// The Tape and its Tokens: every method against a slow recomputation, in every order of asking.
import { bytesOf, caught, checkInput, generator, same } from '../checks.js';
import { assert, env, jt, suite } from '../harness.js';
import { decodeString, locate, tokenizeSlowly, typeNames } from '../oracle.js';

const test = suite('tape');

const documents = [
  '0',
  '"s"',
  '[]',
  '{}',
  '[[],[[]],{}]',
  '{"a":{"b":[1,{"c":[2,[3]]}],"d":4},"e":[]}',
  '[\n  {"id": 1, "na\\u006de": "\u00e9\\n\u{1f600}"},\n  {"id": 2.5e3, "name": null}\n]\n',
  '\ufeff{"a~b/c":[true,false,{"":"x"}],\r\n"\u20ac\u{1f600}":\n"\u20ac\u{1f600}", "z" :-0}',
  `[${Array.from({ length: 40 }, (_, i) => `{"k${i % 7}":[${i},"${'s'.repeat(i)}"]}`).join(',\n')}]`,
];

// All that a tape says of a token, by its methods.
function describe(tape, i) {
  const type = tape.type(i);
  const all = {
    type,
    start: tape.start(i),
    end: tape.end(i),
    skip: tape.skip(i),
    depth: tape.depth(i),
    raw: tape.raw(i),
    pointer: tape.pointer(i),
    line: tape.line(i),
    column: tape.column(i),
  };
  if (/-(start|end)$/.test(type)) all.match = tape.match(i);
  if (type === 'string' || type === 'key') all.string = tape.string(i);
  if (type === 'number') all.number = tape.number(i);
  return all;
}

function expectation(bytes, tokens, i) {
  const { type, start, end, match, depth, pointer } = tokens[i];
  const { line, column } = locate(bytes, start);
  const raw = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.slice(start, end));
  const opening = /-start$/.test(type);
  const all = { type, start, end, skip: opening ? match + 1 : i + 1, depth, raw, pointer, line, column };
  if (/-(start|end)$/.test(type)) all.match = match;
  if (type === 'string' || type === 'key') all.string = decodeString(bytes, start, end);
  if (type === 'number') all.number = Number(raw);
  return all;
}

test('every method of every token, in order, in reverse and at random', () => {
  const next = generator(5);
  for (const text of documents) {
    const bytes = bytesOf(text);
    const { tokens } = tokenizeSlowly(bytes);
    const expected = tokens.map((_, i) => expectation(bytes, tokens, i));
    const orders = [
      tokens.map((_, i) => i),
      tokens.map((_, i) => tokens.length - 1 - i),
      tokens.map(() => next() % tokens.length),
      tokens.map(() => next() % tokens.length),
    ];
    for (const order of orders) {
      const tape = jt.tokenize(bytes);
      for (const i of order) assert.equal(describe(tape, i), expected[i]);
    }
  }
});

test('each method by itself, at random', () => {
  const next = generator(6);
  for (const text of documents) {
    const bytes = bytesOf(text);
    const { tokens } = tokenizeSlowly(bytes);
    for (const method of ['depth', 'pointer', 'line', 'column', 'raw', 'skip']) {
      const tape = jt.tokenize(bytes);
      const order = tokens.map(() => next() % tokens.length);
      assert.equal(
        order.map((i) => tape[method](i)),
        order.map((i) => expectation(bytes, tokens, i)[method]),
      );
    }
  }
});

test('the same for real documents', async () => {
  const next = generator(8);
  for (const file of env.data.documents) {
    const bytes = await env.bytes(file);
    if (bytes.length > 300_000) continue;
    const { tokens } = tokenizeSlowly(bytes);
    const tape = jt.tokenize(bytes);
    assert.is(tape.length, tokens.length, file);
    for (const step of [1, 0]) {
      const wrong = [];
      for (let n = 0; n < 300; n++) {
        const i = step ? Math.floor((n * tokens.length) / 300) : next() % tokens.length;
        try {
          assert.equal(describe(tape, i), expectation(bytes, tokens, i));
        } catch {
          wrong.push(i);
        }
      }
      assert.equal(wrong, [], file);
    }
  }
});

test('at gives what the methods give', () => {
  for (const text of documents) {
    const tape = jt.tokenize(text);
    for (let i = 0; i < tape.length; i++) {
      const token = tape.at(i);
      assert.equal(
        { type: token.type, start: token.start, end: token.end, raw: token.raw },
        { type: tape.type(i), start: tape.start(i), end: tape.end(i), raw: tape.raw(i) },
      );
      if (token.type === 'string' || token.type === 'key') assert.is(token.string, tape.string(i));
      if (token.type === 'number') assert.is(token.number, tape.number(i));
    }
  }
  assert.is(jt.tokenize('18446744073709551616').at(0).bigint, 18446744073709551616n);
});

test('a Token is fresh and cannot be changed', () => {
  const tape = jt.tokenize('["a",1]');
  assert.is.not(tape.at(1), tape.at(1));
  const token = tape.at(1);
  for (const field of ['type', 'start', 'end', 'raw', 'string']) {
    const before = token[field];
    assert.thrown(() => {
      token[field] = 'changed';
    }, TypeError);
    assert.is(token[field], before);
  }
  // It stays what it was when its tape becomes another's.
  jt.tokenize('{"other":[true,false]}', { into: tape });
  assert.equal([token.type, token.start, token.end, token.string], ['string', 1, 4, 'a']);
});

test('iteration visits every token, and can be repeated and broken off', () => {
  const tape = jt.tokenize('{"a":[1,"x"]}');
  const types = ['object-start', 'key', 'array-start', 'number', 'string', 'array-end', 'object-end'];
  assert.equal(
    [...tape].map((token) => token.type),
    types,
  );
  assert.equal(
    Array.from(tape, (token) => token.start),
    [0, 1, 5, 6, 8, 11, 12],
  );
  for (const token of tape) {
    if (token.type === 'key') break;
  }
  assert.is([...tape].length, tape.length);
});

test('every type has its name', () => {
  const tape = jt.tokenize('{"k":[[],"s",1,true,false,null]}');
  assert.equal([...new Set([...tape].map((token) => token.type))].sort(), typeNames.slice(1).sort());
  assert.equal(
    [...tape].map((token) => token.type),
    [
      'object-start',
      'key',
      'array-start',
      'array-start',
      'array-end',
      'string',
      'number',
      'true',
      'false',
      'null',
      'array-end',
      'object-end',
    ],
  );
});

test('words: three a token, the documented layout', () => {
  const tape = jt.tokenize('[{"a":-1.5e1},"\\n\u00e9"]');
  assert.is(Object.prototype.toString.call(tape.words), '[object Uint32Array]');
  same(tape.words, [
    ...[0, 6, 3], // [
    ...[1, 3, 1], // {
    ...[2, 3, (1 << 8) | 5], // "a"
    ...[6, 6, (7 << 4) | 7], // -1.5e1
    ...[12, 3, 2], // }
    ...[14, 6, (3 << 4) | 6], // the string
    ...[20, 6, 4], // ]
  ]);
});

test('match is for brackets, string for strings and keys, number and bigint for numbers', () => {
  const tape = jt.tokenize('{"k":[1,"s",true,false,null]}');
  for (let i = 0; i < tape.length; i++) {
    const type = tape.type(i);
    const token = tape.at(i);
    if (!/-(start|end)$/.test(type)) assert.thrown(() => tape.match(i), TypeError);
    if (type !== 'string' && type !== 'key') {
      assert.thrown(() => tape.string(i), TypeError);
      assert.thrown(() => token.string, TypeError);
    }
    if (type !== 'number') {
      assert.thrown(() => tape.number(i), TypeError);
      assert.thrown(() => tape.bigint(i), TypeError);
      assert.thrown(() => token.number, TypeError);
      assert.thrown(() => token.bigint, TypeError);
    }
  }
});

const methods = [
  'at',
  'type',
  'start',
  'end',
  'match',
  'skip',
  'depth',
  'raw',
  'string',
  'number',
  'bigint',
  'pointer',
  'line',
  'column',
];

test('an index that is out of range is a RangeError, one that is no number a TypeError', () => {
  const tape = jt.tokenize('[1]');
  for (const method of methods) {
    for (const index of [-1, 3, 4, 0.5, NaN, Infinity, -Infinity, 2 ** 32, 2 ** 32 + 1, 2 ** 53]) {
      assert.thrown(() => tape[method](index), RangeError, `${method}(${index})`);
    }
    for (const index of [undefined, null, '0', true, 0n, {}, []]) {
      assert.thrown(() => tape[method](index), TypeError, `${method} of a ${typeof index}`);
    }
  }
});

test('a bigint of a number that is an integer, however it is written', () => {
  const bigint = (text) => jt.tokenize(text).bigint(0);
  assert.equal(['1.0', '1e3', '-12.50e1', '0.0', '0e99999', '1E+2', '100e-2', '-0.0'].map(bigint), [
    1n,
    1000n,
    -125n,
    0n,
    0n,
    100n,
    1n,
    0n,
  ]);
  assert.is(bigint('1e400'), 10n ** 400n);
  assert.is(bigint(`12345.${'0'.repeat(50)}`), 12345n);
});

test('a bigint of a number that is none is a RangeError', () => {
  for (const text of ['0.5', '1e-1', '1.5', '-2.5e0', '5e-324', '1e999999999999']) {
    assert.thrown(() => jt.tokenize(text).bigint(0), RangeError, text);
  }
});

test('Tape and Token have no public constructor', () => {
  const tape = jt.tokenize('[1]');
  assert.thrown(() => new tape.constructor(), TypeError);
  assert.thrown(() => new (tape.at(0).constructor)(), TypeError);
});

test('into reuses a tape', () => {
  const tape = jt.tokenize('[1,2,3,4,5,6,7,8]');
  const again = jt.tokenize('{"a":"b"}', { into: tape });
  assert.is(again, tape);
  assert.equal([tape.length, tape.string(1), tape.string(2), tape.pointer(2)], [4, 'a', 'b', '/a']);
  assert.is(tape.words.length, 12);
  assert.thrown(() => tape.type(4), RangeError);
  // Larger than before, smaller again, and through every document.
  const large = `[${'1,'.repeat(50_000)}1]`;
  assert.is(jt.tokenize(large, { into: tape }).length, 50_003);
  for (const text of documents) {
    jt.tokenize(text, { into: tape });
    const fresh = jt.tokenize(text);
    same(tape.words, fresh.words);
    assert.equal(
      Array.from(tape, (_, i) => describe(tape, i)),
      Array.from(fresh, (_, i) => describe(fresh, i)),
    );
  }
});

test('into after an error: the tape holds the tokens before it', () => {
  const tape = jt.tokenize('{"a":[1,2,3]}');
  const error = caught(() => jt.tokenize('["x",y]', { into: tape }));
  assert.equal(
    [...error.tokens].map((token) => token.type),
    ['array-start', 'string'],
  );
  jt.tokenize('[true]', { into: tape });
  assert.equal(
    [...tape].map((token) => token.type),
    ['array-start', 'true', 'array-end'],
  );
});

test('a tape survives every later call', () => {
  const tapes = documents.map((text) => jt.tokenize(text));
  const before = tapes.map((tape) => Array.from(tape, (_, i) => describe(tape, i)));
  for (let round = 0; round < 3; round++) {
    for (const text of documents) {
      jt.format(text, { indent: 3 });
      jt.validate(text);
      jt.serialize({ text });
      jt.tokenize(text.repeat(1), { into: jt.tokenize('[0]') });
    }
    caught(() => jt.tokenize('[1,'));
  }
  assert.equal(
    tapes.map((tape) => Array.from(tape, (_, i) => describe(tape, i))),
    before,
  );
});

test('two tapes are held while the memory behind the library grows', () => {
  const text = `[${Array.from({ length: 3000 }, (_, i) => `{"id":${i},"name":"n\u00e9${i}"}`).join(',')}]`;
  const first = jt.tokenize(text);
  const second = jt.tokenize('{"kept":[1,2,3]}');
  const words = [first.words.slice(), second.words.slice()];
  for (let size = 1; size <= 32; size *= 2) {
    const large = new Uint8Array(size << 20).fill(0x20);
    large.set(bytesOf('[', '0,'.repeat(size << 16), '0'));
    large[large.length - 1] = 0x5d;
    assert.is(jt.tokenize(large).length, (size << 16) + 3);
    same(first.words, words[0]);
    same(second.words, words[1]);
  }
  assert.equal([first.string(2), first.number(3), first.string(5)], ['id', 0, 'n\u00e90']);
  assert.equal([second.string(1), second.number(5)], ['kept', 3]);
  assert.is(first.pointer(first.length - 3), '/2999/name');
});

test('tapes of empty containers and of single values', () => {
  for (const text of ['[]', '{}', ' [ ] ', '""', '0', 'null']) {
    const tape = checkInput(bytesOf(text));
    assert.is(tape.length, text.includes('[') || text.includes('{') ? 2 : 1);
    assert.is(tape.keys.length, 1);
  }
});

test('lines of a text with many', () => {
  const text = `[${'\n'.repeat(1000)}1,${'\n'.repeat(1000)}"\u00e9\u{1f600}", 2]`;
  const tape = jt.tokenize(text);
  assert.equal(
    [1, 2, 3].map((i) => [tape.line(i), tape.column(i)]),
    [
      [1001, 1],
      [2001, 1],
      [2001, 8],
    ],
  );
  assert.equal(
    [3, 0, 1].map((i) => [tape.column(i), tape.line(i)]),
    [
      [8, 2001],
      [1, 1],
      [1, 1001],
    ],
  );
});

test('asking for every line, column, depth and pointer in order is linear work', () => {
  const text = `[${Array.from({ length: 40_000 }, (_, i) => `\n{"k":[${i}]}`).join(',')}]`;
  const tape = jt.tokenize(text);
  const started = performance.now();
  let lines = 0;
  let depths = 0;
  let pointers = 0;
  for (let i = 0; i < tape.length; i++) {
    lines += tape.line(i) + tape.column(i);
    depths += tape.depth(i);
    pointers += tape.pointer(i).length;
  }
  // Quadratic work would be minutes.
  assert.ok(performance.now() - started < 10_000);
  assert.ok(lines > tape.length && depths > tape.length && pointers > tape.length);
});

test('the value of a tape whose words were changed is that of its text, or refused', () => {
  const next = generator(14);
  const text = '{"a":[1,"x\\n",{"b":[true,null]}],"c":{"d":"eeeeeeeeeeeeeeeeeeeeeeee"}}';
  const whole = env.JSON.parse(text);
  let refused = 0;
  for (let round = 0; round < 2000; round++) {
    const tape = jt.tokenize(text);
    const { words } = tape;
    const at = 3 + (next() % (words.length - 3));
    words[at] = [next(), 0, 0xffffffff, words[at] ^ (1 << (next() % 32)), 0x7fffffff][next() % 5];
    try {
      assert.equal(tape.value(0), whole);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      refused++;
    }
  }
  assert.ok(refused > 10 && refused < 1990, `${refused} refused`);
});

test('nothing can be added to a tape that serialize would take it for another value by', () => {
  const tape = jt.tokenize('[1,{"a":2}]');
  for (const change of [
    () => Object.setPrototypeOf(tape, null),
    () => Object.defineProperty(tape, 'toJSON', { value: () => 5 }),
    () => (tape.toJSON = () => 5),
    () => (tape.itself = tape),
  ]) {
    assert.thrown(change, TypeError, String(change));
    for (const options of [undefined, {}]) same(jt.serialize(tape, options), bytesOf('[1,{"a":2}]'));
  }
  for (const options of [undefined, {}]) same(jt.serialize([tape], options), bytesOf('[{}]'));
});

test.run();
