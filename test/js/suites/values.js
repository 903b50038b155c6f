// values: the records of every kind of input and source, each as soon as it is whole.
import { bytesOf, caught, errorFields, generator } from '../checks.js';
import { assert, decode, encode, env, jt, suite } from '../harness.js';
import { cutAt, inPieces } from '../streams.js';
import { difference, document } from '../values.js';

const test = suite('values');

async function recordsOf(source, options) {
  const records = [];
  for await (const record of jt.values(source, options)) records.push(record);
  return records;
}

// The records of a source until one can't be had, with what was thrown.
async function outcomeOf(source, options) {
  const records = [];
  try {
    for await (const record of jt.values(source, options)) records.push(record);
  } catch (error) {
    return { records, error };
  }
  return { records };
}

/** What a path names in a value, by another way. */
function evaluate(value, path) {
  let found = [{ pointer: '', value }];
  for (const step of path.split('/').slice(1)) {
    found = found.flatMap(({ pointer, value: inner }) => {
      if (typeof inner !== 'object' || inner === null) return [];
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      return Object.keys(inner)
        .filter((name) => step === '*' || name === key)
        .map((name) => ({
          pointer: `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
          value: inner[name],
        }));
    });
  }
  return found;
}

const text =
  '{"items": [ {"id":1,"tags":["a","\u00e9\\n"]} ,{"id":-2.5e3,"tags":[]},"s\\ud83d\\ude00",null,[[1],{}],9007199254740993 ],' +
  ' "~/":{"x":{"id":true},"y":{"id":{"__proto__":1}}},"last":[{"id":""}]}';
const paths = [
  '',
  '/items',
  '/items/*',
  '/items/*/id',
  '/items/1',
  '/*/*/id',
  '/~0~1/*',
  '/items/*/tags/*',
  '/none/*',
  '/*',
];

test('what a path names, from one input, at every cut and by bytes', async () => {
  const whole = env.JSON.parse(text);
  const bytes = encode(text);
  for (const path of paths) {
    const expected = evaluate(whole, path);
    const check = async (source, message) =>
      assert.is(difference(await recordsOf(source, { path }), expected), '', `${path} ${message}`);
    await check(text, 'of a string');
    await check(bytes, 'of bytes');
    await check(bytes.buffer, 'of a buffer');
    await check(inPieces(bytes, 1), 'by bytes');
    for (let at = 0; at <= bytes.length; at++) await check(cutAt(bytes, at), `at ${at}`);
  }
});

test('cases of the public suite, at every two-way cut', async () => {
  for (const file of env.data.parsing) {
    if (!/\/y_/.test(file)) continue;
    const bytes = await env.bytes(file);
    const expected = [{ pointer: '', value: env.JSON.parse(decode(bytes)) }];
    for (let at = 0; at <= bytes.length; at++) {
      assert.is(difference(await recordsOf(cutAt(bytes, at)), expected), '', `${file} at ${at}`);
    }
  }
});

test('several values: concatenated, NDJSON, RFC 7464', async () => {
  const list = [1, [2], { a: [3] }, '4', null, { a: 'x' }];
  const texts = list.map((value) => env.JSON.stringify(value));
  const inputs = {
    concatenated: ['1[2]{"a":[3]}"4"null{"a":"x"}', texts.join(' \n')],
    ndjson: [texts.join('\n'), `\n${texts.join('\r\n\n')}\n`],
    seq: [texts.map((value) => `\x1e${value}\n`).join('')],
  };
  for (const [multiple, sources] of Object.entries(inputs)) {
    for (const input of sources) {
      const bytes = encode(input);
      for (let at = 0; at <= bytes.length; at++) {
        const records = await recordsOf(cutAt(bytes, at), { multiple });
        assert.equal(
          records,
          list.map((value) => ({ pointer: '', value })),
          `${multiple} at ${at}`,
        );
      }
      const inner = await recordsOf(inPieces(bytes, 1), { multiple, path: '/a' });
      assert.equal(inner, [
        { pointer: '/a', value: [3] },
        { pointer: '/a', value: 'x' },
      ]);
    }
    assert.equal(await recordsOf('', { multiple }), []);
  }
});

test('bad lines are reported and passed over', async () => {
  const input = '{"a":1}\n{"a":2,}\n\n{"a":[3]}\nnot JSON\n{"a":"4"}';
  const bytes = encode(input);
  for (const size of [1, 2, 7, 1000]) {
    const seen = [];
    const onBadLine = (error) => seen.push([error.line, error.code, error.offset]);
    const read = async (path) => {
      const records = await recordsOf(inPieces(bytes, size), { multiple: 'ndjson', onBadLine, path });
      return records.map(({ value }) => value);
    };
    const bad = [
      [2, 'EXPECTED_KEY', input.indexOf('}', 9)],
      [5, 'INVALID_LITERAL', input.indexOf('not') + 1],
    ];
    assert.equal(await read(''), [{ a: 1 }, { a: [3] }, { a: '4' }], `by ${size}`);
    assert.equal(seen, bad);
    // What a bad line has before its error is given.
    assert.equal(await read('/a'), [1, 2, [3], '4'], `by ${size}`);
    assert.equal(seen, [...bad, ...bad]);
    assert.is((await outcomeOf(inPieces(bytes, size), { multiple: 'ndjson' })).error.line, 2);
  }
});

test('documents, in chunks of 64 KB and of random sizes', async () => {
  const next = generator(4);
  const of = { twitter: '/statuses/*', citm: '/performances/*/prices/*', github: '/*', update: '/plugins/*' };
  let checked = 0;
  for (const file of env.data.documents) {
    const bytes = await env.bytes(file);
    const path = Object.entries(of).find(([name]) => file.includes(name))?.[1] ?? '/*';
    let whole;
    try {
      whole = env.JSON.parse(new TextDecoder().decode(bytes));
    } catch {
      const records = await recordsOf(inPieces(bytes, 65536), { multiple: 'ndjson' });
      const lines = new TextDecoder()
        .decode(bytes)
        .split('\n')
        .filter((line) => line.trim() !== '');
      assert.is(
        difference(
          records.map(({ value }) => value),
          lines.map((line) => env.JSON.parse(line)),
        ),
        '',
        file,
      );
      continue;
    }
    const expected = evaluate(whole, path);
    const places = [];
    for (let at = 0; at < bytes.length; at += 1 + (next() % 50_000)) places.push(at);
    for (const chunks of [inPieces(bytes, 65536), cutAt(bytes, ...places)]) {
      assert.is(difference(await recordsOf(chunks, { path }), expected), '', `${file} ${path}`);
    }
    checked++;
  }
  assert.ok(checked > 0);
});

test('random documents, at random cuts, also where what is passed is trusted', async () => {
  const next = generator(11);
  for (let round = 0; round < 40; round++) {
    const items = Array.from({ length: next() % 30 }, () => document(next));
    const more = items.map((v) => ({ v, w: document(next) }));
    const value = { before: document(next), items, between: document(next), more };
    const bytes = encode(env.JSON.stringify(value, null, next() % 3));
    const most = [10, 100, 1000, 100_000][round % 4];
    const places = [];
    for (let at = next() % most; at < bytes.length; at += 1 + (next() % most)) places.push(at);
    for (const path of ['/items/*', '/more/*/v', '/more/*', '/items/3', '/*', '']) {
      const expected = evaluate(value, path);
      for (const trusted of [false, true]) {
        const records = await recordsOf(cutAt(bytes, ...places), { path, trusted });
        assert.is(difference(records, expected), '', `${path} ${trusted} ${round}`);
      }
    }
  }
});

test('each record as soon as it is whole, and chunks only when they are wanted', async () => {
  const log = [];
  function* source() {
    for (const chunk of ['[1', ',2,{"a"', ':3},', '[', ']', ']']) {
      log.push(chunk);
      yield chunk;
    }
    log.push('end');
  }
  for await (const { pointer, value } of jt.values(source(), { path: '/*' })) log.push([pointer, value]);
  assert.equal(log, [
    '[1',
    ',2,{"a"',
    ['/0', 1],
    ['/1', 2],
    ':3},',
    ['/2', { a: 3 }],
    '[',
    ']',
    ['/3', []],
    ']',
    'end',
  ]);
});

test('options of reading and of building', async () => {
  const read = async (input, options) => (await recordsOf(input, options)).map(({ value }) => value);
  assert.equal(await read('[1,/**/{"a"/**/:2,},]', { path: '/*', comments: 'skip', trailingCommas: true }), [
    1,
    { a: 2 },
  ]);
  assert.equal(await read('[9007199254740993,1.50]', { path: '/*', numbers: 'bigint' }), [9007199254740993n, 1.5]);
  assert.equal(await read('[9007199254740993,1.50]', { path: '/*', numbers: 'text' }), ['9007199254740993', '1.50']);
  const twice = '[{"a":1,"\\u0061":{"b":2,"b":3}},0]';
  assert.equal(await read(twice, { path: '/*' }), [{ a: { b: 3 } }, 0]);
  assert.equal(await read(twice, { path: '/*', duplicates: 'first' }), [{ a: 1 }, 0]);
  assert.is((await outcomeOf(twice, { path: '/*', duplicates: 'error' })).error.code, 'DUPLICATE_KEY');
  const bad = bytesOf('["a', 0xff, '",1]');
  assert.equal(await read(bad, { path: '/*', utf8: 'replace' }), ['a\ufffd', 1]);
  assert.is((await outcomeOf(bad, { path: '/*' })).error.code, 'INVALID_UTF8');
  assert.equal(await read(['"\ud83d', '\ude00"']), ['😀']);
  assert.is((await outcomeOf('[[[0]]]', { path: '/*', maxDepth: 2 })).error.code, 'DEPTH');
  const deep = 5000;
  const [value] = await read(`[${'['.repeat(deep)}${']'.repeat(deep)}]`, { path: '/0', maxDepth: deep + 1 });
  let levels = 0;
  for (let at = value; at !== undefined; at = at[0]) levels++;
  assert.is(levels, deep);
  assert.equal(await read('{"skip":[1,{"x":}],"a":[2]}', { path: '/a/*', trusted: true }), [2]);
});

test('an error comes after the records before it, and is what tokenize says', async () => {
  for (const input of ['[1,{"a":2},}', '[1,[2', '[1,2] x', '', '[1 2]', '[1,"\u0001"]']) {
    for (const size of [1, 100]) {
      const { records, error } = await outcomeOf(inPieces(encode(input), size), { path: '/*' });
      const expected = caught(() => jt.tokenize(input));
      assert.equal(errorFields(error), errorFields(expected), input);
      assert.ok(records.length <= 2);
      if (input.startsWith('[1,')) assert.is(records[0].value, 1);
    }
  }
});

test('leaving the loop closes the source, once; so do errors, and an abort while it waits', async () => {
  const make = (chunks) => {
    const log = { next: 0, return: 0 };
    const iterator = {
      next: async () => (log.next < chunks.length ? { done: false, value: chunks[log.next++] } : { done: true }),
      return: async () => {
        log.return++;
        return { done: true };
      },
    };
    return { log, source: { [Symbol.asyncIterator]: () => iterator } };
  };
  const left = make(['[1,2,3,', '4,', '5]']);
  for await (const { value } of jt.values(left.source, { path: '/*' })) if (value === 2) break;
  assert.equal(left.log, { next: 1, return: 1 });
  const thrown = make(['[1,2,3,', '4,', '5]']);
  try {
    for await (const { value } of jt.values(thrown.source, { path: '/*' }))
      if (value === 4) throw new RangeError('mine');
    assert.unreachable();
  } catch (error) {
    assert.instance(error, RangeError);
  }
  assert.equal(thrown.log, { next: 2, return: 1 });
  const wrong = make(['[1,}', '2]']);
  assert.instance((await outcomeOf(wrong.source, { path: '/*' })).error, jt.JSONTapeError);
  assert.equal(wrong.log, { next: 1, return: 1 });
  const ended = make(['[1]']);
  await recordsOf(ended.source, { path: '/*' });
  assert.equal(ended.log, { next: 1, return: 0 });
  const never = jt.values(make(['[1]']).source, { path: '/*' });
  assert.equal(await never.return('x'), { done: true, value: 'x' });
  assert.equal(await never.next(), { done: true, value: undefined });

  const controller = new AbortController();
  const waiting = {
    log: [],
    [Symbol.asyncIterator]: () => ({
      next: () => (waiting.log.push('next') === 1 ? { done: false, value: '[1,2,' } : new Promise(() => {})),
      return: () => {
        waiting.log.push('return');
        return {};
      },
    }),
  };
  const seen = [];
  try {
    for await (const { value } of jt.values(waiting, { path: '/*', signal: controller.signal })) {
      seen.push(value);
      if (value === 2) setTimeout(() => controller.abort(new RangeError('enough')), 5);
    }
    assert.unreachable();
  } catch (error) {
    assert.is(error.message, 'enough');
  }
  assert.equal(
    [seen, waiting.log],
    [
      [1, 2],
      ['next', 'next', 'return'],
    ],
  );
  // Between the records of one chunk too.
  const early = new AbortController();
  const some = [];
  try {
    for await (const { value } of jt.values('[1,2,3]', { path: '/*', signal: early.signal })) {
      some.push(value);
      if (value === 2) early.abort(new RangeError('now'));
    }
    assert.unreachable();
  } catch (error) {
    assert.is(error.message, 'now');
  }
  assert.equal(some, [1, 2]);
});

test('calls that do not wait for one another, return and throw', async () => {
  const all = jt.values(['[1,', '2,3', ',4]'], { path: '/*' });
  assert.is(all[Symbol.asyncIterator](), all);
  const results = await Promise.all([all.next(), all.next(), all.next(), all.next(), all.next(), all.next()]);
  assert.equal(
    results.map(({ done, value }) => (done ? 'done' : value.value)),
    [1, 2, 3, 4, 'done', 'done'],
  );
  const left = jt.values(['[1,', '2,3', ',4]'], { path: '/*' });
  const [first, last, after] = await Promise.all([left.next(), left.return('x'), left.next()]);
  assert.equal([first.value.value, last, after], [1, { done: true, value: 'x' }, { done: true, value: undefined }]);
  const failed = jt.values('[1]', { path: '/*' });
  try {
    await failed.throw(new RangeError('in'));
    assert.unreachable();
  } catch (error) {
    assert.is(error.message, 'in');
  }
  assert.is((await failed.next()).done, true);
});

test('other calls in between, and two at a time', async () => {
  const many = Array.from({ length: 300 }, (_, i) => ({ id: i, key: `k${i % 7}`, list: [i, String(i)] }));
  const source = encode(env.JSON.stringify(many));
  const one = jt.values(inPieces(source, 1000), { path: '/*' });
  const two = jt.values(inPieces(source, 777), { path: '/*/list' });
  for (let i = 0; i < many.length; i++) {
    assert.is(difference((await one.next()).value, { pointer: `/${i}`, value: many[i] }), '');
    assert.is(jt.tokenize(`[${i},{"other":[]}]`).length, 8);
    assert.is(difference((await two.next()).value, { pointer: `/${i}/list`, value: many[i].list }), '');
  }
  assert.is((await one.next()).done, true);
});

test('records larger than chunks, and many small ones', async () => {
  const large = { s: 'x'.repeat(200_000), list: Array.from({ length: 20_000 }, (_, i) => i) };
  const source = encode(env.JSON.stringify([1, large, 'between', large]));
  const records = await recordsOf(inPieces(source, 10_000), { path: '/*' });
  assert.is(
    difference(
      records.map(({ value }) => value),
      [1, large, 'between', large],
    ),
    '',
  );
  const small = await recordsOf(inPieces(encode(`[${'1,'.repeat(99_999)}1]`), 65536), { path: '/*' });
  assert.is(small.length, 100_000);
  assert.equal(small[99_999], { pointer: '/99999', value: 1 });
});

test('misuse', async () => {
  const fails = (action, type, message) => assert.match(assert.thrown(action, type).message, message);
  fails(() => jt.values('[]', { path: 1 }), TypeError, /path must be a string/);
  fails(() => jt.values('[]', { path: 'a' }), TypeError, /path must be a JSON Pointer/);
  fails(() => jt.values('[]', { comments: 'keep' }), TypeError, /comments must be 'skip' or false/);
  fails(() => jt.values('[]', { onBadLine: () => {} }), TypeError, /ndjson/);
  fails(() => jt.values('[]', { into: 1 }), TypeError, /no option 'into'/);
  fails(() => jt.values('[]', { numbers: 1 }), TypeError, /numbers must be/);
  fails(() => jt.values(1), TypeError, /source must be/);
  fails(() => jt.values(null), TypeError, /source must be/);
  assert.instance((await outcomeOf([1])).error, TypeError);
  fails(() => jt.values('[]', { signal: 1 }), TypeError, /signal must be/);
});

test.run();
