// Real and generated documents, changed at random, one after the other: the tape or the error is the oracle's, whatever
// the library remembers of the input before.
import { bytesOf, checkInput, generator } from '../checks.js';
import { mutate } from '../generate.js';
import { assert, env, jt, suite } from '../harness.js';

const test = suite('mutations');

// Records whose keys, values and layout come from small sets: what a guess of the next key is right about, most times.
function records(next) {
  const keys = [
    'id',
    'name',
    'a',
    'b',
    '',
    'longer_key_number_one',
    'longer_key_number_two',
    'x'.repeat(31),
    '\u00e9t\u00e9',
    'k\\n',
  ];
  const values = [
    '1',
    '-2.5e3',
    '123456789012345678',
    '"text"',
    '"te\\u0078t"',
    '"\u20ac\u{1f600}"',
    'true',
    'null',
    '[]',
    '{}',
    '[1,2]',
  ];
  const first = next() % keys.length;
  const count = 1 + (next() % 6);
  const spaces = ['', ' ', '\n', '\n  ', `\n${' '.repeat(20)}`][next() % 5];
  const rows = Array.from({ length: 1 + (next() % 30) }, () => {
    const members = Array.from({ length: count }, (_, i) => {
      const key = keys[(first + i + (next() % 12 === 0 ? next() : 0)) % keys.length];
      return `${spaces}"${key}":${spaces === '' ? '' : ' '}${values[next() % values.length]}`;
    });
    return `{${members.join(',')}${spaces}}`;
  });
  return bytesOf(`[${rows.join(`,${spaces}`)}]`);
}

test('records, as they are and changed', () => {
  const next = generator(21);
  let rejected = 0;
  for (let round = 0; round < 600; round++) {
    const bytes = records(next);
    assert.ok(checkInput(bytes));
    for (let n = 0; n < 3; n++) if (!checkInput(mutate(bytes, next))) rejected++;
  }
  assert.ok(rejected > 600 && rejected < 1800, `${rejected} rejected`);
});

test('pieces of real documents, changed', async () => {
  const next = generator(22);
  for (const file of env.data.documents) {
    const bytes = await env.bytes(file);
    for (let round = 0; round < 25; round++) {
      // From some bracket on, so that it begins as a document does.
      let from = next() % bytes.length;
      while (from > 0 && bytes[from] !== 0x7b && bytes[from] !== 0x5b) from--;
      const piece = bytes.slice(from, from + 200 + (next() % 3000));
      checkInput(piece);
      checkInput(mutate(piece, next));
    }
  }
});

test('a reused tape goes through the same', () => {
  const next = generator(23);
  const spare = jt.tokenize('0');
  for (let round = 0; round < 300; round++) {
    const bytes = records(next);
    checkInput(bytes, { into: spare });
    checkInput(mutate(bytes, next), { into: spare });
  }
});

test.run();
