// The options of reading, by tokenize, validate, format and Tokenizer: what each allows, what it refuses, and that chunks
// change nothing.
import { bytesOf, caught, same } from '../checks.js';
import { assert, decode, encode, jt, suite } from '../harness.js';
import { cutAt, inPieces, readChunks, readWhole, story } from '../streams.js';

const test = suite('options');

// What is read whole, after it was checked against every two-way cut and a byte at a time.
function read(input, options) {
  const bytes = bytesOf(input);
  const whole = readWhole(bytes, options);
  const expected = story(whole);
  for (let at = 0; at <= bytes.length; at++) {
    assert.equal(story(readChunks(cutAt(bytes, at), options)), expected, `${input} at ${at}`);
  }
  assert.equal(story(readChunks(inPieces(bytes, 1), options)), expected, `${input} by bytes`);
  const valid = whole.outcome === 'accepted';
  assert.is(jt.validate(bytes, options).valid, valid, input);
  return whole;
}

const accepted = (input, options) => {
  const { tapes, outcome } = read(input, options);
  assert.is(outcome, 'accepted', input);
  return tapes[0];
};

const refused = (input, options) => {
  const { outcome } = read(input, options);
  return [outcome.code, outcome.offset];
};

const types = (tape) => Array.from({ length: tape.length }, (_, i) => tape.type(i));

test('maxDepth', () => {
  accepted('[[[0]]]', { maxDepth: 3 });
  assert.equal(refused('[[[[0]]]]', { maxDepth: 3 }), ['DEPTH', 3]);
  assert.equal(refused('{"a":{"b":0}}', { maxDepth: 1 }), ['DEPTH', 5]);
});

test('maxTokenLength', () => {
  accepted('["abc",1234,true]', { maxTokenLength: 5 });
  assert.equal(refused('["abcd"]', { maxTokenLength: 5 }), ['TOKEN_TOO_LONG', 6]);
  assert.equal(refused('[1,123456]', { maxTokenLength: 5 }), ['TOKEN_TOO_LONG', 8]);
  assert.equal(refused('{"abcdef":1}', { maxTokenLength: 5 }), ['TOKEN_TOO_LONG', 6]);
  accepted('[/*12*/1]', { maxTokenLength: 5, comments: 'skip' });
  assert.equal(refused('[/*12*/1]', { maxTokenLength: 5, comments: 'keep' }), ['TOKEN_TOO_LONG', 6]);
  const endless = new jt.Tokenizer({ maxTokenLength: 100, comments: 'keep' });
  assert.is(caught(() => endless.write(`// ${'x'.repeat(100)}`)).offset, 100);
});

test('a comment is a token where it is kept', () => {
  const placeOf = (comments) => caught(() => jt.tokenize('[1, /*x', { comments }));
  assert.equal([placeOf('keep').tokenStart, placeOf('keep').offset], [4, 7]);
  assert.equal([placeOf('skip').tokenStart, placeOf('skip').offset], [7, 7]);
});

test('maxLength', () => {
  accepted('[1,2]', { maxLength: 5 });
  assert.equal(refused('[1,2] ', { maxLength: 5 }), ['INPUT_TOO_LONG', 5]);
  assert.equal(refused('[1,2,3]', { maxLength: 4 }), ['INPUT_TOO_LONG', 4]);
});

test('comments', () => {
  const text = '/*a*/[1,//b\n 2/**/,{"k"/*c*/:/*d*/3}]//e';
  assert.equal(refused(text), ['EXPECTED_VALUE', 0]);
  assert.equal(refused(text, { comments: false }), ['EXPECTED_VALUE', 0]);
  const skipped = accepted(text, { comments: 'skip' });
  assert.equal(types(skipped), types(jt.tokenize('[1,2,{"k":3}]')));
  const kept = accepted(text, { comments: 'keep' });
  assert.equal(
    types(kept).flatMap((type, i) =>
      type === 'comment' ? [`${kept.raw(i)}@${kept.pointer(i)}:${kept.depth(i)}`] : [],
    ),
    ['/*a*/@:0', '//b@:1', '/**/@:1', '/*c*/@/2:2', '/*d*/@/2:2', '//e@:0'],
  );
  assert.is(kept.pointer(types(kept).lastIndexOf('number')), '/2/k');
  assert.equal(refused('[1 /x', { comments: 'skip' }), ['INVALID_COMMENT', 4]);
  assert.equal(refused('[1/*', { comments: 'keep' }), ['UNEXPECTED_END', 4]);
});

test('comments in every script, and cut inside a character', () => {
  const comments = ['/*é*/', '//\u20ac\n', '/*\ud83d\ude00 a*/'];
  const text = `[${comments[0]}12345,${comments[1]}"abcd",${comments[2]}{"key":678}]`;
  const kept = jt.tokenize(text, { comments: 'keep' });
  const raws = [...kept].filter(({ type }) => type === 'comment').map(({ raw }) => raw);
  assert.equal(
    raws,
    comments.map((comment) => comment.trim()),
  );

  // Two cuts: one in a comment, and one in the token behind it.
  const bytes = encode(text);
  const want = [...jt.tokenize('[12345,"abcd",{"key":678}]')].map(({ raw }) => raw);
  for (let first = 1; first < bytes.length; first++) {
    for (let second = first + 1; second < bytes.length; second++) {
      const tokenizer = new jt.Tokenizer({ comments: 'skip' });
      const parts = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
      const tapes = [...parts.map((part) => tokenizer.write(part)), tokenizer.end()];
      const tokens = tapes.flatMap((tape) => [...tape]);
      same(
        tokens.map(({ raw }) => raw),
        want,
      );
      const numbers = tokens.filter(({ type }) => type === 'number').map(({ number }) => number);
      same(numbers, [12345, 678]);
    }
  }
});

test('trailingCommas', () => {
  assert.equal(refused('[1,]'), ['EXPECTED_VALUE', 3]);
  assert.equal(types(accepted('[1,{"a":2,},]', { trailingCommas: true })), types(jt.tokenize('[1,{"a":2}]')));
  assert.equal(refused('[,]', { trailingCommas: true })[1], 1);
  assert.equal(refused('[1,,]', { trailingCommas: true })[1], 3);
});

test('multiple: concatenated', () => {
  const tape = accepted('{"a":1}[2] 3 "x"null', { multiple: 'concatenated' });
  assert.is(tape.length, 10);
  assert.equal([tape.depth(4), tape.pointer(5), tape.pointer(7)], [0, '/0', '']);
  assert.is(accepted(' ', { multiple: 'concatenated' }).length, 0);
  assert.equal(refused('{"a":1} garbage {"b":2}', { multiple: 'concatenated' }), ['EXPECTED_VALUE', 8]);
});

test('multiple: ndjson', () => {
  const tape = accepted('{"a":1}\n\n[2]\r\n3\n', { multiple: 'ndjson' });
  assert.is(tape.length, 8);
  assert.equal([tape.line(4), tape.line(7), tape.pointer(5)], [3, 4, '/0']);
  assert.equal(refused('{"a":1} {"b":2}\n', { multiple: 'ndjson' }), ['EXPECTED_LINE_END', 8]);
  assert.is(refused('{"a":\n1}', { multiple: 'ndjson' })[1], 5);
  const inComment = { multiple: 'ndjson', comments: 'skip', duplicates: 'error' };
  assert.equal(refused('{"a":1/* x\n}\n', inComment), ['EXPECTED_COMMA_OR_OBJECT_END', 10]);
  accepted('"\u2028"\n', { multiple: 'ndjson' });
});

test('multiple: seq', () => {
  assert.is(accepted('\x1e{"a":1}\n\x1e2\n', { multiple: 'seq' }).length, 5);
  assert.equal(refused('1', { multiple: 'seq' }), ['EXPECTED_SEPARATOR', 0]);
});

test('utf8', () => {
  const bad = bytesOf('["a', 0xff, 'b\\n', 0xe2, 0x82, '","ok\u00e9"]');
  assert.is(caught(() => jt.tokenize(bad)).code, 'INVALID_UTF8');
  for (const utf8 of ['replace', 'raw']) {
    const whole = readWhole(bad, { utf8 });
    assert.is(whole.outcome, 'accepted');
    const [tape] = whole.tapes;
    assert.equal([tape.string(1), tape.string(2)], ['a\ufffdb\n\ufffd', 'ok\u00e9']);
    assert.equal([tape.column(2), tape.at(1).string], [11, 'a\ufffdb\n\ufffd']);
    for (let at = 0; at <= bad.length; at++) {
      assert.equal(story(readChunks(cutAt(bad, at), { utf8 })), story(whole), String(at));
    }
  }
  assert.is(jt.tokenize('"\ud800x"', { utf8: 'replace' }).string(0), '\ufffdx');
  assert.is(jt.tokenize('"\ud800x"', { utf8: 'replace' }).end(0), 6);
  assert.is(jt.tokenize('"\ud800x\ude00"', { utf8: 'raw' }).end(0), 9);
  const split = new jt.Tokenizer({ utf8: 'replace' });
  split.write('"\ud83d');
  assert.is(split.write('\ude00\ud83d"').string(0), '\u{1f600}\ufffd');
  const key = bytesOf('{"', 0xff, '":[1,{"x":2}]}');
  const tokenizer = new jt.Tokenizer({ utf8: 'replace' });
  tokenizer.write(key.subarray(0, 8));
  assert.is(tokenizer.write(key.subarray(8)).pointer(0), '/\ufffd/1');
  // Outside strings it is an error all the same.
  assert.is(caught(() => jt.tokenize(bytesOf('[', 0xff, ']'), { utf8: 'raw' })).offset, 1);
});

test('duplicates', () => {
  accepted('{"a":1,"a":2}');
  accepted('{"a":1,"a":2}', { duplicates: 'allow' });
  accepted('{"a":1,"b":{"a":2},"constructor":3}', { duplicates: 'error' });
  assert.equal(refused('{"a":1,"a":2}', { duplicates: 'error' }), ['DUPLICATE_KEY', 7]);
  assert.equal(refused('{"a":1,"b":[{}],"\\u0061":2}', { duplicates: 'error' }), ['DUPLICATE_KEY', 16]);
});

const lines = '{"a":1}\n{"a":2,}\n[3]\nx\n{"b":[4\n"last"\n';

// The offsets of bad lines, and what is left, one text a token.
function readLines(how) {
  const errors = [];
  const tapes = how({ multiple: 'ndjson', onBadLine: (error) => errors.push(error) });
  return { errors, left: tapes.flatMap((tape) => Array.from({ length: tape.length }, (_, i) => tape.raw(i))) };
}

test('onBadLine', () => {
  const bytes = bytesOf(lines);
  const whole = readLines((options) => [jt.tokenize(bytes, options)]);
  assert.equal(
    whole.errors.map(({ code, offset, line, pointer, tokens }) => [code, offset, line, pointer, tokens.length]),
    [
      ['EXPECTED_KEY', 15, 2, '', 7],
      ['EXPECTED_VALUE', 21, 4, '', 3],
      ['EXPECTED_COMMA_OR_ARRAY_END', 30, 5, '/b/0', 4],
    ],
  );
  assert.equal(whole.left, ['{', '"a"', '1', '}', '[', '3', ']', '"last"']);
  for (const error of whole.errors) assert.instance(error, jt.JSONTapeError);
  const [, second] = whole.errors;
  assert.equal([second.tokens.start(1), second.tokens.number(1), second.tokens.line(0)], [18, 3, 3]);

  // However it is cut, the same errors; and of lines that are not cut the same tokens.
  for (let at = 0; at <= bytes.length; at++) {
    const cut = readLines((options) => {
      const tokenizer = new jt.Tokenizer(options);
      return [...cutAt(bytes, at).map((chunk) => tokenizer.write(chunk)), tokenizer.end()];
    });
    assert.equal(
      cut.errors.map(({ code, offset, line, pointer, message }) => [code, offset, line, pointer, message]),
      whole.errors.map(({ code, offset, line, pointer, message }) => [code, offset, line, pointer, message]),
      String(at),
    );
    if (at === 0 || lines[at - 1] === '\n') assert.equal(cut.left, whole.left);
    else assert.equal(cut.left.slice(-1), ['"last"']);
  }
});

test('onBadLine: positions and paths behind bad lines', () => {
  const bytes = bytesOf('{"k":[\n{"k":[1,{"x":2}]}\n[\n[[5]]\n');
  const errors = [];
  const options = { multiple: 'ndjson', onBadLine: (error) => errors.push(error.offset) };
  const tape = jt.tokenize(bytes, options);
  const seen = Array.from({ length: tape.length }, (_, i) => [
    tape.pointer(i),
    tape.depth(i),
    tape.line(i),
    tape.column(i),
    tape.start(i),
  ]);
  assert.equal(seen[4], ['/k/1', 2, 2, 9, 15]);
  assert.equal(seen[12], ['/0/0', 2, 4, 3, 29]);
  assert.equal([errors, tape.length, tape.base], [[6, 26], 15, 0]);
  const tokenizer = new jt.Tokenizer(options);
  tokenizer.write(bytes.subarray(0, 5));
  const rest = tokenizer.write(bytes.subarray(5));
  assert.equal(
    Array.from({ length: rest.length }, (_, i) => [
      rest.pointer(i),
      rest.depth(i),
      rest.line(i),
      rest.column(i),
      rest.start(i),
    ]),
    seen,
  );
  assert.is(rest.string(1), 'k');
  assert.equal(rest.keys, ['', 'k', 'x']);
});

test('onBadLine: validate, format, into, and what is thrown in it', () => {
  let count = 0;
  const options = {
    multiple: 'ndjson',
    onBadLine: () => {
      count++;
    },
  };
  const { valid, error } = jt.validate(lines, options);
  assert.equal([valid, error.offset, count], [false, 15, 3]);
  assert.is(jt.validate('1\n2\n', options).valid, true);
  assert.is(decode(jt.format(lines, options)), '{"a":1}\n[3]\n"last"\n');
  assert.is(count, 6);
  const into = jt.tokenize('[1,2,3]');
  const tape = jt.tokenize(lines, { ...options, into });
  assert.equal([tape === into, tape.length], [true, 8]);
  const mine = new Error('mine');
  const onBadLine = () => {
    throw mine;
  };
  let thrown;
  try {
    jt.tokenize(lines, { multiple: 'ndjson', onBadLine });
  } catch (error) {
    thrown = error;
  }
  assert.is(thrown, mine);
  // A limit on the whole input is no matter of a line.
  count = 0;
  assert.is(caught(() => jt.tokenize('1\nx\n3\n', { ...options, maxLength: 4 })).code, 'INPUT_TOO_LONG');
  assert.is(count, 1);
  assert.is(caught(() => jt.tokenize(lines, { multiple: 'ndjson', onBadLine: 'stop' })).offset, 15);
});

test('a Tokenizer goes on behind bad lines, and calls may come from the function', () => {
  const seen = [];
  const tokenizer = new jt.Tokenizer({
    multiple: 'ndjson',
    onBadLine: (error) => {
      seen.push(error.offset);
      if (seen.length === 1) seen.push(tokenizer.write('7\n').number(0));
    },
  });
  const tape = tokenizer.write('x\n1\n');
  assert.equal([tape.length, tape.number(0)], [1, 1]);
  tokenizer.write('[1');
  assert.is(tokenizer.write(',}').length, 0);
  assert.is(tokenizer.write(' still bad').length, 0);
  assert.is(tokenizer.write('\n8').length, 0);
  assert.is(tokenizer.end().number(0), 8);
  assert.equal(seen, [0, 7, 9]);
});

test('format of several values', () => {
  const both = (text, options) => [
    decode(jt.format(text, { ...options, indent: 0 })),
    decode(jt.format(text, { ...options, indent: 1 })),
    decode(jt.format(text, options)),
  ];
  assert.equal(both(' {"a":[1]} 2', { multiple: 'concatenated' }), [
    '{"a":[1]}\n2\n',
    '{\n "a": [\n  1\n ]\n}\n2\n',
    '{\n  "a": [\n    1\n  ]\n}\n2\n',
  ]);
  assert.equal(both('{"a":[]}\n2', { multiple: 'ndjson' }), ['{"a":[]}\n2\n', '{\n "a": []\n}\n2\n', '{"a":[]}\n2\n']);
  assert.is(decode(jt.format('\x1e[1]\n\x1e"x"\n', { multiple: 'seq', indent: 0 })), '\x1e[1]\n\x1e"x"\n');
  assert.is(decode(jt.format('', { multiple: 'concatenated' })), '');
  assert.is(decode(jt.format('[1,/**/]', { comments: 'skip', trailingCommas: true, indent: 0 })), '[1]');
  const many = '{"k":[1,2,3],"s":"text"}\n'.repeat(5000);
  same(jt.format(many, { multiple: 'ndjson' }), bytesOf(many));
  const bad = bytesOf('["', 0xff, '"]');
  same(jt.format(bad, { utf8: 'raw', indent: 0 }), bad);
});

test('refusals', () => {
  const calls = [
    (options) => jt.tokenize('[]', options),
    (options) => jt.validate('[]', options),
    (options) => jt.format('[]', options),
    (options) => new jt.Tokenizer(options),
    (options) => jt.tokens([], options),
  ];
  const kinds = [
    { comments: true },
    { comments: 1 },
    { comments: null },
    { trailingCommas: 1 },
    { trailingCommas: 'true' },
    { trailingCommas: null },
    { multiple: true },
    { multiple: 2 },
    { utf8: false },
    { utf8: 1 },
    { duplicates: true },
    { onBadLine: true },
    { onBadLine: null, multiple: 'ndjson' },
    { onBadLine: () => {} },
    { onBadLine: () => {}, multiple: 'seq' },
    { maxDepth: '3' },
    { maxTokenLength: '3' },
    { maxTokenLength: 3n },
    { maxLength: null },
    { maxlength: 3 },
  ];
  const values = [
    { comments: 'false' },
    { comments: 'Skip' },
    { multiple: 'lines' },
    { multiple: '' },
    { utf8: 'lossy' },
    { utf8: 'toString' },
    { duplicates: 'last' },
    { onBadLine: 'report', multiple: 'ndjson' },
    { maxDepth: 0 },
    { maxTokenLength: 0 },
    { maxTokenLength: 1.5 },
    { maxLength: -1 },
    { maxLength: Infinity },
    { maxLength: NaN },
    { maxLength: 2 ** 53 },
  ];
  for (const call of calls) {
    for (const options of kinds) assert.thrown(() => call(options), TypeError, Object.keys(options).join());
    for (const options of values) assert.thrown(() => call(options), RangeError, Object.keys(options).join());
    call({
      comments: undefined,
      multiple: false,
      utf8: 'strict',
      duplicates: undefined,
      maxLength: 2 ** 53 - 1,
      maxTokenLength: 2 ** 53 - 1,
      onBadLine: 'stop',
    });
  }
  assert.thrown(() => jt.tokenize('[]', { signal: new AbortController().signal }), TypeError);
});

test.run();
