// select: what a path names, against a walk over all tokens of a tape; every kind of input and source, every cut.
import { bytesOf, errorFields, generator } from '../checks.js';
import { assert, decode, encode, env, jt, suite } from '../harness.js';
import { cutAt, inPieces } from '../streams.js';

const test = suite('select');

/** Whether a pointer is one of those that a path stands for. */
function fits(pointer, path) {
  const parts = pointer.split('/');
  const steps = path.split('/');
  return parts.length === steps.length && steps.every((step, i) => (i > 0 && step === '*') || step === parts[i]);
}

/** What select should find, by the tape: texts of pointer, place and bytes. */
function expected(input, path, options) {
  const tape = jt.tokenize(input, options);
  const found = [];
  for (let i = 0; i < tape.length; i++) {
    if (['key', 'object-end', 'array-end', 'comment'].includes(tape.type(i))) continue;
    const pointer = tape.pointer(i);
    if (!fits(pointer, path)) continue;
    const start = tape.start(i);
    const end = tape.type(i).endsWith('-start') ? tape.end(tape.match(i)) : tape.end(i);
    found.push(`${pointer} ${start} ${end} ${decode(tape.bytes.subarray(start, end))}`);
  }
  return found;
}

const textOf = ({ pointer, start, end, bytes }) => `${pointer} ${start} ${end} ${decode(bytes)}`;
const selected = (input, path, options) => Array.from(jt.select(input, path, options), textOf);

async function selectedFrom(source, path, options) {
  const found = [];
  for await (const match of jt.select(source, path, options)) found.push(textOf(match));
  return found;
}

/** What is found before an error, and the error. */
async function outcome(input, path, options) {
  const found = [];
  try {
    for await (const match of jt.select(input, path, options)) found.push(textOf(match));
  } catch (error) {
    if (!(error instanceof jt.JSONTapeError)) throw error;
    return { found, error: { ...errorFields(error), message: error.message } };
  }
  return { found, error: undefined };
}

const long = 'a key that is longer than thirty bytes';
const text = ` {"a":[1,{"b":2,"":3,"c":[]},"x\\n\u00e9\u{1f600}",[],{}, -1.5e3],"c":{"b":[3,[4,"5"]],"0":true},
"":{"":null,"a/b":1,"m~n":2,"${long}":{"b":false}},"a\\u002fb":{"b":6},"\\u0061":[7],"é":{"b":8},"a":{"b":9},"d":"${'y'.repeat(70)}"} `;
const paths = [
  '',
  '/*',
  '/*/*',
  '/*/*/*',
  '/*/b',
  '/a',
  '/a/*',
  '/a/1',
  '/a/01',
  '/a/1/b',
  '/a/*/b',
  '/a/-',
  '/c/b/*',
  '/c/b/1/*',
  '/c/0',
  '/*/0',
  '/',
  '//',
  '//a~1b',
  '//m~0n',
  `//${long}/b`,
  '/a~1b/b',
  '/é/b',
  '/é/*',
  '/d',
  '/nothing',
  '/a/99999999999999999999',
  '/a/b/c/d/e',
];

test('what a path names, of one input of every kind', () => {
  const bytes = bytesOf(text);
  let matches = 0;
  for (const path of paths) {
    const all = expected(bytes, path);
    matches += all.length;
    for (const input of [text, bytes, bytes.slice().buffer, new DataView(bytes.buffer)]) {
      assert.equal(selected(input, path), all, path);
    }
    assert.equal(selected(bytes, path, { trusted: true }), all, path);
  }
  assert.ok(matches > 50, `${matches} matches`);
});

test('a source, cut at every byte, in small pieces, and with empty chunks', async () => {
  const bytes = bytesOf(text);
  for (const path of paths) {
    const all = expected(bytes, path);
    for (const size of [1, 2, 3, 7, 64]) {
      const chunks = inPieces(bytes, size);
      assert.equal(await selectedFrom(chunks, path), all, `${path} by ${size}`);
      assert.equal(await selectedFrom(chunks, path, { trusted: true }), all, `${path} by ${size}, trusted`);
    }
    for (let at = 0; at <= bytes.length; at++) {
      const chunks = cutAt(bytes, at);
      chunks.splice(1, 0, new Uint8Array(0));
      assert.equal(await selectedFrom(chunks, path), all, `${path} cut at ${at}`);
    }
  }
});

test('sources of every kind', async () => {
  const all = expected(text, '/*/*');
  const chunks = inPieces(bytesOf(text), 50);
  const stream = () =>
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
  async function* generate() {
    for (const chunk of chunks) yield chunk;
  }
  const strings = [text.slice(0, 40), text.slice(40, 41), text.slice(41)];
  for (const source of [chunks, new Set(chunks), generate(), stream(), new Response(text), strings]) {
    assert.equal(await selectedFrom(source, '/*/*'), all);
  }
  assert.equal(await selectedFrom([...text], '/*/*'), all);
});

test('a match is a view of the bytes, and stays as it is', async () => {
  const bytes = bytesOf(text);
  const [first, second] = jt.select(bytes, '/a/*');
  assert.is(second.bytes.buffer, bytes.buffer);
  assert.is(second.bytes.byteOffset, bytes.byteOffset + second.start);
  assert.is(second.bytes, second.bytes);
  assert.is(decode(first.bytes), '1');
  const before = textOf(second);
  assert.equal(selected('{"other":[1,2,3]}', '/*/*').length, 3);
  assert.is(textOf(second), before);
  for (const name of ['pointer', 'start', 'end', 'bytes']) {
    assert.thrown(() => {
      second[name] = 1;
    }, TypeError);
  }
  const chunks = [bytesOf('[[1,2],[3'), bytesOf(',4],"ab'), bytesOf('c"]')];
  const matches = [];
  for await (const match of jt.select(chunks, '/*')) matches.push(match);
  assert.is(matches[0].bytes.buffer, chunks[0].buffer);
  assert.is.not(matches[1].bytes.buffer, chunks[1].buffer);
  assert.equal(
    matches.map(({ bytes: some }) => decode(some)),
    ['[1,2]', '[3,4]', '"abc"'],
  );
});

test('several values in one input', async () => {
  const cases = [
    ['1[2,3]{"a":4}"x" 5', 'concatenated'],
    ['[1,2]\n\n{"a":3}\n4\n', 'ndjson'],
    ['\u001e[1,2]\n\u001e{"a":3}\n', 'seq'],
  ];
  for (const [input, multiple] of cases) {
    for (const path of ['', '/*', '/a', '/0']) {
      const all = expected(input, path, { multiple });
      for (const trusted of [false, true]) {
        assert.equal(selected(input, path, { multiple, trusted }), all, `${multiple} ${path}`);
        assert.equal(await selectedFrom([...input], path, { multiple, trusted }), all, `${multiple} ${path}`);
      }
    }
  }
});

test('comments and trailing commas', async () => {
  const input = '/*a*/[1,/*b*/{"a"/*c*/:/*d*/2,},//e\n3,] //f';
  for (const comments of ['skip', 'keep']) {
    const options = { comments, trailingCommas: true };
    for (const path of ['', '/*', '/1', '/1/a', '/2', '/*/a']) {
      const all = expected(input, path, options);
      assert.equal(selected(input, path, options), all);
      assert.equal(selected(input, path, { ...options, trusted: true }), all);
      assert.equal(await selectedFrom([...input], path, options), all);
    }
  }
});

test('an error comes behind the matches before it, wherever the input is cut', async () => {
  for (const [input, path] of [
    ['[1,2,x]', '/*'],
    ['[{"a":1},{"a":2}', '/*/a'],
    ['{"a":[1,2,[3,4}', '/a/*'],
    ['{"a":1,"b":"\u0001","a":2}', '/a'],
    ['{"b":[1,2,},"a":2}', '/a'],
    ['', ''],
    ['[1] 2', '/0'],
    ['["abc', '/0'],
    ['[tru]', '/0'],
  ]) {
    const { found, error } = await outcome(input, path);
    assert.is.not(error, undefined, input);
    const { message } = assert.thrown(() => jt.tokenize(input), jt.JSONTapeError);
    assert.is(error.message, message, input);
    for (const size of [1, 2, 3, 5]) {
      assert.equal(await outcome(inPieces(encode(input), size), path), { found, error }, `${input} by ${size}`);
    }
  }
  assert.equal((await outcome('[1,2,x]', '/*')).found, ['/0 1 2 1', '/1 3 4 2']);
  const error = assert.thrown(() => [...jt.select('[x', '/*')], jt.JSONTapeError);
  assert.is(error.tokens.length, 0);
});

test('what is trusted is not looked at, the rest is', async () => {
  const far = `{"a":[${'{"x":[1 2]},'.repeat(5000)}],"b":3}`;
  assert.is((await outcome(far, '/b')).error.code, 'EXPECTED_COMMA_OR_ARRAY_END');
  assert.equal(selected(far, '/b', { trusted: true }), [`/b ${far.length - 2} ${far.length - 1} 3`]);
  assert.is((await outcome('{"b":[1 2]}', '/b', { trusted: true })).error.code, 'EXPECTED_COMMA_OR_ARRAY_END');
});

test('bad lines are reported where they are, and what they hold before the error is given', async () => {
  const input = '[1,2]\n[3,x,4]\n\n{"a":}\n[5]\n{"b":[6\n[7]';
  const run = async (source) => {
    const log = [];
    const options = { multiple: 'ndjson', onBadLine: (error) => log.push(`${error.code} ${error.offset}`) };
    for await (const match of jt.select(source, '/*', options)) log.push(textOf(match));
    return log;
  };
  const log = await run(input);
  assert.equal(log, [
    '/0 1 2 1',
    '/1 3 4 2',
    '/0 7 8 3',
    'EXPECTED_VALUE 9',
    'EXPECTED_VALUE 20',
    '/0 23 24 5',
    'EXPECTED_COMMA_OR_ARRAY_END 33',
    '/0 35 36 7',
  ]);
  for (const size of [1, 2, 3, 10]) assert.equal(await run(inPieces(encode(input), size)), log, `by ${size}`);
  const mine = new Error('mine');
  const onBadLine = () => {
    throw mine;
  };
  assert.is(
    assert.thrown(() => [...jt.select('x\n1', '', { multiple: 'ndjson', onBadLine })], Error),
    mine,
  );
});

test('reading options', async () => {
  assert.is((await outcome('[[1]]', '/0', { maxDepth: 1 })).error.code, 'DEPTH');
  assert.is((await outcome('{"a":1,"a":2}', '/a', { duplicates: 'error' })).error.code, 'DUPLICATE_KEY');
  assert.is((await outcome('["abc"]', '/0', { maxTokenLength: 4 })).error.code, 'TOKEN_TOO_LONG');
  assert.is((await outcome('[1,2,3]', '/*', { maxLength: 4 })).error.code, 'INPUT_TOO_LONG');
  assert.is((await outcome(bytesOf('["', 0xff, '"]'), '/0')).error.code, 'INVALID_UTF8');
  const [match] = jt.select(bytesOf('{"', 0xff, 'a":1}'), '/\ufffda', { utf8: 'replace' });
  assert.is(match.start, 6);
  const [lone] = jt.select('{"\\ud800":[1]}', '/*/0');
  assert.is(lone.pointer, '/\ufffd/0');
});

test('misuse', () => {
  for (const path of [undefined, null, 1, {}, ['a'], 'a', 'a/b', '/~', '/~2', '/a~']) {
    const { message } = assert.thrown(() => jt.select('1', path), TypeError, String(path));
    if (path === undefined) assert.is(message, 'the path must be a string, not undefined');
  }
  for (const input of [undefined, null, 1, true, {}]) assert.thrown(() => jt.select(input, ''), TypeError);
  for (const options of [null, 1, { trusted: 1 }, { into: undefined, no: 1 }, { signal: 1 }, { backend: 1 }]) {
    assert.thrown(() => jt.select('1', '', options), TypeError);
  }
  assert.thrown(() => jt.select('1', '', { signal: new AbortController().signal }), TypeError);
  assert.thrown(() => jt.select('1', '', { maxDepth: 0 }), RangeError);
});

test('memory that goes while a loop is open', () => {
  const bytes = encode(`[${'[1],'.repeat(200_000)}[1]]`);
  const loop = jt.select(bytes, '/*');
  assert.is(loop.next().value.start, 1);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  assert.thrown(() => {
    for (const match of loop) if (match.start < 0) break;
  }, TypeError);
});

test('a loop that is left, and what lies behind is not read', async () => {
  const input = `[1,2,${' '.repeat(600_000)}x]`;
  for (const match of jt.select(input, '/*')) if (match.start === 3) break;
  const loop = jt.select(input, '/*');
  assert.equal([loop.next().done, loop.return().done, loop.next().done], [false, true, true]);

  const log = { next: 0, return: 0 };
  const chunks = ['[1,', '2,3', ',4]'];
  const source = {
    [Symbol.asyncIterator]: () => ({
      next: () => (log.next < 3 ? { done: false, value: chunks[log.next++] } : { done: true, value: undefined }),
      return() {
        log.return++;
        return {};
      },
    }),
  };
  for await (const match of jt.select(source, '/*')) if (match.pointer === '/1') break;
  assert.equal(log, { next: 2, return: 1 });
  log.next = 0;
  await selectedFrom(source, '/*');
  assert.equal(log, { next: 3, return: 1 });
});

test('an abort ends the loop with its reason', async () => {
  const reason = { why: 'mine' };
  for (const late of [false, true]) {
    const controller = new AbortController();
    const { signal } = controller;
    const log = { return: 0 };
    const source = {
      [Symbol.asyncIterator]: () => {
        let n = 0;
        return {
          next: () => (n++ === 0 ? { done: false, value: '[1,2,3,' } : new Promise(() => {})),
          return() {
            log.return++;
            return {};
          },
        };
      },
    };
    const seen = [];
    let thrown;
    if (late) setTimeout(() => controller.abort(reason), 5);
    try {
      for await (const match of jt.select(source, '/*', { signal })) {
        seen.push(match.pointer);
        if (!late) controller.abort(reason);
      }
    } catch (error) {
      thrown = error;
    }
    assert.is(thrown, reason);
    assert.equal([seen.length, log.return], [late ? 3 : 1, 1]);
  }
});

test('loops at the same time, and other calls between', async () => {
  const a = jt.select(text, '/a/*');
  const b = jt.select('[[1],[2],[3]]', '/*/0');
  const seen = [];
  for (;;) {
    const one = a.next();
    const two = b.next();
    jt.tokenize('{"something":["else"]}');
    assert.thrown(() => jt.tokenize('[x'), jt.JSONTapeError);
    if (one.done && two.done) break;
    if (!one.done) seen.push(textOf(one.value));
    if (!two.done) seen.push(textOf(two.value));
  }
  const all = [...expected(text, '/a/*'), ...expected('[[1],[2],[3]]', '/*/0')];
  assert.equal(seen.toSorted(), all.toSorted());
  const loops = Array.from({ length: 6 }, () => selectedFrom(inPieces(bytesOf(text), 9), '/*/*'));
  for (const found of await Promise.all(loops)) assert.equal(found, expected(text, '/*/*'));
});

test('input of many slices', async () => {
  const records = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `n${id}`, list: [id, { id }], big: id / 7 }));
  records[9000].name = 'z'.repeat(700_000);
  records[9001].list = Array.from({ length: 100_000 }, (_, i) => i);
  const bytes = encode(env.JSON.stringify(records));
  for (const path of ['/*/id', '/*/list', '/*/list/1/id', '/9000/name', '/9001/list/*', '/19999/*']) {
    const all = expected(bytes, path);
    assert.ok(all.length > 0);
    const wrong = (found) => found.findIndex((match, i) => match !== all[i]);
    for (const trusted of [false, true]) {
      const found = selected(bytes, path, { trusted });
      assert.equal([found.length, wrong(found)], [all.length, -1], path);
    }
    const found = await selectedFrom(inPieces(bytes, 65536), path);
    assert.equal([found.length, wrong(found)], [all.length, -1], path);
  }
});

test('a long match in many chunks costs linear time', async () => {
  const input = `["${'x'.repeat(30_000)}",[${'1,'.repeat(15_000)}1]]`;
  const found = await selectedFrom([...input], '/*');
  assert.equal(found, expected(input, '/*'));
});

test('random documents and paths', async () => {
  const random = generator(17);
  const pick = (list) => list[random() % list.length];
  const keys = ['a', 'b', '', '0', '1', 'é', 'a/b', '~', '*', long, '\u{1f600}"'];
  const value = (depth) => {
    const kind = random() % (depth > 0 ? 8 : 5);
    if (kind < 5) return pick([1, -2.5, 'text', '\u00e9"', true, null, '']);
    if (kind === 5) return Array.from({ length: random() % 4 }, () => value(depth - 1));
    return Object.fromEntries(Array.from({ length: random() % 5 }, () => [pick(keys), value(depth - 1)]));
  };
  const step = () => (random() % 3 === 0 ? '*' : pick(keys).replaceAll('~', '~0').replaceAll('/', '~1'));
  for (let n = 0; n < 300; n++) {
    const bytes = encode(env.JSON.stringify(value(4), null, random() % 3));
    for (let k = 0; k < 4; k++) {
      const path = Array.from({ length: random() % 4 }, () => `/${step()}`).join('');
      const all = expected(bytes, path);
      assert.equal(selected(bytes, path, { trusted: random() % 2 === 0 }), all, path);
      assert.equal(await selectedFrom(inPieces(bytes, 1 + (random() % 20)), path), all, path);
    }
  }
});

test.run();
