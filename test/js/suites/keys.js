// Keys: ids by first appearance, the limits of the key table, and names that are special in JavaScript.
import { bytesOf, checkInput, generator } from '../checks.js';
import { assert, env, jt, suite } from '../harness.js';

const test = suite('keys');

const idsOf = (tape) =>
  [...tape]
    .map((_, i) => i)
    .filter((i) => tape.type(i) === 'key')
    .map((i) => tape.words[i * 3 + 2] >>> 8);
const textsOf = (tape) =>
  [...tape]
    .map((_, i) => i)
    .filter((i) => tape.type(i) === 'key')
    .map((i) => tape.string(i));

test('ids count from 1 by first appearance', () => {
  const tape = jt.tokenize('[{"a":1,"b":2},{"b":3,"a":4,"c":5},{"":6,"a":7,"":8}]');
  assert.equal(idsOf(tape), [1, 2, 2, 1, 3, 4, 1, 4]);
  assert.equal([...tape.keys], ['', 'a', 'b', 'c', '']);
  assert.equal(textsOf(tape), ['a', 'b', 'b', 'a', 'c', '', 'a', '']);
});

test('ids start anew with each input', () => {
  assert.equal(idsOf(jt.tokenize('{"x":1,"y":2}')), [1, 2]);
  assert.equal(idsOf(jt.tokenize('{"y":1,"x":2}')), [1, 2]);
  const spare = jt.tokenize('{"a":1,"b":2,"c":3}');
  const tape = jt.tokenize('{"c":1,"a":2}', { into: spare });
  assert.equal(idsOf(tape), [1, 2]);
  assert.equal([...tape.keys], ['', 'c', 'a']);
});

test('keys written with an escape and long ones are not interned', () => {
  const tape = jt.tokenize(`{"a":1,"\\u0061":2,"${'k'.repeat(30)}":3,"${'k'.repeat(31)}":4,"a":5}`);
  assert.equal(idsOf(tape), [1, 0, 2, 0, 1]);
  assert.equal(textsOf(tape), ['a', 'a', 'k'.repeat(30), 'k'.repeat(31), 'a']);
  assert.equal([...tape.keys], ['', 'a', 'k'.repeat(30)]);
});

test('the limit of a key counts bytes', () => {
  assert.equal(
    idsOf(jt.tokenize(`{"${'\u00e9'.repeat(15)}":1,"${'\u00e9'.repeat(15)}a":2,"${'\u{1f600}'.repeat(7)}":3}`)),
    [1, 0, 2],
  );
});

test('a key of each length from 0 to 70, twice, with neighbours that differ in one byte', () => {
  for (let length = 0; length <= 70; length++) {
    const key = 'abcdefghij'.repeat(7).slice(0, length);
    const others = length === 0 ? ['x'] : [`${key.slice(0, -1)}#`, `#${key.slice(1)}`, `${key}x`, key.slice(1)];
    const members = [key, ...others, key, ...others].map((text) => `"${text}":0`);
    const tape = checkInput(bytesOf('{', members.join(','), '}'));
    assert.equal(textsOf(tape), [key, ...others, key, ...others]);
  }
});

test('non-ASCII keys are interned by their bytes', () => {
  const tape = checkInput(bytesOf('{"\u00e9":1,"e\u0301":2,"\u00e9":3,"\u20ac":4,"\u{1f600}":5,"\u20ac":6}'));
  assert.equal(idsOf(tape), [1, 2, 1, 3, 4, 3]);
  assert.equal([...tape.keys], ['', '\u00e9', 'e\u0301', '\u20ac', '\u{1f600}']);
});

test('more than 4095 different keys: the later ones get no id, the known ones keep theirs', () => {
  const members = Array.from({ length: 5000 }, (_, i) => `"key${i}":${i}`);
  const text = `[{${members.join(',')}},{"key0":1,"key4094":2,"key4095":3,"key4999":4}]`;
  const tape = checkInput(bytesOf(text));
  assert.equal(idsOf(tape).slice(-4), [1, 4095, 0, 0]);
  assert.is(tape.keys.length, 4096);
  assert.is(tape.keys[4095], 'key4094');
  assert.equal(textsOf(tape).slice(4094, 4097), ['key4094', 'key4095', 'key4096']);
  const again = jt.tokenize(text, { into: jt.tokenize(text) });
  assert.equal(idsOf(again), idsOf(tape));
});

test('names that are special in JavaScript', () => {
  const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', 'prototype', '__defineGetter__'];
  const text = `{${names.map((name) => `"${name}":{"x":1}`).join(',')}}`;
  const tape = checkInput(bytesOf(text));
  assert.equal([...tape.keys], ['', '__proto__', 'x', ...names.slice(1)]);
  assert.equal(
    textsOf(tape).filter((key) => key !== 'x'),
    names,
  );
  assert.is({}.x, undefined);
  assert.is(tape.pointer(3), '/__proto__/x');
  assert.is(jt.tokenize('{"\\u005f_proto__":{"x":1}}').string(1), '__proto__');
  assert.is(Object.getPrototypeOf({}), Object.prototype);
});

test('keys that collide and keys in random order', () => {
  const next = generator(7);
  const names = Array.from({ length: 300 }, () => {
    let name = '';
    for (let i = next() % 34; i >= 0; i--) name += 'ab\u00e90'[next() % 4];
    return name;
  });
  for (let round = 0; round < 40; round++) {
    const members = Array.from(
      { length: 60 },
      () => `"${names[next() % names.length]}": [{"${names[next() % names.length]}" :1}]`,
    );
    checkInput(bytesOf('{', members.join(', '), '}'));
  }
});

test('the guess of the next key never believes a wrong one', () => {
  // The same record again and again, then with one thing changed at each place.
  const record = ['"id"', '"name"', '"tags"', '"x"'];
  for (let at = 0; at < 4; at++) {
    for (const change of ['"i"', '"idx"', '"nam\\u0065"', '"x"', '""', '"id\u00e9"']) {
      const odd = record.map((key, i) => (i === at ? change : key));
      const rows = [record, record, odd, record, odd, odd, record];
      checkInput(bytesOf('[', rows.map((row) => `{${row.map((key) => `${key}:0`).join(',')}}`).join(','), ']'));
    }
  }
});

test('keys is the list of strings by id, without one for 0, for documents too', async () => {
  for (const file of env.data.documents.slice(0, 4)) {
    const tape = jt.tokenize(await env.bytes(file));
    const keys = tape.keys;
    let wrong = 0;
    for (let i = 0; i < tape.length; i++) {
      const id = tape.words[i * 3 + 2] >>> 8;
      if (id !== 0 && tape.string(i) !== keys[id]) wrong++;
    }
    assert.is(wrong, 0, file);
    assert.is(new Set(keys.slice(1)).size, keys.length - 1);
    assert.is(keys[0], '');
  }
});

test.run();
