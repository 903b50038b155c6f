// jsontape/web: TransformStreams of tapes and of records.
import { SerializerStream, TokenizerStream, ValuesStream } from 'jsontape/web';
import { bytesOf } from '../checks.js';
import { assert, encode, env, jt, suite } from '../harness.js';
import { inPieces, readWhole, rejected, story, tokensOf } from '../streams.js';

const test = suite('Web streams');

const list = Array.from({ length: 500 }, (_, i) => ({ id: i, key: `k\u00e9${i}`, list: [i, null] }));
const text = env.JSON.stringify({ items: list });
const bytes = encode(text);

// Never by JSON.stringify where that is forbidden.
const own = env.own ? { engine: 'own' } : {};

// A source that counts how many chunks were taken from it.
function sourceOf(chunks) {
  const log = { pulled: 0, cancelled: undefined };
  const stream = new ReadableStream(
    {
      pull(controller) {
        if (log.pulled < chunks.length) controller.enqueue(chunks[log.pulled++]);
        else controller.close();
      },
      cancel(reason) {
        log.cancelled = reason;
      },
    },
    { highWaterMark: 0 },
  );
  return { log, stream };
}

async function collect(stream) {
  const all = [];
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return all;
    all.push(value);
  }
}

test('tapes', async () => {
  const { stream } = sourceOf(inPieces(bytes, 1000));
  const tapes = await collect(stream.pipeThrough(new TokenizerStream()));
  assert.is(tapes.length, Math.ceil(bytes.length / 1000));
  assert.equal(tokensOf(...tapes), story(readWhole(bytes)).slice(0, -1));
  const number = await collect(sourceOf(['1', '2']).stream.pipeThrough(new TokenizerStream({ maxDepth: 1 })));
  assert.equal(
    number.map(({ length }) => length),
    [0, 0, 1],
  );
});

test('records', async () => {
  const options = { path: '/items/*' };
  for (const size of [1, 777, 100_000]) {
    const { stream } = sourceOf(inPieces(bytes, size));
    const records = await collect(stream.pipeThrough(new ValuesStream(options)));
    assert.equal(
      records,
      list.map((value, i) => ({ pointer: `/items/${i}`, value })),
    );
  }
  const lines = await collect(
    sourceOf(['{"a":', '1}\n2']).stream.pipeThrough(new ValuesStream({ multiple: 'ndjson' })),
  );
  assert.equal(
    lines.map(({ value }) => value),
    [{ a: 1 }, 2],
  );
});

test('a chunk is taken only when what it makes is wanted', async () => {
  const { stream, log } = sourceOf(inPieces(bytes, 100));
  const reader = stream.pipeThrough(new ValuesStream({ path: '/items/*' })).getReader();
  for (let i = 0; i < 10; i++) await reader.read();
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(log.pulled < 10, `${log.pulled} chunks`);
  await reader.cancel('enough');
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.is(log.cancelled, 'enough');
});

test('an error of the text fails both sides', async () => {
  for (const make of [() => new TokenizerStream(), () => new ValuesStream({ path: '/*' })]) {
    const { stream, log } = sourceOf(['[1,', '2,}', '3]']);
    const error = await rejected(collect(stream.pipeThrough(make())));
    assert.instance(error, jt.JSONTapeError);
    assert.is(error.offset, 5);
    assert.is(log.cancelled, error);
    const short = await rejected(collect(sourceOf(['[1,']).stream.pipeThrough(make())));
    assert.is(short.code, 'UNEXPECTED_END');
    const kind = await rejected(collect(sourceOf([1]).stream.pipeThrough(make())));
    assert.instance(kind, TypeError);
  }
});

test('an abort, and an error of the source', async () => {
  const controller = new AbortController();
  const waiting = new ReadableStream({ pull: () => new Promise(() => {}) });
  const transform = new ValuesStream();
  const piped = waiting.pipeTo(transform.writable, { signal: controller.signal });
  const reading = collect(transform.readable);
  controller.abort(new RangeError('enough'));
  assert.is((await rejected(piped)).message, 'enough');
  assert.is((await rejected(reading)).message, 'enough');
  const failing = new ReadableStream({
    pull: () => {
      throw new RangeError('of the source');
    },
  });
  assert.is((await rejected(collect(failing.pipeThrough(new TokenizerStream())))).message, 'of the source');
});

const textOf = async (stream) =>
  new TextDecoder().decode(Uint8Array.from((await collect(stream)).flatMap((part) => [...part])));

test('values by lines, and behind record separators', async () => {
  const values = [1, 'é', { a: [null] }, null];
  for (const [multiple, before] of [
    ['ndjson', ''],
    ['concatenated', ''],
    ['seq', '\x1e'],
  ]) {
    const write = (some) =>
      textOf(sourceOf(some).stream.pipeThrough(new SerializerStream({ ...own, multiple, chunkSize: 16 })));
    assert.is(await write(values), values.map((value) => `${before}${env.JSON.stringify(value)}\n`).join(''));
    assert.is(await write([]), '');
    const wrong = sourceOf([1, undefined]).stream.pipeThrough(new SerializerStream({ ...own, multiple }));
    assert.instance(await rejected(textOf(wrong)), TypeError);
  }
});

test('an array of values', async () => {
  const values = sourceOf([1, 'é', { a: [null] }, undefined, null]).stream;
  assert.is(await textOf(values.pipeThrough(new SerializerStream(own))), '[1,"é",{"a":[null]},null,null]');
  assert.is(await textOf(sourceOf([]).stream.pipeThrough(new SerializerStream(own))), '[]');
  const indented = sourceOf([1, { a: 2 }]).stream.pipeThrough(
    new SerializerStream({ ...own, indent: 1, chunkSize: 16 }),
  );
  assert.is(await textOf(indented), env.JSON.stringify([1, { a: 2 }], null, 1));
  // There and back.
  const records = sourceOf(inPieces(bytes, 300)).stream.pipeThrough(new ValuesStream({ path: '/items/*' }));
  const again = await textOf(records.pipeThrough(new SerializerStream({ ...own, chunkSize: 64 })));
  assert.equal(
    env.JSON.parse(again).map(({ value }) => value),
    list,
  );
});

test('an array of values: backpressure, errors, a reader that leaves', async () => {
  const { stream, log } = sourceOf(list);
  const reader = stream.pipeThrough(new SerializerStream({ ...own, chunkSize: 64 })).getReader();
  await reader.read();
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(log.pulled < 100, `${log.pulled} values`);
  await reader.cancel('enough');
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(log.cancelled !== undefined);
  const circle = {};
  circle.self = circle;
  const wrong = sourceOf([1, circle, 2]);
  const error = await rejected(collect(wrong.stream.pipeThrough(new SerializerStream(own))));
  assert.instance(error, TypeError);
  assert.is(wrong.log.cancelled, error);
  const failing = new ReadableStream({
    pull: () => {
      throw new RangeError('of the source');
    },
  });
  assert.is((await rejected(collect(failing.pipeThrough(new SerializerStream(own))))).message, 'of the source');
});

test('misuse, and what the classes are', () => {
  assert.throws(() => new ValuesStream({ path: 'x' }), /path must be a JSON Pointer/);
  assert.throws(() => new ValuesStream({ signal: new AbortController().signal }), /no option 'signal'/);
  assert.throws(() => new TokenizerStream({ path: '/x' }), /no option 'path'/);
  assert.instance(new ValuesStream(), TransformStream);
  assert.instance(new TokenizerStream(), TransformStream);
});

test('strategies', async () => {
  const transform = new TokenizerStream(undefined, { highWaterMark: 3 }, { highWaterMark: 2 });
  const writer = transform.writable.getWriter();
  assert.is(writer.desiredSize, 3);
  const writes = ['[1', ',2', ']'].map((chunk) => writer.write(bytesOf(chunk)));
  writes.push(writer.close());
  assert.is((await collect(transform.readable)).length, 3);
  await Promise.all(writes);
});

test.run();
