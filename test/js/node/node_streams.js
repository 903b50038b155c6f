// jsontape/node: Transforms of tapes and of records, by import and by require, in pipelines.
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { SerializerStream, TokenizerStream, ValuesStream } from 'jsontape/node';
import * as web from 'jsontape/web';
import { assert, encode, jt, suite } from '../harness.js';
import { inPieces, readWhole, rejected, story, tokensOf } from '../streams.js';

const test = suite('jsontape/node');

const require = createRequire(import.meta.url);
const list = Array.from({ length: 20_000 }, (_, i) => ({ id: i, key: `k\u00e9${i}`, list: [i, null] }));
const text = JSON.stringify({ items: list });
const bytes = encode(text);

async function collect(stream) {
  const all = [];
  for await (const one of stream) all.push(one);
  return all;
}

test('import and require give the same classes, which use the library that is imported', async () => {
  assert.is(require('jsontape/node').TokenizerStream, TokenizerStream);
  assert.is(require('jsontape/node').ValuesStream, ValuesStream);
  assert.is(require('jsontape/web').ValuesStream, web.ValuesStream);
  assert.instance(new TokenizerStream(), Transform);
  const [tape] = await collect(Readable.from(['[]']).pipe(new TokenizerStream()));
  assert.instance(tape, jt.Tape);
});

test('tapes, on each backend', async () => {
  const some = encode(JSON.stringify(list.slice(0, 100)));
  const expected = story(readWhole(some)).slice(0, -1);
  for (const backend of ['native', 'wasm', 'wasi']) {
    const tapes = [];
    await pipeline(Readable.from(inPieces(some, 100)), new TokenizerStream({ backend }), async (all) => {
      for await (const tape of all) tapes.push(tape);
    });
    assert.is(tokensOf(...tapes).join('\n') === expected.join('\n'), true, backend);
    assert.is(tapes.length, Math.ceil(some.length / 100));
  }
});

test('records of a compressed file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'jsontape-streams-'));
  try {
    const file = path.join(folder, 'items.json.gz');
    writeFileSync(file, Buffer.concat(await collect(Readable.from([bytes]).pipe(createGzip()))));
    for (const backend of ['native', 'wasm']) {
      const records = [];
      await pipeline(
        createReadStream(file),
        createGunzip(),
        new ValuesStream({ path: '/items/*', backend }),
        new Writable({
          objectMode: true,
          write(record, _encoding, done) {
            records.push(record);
            done();
          },
        }),
      );
      assert.is(records.length, list.length);
      assert.equal(records.at(-1), { pointer: `/items/${list.length - 1}`, value: list.at(-1) });
      assert.equal(
        records.slice(0, 50).map(({ value }) => value),
        list.slice(0, 50),
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('strings, and strings of an encoding', async () => {
  const stream = new ValuesStream({ multiple: 'concatenated' });
  stream.write('["\u00e9');
  stream.write(' \ud83d');
  stream.write('\ude00"]');
  stream.write('5b315d', 'hex');
  stream.end('WyJiIl0=', 'base64');
  const values = (await collect(stream)).map(({ value }) => value);
  assert.equal(values, [['\u00e9 \u{1f600}'], [1], ['b']]);
});

test('backpressure: a source is read no further than the records are wanted', async () => {
  let read = 0;
  const source = new Readable({
    highWaterMark: 1,
    read() {
      this.push(read < 200 ? `{"n":${read++}}\n` : null);
    },
  });
  const records = new ValuesStream({ multiple: 'ndjson' }, { readableHighWaterMark: 4, writableHighWaterMark: 1 });
  source.pipe(records);
  const iterator = records[Symbol.asyncIterator]();
  assert.equal((await iterator.next()).value.value, { n: 0 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.ok(read < 20, `${read} lines`);
  let count = 1;
  for await (const { value } of iterator) assert.is(value.n, count++);
  assert.is(count, 200);
});

test('errors of the text and of the source destroy the pipeline', async () => {
  for (const make of [() => new TokenizerStream(), () => new ValuesStream({ path: '/*' })]) {
    const source = Readable.from(['[1,', '2,}', '3]']);
    const stream = make();
    const error = await rejected(
      pipeline(source, stream, new Writable({ objectMode: true, write: (_c, _e, done) => done() })),
    );
    assert.instance(error, jt.JSONTapeError);
    assert.is(error.offset, 5);
    assert.is(stream.destroyed, true);
    assert.is(source.destroyed, true);
    const failing = new Readable({
      read() {
        this.destroy(new RangeError('of the source'));
      },
    });
    const other = await rejected(pipeline(failing, make(), collect));
    assert.is(other.message, 'of the source');
    const short = await rejected(pipeline(Readable.from(['[1']), make(), collect));
    assert.is(short.code, 'UNEXPECTED_END');
  }
});

test('an abort', async () => {
  const controller = new AbortController();
  const endless = new Readable({
    read() {
      this.push('{"a":1}\n');
    },
  });
  let count = 0;
  const error = await rejected(
    pipeline(
      endless,
      new ValuesStream({ multiple: 'ndjson' }),
      async (records) => {
        for await (const _ of records) if (++count === 100) controller.abort();
      },
      { signal: controller.signal },
    ),
  );
  assert.is(error.name, 'AbortError');
  assert.ok(count >= 100);
  assert.is(endless.destroyed, true);
});

test('values by lines, and behind record separators', async () => {
  const values = list.slice(0, 1000);
  for (const [multiple, before] of [
    ['ndjson', ''],
    ['concatenated', ''],
    ['seq', '\x1e'],
  ]) {
    const written = await collect(Readable.from(values).pipe(new SerializerStream({ multiple })));
    assert.is(Buffer.concat(written).toString(), values.map((value) => `${before}${JSON.stringify(value)}\n`).join(''));
    assert.is(Buffer.concat(await collect(Readable.from([]).pipe(new SerializerStream({ multiple })))).length, 0);
    // There and back.
    const records = await collect(Readable.from(written).pipe(new ValuesStream({ multiple })));
    assert.equal(
      records.map(({ value }) => value),
      values,
    );
    const wrong = Readable.from([1, () => {}]);
    assert.instance(await rejected(pipeline(wrong, new SerializerStream({ multiple }), collect)), TypeError);
  }
});

test('an array of values', async () => {
  const write = async (values, options) =>
    Buffer.concat(await collect(Readable.from(values).pipe(new SerializerStream(options))));
  assert.is((await write([1, 'é', { a: [null] }, undefined])).toString(), '[1,"é",{"a":[null]},null]');
  assert.is((await write([])).toString(), '[]');
  assert.is(
    (await write([1, { a: 2 }], { indent: 1, chunkSize: 16 })).toString(),
    JSON.stringify([1, { a: 2 }], null, 1),
  );
  const again = Buffer.concat(
    await collect(
      Readable.from(inPieces(bytes, 5000))
        .pipe(new ValuesStream({ path: '/items/*' }))
        .pipe(new SerializerStream()),
    ),
  );
  assert.is(again.toString(), JSON.stringify(list.map((value, i) => ({ pointer: `/items/${i}`, value }))));
});

test('an array of values: backpressure, errors, an abort', async () => {
  let taken = 0;
  const source = Readable.from(
    (function* () {
      for (const value of list) {
        taken++;
        yield value;
      }
    })(),
    { highWaterMark: 1 },
  );
  const options = { readableHighWaterMark: 100, writableHighWaterMark: 1 };
  const slow = source.pipe(new SerializerStream({ chunkSize: 64 }, options));
  await slow[Symbol.asyncIterator]().next();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.ok(taken < 100, `${taken} values`);
  slow.destroy();
  const circle = {};
  circle.self = circle;
  const wrong = Readable.from([1, circle, 2]);
  const error = await rejected(pipeline(wrong, new SerializerStream(), collect));
  assert.instance(error, TypeError);
  assert.is(wrong.destroyed, true);
  const controller = new AbortController();
  const endless = new Readable({
    objectMode: true,
    read() {
      this.push({ a: 1 });
    },
  });
  let size = 0;
  const aborted = await rejected(
    pipeline(
      endless,
      new SerializerStream(),
      async (chunks) => {
        for await (const chunk of chunks) {
          size += chunk.length;
          if (size > 100_000) controller.abort();
        }
      },
      { signal: controller.signal },
    ),
  );
  assert.is(aborted.name, 'AbortError');
  assert.is(endless.destroyed, true);
});

test.run();
