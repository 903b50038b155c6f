// Streams of Node.js, on each backend: its streams as sources, streams of more than 4 GiB, and memory.
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Duplex, PassThrough, Readable } from 'node:stream';
import { createGzip, createGunzip } from 'node:zlib';
import { bytesOf } from '../checks.js';
import { assert, jt, suite } from '../harness.js';
import { memoryUse } from '../memory_use.js';
import { readWhole, story, tokensOf } from '../streams.js';

const test = suite('Node.js streams');

const backends = ['native', 'wasm', 'wasi'];
const text = `[${Array.from({ length: 9000 }, (_, i) => `{"id":${i},"name":"n\u00e9 ${i}","list":[true,null]}`).join(',\n')}]`;
const expected = story(readWhole(bytesOf(text))).slice(0, -1);

async function tokensFrom(source, options) {
  const tapes = [];
  for await (const tape of jt.tokens(source, options)) tapes.push(tape);
  return tokensOf(...tapes);
}

// One comparison of many tokens.
function sameTokens(actual, message) {
  const at = expected.findIndex((line, i) => line !== actual[i]);
  assert.is(at < 0 ? actual.length : `${actual[at]}, not ${expected[at]}`, expected.length, message);
}

function withFile(use) {
  const folder = mkdtempSync(path.join(tmpdir(), 'jsontape-streams-'));
  const file = path.join(folder, 'a.json');
  writeFileSync(file, text);
  return Promise.resolve(use(file)).finally(() => rmSync(folder, { recursive: true }));
}

for (const backend of backends) {
  test(`${backend}: files, with and without an encoding, and what is piped`, () =>
    withFile(async (file) => {
      sameTokens(await tokensFrom(createReadStream(file), { backend }), 'bytes');
      sameTokens(await tokensFrom(createReadStream(file, { highWaterMark: 7001 }), { backend }), 'short chunks');
      sameTokens(await tokensFrom(createReadStream(file, { encoding: 'utf8' }), { backend }), 'strings');
      const piped = createReadStream(file).pipe(createGzip()).pipe(createGunzip());
      sameTokens(await tokensFrom(piped, { backend }), 'piped');
      sameTokens(await tokensFrom(Readable.toWeb(createReadStream(file)), { backend }), 'web');
    }));
}

test('a stream that is left is destroyed', () =>
  withFile(async (file) => {
    const stream = createReadStream(file, { highWaterMark: 100 });
    for await (const tape of jt.tokens(stream)) if (tape.bytesStart >= 500) break;
    assert.is(stream.destroyed, true);
    assert.ok(stream.bytesRead < 2000, String(stream.bytesRead));

    const bad = new PassThrough();
    bad.end('[1 2]');
    let code;
    await tokensFrom(bad).catch((error) => {
      code = error.code;
    });
    assert.equal([code, bad.destroyed], ['EXPECTED_COMMA_OR_ARRAY_END', true]);
  }));

test('an abort destroys a stream, also while that has nothing to give', async () => {
  const loops = [
    (stream, options) => jt.tokens(stream, options),
    (stream, options) => jt.values(stream, { path: '/*', ...options }),
    (stream, options) => jt.select(stream, '/*', options),
  ];
  for (const loop of loops) {
    const stream = new PassThrough();
    stream.write('[1,');
    const controller = new AbortController();
    setTimeout(() => controller.abort('why'), 5);
    let reason;
    try {
      for await (const each of loop(stream, { signal: controller.signal })) assert.ok(each);
    } catch (error) {
      reason = error;
    }
    assert.equal([reason, stream.destroyed], ['why', true]);
  }
});

test('an error of a stream is passed on', async () => {
  const mine = new Error('mine');
  let thrown;
  await tokensFrom(
    Readable.from(
      (async function* () {
        yield '12';
        throw mine;
      })(),
    ),
  ).catch((error) => {
    thrown = error;
  });
  assert.is(thrown, mine);
  await tokensFrom(createReadStream('/nowhere/at/all')).catch((error) => {
    thrown = error;
  });
  assert.is(thrown.code, 'ENOENT');
});

test('a writer is held back until its chunks are wanted', async () => {
  const duplex = new Duplex({ read() {}, readableHighWaterMark: 16, write: (_chunk, _encoding, done) => done() });
  duplex.push('[1');
  const loop = jt.tokens(duplex);
  await loop.next();
  for (let i = 0; i < 10; i++) duplex.push(',1234567');
  assert.is(duplex.push(','), false);
  assert.ok(duplex.readableLength > 60);
  await loop.return();
});

test('the response of fetch', async () => {
  const server = createServer((_request, response) => {
    for (let at = 0; at < text.length; at += 50_000) response.write(text.slice(at, at + 50_000));
    response.end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const response = await fetch(`http://127.0.0.1:${server.address().port}/`);
    sameTokens(await tokensFrom(response), 'fetch');
    assert.is(response.bodyUsed, true);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

for (const backend of ['native', 'wasm']) {
  test(`${backend}: offsets and lines beyond 4 GiB`, () => {
    const size = 1 << 26;
    const blank = new Uint8Array(size).fill(0x20);
    blank[size - 6] = 0x0a;
    const tokenizer = new jt.Tokenizer({ backend });
    tokenizer.write('{"first":[1,');
    for (let i = 0; i < 65; i++) assert.is(tokenizer.write(blank).length, 0);
    const tape = tokenizer.write('"\u00e9",{"k":2');
    const start = 12 + 65 * size;
    assert.ok(start > 2 ** 32);
    assert.equal(tokensOf(tape).slice(0, 3), [
      `string ${start} ${start + 4} 2 /first/1 66 6 "\u00e9" \u00e9 38`,
      `object-start ${start + 5} ${start + 6} 2 /first/2 66 10 {`,
      `key ${start + 6} ${start + 9} 3 /first/2/k 66 11 "k" k ${(2 << 8) | 5}`,
    ]);
    assert.equal([tape.base, tape.bytesStart, tape.words[0]], [start, start, 0]);
    let error;
    try {
      tokenizer.write('x');
    } catch (thrown) {
      error = thrown;
    }
    assert.equal([error.offset, error.line, error.column, error.tokenStart], [start + 11, 66, 16, start + 11]);
  });
}

// Every so many calls finalizers may run, as in any program.
const measure = (backend, count, use) => memoryUse(backend, count, 100, use);

for (const backend of backends) {
  test(`${backend}: streams that end, fail or are dropped leave memory flat`, () => {
    const { early, late } = measure(
      backend,
      3000,
      `(j, i) => {
        const done = new j.Tokenizer(); done.write('{"a":["b' + i); done.write('c",1]}'); done.end();
        const failed = new j.Tokenizer(); try { failed.write('[1,2,]'); } catch {}
        if (i % 10 === 0) new j.Tokenizer().write('[[["dropped');
      }`,
    );
    assert.ok(late.heap - early.heap < 6, `heap ${early.heap} -> ${late.heap} MB`);
    assert.ok(late.rss - early.rss < 60, `rss ${early.rss} -> ${late.rss} MB`);
  });

  test(`${backend}: a long stream keeps no more than its chunk`, () => {
    const { early, late } = measure(
      backend,
      4000,
      `((tokenizer) => (j, i) => {
        tokenizer ??= new j.Tokenizer();
        tokenizer.write(i === 0 ? '[' : '{"id":' + i + ',"text":"' + 'x'.repeat(20000) + '"},');
      })()`,
    );
    assert.ok(late.heap - early.heap < 6, `heap ${early.heap} -> ${late.heap} MB`);
    assert.ok(late.rss - early.rss < 60, `rss ${early.rss} -> ${late.rss} MB`);
  });
}

test.run();
