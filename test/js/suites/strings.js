// Strings: escapes, surrogates, every length around the vectors' edges, and what is kept of them.
import { bytesOf, caught, checkInput, minify, same } from '../checks.js';
import { assert, decode, jt, suite } from '../harness.js';

const test = suite('strings');

// The text of the only string in a document.
function textOf(json) {
  const tape = jt.tokenize(json);
  assert.is(tape.length, 1);
  return tape.string(0);
}

const hex = (unit) => unit.toString(16).padStart(4, '0');

test('every one-character escape, and no other', () => {
  const escapes = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
  for (let code = 0x20; code < 0x7f; code++) {
    const letter = String.fromCharCode(code);
    const json = `"a\\${letter}b"`;
    if (letter in escapes) assert.is(textOf(json), `a${escapes[letter]}b`);
    else if (letter === 'u') assert.is(caught(() => jt.tokenize(json)).code, 'INVALID_HEX_DIGIT');
    else assert.is(caught(() => jt.tokenize(json)).code, 'INVALID_ESCAPE');
  }
});

test('every \\u escape of the first 256 units, in both cases', () => {
  for (let unit = 0; unit < 256; unit++) {
    assert.is(textOf(`"\\u${hex(unit)}"`), String.fromCharCode(unit));
    assert.is(textOf(`"\\u${hex(unit).toUpperCase()}"`), String.fromCharCode(unit));
  }
});

test('\\u escapes across the planes', () => {
  for (let unit = 0x100; unit < 0x10000; unit += 97) {
    assert.is(textOf(`"x\\u${hex(unit)}"`), `x${String.fromCharCode(unit)}`);
  }
  assert.is(textOf('"\\ud834\\udd1e"'), '\u{1d11e}');
  assert.is(textOf('"\\uD83D\\uDE00!"'), '\u{1f600}!');
  assert.is(textOf('"\\uDBFF\\uDFFF"'), '\u{10ffff}');
});

test('lone surrogates are kept', () => {
  assert.is(textOf('"\\ud800"'), '\ud800');
  assert.is(textOf('"\\uDC00"'), '\udc00');
  assert.is(textOf('"\\udc00\\ud800"'), '\udc00\ud800');
  assert.is(textOf('"a\\ud83db"'), 'a\ud83db');
  assert.is(textOf('"\\ud83d\\ud83d\\ude00"'), '\ud83d\u{1f600}');
  assert.is(textOf('"\\ud83d\\n"'), '\ud83d\n');
  // A lone one beside a raw character of four bytes, which must not join.
  assert.is(textOf('"\\ud83d\u{1f600}\\ude00"'), '\ud83d\u{1f600}\ude00');
  const tape = jt.tokenize('{"\\ud800":1}');
  assert.is(tape.string(1), '\ud800');
});

test('NUL, U+2028, U+FEFF and other unusual characters', () => {
  assert.is(textOf('"\\u0000"'), '\0');
  assert.is(textOf('"a\\u0000b"').length, 3);
  assert.is(textOf('"\u2028\u2029"'), '\u2028\u2029');
  assert.is(textOf('"\ufeff"'), '\ufeff');
  assert.is(textOf('"a\ufeff"'), 'a\ufeff');
  assert.is(textOf('"\x7f\x80\x9f\xa0"'), '\x7f\x80\x9f\xa0');
  assert.is(textOf('"\uffff\ufffe\ufffd"'), '\uffff\ufffe\ufffd');
  assert.is(textOf('"\u{10ffff}\u{10000}"'), '\u{10ffff}\u{10000}');
});

test('each length from 0 to 70, at each of 32 offsets: plain, escaped, non-ASCII', () => {
  for (let length = 0; length <= 70; length++) {
    const plain = 'abcdefghijklmnopqrstuvwxyz0123456789'.repeat(2).slice(0, length);
    for (let shift = 0; shift < 32; shift++) {
      const tape = jt.tokenize(`${' '.repeat(shift)}["${plain}","${plain}\\n","${plain}\u00e9","\u20ac${plain}"]`);
      const texts = [1, 2, 3, 4].map((i) => tape.string(i));
      assert.equal(texts, [plain, `${plain}\n`, `${plain}\u00e9`, `\u20ac${plain}`]);
      assert.equal([tape.start(1), tape.end(1)], [shift + 1, shift + 3 + length]);
    }
  }
});

test('a special character at each place of a string', () => {
  const specials = ['\\n', '\\"', '\\\\', '\\u00e9', '\\ud83d\\ude00', '\u00e9', '\u20ac', '\u{1f600}', '\\ud83d'];
  const meaning = ['\n', '"', '\\', '\u00e9', '\u{1f600}', '\u00e9', '\u20ac', '\u{1f600}', '\ud83d'];
  for (const [n, special] of specials.entries()) {
    for (let at = 0; at <= 66; at++) {
      const rest = 'y'.repeat(66 - at);
      assert.is(textOf(`"${'x'.repeat(at)}${special}${rest}"`), 'x'.repeat(at) + meaning[n] + rest);
    }
  }
});

test('two special characters at every distance', () => {
  const specials = [
    ['\\t', '\t'],
    ['\u00e9', '\u00e9'],
    ['\\u20ac', '\u20ac'],
    ['\u{1f600}', '\u{1f600}'],
  ];
  for (const [first, one] of specials) {
    for (const [second, other] of specials) {
      for (let gap = 0; gap <= 66; gap++) {
        assert.is(textOf(`"${first}${'-'.repeat(gap)}${second}"`), one + '-'.repeat(gap) + other);
      }
    }
  }
});

test('ill-formed UTF-8 at each place of a string', () => {
  const bad = [
    [0x80],
    [0xc0, 0x80],
    [0xc1, 0xbf],
    [0xe0, 0x9f, 0xbf],
    [0xed, 0xa0, 0x80],
    [0xed, 0xbf, 0xbf],
    [0xf0, 0x8f, 0xbf, 0xbf],
    [0xf4, 0x90, 0x80, 0x80],
    [0xf5, 0x80, 0x80, 0x80],
    [0xff],
    [0xc3],
    [0xe2, 0x82],
    [0xf0, 0x9f, 0x98],
    [0xc3, 0xa9, 0xa9],
  ];
  for (const sequence of bad) {
    const extra = sequence.length === 3 && sequence[0] === 0xc3 ? 2 : 0;
    for (let at = 0; at <= 40; at++) {
      const bytes = bytesOf('["', 'x'.repeat(at), sequence, 'y'.repeat(40 - at), '"]');
      const { code, offset } = caught(() => jt.tokenize(bytes));
      assert.equal([code, offset], ['INVALID_UTF8', at + 2 + extra]);
      // Behind other multi-byte characters, and with the error before a later one of another kind.
      checkInput(bytesOf('["\u00e9', 'x'.repeat(at), sequence, '\u{1f600}\t"]'));
    }
  }
});

test('well-formed sequences at the borders of the table, at each place', () => {
  const good = [
    '\u0080',
    '\u07ff',
    '\u0800',
    '\u0fff',
    '\ud7ff',
    '\ue000',
    '\uffff',
    '\u{10000}',
    '\u{3ffff}',
    '\u{10ffff}',
  ];
  for (const character of good) {
    for (let at = 0; at <= 66; at++) {
      const text = 'x'.repeat(at) + character + 'y'.repeat(66 - at);
      assert.is(textOf(`"${text}"`), text);
    }
  }
});

test('a control character at each place of a string', () => {
  for (let code = 0; code < 0x20; code++) {
    for (let at = 0; at <= 66; at += 1 + (code % 5)) {
      const { code: name, offset } = caught(() => jt.tokenize(bytesOf('"', 'x'.repeat(at), code, 'y"')));
      assert.equal([name, offset], ['CONTROL_CHARACTER', at + 1]);
    }
  }
});

test('a string that ends at, before and after the end of the input', () => {
  for (let length = 0; length <= 140; length++) {
    const text = 'z'.repeat(length);
    assert.is(textOf(`"${text}"`), text);
    assert.equal(
      [caught(() => jt.tokenize(`"${text}`)).offset, caught(() => jt.tokenize(`"${text}\\`)).offset],
      [length + 1, length + 2],
    );
  }
});

test('long strings', () => {
  for (const length of [4095, 65535, 65536, 1 << 20]) {
    const ascii = 'abcdefg '.repeat(length / 8 + 1).slice(0, length);
    assert.is(textOf(`"${ascii}"`) === ascii, true);
    const mixed = `${ascii}\u00e9\u{1f600}`;
    assert.is(textOf(`"${mixed}\\n"`) === `${mixed}\n`, true);
  }
});

test('flags say what a string holds', () => {
  const flags = (json) => (jt.tokenize(json).words[2] >> 4) & 15;
  assert.is(flags('"abc"'), 0);
  assert.is(flags('"a\\n"'), 1);
  assert.is(flags('"\u00e9"'), 2);
  assert.is(flags('"\u00e9\\n"'), 3);
  assert.is(flags('"\\u00e9"'), 1);
  assert.is(flags('"\x7f"'), 0);
});

test('strings pass format untouched, escapes and all', () => {
  for (const json of ['"\\u0041\\/\\ud83d\\ude00"', '"\\ud800"', '"\u2028\x7f"', '"\\u00E9\u00e9"', '""']) {
    assert.is(decode(minify(json)), json);
    same(minify(`[ ${json} ]`), bytesOf('[', json, ']'));
  }
});

test.run();
