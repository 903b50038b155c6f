// Each error code: where, what it says, and what stays usable.
import { bytesOf, caught, checkInput, errorFields, minify, same } from '../checks.js';
import { assert, jt, suite } from '../harness.js';

const test = suite('errors');

const bom = [0xef, 0xbb, 0xbf];

// input, code, offset, pointer, types of the tokens before it
const table = [
  // EMPTY: at the input's length
  ['', 'EMPTY', 0, '', []],
  [' \n\t\r ', 'EMPTY', 5, '', []],
  [bytesOf(bom), 'EMPTY', 3, '', []],
  [bytesOf(bom, ' '), 'EMPTY', 4, '', []],
  // UNEXPECTED_END: at the input's length, whatever is unfinished
  ['{', 'UNEXPECTED_END', 1, '', ['object-start']],
  ['[', 'UNEXPECTED_END', 1, '/0', ['array-start']],
  ['[1,', 'UNEXPECTED_END', 3, '/1', ['array-start', 'number']],
  ['{"a"', 'UNEXPECTED_END', 4, '/a', ['object-start', 'key']],
  ['{"a":', 'UNEXPECTED_END', 5, '/a', ['object-start', 'key']],
  ['{"a":true', 'UNEXPECTED_END', 9, '/a', ['object-start', 'key', 'true']],
  ['{"a":true,', 'UNEXPECTED_END', 10, '', ['object-start', 'key', 'true']],
  ['{"a', 'UNEXPECTED_END', 3, '', ['object-start']],
  ['"abc', 'UNEXPECTED_END', 4, '', []],
  ['"abc\\', 'UNEXPECTED_END', 5, '', []],
  ['"abc\\u00', 'UNEXPECTED_END', 8, '', []],
  [bytesOf('"', 0xe2, 0x80), 'UNEXPECTED_END', 3, '', []],
  ['tru', 'UNEXPECTED_END', 3, '', []],
  ['{"d":tru', 'UNEXPECTED_END', 8, '/d', ['object-start', 'key']],
  ['{"d": 42.', 'UNEXPECTED_END', 9, '/d', ['object-start', 'key']],
  ['-', 'UNEXPECTED_END', 1, '', []],
  ['1e', 'UNEXPECTED_END', 2, '', []],
  ['1e+', 'UNEXPECTED_END', 3, '', []],
  // EXPECTED_VALUE
  ['}', 'EXPECTED_VALUE', 0, '', []],
  [':{},', 'EXPECTED_VALUE', 0, '', []],
  ['+1', 'EXPECTED_VALUE', 0, '', []],
  ['.5', 'EXPECTED_VALUE', 0, '', []],
  ['[1,]', 'EXPECTED_VALUE', 3, '/1', ['array-start', 'number']],
  ['[[1],]', 'EXPECTED_VALUE', 5, '/1', ['array-start', 'array-start', 'number', 'array-end']],
  ['{"a":}', 'EXPECTED_VALUE', 5, '/a', ['object-start', 'key']],
  ['{"a":,', 'EXPECTED_VALUE', 5, '/a', ['object-start', 'key']],
  // EXPECTED_VALUE_OR_ARRAY_END
  ['[,1]', 'EXPECTED_VALUE_OR_ARRAY_END', 1, '/0', ['array-start']],
  ['[ x]', 'EXPECTED_VALUE_OR_ARRAY_END', 2, '/0', ['array-start']],
  ['[}', 'EXPECTED_VALUE_OR_ARRAY_END', 1, '/0', ['array-start']],
  // EXPECTED_COMMA_OR_ARRAY_END
  ['[true x', 'EXPECTED_COMMA_OR_ARRAY_END', 6, '/0', ['array-start', 'true']],
  ['["a" "b"]', 'EXPECTED_COMMA_OR_ARRAY_END', 5, '/0', ['array-start', 'string']],
  ['["a","b"}', 'EXPECTED_COMMA_OR_ARRAY_END', 8, '/1', ['array-start', 'string', 'string']],
  ['[1 2]', 'EXPECTED_COMMA_OR_ARRAY_END', 3, '/0', ['array-start', 'number']],
  ['[01]', 'EXPECTED_COMMA_OR_ARRAY_END', 2, '/0', ['array-start', 'number']],
  // EXPECTED_KEY
  ['{"a":true,}', 'EXPECTED_KEY', 10, '', ['object-start', 'key', 'true']],
  ['{"o":{"a":true,1:2}}', 'EXPECTED_KEY', 15, '/o', ['object-start', 'key', 'object-start', 'key', 'true']],
  // EXPECTED_KEY_OR_OBJECT_END
  ['{a:1}', 'EXPECTED_KEY_OR_OBJECT_END', 1, '', ['object-start']],
  ['[{,}]', 'EXPECTED_KEY_OR_OBJECT_END', 2, '/0', ['array-start', 'object-start']],
  ['{]', 'EXPECTED_KEY_OR_OBJECT_END', 1, '', ['object-start']],
  // EXPECTED_COLON
  ['{"a"}', 'EXPECTED_COLON', 4, '/a', ['object-start', 'key']],
  ['{"a" "b"}', 'EXPECTED_COLON', 5, '/a', ['object-start', 'key']],
  ['{"a",1}', 'EXPECTED_COLON', 4, '/a', ['object-start', 'key']],
  // EXPECTED_COMMA_OR_OBJECT_END
  ['{"x":"y"]', 'EXPECTED_COMMA_OR_OBJECT_END', 8, '/x', ['object-start', 'key', 'string']],
  ['{"a":"1""b":1}', 'EXPECTED_COMMA_OR_OBJECT_END', 8, '/a', ['object-start', 'key', 'string']],
  ['{"a":{} {}', 'EXPECTED_COMMA_OR_OBJECT_END', 8, '/a', ['object-start', 'key', 'object-start', 'object-end']],
  // EXPECTED_END
  ['true false', 'EXPECTED_END', 5, '', ['true']],
  ['[] x', 'EXPECTED_END', 3, '', ['array-start', 'array-end']],
  ['{}}', 'EXPECTED_END', 2, '', ['object-start', 'object-end']],
  ['1 2', 'EXPECTED_END', 2, '', ['number']],
  ['01', 'EXPECTED_END', 1, '', ['number']],
  ['[]\0', 'EXPECTED_END', 2, '', ['array-start', 'array-end']],
  [bytesOf('1', 0xc2, 0xa0), 'EXPECTED_END', 1, '', ['number']],
  // INVALID_LITERAL: at the first byte that differs
  ['trux', 'INVALID_LITERAL', 3, '', []],
  ['[nul l]', 'INVALID_LITERAL', 4, '/0', ['array-start']],
  ['{"a":falSe}', 'INVALID_LITERAL', 8, '/a', ['object-start', 'key']],
  ['tb:', 'INVALID_LITERAL', 1, '', []],
  // INVALID_NUMBER: where a digit is missing
  ['-x', 'INVALID_NUMBER', 1, '', []],
  ['[- 1]', 'INVALID_NUMBER', 2, '/0', ['array-start']],
  ['[1.]', 'INVALID_NUMBER', 3, '/0', ['array-start']],
  ['1.e1', 'INVALID_NUMBER', 2, '', []],
  ['[0e]', 'INVALID_NUMBER', 3, '/0', ['array-start']],
  ['[0e+-1]', 'INVALID_NUMBER', 4, '/0', ['array-start']],
  // INVALID_ESCAPE
  ['"ab\\x41"', 'INVALID_ESCAPE', 4, '', []],
  ['["\\U0041"]', 'INVALID_ESCAPE', 3, '/0', ['array-start']],
  ['{"a\\q":1}', 'INVALID_ESCAPE', 4, '', ['object-start']],
  // INVALID_HEX_DIGIT
  ['"\\u0z', 'INVALID_HEX_DIGIT', 4, '', []],
  ['{"":"\\u20A"}', 'INVALID_HEX_DIGIT', 10, '/', ['object-start', 'key']],
  ['{"":"\\udbff\\u123"}', 'INVALID_HEX_DIGIT', 16, '/', ['object-start', 'key']],
  // CONTROL_CHARACTER
  ['"a\tb"', 'CONTROL_CHARACTER', 2, '', []],
  ['["a\n"]', 'CONTROL_CHARACTER', 3, '/0', ['array-start']],
  ['"\0"', 'CONTROL_CHARACTER', 1, '', []],
  ['{"\x1f":1}', 'CONTROL_CHARACTER', 2, '', ['object-start']],
  // INVALID_UTF8: at the first byte of the sequence
  [bytesOf('"ab', 0xff, '"'), 'INVALID_UTF8', 3, '', []],
  [bytesOf('"', 0xc0, 0xaf, '"'), 'INVALID_UTF8', 1, '', []],
  [bytesOf('["', 0xed, 0xa0, 0x80, '"]'), 'INVALID_UTF8', 2, '/0', ['array-start']],
  [bytesOf('"', 0xe2, 0x80, '"'), 'INVALID_UTF8', 1, '', []],
  [bytesOf('"', 0xf4, 0x90, 0x80, 0x80, '"'), 'INVALID_UTF8', 1, '', []],
  [bytesOf('"\u00e9', 0x80, '"'), 'INVALID_UTF8', 3, '', []],
  [bytesOf('{"', 0xf8, '":1}'), 'INVALID_UTF8', 2, '', ['object-start']],
  // A byte order mark anywhere but at the start, and half of one
  [bytesOf('[', bom, '1]'), 'EXPECTED_VALUE_OR_ARRAY_END', 1, '/0', ['array-start']],
  [bytesOf('[1]', bom), 'EXPECTED_END', 3, '', ['array-start', 'number', 'array-end']],
  [bytesOf(bom, bom, '1'), 'EXPECTED_VALUE', 3, '', []],
  [bytesOf(' ', bom, '1'), 'EXPECTED_VALUE', 1, '', []],
  [bytesOf(0xef, 0xbb, '1'), 'EXPECTED_VALUE', 2, '', []],
  [bytesOf(0xef, 0xbb), 'UNEXPECTED_END', 2, '', []],
];

const toBytes = (input) => (typeof input === 'string' ? bytesOf(input) : input);

for (const [input, code, offset, pointer, types] of table) {
  const bytes = toBytes(input);
  test(`${code} at ${offset} of ${String.fromCharCode(...bytes)}`, () => {
    const error = caught(() => jt.tokenize(bytes));
    assert.instance(error, SyntaxError);
    assert.is(error.name, 'JSONTapeError');
    assert.equal(errorFields(error), {
      code,
      offset,
      line: error.line,
      column: error.column,
      byteColumn: error.byteColumn,
      pointer,
    });
    assert.equal(
      [...error.tokens].map((token) => token.type),
      types,
    );
    checkInput(bytes);
    const { valid, error: reported } = jt.validate(bytes);
    assert.is(valid, false);
    assert.equal(errorFields(reported), errorFields(error));
    assert.is(reported.message, error.message);
    assert.is(caught(() => minify(bytes)).message, error.message);
  });
}

test('the table reaches every code that tokenizing has without options', () => {
  const reached = [...new Set(table.map(([, code]) => code))].sort();
  assert.equal(reached, [
    'CONTROL_CHARACTER',
    'EMPTY',
    'EXPECTED_COLON',
    'EXPECTED_COMMA_OR_ARRAY_END',
    'EXPECTED_COMMA_OR_OBJECT_END',
    'EXPECTED_END',
    'EXPECTED_KEY',
    'EXPECTED_KEY_OR_OBJECT_END',
    'EXPECTED_VALUE',
    'EXPECTED_VALUE_OR_ARRAY_END',
    'INVALID_ESCAPE',
    'INVALID_HEX_DIGIT',
    'INVALID_LITERAL',
    'INVALID_NUMBER',
    'INVALID_UTF8',
    'UNEXPECTED_END',
  ]);
});

test('DEPTH: at the bracket that is too deep', () => {
  assert.equal(errorFields(caught(() => jt.tokenize('[[[[0]]]]', { maxDepth: 3 }))), {
    code: 'DEPTH',
    offset: 3,
    line: 1,
    column: 4,
    byteColumn: 4,
    pointer: '/0/0/0',
  });
  assert.is(jt.tokenize('[[[0]]]', { maxDepth: 3 }).length, 7);
  assert.is(jt.tokenize('0', { maxDepth: 1 }).length, 1);
  const error = caught(() => jt.tokenize('{"a":[{"b":{}}]}', { maxDepth: 3 }));
  assert.equal([error.code, error.offset, error.pointer], ['DEPTH', 11, '/a/0/b']);
  assert.is(error.tokens.length, 5);
});

test('the default depth is 1024', () => {
  const nest = (depth) => '['.repeat(depth) + ']'.repeat(depth);
  assert.is(jt.tokenize(nest(1024)).length, 2048);
  const error = caught(() => jt.tokenize(nest(1025)));
  assert.equal([error.code, error.offset], ['DEPTH', 1024]);
  assert.is(error.tokens.length, 1024);
  assert.is(error.pointer, '/0'.repeat(1024));
  assert.is(jt.tokenize(nest(5000), { maxDepth: 5000 }).length, 10000);
});

test('line, column and byteColumn', () => {
  const place = (text) => {
    const { offset, line, column, byteColumn } = caught(() => jt.tokenize(text));
    return { offset, line, column, byteColumn };
  };
  assert.equal(place('[1,\n 2,\n  x]'), { offset: 10, line: 3, column: 3, byteColumn: 3 });
  assert.equal(place('\n\n\nx'), { offset: 3, line: 4, column: 1, byteColumn: 1 });
  assert.equal(place('[1,\n'), { offset: 4, line: 2, column: 1, byteColumn: 1 });
  // Only LF ends a line: CR LF does by its LF, CR and U+2028 do not.
  assert.equal(place('[\r\n\r\nx'), { offset: 5, line: 3, column: 1, byteColumn: 1 });
  assert.equal(place('[\r\rx'), { offset: 3, line: 1, column: 4, byteColumn: 4 });
  assert.equal(place('["\u2028" x'), { offset: 7, line: 1, column: 6, byteColumn: 8 });
  // Two, three and four bytes; the last are two UTF-16 units.
  assert.equal(place('["\u00e9\u20ac\u{1f600}" x'), { offset: 13, line: 1, column: 9, byteColumn: 14 });
  assert.equal(place('["\u00e9",\n"\u{1f600}\u{1f600}" x'), { offset: 18, line: 2, column: 8, byteColumn: 12 });
  // A byte order mark counts like any character.
  assert.equal(place('\ufeffx'), { offset: 3, line: 1, column: 2, byteColumn: 4 });
  // A line feed in a string is an error in the line that it would end.
  assert.equal(place('[\n"a\nb"]'), { offset: 4, line: 2, column: 3, byteColumn: 3 });
});

test('positions in long texts, with line feeds at every distance from a vector edge', () => {
  for (let before = 0; before < 70; before++) {
    const text = `[${' '.repeat(before)}\n${' '.repeat(200 - before)}"\u00e9\u{1f600}",\n${' '.repeat(before)}x`;
    checkInput(bytesOf(text));
  }
});

test('the message is a sentence with what was expected, what was found and where', () => {
  const message = (input) => caught(() => jt.tokenize(input)).message;
  assert.is(
    message('{"items":[0,1,2,3,\n{"x":1,\n    "name": "abc"]}]}'),
    "expected ',' or '}' after a property value, found ']' at line 3, column 18 (/items/4/name)",
  );
  assert.is(message('{"a"}'), "expected ':' after a key, found '}' at line 1, column 5 (/a)");
  for (const [input, , , pointer] of table) {
    const { message: sentence, line, column } = caught(() => jt.tokenize(toBytes(input)));
    assert.match(sentence, `at line ${line}, column ${column}`);
    assert.is(sentence.endsWith(`(${pointer})`), pointer !== '', sentence);
    assert.not.match(sentence, /[\0-\x1f\x7f-\x9f]/, 'no raw control characters');
  }
});

test('the sentence of each code', () => {
  const sentences = {
    '': 'expected a JSON value, found empty or blank input at line 1, column 1',
    ' \n ': 'expected a JSON value, found empty or blank input at line 2, column 2',
    '[': "expected a value or ']', found the end of the input at line 1, column 2 (/0)",
    '"ab': 'expected the closing quote of a string, found the end of the input at line 1, column 4',
    '-': 'expected a digit in a number, found the end of the input at line 1, column 2',
    nul: 'expected the rest of null, found the end of the input at line 1, column 4',
    '[1,]': "expected a value, found ']' at line 1, column 4 (/1)",
    '[,': "expected a value or ']', found ',' at line 1, column 2 (/0)",
    '[1 2': "expected ',' or ']' after an array element, found '2' at line 1, column 4 (/0)",
    '{"a":1,}': "expected a key in double quotes after ',', found '}' at line 1, column 8",
    '{a': "expected a key in double quotes or '}', found 'a' at line 1, column 2",
    '{"a" 1': "expected ':' after a key, found '1' at line 1, column 6 (/a)",
    '{"a":1 "': "expected ',' or '}' after a property value, found '\"' at line 1, column 8 (/a)",
    '1 x': "expected the end of the input after the JSON value, found 'x' at line 1, column 3",
    nulL: "expected the literal null, found 'L' at line 1, column 4",
    '1.x': "expected a digit in a number, found 'x' at line 1, column 3",
    '"\\x': "expected one of \"\\/bfnrtu after a backslash in a string, found 'x' at line 1, column 3",
    '"\\u0g': "expected four hexadecimal digits after \\u in a string, found 'g' at line 1, column 5",
    '"\n': 'expected a control character in a string to be escaped, found a line feed at line 1, column 2',
    '"\ud800': 'expected well-formed UTF-8, found the byte 0xED at line 1, column 2',
  };
  for (const [input, sentence] of Object.entries(sentences)) {
    assert.is(caught(() => jt.tokenize(input)).message, sentence);
  }
  assert.is(
    caught(() => jt.tokenize('[[', { maxDepth: 1 })).message,
    "expected at most 1 nested arrays and objects, found '[' at line 1, column 2 (/0)",
  );
});

test('pointers escape ~ and /, and hold decoded keys', () => {
  const pointer = (text) => caught(() => jt.tokenize(text)).pointer;
  assert.is(pointer('{"a/b":{"c~d":x'), '/a~1b/c~0d');
  assert.is(pointer('{"":{"":x'), '//');
  assert.is(pointer('{"\\u0061\\n\\"":x'), '/a\n"');
  assert.is(pointer('{"\\ud83d\\ude00":x'), '/\u{1f600}');
  assert.is(pointer('{"\u00e9\u{1f600}":[1,2,{"k":x'), '/\u00e9\u{1f600}/2/k');
  assert.is(pointer('[[],[[],[]],{"a":[],"b":{"c":0,"d":[1,[2],x'), '/2/b/d/2');
});

test('the message is one line, whatever a key holds; the pointer is as it is', () => {
  const error = caught(() => jt.tokenize('{"\\u0000\\u001b[1m\\n\u0085\u2028é":]'));
  assert.is(error.pointer, '/\0\x1b[1m\n\u0085\u2028é');
  assert.ok(error.message.endsWith(' (/\\u0000\\u001b[1m\\u000a\\u0085\\u2028é)'), error.message);
});

test('a pointer of long keys and many levels', () => {
  const key = 'k'.repeat(3000);
  const text = `{"${key}":`.repeat(20);
  assert.is(caught(() => jt.tokenize(text)).pointer, `/${key}`.repeat(20));
  assert.is(caught(() => jt.tokenize(text + 'x')).message.endsWith(`(${`/${key}`.repeat(20)})`), true);
});

test('the tokens before an error are a usable tape', () => {
  const text = '{"a":[1,"x\\n"],"b":{"c":2.5 x';
  const { tokens } = caught(() => jt.tokenize(text));
  assert.is(tokens.length, 10);
  assert.is(tokens.match(0), -1);
  assert.is(tokens.match(2), 5);
  assert.is(tokens.match(7), -1);
  assert.is(tokens.string(4), 'x\n');
  assert.is(tokens.number(9), 2.5);
  assert.is(tokens.pointer(9), '/b/c');
  assert.equal([...tokens.keys], ['', 'a', 'b', 'c']);
});

test('every prefix of a document fails at its end, and says so', () => {
  const document = '{"a":[true,false,null,-1.5e+3,"\\u00e9\\n\u00e9\u{1f600}"],"b":{"c":"d"}}';
  const bytes = bytesOf(document);
  for (let length = 0; length < bytes.length; length++) {
    const prefix = bytes.slice(0, length);
    checkInput(prefix);
    const { code, offset } = caught(() => jt.tokenize(prefix));
    assert.equal({ code, offset }, { code: length === 0 ? 'EMPTY' : 'UNEXPECTED_END', offset: length });
  }
  assert.is(jt.tokenize(bytes).length, 15);
});

test('every byte value at every place of a document', () => {
  const bytes = bytesOf('{"k\\n\u00e9":[1.5e1,true,"\\u00e9"],"m":null}');
  let rejected = 0;
  for (let at = 0; at < bytes.length; at++) {
    for (let value = 0; value < 256; value += 1 + (at % 3)) {
      const changed = bytes.slice();
      changed[at] = value;
      checkInput(changed);
      if (!jt.validate(changed).valid) rejected++;
    }
  }
  assert.ok(rejected > 1000);
});

test('errors past a long valid text', () => {
  const item = '{"id":12345,"name":"some text \u00e9","list":[1,2,3]},\n';
  for (const count of [1, 3, 10, 200]) {
    for (const tail of ['x', '{"id":}', '[1 2', '"\t', '"\\q', 'nulx', '']) {
      checkInput(bytesOf('[', item.repeat(count), tail));
    }
  }
});

test('an error leaves the library as it was', () => {
  const before = jt.tokenize('{"a":[1,2]}');
  const words = before.words.slice();
  for (const [input] of table) caught(() => jt.tokenize(toBytes(input)));
  same(before.words, words);
  same(jt.tokenize('{"a":[1,2]}').words, words);
});

test.run();
