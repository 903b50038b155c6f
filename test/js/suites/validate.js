// validate: the verdict without a tape.
import { assert, jt, suite } from '../harness.js';

const test = suite('validate');

test('valid input', () => {
  for (const text of ['0', '"s"', 'true', 'null', '{}', '[]', ' [1,{"a":"\u00e9"}] \n']) {
    const result = jt.validate(text);
    assert.is(result.valid, true);
    assert.is(result.error, undefined);
  }
});

test('invalid input is a result, not an exception', () => {
  const { valid, error } = jt.validate('{"a":[1,}');
  assert.is(valid, false);
  assert.instance(error, jt.JSONTapeError);
  assert.equal([error.code, error.offset, error.pointer], ['EXPECTED_VALUE', 8, '/a/1']);
});

test('options', () => {
  assert.is(jt.validate('[[1]]', { maxDepth: 2 }).valid, true);
  assert.is(jt.validate('[[1]]', { maxDepth: 1 }).error.code, 'DEPTH');
});

test('bytes and strings are the same', () => {
  for (const text of ['{"a":1}', '{"a":1', '["\u00e9" x']) {
    const one = jt.validate(text);
    const other = jt.validate(new TextEncoder().encode(text));
    assert.is(one.valid, other.valid);
    assert.is(one.error?.message, other.error?.message);
    assert.is(one.error?.offset, other.error?.offset);
  }
});

test('misuse throws', () => {
  for (const input of [undefined, null, 1, true, {}, [], Symbol('s'), () => {}]) {
    assert.thrown(() => jt.validate(input), TypeError);
  }
});

test.run();
