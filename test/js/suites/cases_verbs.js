// Inputs that have broken other libraries, through everything that reads: each gives the same values, or the same error
// at the same place, whole and at every cut. What a Tokenizer makes of them is in cases.js.
import { bytesOf, errorFields, minify, show } from '../checks.js';
import { assert, decode, encode, env, jt, suite } from '../harness.js';
import { cutAt, inPieces, ValueBuilder } from '../streams.js';
import { difference } from '../values.js';

const test = suite('cases: every verb');

const NOTHING = new Uint8Array(0);

// Every two-way cut of what is short, a byte at a time, and with empty chunks between.
function waysToCut(bytes) {
  const single = inPieces(bytes, 1);
  const ways = [single, [NOTHING, ...single.flatMap((byte) => [byte, NOTHING])]];
  if (bytes.length <= 100) for (let at = 0; at <= bytes.length; at++) ways.push(cutAt(bytes, at));
  return ways;
}

// The values that something reads, and the error that ends it.
async function outcomeOf(read) {
  const values = [];
  try {
    await read(values);
  } catch (error) {
    if (!(error instanceof jt.JSONTapeError)) throw error;
    return { values, error: { ...errorFields(error), tokenStart: error.tokenStart, message: error.message } };
  }
  return { values };
}

const parsed = (text) => env.JSON.parse(text);

// Readers of whole input; those that take one value, and those that take `multiple` too.
const ofOne = {
  parse: (input, options, values) => values.push(jt.parse(input, options)),
  'parse own': (input, options, values) => values.push(jt.parse(input, { ...options, engine: 'own' })),
  tape: (input, options, values) => values.push(jt.tokenize(input, options).value(0)),
  'minify, parse': (input, options, values) => values.push(parsed(decode(minify(input, options)))),
  'format, parse': (input, options, values) => values.push(parsed(decode(jt.format(input, options)))),
  'serialize a tape': (input, options, values) =>
    values.push(parsed(decode(jt.serialize(jt.tokenize(input, options))))),
};
const ofMany = {
  select: (input, options, values) => {
    for (const { value } of jt.select(input, '', options)) values.push(value);
  },
  'select, bytes': (input, options, values) => {
    for (const { bytes } of jt.select(input, '', options)) values.push(parsed(decode(bytes)));
  },
  values: async (input, options, values) => {
    for await (const { value } of jt.values(input, options)) values.push(value);
  },
};

// Readers of chunks.
const inChunks = {
  select: async (chunks, options, values) => {
    for await (const { value } of jt.select(chunks, '', options)) values.push(value);
  },
  values: async (chunks, options, values) => {
    for await (const { value } of jt.values(chunks, options)) values.push(value);
  },
  'tokens, build': async (chunks, options, values) => {
    const builder = new ValueBuilder(values);
    try {
      for await (const tape of jt.tokens(chunks, options)) builder.add(tape);
    } catch (error) {
      if (error instanceof jt.JSONTapeError) builder.add(error.tokens);
      throw error;
    }
  },
};
// A Tokenizer takes chunks, but no source.
const writtenInChunks = {
  'Tokenizer, build': (chunks, options, values) => {
    const builder = new ValueBuilder(values);
    const tokenizer = new jt.Tokenizer(options);
    try {
      for (const chunk of chunks) builder.add(tokenizer.write(chunk));
      builder.add(tokenizer.end());
    } catch (error) {
      builder.add(error.tokens);
      throw error;
    }
  },
};
const oneInChunks = {
  PartialParser: (chunks, options, values) => {
    const parser = new jt.PartialParser(options);
    for (const chunk of chunks) parser.write(chunk);
    values.push(parser.end());
  },
  'PartialParser, all shown': (chunks, options, values) => {
    const incomplete = { strings: true, numbers: true, literals: true };
    const parser = new jt.PartialParser({ ...options, incomplete, immutable: true });
    for (const chunk of chunks) parser.write(chunk);
    values.push(parser.end());
  },
};

function compare(actual, expected, message) {
  assert.equal(actual.error, expected.error, `${message}: error`);
  assert.is(difference(actual.values, expected.values), '', `${message}: values`);
}

/**
 * Reads input in every way. `wanted` is an array of values, or of the values before an error and then its code and
 * offset in one string.
 */
async function check(input, wanted, options = {}) {
  const bytes = bytesOf(input);
  const text = typeof input === 'string' ? input : undefined;
  const fails = typeof wanted === 'string' || typeof wanted.error === 'string';
  const place = fails ? (wanted.error ?? wanted) : undefined;
  const before = fails ? (wanted.before ?? []) : wanted;
  const { error } = jt.validate(bytes, options);
  const message = text ?? String(bytes);
  assert.is(error && `${error.code} ${error.offset}`, place, message);
  const fields = error && { ...errorFields(error), tokenStart: error.tokenStart, message: error.message };
  for (const source of text === undefined ? [bytes] : [bytes, text]) {
    const kind = typeof source;
    for (const [reader, read] of Object.entries(ofMany)) {
      const actual = await outcomeOf((values) => read(source, options, values));
      compare(actual, { values: before, error: fields }, `${message}: ${reader} of ${kind}`);
    }
    if (options.multiple) continue;
    for (const [reader, read] of Object.entries(ofOne)) {
      const actual = await outcomeOf((values) => read(source, options, values));
      compare(actual, { values: fails ? [] : before, error: fields }, `${message}: ${reader} of ${kind}`);
    }
  }
  for (const chunks of waysToCut(bytes)) {
    const cut = chunks.map(show).join('|');
    for (const [reader, read] of Object.entries({ ...inChunks, ...writtenInChunks })) {
      const actual = await outcomeOf((values) => read(chunks, options, values));
      compare(actual, { values: before, error: fields }, `${cut}: ${reader}`);
    }
    if (options.multiple) continue;
    for (const [reader, read] of Object.entries(oneInChunks)) {
      const actual = await outcomeOf((values) => read(chunks, options, values));
      compare(actual, { values: fails ? [] : before, error: fields }, `${cut}: ${reader}`);
    }
  }
}

test('cuts inside characters, escapes, numbers and literals', async () => {
  await check([0x22, 0xe2, 0x80, 0x9d, 0x22], ['\u201d']);
  await check('"c\u030c"', ['c\u030c']);
  await check('"\\ud834\\udd1e"', ['\u{1d11e}']);
  await check('"\\u1234"', ['\u1234']);
  await check('"\\u12', 'UNEXPECTED_END 5');
  await check('"\\u0z', 'INVALID_HEX_DIGIT 4');
  await check('1e-5', [1e-5]);
  await check('1e-', 'UNEXPECTED_END 3');
  await check([0xef, 0xbb, 0xbf], 'EMPTY 3');
  await check([0xef, 0xbb], 'UNEXPECTED_END 2');
  await check('[7777.0]', [[7777]]);
  await check('{"n":-2}', [{ n: -2 }]);
  await check('743', [743]);
  await check('123', [123]);
  await check('2e+2', [200]);
  await check('[2e2]', [[200]]);
});

test('cuts that hide an error', async () => {
  for (const space of ['', '  ']) {
    await check(`[1 ${space}2]`, `EXPECTED_COMMA_OR_ARRAY_END ${3 + space.length}`);
    await check(`[nul ${space}l]`, 'INVALID_LITERAL 4');
    await check(`[- ${space}1]`, 'INVALID_NUMBER 2');
    await check(`[1,${space}]`, `EXPECTED_VALUE ${3 + space.length}`);
  }
  await check('fals', 'UNEXPECTED_END 4');
  await check('tb:', 'INVALID_LITERAL 1');
  await check('{"":tr', 'UNEXPECTED_END 6');
  await check('{/', 'EXPECTED_KEY_OR_OBJECT_END 1');
  await check('[tr', 'UNEXPECTED_END 3');
  await check('1 2', { before: [1], error: 'EXPECTED_END 2' });
  await check('[1] x', { before: [[1]], error: 'EXPECTED_END 4' });
});

test('limits hold whatever the chunks', async () => {
  await check('[[[[0]]]]', 'DEPTH 3', { maxDepth: 3 });
  await check('[12345678]', 'TOKEN_TOO_LONG 6', { maxTokenLength: 5 });
  await check('{"k":-1.5e+99}', 'TOKEN_TOO_LONG 10', { maxTokenLength: 5 });
  await check('12345678', 'TOKEN_TOO_LONG 5', { maxTokenLength: 5 });
  await check('["12345678"]', 'TOKEN_TOO_LONG 6', { maxTokenLength: 5 });
  await check('[1,2,3]', 'INPUT_TOO_LONG 4', { maxLength: 4 });
});

test('separators that are missing, doubled or of the wrong kind', async () => {
  await check('{"x":1]', 'EXPECTED_COMMA_OR_OBJECT_END 6');
  await check('{"a" "b"}', 'EXPECTED_COLON 5');
  await check('{"a":1"b":1}', 'EXPECTED_COMMA_OR_OBJECT_END 6');
  await check(':{},', 'EXPECTED_VALUE 0');
  await check('1\u00a0', { before: [1], error: 'EXPECTED_END 1' });
  await check('"a\0b"', 'CONTROL_CHARACTER 2');
  await check('{}\0', { before: [{}], error: 'EXPECTED_END 2' });
});

test('empty and blank input, and the byte order mark', async () => {
  await check('', 'EMPTY 0');
  await check(' \n\t\r', 'EMPTY 4');
  await check('{', 'UNEXPECTED_END 1');
  await check('\ufeff{}', [{}]);
  await check('[\ufeff1]', 'EXPECTED_VALUE_OR_ARRAY_END 1');
  await check('[1]\ufeff', { before: [[1]], error: 'EXPECTED_END 3' });
  await check('{"":"\\u20A"}', 'INVALID_HEX_DIGIT 10');
  await check('{"":"\\udbff\\u123"}', 'INVALID_HEX_DIGIT 16');
  await check('["\\', 'UNEXPECTED_END 3');
});

test('tokens and whitespace larger than any chunk', async () => {
  const long = 70_000;
  const texts = [
    `[${'7'.repeat(long)},-0.${'3'.repeat(long)}e-2]`,
    `{"${'k'.repeat(long)}":"${'\u00e9\\n'.repeat(long / 4)}"}`,
    `${' '.repeat(long)}[${'\n'.repeat(long)}1]${'\t'.repeat(long)}`,
  ];
  const readers = { ...inChunks, ...writtenInChunks, ...oneInChunks };
  for (const text of texts) {
    for (const [reader, read] of Object.entries({ ...ofOne, ...ofMany })) {
      const actual = await outcomeOf((values) => read(encode(text), {}, values));
      compare(actual, { values: [parsed(text)] }, reader);
    }
    for (const size of [64, 4096]) {
      for (const [reader, read] of Object.entries(readers)) {
        const actual = await outcomeOf((values) => read(inPieces(encode(text), size), {}, values));
        compare(actual, { values: [parsed(text)] }, `${reader} by ${size}`);
      }
    }
  }
});

test('lone surrogates', async () => {
  for (const text of ['"\\uDC00"', '"\\ud800"', '["\\ud800\\ud800",{"\\udc00\\ud800":0}]']) {
    await check(text, [parsed(text)]);
  }
});

test('strings of every length up to a few vectors', async () => {
  for (let n = 0; n < 70; n++) {
    const string = `${'x'.repeat(n)}\u00e9"`;
    const text = env.JSON.stringify(string);
    for (const input of [text, encode(text)]) {
      for (const [reader, read] of Object.entries({ ...ofOne, ...ofMany })) {
        const { values, error } = await outcomeOf((list) => read(input, {}, list));
        assert.equal([values, error], [[string], undefined], `${n}: ${reader}`);
      }
    }
  }
});

test('special keys are own keys, and change no prototype', async () => {
  const special = '{"constructor":1,"hasOwnProperty":2,"toString":3,"__proto__":{"x":1}}';
  await check(special, [parsed(special)]);
  const escaped = '{"\\u005f_proto__":{"x":1}}';
  await check(escaped, [parsed(escaped)]);
  assert.is({}.x, undefined);
  await check('{"constructor":1}', [{ constructor: 1 }], { duplicates: 'error' });
  await check('{"a":1,"\\u0061":2}', 'DUPLICATE_KEY 7', { duplicates: 'error' });
});

test('several values in one input', async () => {
  const [ndjson, concatenated] = [{ multiple: 'ndjson' }, { multiple: 'concatenated' }];
  await check('{"a":1} {"b":2}', { before: [{ a: 1 }], error: 'EXPECTED_LINE_END 8' }, ndjson);
  await check('["\u2028"]\n"\u2029"', [['\u2028'], '\u2029'], ndjson);
  await check('{"a":1} garbage {"b":2}', { before: [{ a: 1 }], error: 'EXPECTED_VALUE 8' }, concatenated);
  await check('1 2[3]', [1, 2, [3]], concatenated);
  await check('12', [12], concatenated);
});

test('an error behind a value comes while the input is open', async () => {
  for (const name of ['values', 'select']) {
    let asked = 0;
    async function* open() {
      for (const chunk of ['{"a":1} ', 'g']) {
        asked++;
        yield chunk;
      }
      assert.unreachable(`${name} waits for more`);
    }
    const { values, error } = await outcomeOf((list) => inChunks[name](open(), { multiple: 'concatenated' }, list));
    assert.equal([values, error.code, error.offset, asked], [[{ a: 1 }], 'EXPECTED_VALUE', 8, 2]);
  }
  const parser = new jt.PartialParser();
  parser.write('{"a":1} ');
  assert.is(assert.thrown(() => parser.write('g'), jt.JSONTapeError).offset, 8);
});

test('an error of the source is that error, not the end of a number', async () => {
  for (const [reader, read] of Object.entries(inChunks)) {
    const broken = new Error('broken');
    async function* source() {
      yield '1';
      throw broken;
    }
    const values = [];
    let thrown;
    try {
      await read(source(), {}, values);
    } catch (error) {
      thrown = error;
    }
    assert.is(thrown, broken, reader);
    assert.equal(values, [], reader);
  }
});

test('places of errors', async () => {
  for (const space of ['', ' ', '\n\n  ']) await check(`[[1],${space}]`, `EXPECTED_VALUE ${5 + space.length}`);
  await check('{"d": 42.', 'UNEXPECTED_END 9');
  await check('{"d":tru', 'UNEXPECTED_END 8');
});

test('numbers, at the top, in arrays and in objects', async () => {
  for (const text of [
    '144250504882249760',
    '123456789012345678901234567890',
    '1.1102230246251565e-16',
    '1234567834982342349e100',
    '18446744073709551616',
    '19686109595169230000',
    '2.2250738585072011e-308',
    '0.95000000000000000000',
    '5e-324',
    '98.88339545701953',
    '0.9999999999999999',
    '1.5777777777770001',
    '0.1e-308',
    '1000000000000000000e0',
    '1E400',
    '-1e-999',
    '-0e-999',
    '1e-00011111111111',
    '1e12345678901234567890',
    '-1e-12345678901234567890',
    '-0',
  ]) {
    const number = Number(text);
    await check(text, [number]);
    await check(`[${text}]`, [[number]]);
    await check(`{"a":${text}}`, [{ a: number }]);
  }
});

test('integers as BigInts, numbers as text', () => {
  for (const [text, bigint] of [
    ['18446744073709551616', 18446744073709551616n],
    ['144250504882249760', 144250504882249760n],
    ['-9223372036854775809', -9223372036854775809n],
    ['9007199254740991', 9007199254740991],
    ['1e30', 1e30],
  ]) {
    for (const input of [text, `[${text}]`, `{"a":${text}}`]) {
      const at = (value) => (typeof value === 'object' ? Object.values(value)[0] : value);
      assert.is(at(jt.parse(input, { numbers: 'bigint' })), bigint, input);
      assert.is(at(jt.parse(input, { numbers: 'text' })), text, input);
      for (const chunks of waysToCut(bytesOf(input))) {
        const parser = new jt.PartialParser({ numbers: 'bigint' });
        for (const chunk of chunks) parser.write(chunk);
        assert.is(at(parser.end()), bigint, input);
      }
    }
  }
});

test('what is no number', async () => {
  await check('0.', 'UNEXPECTED_END 2');
  await check('[0.]', 'INVALID_NUMBER 3');
  await check('.5', 'EXPECTED_VALUE 0');
  await check('01', { before: [0], error: 'EXPECTED_END 1' });
  await check('[01]', 'EXPECTED_COMMA_OR_ARRAY_END 2');
  await check('-', 'UNEXPECTED_END 1');
  await check('+1', 'EXPECTED_VALUE 0');
  await check('1.e1', 'INVALID_NUMBER 2');
});

test('nesting, in everything that builds, and back', async () => {
  const levels = (value) => {
    let count = 0;
    for (let at = value; at !== undefined; at = at[0]) count++;
    return count;
  };
  const { parse, 'parse own': own, tape } = ofOne;
  const { select, values } = ofMany;
  const { PartialParser } = oneInChunks;
  for (const depth of [9_000, 25_000, 150_000]) {
    const bytes = bytesOf('['.repeat(depth), ']'.repeat(depth));
    const pieces = inPieces(bytes, 10_000);
    const readers = [parse, own, tape, select, values, inChunks.select, inChunks.values, PartialParser];
    for (const [i, read] of readers.entries()) {
      const outcome = (maxDepth) => outcomeOf((list) => read(i < 5 ? bytes : pieces, { maxDepth }, list));
      const { values: built } = await outcome(depth);
      assert.is(levels(built[0]), depth, `reader ${i}`);
      if (i === 1) assert.is(jt.serialize(built[0], { engine: 'own' }).length, 2 * depth);
      for (const maxDepth of [1024, depth - 1]) {
        const { error } = await outcome(maxDepth);
        assert.equal([error.code, error.offset], ['DEPTH', maxDepth], `reader ${i}`);
      }
    }
  }
});

test.run();
