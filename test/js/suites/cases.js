// Inputs that have broken other libraries, each with the right answer, which is the same however the input is cut.
import { bytesOf, caught, checkInput, minify, same } from '../checks.js';
import { assert, decode, env, jt, suite } from '../harness.js';
import { cutAt, inPieces, readChunks, readWhole, story } from '../streams.js';

const test = suite('cases');

const NOTHING = new Uint8Array(0);

// Reads input whole, at every two-way cut, a byte at a time, and with empty chunks between.
function readAll(input, options) {
  const bytes = bytesOf(input);
  const whole = readWhole(bytes, options);
  const expected = story(whole);
  const ways = [inPieces(bytes, 1), [NOTHING, ...inPieces(bytes, 1).flatMap((byte) => [byte, NOTHING])]];
  if (bytes.length <= 40) for (let at = 0; at <= bytes.length; at++) ways.push(cutAt(bytes, at));
  for (const chunks of ways) {
    const actual = story(readChunks(chunks, options));
    if (env.JSON.stringify(actual) !== env.JSON.stringify(expected)) {
      assert.equal(actual, expected, `${input} as ${chunks.map((chunk) => decode(chunk)).join('|')}`);
    }
  }
  return whole;
}

const LONG = 200;

// Whether input is accepted, or why and where it is not.
const outcome = (input, options) => {
  const { valid, error } = jt.validate(input, options);
  if (input.length <= LONG) assert.is(readAll(input, options).outcome.code, error?.code, input);
  return valid ? 'accepted' : `${error.code} ${error.offset}`;
};

// The value of the only token.
const number = (text) => readAll(text).tapes[0].number(0);

test('separators that are missing, doubled or of the wrong kind', () => {
  assert.is(outcome('{"x":1]'), 'EXPECTED_COMMA_OR_OBJECT_END 6');
  assert.is(outcome('[1,]'), 'EXPECTED_VALUE 3');
  assert.is(outcome('{"a" "b"}'), 'EXPECTED_COLON 5');
  assert.is(outcome('{"a":1"b":1}'), 'EXPECTED_COMMA_OR_OBJECT_END 6');
  assert.is(outcome(':{},'), 'EXPECTED_VALUE 0');
  assert.is(outcome('1\u00a0'), 'EXPECTED_END 1');
  assert.is(outcome('[1 2]'), 'EXPECTED_COMMA_OR_ARRAY_END 3');
  assert.is(outcome('[nul l]'), 'INVALID_LITERAL 4');
  assert.is(outcome('[- 1]'), 'INVALID_NUMBER 2');
  assert.is(outcome('{"":tr'), 'UNEXPECTED_END 6');
  assert.is(outcome('{/'), 'EXPECTED_KEY_OR_OBJECT_END 1');
});

test('cuts inside characters, escapes, numbers and literals', () => {
  for (const [text, value] of [
    ['"\u201d"', '\u201d'],
    ['"c\u030c"', 'c\u030c'],
    ['"\\ud834\\udd1e"', '\u{1d11e}'],
    ['"\\u1234"', '\u1234'],
    ['"\u{1f600}\\"\\\\"', '\u{1f600}"\\'],
  ]) {
    assert.is(readAll(text).tapes[0].string(0), value);
  }
  for (const text of ['1e-5', '743', '2e+2', '-2', '7777.0', '0', '-0.5E+3']) assert.is(number(text), Number(text));
  for (const text of [
    '[2e2]',
    '[7777.0]',
    '{"n":-2}',
    '[tr',
    '[1',
    '[nul',
    '"\\u0',
    '1e',
    '1e-',
    '\ufeff',
    '\ufeff{}',
  ]) {
    readAll(text);
  }
  assert.is(outcome('"\\u0z'), 'INVALID_HEX_DIGIT 4');
  assert.is(outcome('[1  2]'), 'EXPECTED_COMMA_OR_ARRAY_END 4');
  assert.is(outcome('[1,]'), 'EXPECTED_VALUE 3');
  assert.is(outcome('[-  1]'), 'INVALID_NUMBER 2');
});

test('a literal that never ends has a short message', () => {
  const tokenizer = new jt.Tokenizer();
  tokenizer.write('[tr');
  tokenizer.write('');
  const { code, offset, message } = caught(() => tokenizer.end());
  assert.equal([code, offset, message.length < 200], ['UNEXPECTED_END', 3, true]);
});

test('limits hold whatever the chunks', () => {
  assert.is(outcome('[[[[0]]]]', { maxDepth: 3 }), 'DEPTH 3');
  assert.is(outcome('[12345678]', { maxTokenLength: 5 }), 'TOKEN_TOO_LONG 6');
  assert.is(outcome('["12345678"]', { maxTokenLength: 5 }), 'TOKEN_TOO_LONG 6');
  assert.is(outcome('[1,2,3]', { maxLength: 4 }), 'INPUT_TOO_LONG 4');
});

test('tokens and whitespace larger than any chunk', () => {
  const digits = '1234567890'.repeat(6554);
  const space = ' \n'.repeat(40_000);
  const bytes = bytesOf('[', digits, ',', space, '"', 'x'.repeat(70_000), '"]');
  const whole = jt.tokenize(bytes);
  for (const size of [64, 4096]) {
    const { tapes, outcome } = readChunks(inPieces(bytes, size));
    assert.is(outcome, 'accepted');
    const tokens = tapes.flatMap((tape) => Array.from({ length: tape.length }, (_, i) => tape.at(i)));
    assert.equal(
      tokens.map(({ type, start, end }) => [type, start, end]),
      Array.from(whole, ({ type, start, end }) => [type, start, end]),
    );
    assert.is(tokens[1].raw, digits);
    assert.is(tokens[2].string.length, 70_000);
  }
});

test('NUL in a string and behind the document', () => {
  assert.is(outcome('"a\0b"'), 'CONTROL_CHARACTER 2');
  assert.is(outcome('{}\0'), 'EXPECTED_END 2');
  assert.is(outcome('\0'), 'EXPECTED_VALUE 0');
  assert.is(outcome('[1]\0\0\0\0'), 'EXPECTED_END 3');
});

test('empty and blank input', () => {
  assert.is(outcome(''), 'EMPTY 0');
  assert.is(outcome(' \n\t\r'), 'EMPTY 4');
  assert.is(outcome(' '.repeat(100_000)), 'EMPTY 100000');
  assert.is(outcome('{'), 'UNEXPECTED_END 1');
  assert.match(jt.validate('').error.message, /empty|nothing|value/i);
});

test('a byte order mark: at the start only, and counted', () => {
  const tape = jt.tokenize(bytesOf(0xef, 0xbb, 0xbf, '{}'));
  assert.equal([tape.length, tape.start(0), tape.end(1)], [2, 3, 5]);
  assert.is(jt.tokenize('\ufeff[1]').start(1), 4);
  assert.is(outcome('[\ufeff1]'), 'EXPECTED_VALUE_OR_ARRAY_END 1');
  assert.is(outcome('[1]\ufeff'), 'EXPECTED_END 3');
  assert.is(outcome('"\ufeff"'), 'accepted');
  same(minify('\ufeff[ 1 ]'), bytesOf('[1]'));
});

test('escapes that are cut short', () => {
  assert.is(outcome('{"":"\\u20A"}'), 'INVALID_HEX_DIGIT 10');
  assert.is(outcome('{"":"\\udbff\\u123"}'), 'INVALID_HEX_DIGIT 16');
  for (let padding = 0; padding < 70; padding++) {
    const start = `"${'x'.repeat(padding)}`;
    for (const tail of ['\\', '\\u', '\\u1', '\\u12', '\\u123', '\\ud800\\', '\\ud800\\u', '\\ud800\\udc0']) {
      assert.is(outcome(start + tail), `UNEXPECTED_END ${start.length + tail.length}`);
    }
  }
});

test('lone surrogates never become invalid UTF-8 or a NUL', () => {
  for (const text of ['"\\uDC00"', '"\\ud800"', '"\\ud800\\ud800"', '"\\udc00\\ud800"']) {
    const unit = env.JSON.parse(text);
    assert.is(readAll(text).tapes[0].string(0), unit);
    assert.is(decode(minify(text)), text);
    assert.is(decode(jt.serialize(unit)), env.JSON.stringify(unit));
  }
});

test('nesting of 9,000, 25,000, 150,000 and ten million', () => {
  for (const depth of [9_000, 25_000, 150_000, 10_000_000]) {
    const text = new Uint8Array(depth).fill(0x5b);
    assert.is(outcome(text), 'DEPTH 1024');
    assert.is(caught(() => minify(text)).code, 'DEPTH');
    assert.is(caught(() => jt.tokenize(text)).tokens.length, 1024);
  }
  for (const depth of [9_000, 25_000, 150_000]) {
    const text = '['.repeat(depth) + ']'.repeat(depth);
    const options = { maxDepth: depth };
    const tape = jt.tokenize(text, options);
    assert.equal([tape.length, tape.match(0), tape.match(depth)], [2 * depth, 2 * depth - 1, depth - 1]);
    same(jt.serialize(tape), bytesOf(text));
    same(minify(text, options), bytesOf(text));
    assert.is(outcome(text, { maxDepth: depth - 1 }), `DEPTH ${depth - 1}`);
    assert.is(outcome(text.slice(0, depth), options), `UNEXPECTED_END ${depth}`);
  }
});

test('a million nested arrays, at once and in chunks', () => {
  const depth = 1_000_000;
  const bytes = new Uint8Array(2 * depth).fill(0x5b, 0, depth).fill(0x5d, depth);
  const options = { maxDepth: depth };
  const tape = jt.tokenize(bytes, options);
  assert.equal([tape.length, tape.match(0), tape.depth(depth - 1)], [2 * depth, 2 * depth - 1, depth - 1]);
  same(minify(bytes, options), bytes);
  const { tapes, outcome: end } = readChunks(inPieces(bytes, 65536), options);
  assert.is(end, 'accepted');
  assert.is(
    tapes.reduce((sum, { length }) => sum + length, 0),
    2 * depth,
  );
  const [middle] = tapes.slice(tapes.length >> 1);
  assert.is(middle.pointer(0).length, 2 * middle.depth(0));
});

test('special names are keys like others', () => {
  const text = '{"constructor":1,"hasOwnProperty":2,"toString":3,"__proto__":{"x":1}}';
  assert.equal([...jt.tokenize(text).keys], ['', 'constructor', 'hasOwnProperty', 'toString', '__proto__', 'x']);
  assert.is(jt.tokenize('{"\\u005f_proto__":{"x":1}}').pointer(4), '/__proto__/x');
  assert.is({}.x, undefined);
  assert.is(decode(minify(text)), text);
});

test('the same key twice is no error of the grammar', () => {
  assert.is(outcome('{"a":1,"\\u0061":2}'), 'accepted');
  assert.is(outcome('{"a":1,"\\u0061":2}', { duplicates: 'error' }), 'DUPLICATE_KEY 7');
  assert.is(outcome('{"constructor":1}'), 'accepted');
});

test('two documents in a row', () => {
  const ndjson = { multiple: 'ndjson' };
  assert.is(outcome('{"a":1} {"b":2}', ndjson), 'EXPECTED_LINE_END 8');
  assert.is(outcome('"\u2028\u2029"\n[1]\r\n', ndjson), 'accepted');
  assert.is(readAll('["\u2028",1]').tapes[0].line(2), 1);
  assert.is(outcome('{"a":1} garbage {"b":2}', { multiple: 'concatenated' }), 'EXPECTED_VALUE 8');
  const open = new jt.Tokenizer({ multiple: 'concatenated' });
  assert.is(open.write('{"a":1} ').length, 4);
  assert.is(caught(() => open.write('g')).offset, 8);
  assert.is(outcome('{"a":1} {"b":2}'), 'EXPECTED_END 8');
  assert.is(outcome('1 2'), 'EXPECTED_END 2');
  assert.is(outcome('[1] x'), 'EXPECTED_END 4');
});

test('places of errors that others get wrong', () => {
  for (const space of ['', ' ', '\n', '\n\n    ']) {
    assert.is(outcome(`[[1],${space}]`), `EXPECTED_VALUE ${5 + space.length}`);
  }
  assert.is(outcome('{"d": 42.'), 'UNEXPECTED_END 9');
  assert.is(outcome('{"d":tru'), 'UNEXPECTED_END 8');
  assert.is(outcome('fals'), 'UNEXPECTED_END 4');
  assert.is(outcome('tb:'), 'INVALID_LITERAL 1');
});

test('numbers are lossless, at the top, in arrays and in objects', () => {
  for (const text of [
    '144250504882249760',
    '123456789012345678901234567890',
    '1.1102230246251565e-16',
    '1234567834982342349e100',
  ]) {
    for (const [document, at] of [
      [text, 0],
      [`[${text}]`, 1],
      [`{"a":${text}}`, 2],
    ]) {
      const tape = jt.tokenize(document);
      assert.is(document.slice(tape.start(at), tape.end(at)), text);
      assert.is(tape.number(at), Number(text));
      assert.is(decode(minify(document)), document);
    }
  }
  assert.is(jt.tokenize('18446744073709551616').bigint(0), 18446744073709551616n);
});

test('rounding', () => {
  assert.is(number('19686109595169230000'), 19686109595169230000);
  assert.is(number('2.2250738585072011e-308'), 2.225073858507201e-308);
  assert.is(number('0.95000000000000000000'), 0.95);
  assert.is(number('5e-324'), 5e-324);
  assert.is(number('98.88339545701953'), 98.88339545701953);
  assert.is(number('0.9999999999999999'), 0.9999999999999999);
  assert.is(number('1.5777777777770001'), 1.5777777777770001);
  assert.is(number('0.1e-308'), 1e-309);
  assert.is(number('1000000000000000000e0'), 1e18);
});

test('numbers out of range', () => {
  assert.is(number('1E400'), Infinity);
  assert.ok(Object.is(number('-1e-999'), -0));
  assert.ok(Object.is(number('-0e-999'), -0));
  assert.ok(Object.is(number('1e-00011111111111'), 0));
  assert.is(number('1e12345678901234567890'), Infinity);
  assert.ok(Object.is(number('-1e-12345678901234567890'), -0));
  assert.ok(Object.is(number('-0'), -0));
});

test('what is no number', () => {
  assert.is(outcome('0.'), 'UNEXPECTED_END 2');
  assert.is(outcome('[0.]'), 'INVALID_NUMBER 3');
  assert.is(outcome('.5'), 'EXPECTED_VALUE 0');
  assert.is(outcome('01'), 'EXPECTED_END 1');
  assert.is(outcome('-'), 'UNEXPECTED_END 1');
  assert.is(outcome('+1'), 'EXPECTED_VALUE 0');
  assert.is(outcome('1.e1'), 'INVALID_NUMBER 2');
});

test('tokens that end at, just before and just after a vector, a page and the tail of the input', () => {
  for (const token of ['true', 'null', 'false', '-12.5e+3', '"a\\n\u00e9"', '{"k":[]}']) {
    for (let padding = 0; padding < 140; padding++) {
      const tape = checkInput(bytesOf(' '.repeat(padding), token));
      assert.is(tape.end(tape.length - 1), padding + bytesOf(token).length);
      checkInput(bytesOf('[', ' '.repeat(padding), token, ','));
    }
  }
});

test.run();
