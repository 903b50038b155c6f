// Numbers: lossless spans, doubles as the engine reads them, and BigInt.
import { bytesOf, caught, checkInput, generator, minify, same } from '../checks.js';
import { assert, decode, env, jt, suite } from '../harness.js';

const test = suite('numbers');

// The only number of a document, as a double; the tape must hold exactly its text.
function numberOf(text) {
  const tape = jt.tokenize(text);
  assert.is(decode(bytesOf(text).slice(tape.start(0), tape.end(0))), text);
  return tape.number(0);
}

const checkNumber = (text) => assert.ok(Object.is(numberOf(text), Number(text)), text);

test('literal values', () => {
  assert.is(numberOf('0'), 0);
  assert.is(numberOf('-1'), -1);
  assert.is(numberOf('42'), 42);
  assert.is(numberOf('0.1'), 0.1);
  assert.is(numberOf('1e3'), 1000);
  assert.is(numberOf('1E+3'), 1000);
  assert.is(numberOf('25e-2'), 0.25);
  assert.is(numberOf('1000000000000000000e0'), 1e18);
  assert.is(numberOf('9007199254740993'), 9007199254740992);
  assert.is(numberOf('5e-324'), Number.MIN_VALUE);
  assert.is(numberOf('1.7976931348623157e308'), Number.MAX_VALUE);
  assert.ok(Object.is(numberOf('-0'), -0));
  assert.ok(Object.is(numberOf('-0.0e5'), -0));
});

test('beyond the range: infinity and zero with their signs', () => {
  assert.is(numberOf('1E400'), Infinity);
  assert.is(numberOf('-1e309'), -Infinity);
  assert.ok(Object.is(numberOf('-1e-999'), -0));
  assert.ok(Object.is(numberOf('-0e-999'), -0));
  assert.ok(Object.is(numberOf('1e-400'), 0));
  assert.is(numberOf('0e99999999999999999999'), 0);
  assert.is(numberOf('1e99999999999999999999'), Infinity);
  assert.ok(Object.is(numberOf('1e-99999999999999999999'), 0));
  assert.is(numberOf('1e-00011111111111'), 0);
  assert.is(numberOf(`0.${'0'.repeat(400)}1e401`), 1);
  assert.is(numberOf(`1${'0'.repeat(400)}e-400`), 1);
});

test('numbers that others rounded wrongly', () => {
  const texts = [
    '144250504882249760',
    '123456789012345678901234567890',
    '1.1102230246251565e-16',
    '1234567834982342349e100',
    '18446744073709551616',
    '19686109595169230000',
    '2.2250738585072011e-308',
    '2.2250738585072012e-308',
    '0.95000000000000000000',
    '98.88339545701953',
    '0.9999999999999999',
    '1.5777777777770001',
    '0.1e-308',
    '4.9406564584124654e-324',
    '2.4703282292062327e-324',
    '2.4703282292062328e-324',
    '179769313486231580793728971405301e276',
    '9007199254740992.999999999999999999',
    '6929495644600919.5',
    '3.7455744005952583e15',
    '8.41e21',
    '6.9294956446009195e15',
    '1.0000000000000001110223024625156540423631668090820312500000000000000000000000001',
  ];
  for (const text of texts) {
    checkNumber(text);
    checkNumber(`-${text}`);
    const tape = jt.tokenize(`{"a":[${text}],"b":${text}}`);
    assert.ok(Object.is(tape.number(3), Number(text)) && Object.is(tape.number(6), Number(text)), text);
  }
});

test('halfway cases of 20 to 800 digits', () => {
  // 2^53 + 1 lies between two doubles; a digit far behind decides.
  for (const zeros of [1, 10, 100, 760]) {
    assert.is(numberOf(`9007199254740993.${'0'.repeat(zeros)}`), 9007199254740992);
    assert.is(numberOf(`9007199254740993.${'0'.repeat(zeros)}1`), 9007199254740994);
    assert.is(numberOf(`9007199254740992.${'9'.repeat(zeros)}`), 9007199254740992);
  }
});

test('random doubles of every exponent, as the engine prints them', () => {
  const next = generator(1);
  const double = new Float64Array(1);
  const words = new Uint32Array(double.buffer);
  const texts = [];
  while (texts.length < 20000) {
    words[0] = next();
    words[1] = next();
    if (!Number.isFinite(double[0])) continue;
    texts.push(texts.length % 2 ? String(double[0]) : double[0].toPrecision(1 + (next() % 30)));
  }
  const tape = jt.tokenize(`[${texts.join(',')}]`);
  const wrong = texts.filter((text, i) => !Object.is(tape.number(i + 1), Number(text)));
  assert.equal(wrong, []);
});

test('random texts of digits, points and exponents', () => {
  const next = generator(2);
  const digits = (most) => {
    let text = '';
    for (let i = next() % most; i >= 0; i--) text += next() % 10;
    return text;
  };
  const texts = [];
  for (let i = 0; i < 20000; i++) {
    let text = `${next() % 2 ? '-' : ''}${digits(25).replace(/^0+(?=\d)/, '')}`;
    if (next() % 2) text += `.${digits(25)}`;
    if (next() % 2) text += `${'eE'[next() % 2]}${['', '+', '-'][next() % 3]}${next() % 340}`;
    texts.push(text);
  }
  const tape = jt.tokenize(`[${texts.join(', ')}]`);
  const wrong = texts.filter((text, i) => !Object.is(tape.number(i + 1), Number(text)));
  assert.equal(wrong, []);
});

test('the number files', async () => {
  for (const file of env.data.numbers) {
    const texts = decode(await env.bytes(file))
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[3]);
    const bits = decode(await env.bytes(file))
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[2]);
    const valid = texts.map((text, i) => [text, bits[i]]).filter(([text]) => jt.validate(text).valid);
    assert.ok(valid.length > 10, file);
    const tape = jt.tokenize(`[${valid.map(([text]) => text).join(',')}]`);
    const view = new DataView(new ArrayBuffer(8));
    const wrong = valid.filter(([, expected], i) => {
      view.setFloat64(0, tape.number(i + 1));
      return view.getBigUint64(0).toString(16).padStart(16, '0') !== expected.toLowerCase();
    });
    assert.equal(wrong, [], file);
  }
});

test('each number of digits, at each distance from a vector edge', () => {
  for (let length = 1; length <= 70; length++) {
    const text = '1234567890'.repeat(7).slice(0, length);
    for (let shift = 0; shift < 33; shift += 3) {
      const tape = jt.tokenize(`[${' '.repeat(shift)}${text},${text}.${text},-${text}e1]`);
      assert.equal(
        [tape.number(1), tape.number(2), tape.number(3)],
        [Number(text), Number(`${text}.${text}`), Number(`-${text}e1`)],
      );
      assert.equal([tape.start(1), tape.end(1)], [shift + 1, shift + 1 + length]);
    }
  }
});

test('a number of 64 KB and one of a million digits', () => {
  checkNumber(`1${'0'.repeat(65535)}`);
  checkNumber(`0.${'1'.repeat(65535)}`);
  checkNumber(`${'7'.repeat(1_000_000)}e-999990`);
});

test('flags say what a number has', () => {
  const flags = (text) => (jt.tokenize(text).words[2] >> 4) & 15;
  assert.equal(['1', '-1', '1.5', '1e5', '1E-5', '-1.5', '-1.5e5'].map(flags), [0, 1, 2, 4, 4, 3, 7]);
});

test('bigint: exact, of any length', () => {
  const bigint = (text) => jt.tokenize(text).bigint(0);
  assert.is(bigint('0'), 0n);
  assert.is(bigint('-0'), 0n);
  assert.is(bigint('-42'), -42n);
  assert.is(bigint('9007199254740993'), 9007199254740993n);
  assert.is(bigint('18446744073709551615'), 18446744073709551615n);
  assert.is(bigint('18446744073709551616'), 18446744073709551616n);
  assert.is(bigint('-9223372036854775808'), -9223372036854775808n);
  assert.is(bigint('-9223372036854775809'), -9223372036854775809n);
  const long = '123456789'.repeat(100);
  assert.is(bigint(long), BigInt(long));
  assert.is(jt.tokenize('{"a":[18446744073709551616]}').bigint(3), 18446744073709551616n);
});

test('what is no number', () => {
  const texts = [
    '0.',
    '.5',
    '01',
    '-',
    '+1',
    '1.e1',
    '00',
    '-01',
    '1e',
    '1e+',
    '1e-',
    '0x10',
    '1_000',
    '--1',
    '-.5',
    'NaN',
    'Infinity',
    '-Infinity',
    '1.5.5',
    '1e5.5',
    '1ee5',
    '\u0661',
    '\uff11',
  ];
  for (const text of texts) {
    assert.is(jt.validate(text).valid, false, text);
    checkInput(bytesOf(text));
    checkInput(bytesOf('[', text, ']'));
    checkInput(bytesOf('{"a":', text, '}'));
    assert.instance(
      caught(() => jt.tokenize(`[[],${text},1]`)),
      SyntaxError,
    );
  }
});

test('a number is ended by what may follow it, and by nothing else', () => {
  for (let code = 0; code < 256; code++) {
    for (const text of ['0', '12', '-3', '4.5', '6e7', '12345678901234567']) {
      checkInput(bytesOf('[', text, code, ']'));
      checkInput(bytesOf(text, code));
    }
  }
});

test('numbers pass format untouched', () => {
  for (const text of [
    '1E400',
    '-0',
    '1.50',
    '1e-00011111111111',
    '0.95000000000000000000',
    '123456789012345678901234567890',
  ]) {
    same(minify(text), bytesOf(text));
    same(minify(`[ ${text} , ${text} ]`), bytesOf('[', text, ',', text, ']'));
  }
});

test.run();
