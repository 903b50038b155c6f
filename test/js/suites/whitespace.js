// Whitespace: runs of every length, mixture and place, against the oracle.
import { bytesOf, checkInput, generator } from '../checks.js';
import { assert, jt, suite } from '../harness.js';

const test = suite('whitespace');

const kinds = [' ', '\n', '\t', '\r', '\r\n', '\n ', '\t \r\n'];

test('runs of 0 to 140 of each kind at every place of the grammar', () => {
  for (const kind of kinds) {
    for (let length = 0; length <= 140; length += length < 70 ? 1 : 7) {
      const run = kind.repeat(length).slice(0, length);
      const tape = jt.tokenize(
        ['', '{', '"a"', ':', '[', '1', ',', '"b"', ']', ',', '"c"', ':', 'null', '}', ''].join(run),
      );
      assert.is(tape.length, 9);
      const starts = Array.from({ length: 9 }, (_, i) => tape.start(i));
      // How many runs and how many other bytes lie before each token.
      const before = [
        [1, 0],
        [2, 1],
        [4, 5],
        [5, 6],
        [7, 8],
        [8, 11],
        [10, 13],
        [12, 17],
        [13, 21],
      ];
      assert.equal(
        starts,
        before.map(([runs, bytes]) => runs * length + bytes),
      );
    }
  }
});

test('a wrong byte at each place of a long run', () => {
  for (const wrong of [0x00, 0x0b, 0x0c, 0x1f, 0x85, 0xa0, 0xff, 0x2f, 0x78]) {
    for (let at = 0; at <= 70; at++) {
      checkInput(bytesOf('[1,', ' '.repeat(at), wrong, ' '.repeat(70 - at), '2]'));
    }
  }
});

test('every byte is whitespace or not, by itself and in a run', () => {
  let accepted = 0;
  for (let code = 0; code < 256; code++) {
    for (const padding of [0, 3, 20]) {
      const bytes = bytesOf('[', ' '.repeat(padding), code, ' '.repeat(padding), ']');
      checkInput(bytes);
      if (jt.validate(bytes).valid) accepted++;
    }
  }
  // The four characters, and the ten digits.
  assert.is(accepted, 3 * 14);
});

test('random mixtures in indented text', () => {
  const next = generator(3);
  for (let round = 0; round < 150; round++) {
    let text = '';
    const space = () => {
      let run = '';
      for (let i = next() % [1, 2, 20, 60][next() % 4]; i > 0; i--) run += ' \n\t\r'[next() % 4];
      return run;
    };
    const value = (depth) => {
      text += space();
      const kind = next() % (depth > 4 ? 4 : 6);
      if (kind < 4) text += ['1', '"s"', 'true', 'null'][kind];
      else {
        const object = kind === 4;
        text += object ? '{' : '[';
        for (let i = next() % 4; i >= 0; i--) {
          if (object) text += `${space()}"k${next() % 5}"${space()}:`;
          value(depth + 1);
          if (i > 0) text += ',';
        }
        text += object ? '}' : ']';
      }
      text += space();
    };
    value(0);
    checkInput(bytesOf(text));
    // And with one byte of it changed.
    const bytes = bytesOf(text);
    bytes[next() % bytes.length] = next() % 256;
    checkInput(bytes);
  }
});

test('whitespace before and after everything', () => {
  for (let length = 0; length <= 200; length += 3) {
    const run = ' \n'.repeat(100).slice(0, length);
    assert.is(jt.tokenize(`${run}1${run}`).start(0), length);
    assert.is(jt.tokenize(`${run}"s"${run}`).start(0), length);
    assert.is(jt.tokenize(`${run}[]${run}`).start(1), length + 1);
  }
});

test.run();
