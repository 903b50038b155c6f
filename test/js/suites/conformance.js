// The public suites: JSONTestSuite and json.org's JSON_checker.
import { checkInput, minify, same } from '../checks.js';
import { assert, env, jt, suite } from '../harness.js';

const test = suite('conformance');

// What we do where RFC 8259 leaves it open. Numbers of any size are lossless spans; lone surrogate escapes pass the
// grammar; input that is not UTF-8 is an error; a byte order mark at the start is skipped.
const accepted = [
  'number_double_huge_neg_exp',
  'number_huge_exp',
  'number_neg_int_huge_exp',
  'number_pos_double_huge_exp',
  'number_real_neg_overflow',
  'number_real_pos_overflow',
  'number_real_underflow',
  'number_too_big_neg_int',
  'number_too_big_pos_int',
  'number_very_big_negative_int',
  'object_key_lone_2nd_surrogate',
  'string_1st_surrogate_but_2nd_missing',
  'string_1st_valid_surrogate_2nd_invalid',
  'string_incomplete_surrogate_and_escape_valid',
  'string_incomplete_surrogate_pair',
  'string_incomplete_surrogates_escape_valid',
  'string_invalid_lonely_surrogate',
  'string_invalid_surrogate',
  'string_inverted_surrogates_U+1D11E',
  'string_lone_second_surrogate',
  'structure_500_nested_arrays',
  'structure_UTF-8_BOM_empty_object',
];
const rejected = {
  'string_UTF-16LE_with_BOM': 'not JSON',
  'string_UTF-8_invalid_sequence': 'UTF-8',
  'string_UTF8_surrogate_U+D800': 'UTF-8',
  'string_invalid_utf-8': 'UTF-8',
  string_iso_latin_1: 'UTF-8',
  string_lone_utf8_continuation_byte: 'UTF-8',
  string_not_in_unicode_range: 'UTF-8',
  string_overlong_sequence_2_bytes: 'UTF-8',
  string_overlong_sequence_6_bytes: 'UTF-8',
  string_overlong_sequence_6_bytes_null: 'UTF-8',
  'string_truncated-utf-8': 'UTF-8',
  string_utf16BE_no_BOM: 'not JSON',
  string_utf16LE_no_BOM: 'not JSON',
};

function isAccepted(bytes) {
  const { valid, error } = jt.validate(bytes);
  assert.is(valid, error === undefined);
  return valid;
}

const nameOf = (file) => /([yni])_(.*)\.json$/.exec(file).slice(1);

test('JSONTestSuite: what must be accepted is, what must be rejected is', async () => {
  let seen = 0;
  for (const file of env.data.parsing) {
    const [kind] = nameOf(file);
    if (kind === 'i') continue;
    const bytes = await env.bytes(file);
    assert.is(isAccepted(bytes), kind === 'y', file);
    checkInput(bytes);
    seen++;
  }
  assert.is(seen, 283);
});

test('JSONTestSuite: what is left open goes by our table', async () => {
  let seen = 0;
  for (const file of env.data.parsing) {
    const [kind, name] = nameOf(file);
    if (kind !== 'i') continue;
    seen++;
    const bytes = await env.bytes(file);
    checkInput(bytes);
    assert.ok(accepted.includes(name) !== name in rejected, `${name} is not in the table once`);
    // In npm's package ill-formed bytes came as U+FFFD, which is well-formed.
    const replaced = new TextDecoder().decode(bytes).includes('\ufffd') && env.data.source.parsing.startsWith('npm');
    const expected = accepted.includes(name) || (replaced && rejected[name] === 'UTF-8');
    assert.is(isAccepted(bytes), expected, file);
    if (rejected[name] === 'UTF-8' && !replaced) {
      assert.is(jt.validate(bytes).error.code, 'INVALID_UTF8', file);
    }
  }
  assert.is(seen, 35);
});

test('JSONTestSuite: accepted cases format to themselves and back', async () => {
  for (const file of env.data.parsing.filter((name) => nameOf(name)[0] === 'y')) {
    const bytes = await env.bytes(file);
    const minified = minify(bytes);
    const again = minify(jt.format(minified, { indent: 2 }));
    same(again, minified, file);
    const text = new TextDecoder().decode(bytes);
    assert.equal(env.JSON.parse(new TextDecoder().decode(minified)), env.JSON.parse(text), file);
  }
});

test('JSONTestSuite: the transform cases are accepted or not by the grammar alone', async () => {
  for (const file of env.data.transform) checkInput(await env.bytes(file));
});

// fail01 and fail18 are valid by RFC 8259: a string at the root, and 19 levels.
test('JSON_checker', async () => {
  for (const file of env.data.checker) {
    const bytes = await env.bytes(file);
    const valid = /pass\d+\.json$|_EXCLUDE\.json$/.test(file);
    assert.is(isAccepted(bytes), valid, file);
    checkInput(bytes);
  }
  assert.is(env.data.checker.length, env.data.roots.json_checker ? 36 : 0);
});

// The kinds of fault of JSON_checker, so that they are tested where its files are not to be had.
const faults = [
  '["Unclosed array"',
  '{unquoted: "key"}',
  '["extra comma",]',
  '["double extra comma",,]',
  '[   , "missing value"]',
  '["after close"],',
  '["extra close"]]',
  '{"extra comma": true,}',
  '{"extra value": true} "misplaced"',
  '{"expression": 1 + 2}',
  '{"call": alert()}',
  '{"leading zero": 013}',
  '{"hex": 0x14}',
  '["invalid escape: \\x15"]',
  '[\\naked]',
  '["invalid escape: \\017"]',
  '{"missing colon" null}',
  '{"double colon":: null}',
  '{"comma for colon", null}',
  '["colon for comma": false]',
  '["bad literal", truth]',
  "['single quotes']",
  '["tab\tcharacter"]',
  '["escaped tab\\\tcharacter"]',
  '["line\nbreak"]',
  '["escaped line\\\nbreak"]',
  '[0e]',
  '[0e+]',
  '[0e+-1]',
  '{"comma for closing brace": true,',
  '["mismatch"}',
];

test('the kinds of fault of JSON_checker, in our words', () => {
  for (const text of faults) {
    const bytes = new TextEncoder().encode(text);
    assert.is(isAccepted(bytes), false, text);
    checkInput(bytes);
  }
});

test.run();
