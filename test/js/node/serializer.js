// Serializer with streams of Node.js: files, objects, sockets; and what memory a long one takes.
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { createGzip, gunzipSync } from 'node:zlib';
import { root } from '../data.js';
import { assert, jt, suite } from '../harness.js';
import { rejected } from '../streams.js';

const test = suite('Serializer in Node.js');

function inFolder(use) {
  const folder = mkdtempSync(path.join(tmpdir(), 'jsontape-serializer-'));
  return Promise.resolve(use((name) => path.join(folder, name))).finally(() => rmSync(folder, { recursive: true }));
}

test('files in and out', () =>
  inFolder(async (file) => {
    const text = 'é"漢😀\n'.repeat(20000);
    writeFileSync(file('text'), text);
    const serializer = new jt.Serializer({ indent: 2 });
    const done = serializer.pipeTo(createWriteStream(file('out.json')));
    serializer.beginObject().key('text');
    await serializer.pipeString(createReadStream(file('text'), { highWaterMark: 1001 }));
    serializer.key('rows');
    await serializer.pipeArray(Readable.from([{ id: 1 }, { id: 2 }]));
    serializer.endObject().end();
    await done;
    const expected = JSON.stringify({ text, rows: [{ id: 1 }, { id: 2 }] }, null, 2);
    assert.is(readFileSync(file('out.json'), 'utf8') === expected, true);
  }));

test('through a transform', async () => {
  const gzip = createGzip();
  const chunks = [];
  gzip.on('data', (chunk) => chunks.push(chunk));
  const serializer = new jt.Serializer();
  const done = serializer.pipeTo(gzip);
  await serializer.pipeArray(Array.from({ length: 5000 }, (_, i) => ({ i })));
  serializer.end();
  await done;
  if (!gzip.readableEnded) await new Promise((resolve) => gzip.on('end', resolve));
  assert.equal(
    JSON.parse(gunzipSync(Buffer.concat(chunks))),
    Array.from({ length: 5000 }, (_, i) => ({ i })),
  );
});

test('a slow Writable holds the source back; without closing it stays open', async () => {
  let asked = 0;
  const seen = [];
  const slow = new Writable({
    highWaterMark: 1000,
    write(chunk, _encoding, done) {
      seen.push(chunk.toString());
      setTimeout(done, 1);
    },
  });
  async function* rows() {
    for (let i = 0; i < 400; i++) {
      asked++;
      assert.ok(asked * 102 <= seen.join('').length + 8000, `${asked} rows for ${seen.join('').length} bytes`);
      yield 'x'.repeat(99);
    }
  }
  const serializer = new jt.Serializer({ chunkSize: 500 });
  const done = serializer.pipeTo(slow, { preventClose: true });
  await serializer.pipeArray(rows());
  serializer.end();
  await done;
  assert.equal(
    [slow.writableEnded, slow.destroyed, slow.listenerCount('drain'), slow.listenerCount('error')],
    [false, false, 0, 0],
  );
  slow.end('!');
  await new Promise((resolve) => slow.on('finish', resolve));
  assert.is(seen.join(''), `${JSON.stringify(Array(400).fill('x'.repeat(99)))}!`);
});

test('an error of the source destroys the Writable; one of the Writable closes the source', async () => {
  const mine = new Error('mine');
  const sink = new PassThrough();
  let emitted;
  sink.on('error', (error) => {
    emitted = error;
  });
  const serializer = new jt.Serializer();
  const done = rejected(serializer.pipeTo(sink));
  const source = new PassThrough();
  source.write('abc');
  setTimeout(() => source.destroy(mine), 5);
  assert.is(await rejected(serializer.pipeString(source)), mine);
  assert.is(await done, mine);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal([sink.destroyed, emitted], [true, mine]);

  for (const failing of [
    new Writable({ write: (_chunk, _encoding, callback) => callback(mine) }),
    new Writable({ write: (_chunk, _encoding, callback) => setTimeout(callback, 1, mine) }),
  ]) {
    const endless = Readable.from(
      (async function* () {
        for (;;) {
          await new Promise((resolve) => setTimeout(resolve));
          yield 'row';
        }
      })(),
    );
    const other = new jt.Serializer({ chunkSize: 16 });
    const written = rejected(other.pipeTo(failing));
    assert.is(await rejected(other.pipeArray(endless)), mine);
    assert.is(await written, mine);
    if (!endless.destroyed) await new Promise((resolve) => endless.on('close', resolve));
    assert.is(endless.destroyed, true);
  }

  // At once, too, while the source has nothing to write.
  const leaving = new PassThrough();
  const waiting = new PassThrough();
  const idle = new jt.Serializer();
  const left = rejected(idle.pipeTo(leaving));
  const stopped = rejected(idle.pipeString(waiting));
  setTimeout(() => leaving.destroy(), 5);
  assert.match((await left).message, 'closed before the end');
  assert.is(await stopped, await left);
  assert.is(waiting.destroyed, true);

  const gone = new PassThrough();
  gone.destroy();
  assert.match((await rejected(new jt.Serializer().value(1).end().pipeTo(gone))).message, 'closed before the end');
  const closing = new PassThrough();
  const third = new jt.Serializer({ chunkSize: 16 });
  const ended = rejected(third.pipeTo(closing));
  third.beginArray().value('x'.repeat(100000));
  setTimeout(() => closing.destroy(), 5);
  assert.match((await ended).message, 'closed before the end');
});

test('the response of a server', async () => {
  const server = createServer(async (_request, response) => {
    const serializer = new jt.Serializer();
    const done = serializer.pipeTo(response);
    await serializer.pipeArray(Array.from({ length: 20000 }, (_, i) => ({ id: i })));
    serializer.end();
    await done;
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const response = await fetch(`http://127.0.0.1:${server.address().port}/`);
    assert.is((await response.json()).at(-1).id, 19999);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('where functions may not be made of text, the bytes are the same', () => {
  const source = `
    import { serialize, serializer } from 'jsontape';
    let allowed = true;
    try { new Function('return 1'); } catch { allowed = false; }
    const rows = Array.from({ length: 200 }, (_, i) => ({ id: i, name: 'n' + i, at: { x: i / 3, y: null }, é: true }));
    const expected = JSON.stringify(rows);
    const same = [serialize(rows, { engine: 'own' }), serializer(rows[0], { engine: 'own' })(rows)]
      .every((bytes) => Buffer.from(bytes).toString() === expected);
    process.stdout.write(JSON.stringify({ allowed, same }));`;
  const args = ['--disallow-code-generation-from-strings', '--input-type=module', '-e', source];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  assert.equal([status, stderr, stdout], [0, '', '{"allowed":false,"same":true}']);
});

for (const backend of ['native', 'wasm', 'wasi']) {
  test(`${backend}: 300 MB leave memory flat`, () => {
    const source = `
      import * as j from 'jsontape';
      import { Writable } from 'node:stream';
      const megabytes = () => { gc(); gc(); return process.memoryUsage().rss / 1048576; };
      let early, bytes = 0, late = 0;
      async function* rows() {
        const row = { id: 1, text: 'x'.repeat(1000), list: [1.5, 2.5, null] };
        for (let i = 0; i < 300000; i++) {
          if (i === 30000) early = megabytes();
          yield row;
        }
        late = megabytes();
      }
      const sink = new Writable({ write(chunk, _, done) { bytes += chunk.length; setImmediate(done); } });
      const s = new j.Serializer({ backend: '${backend}', engine: 'own' });
      const done = s.pipeTo(sink);
      await s.pipeArray(rows());
      s.end();
      await done;
      process.stdout.write(JSON.stringify({ early, late, bytes }));`;
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['--expose-gc', '--input-type=module', '-e', source],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    assert.equal([status, stderr], [0, '']);
    const { early, late, bytes } = JSON.parse(stdout);
    assert.is(
      bytes,
      300000 * (JSON.stringify({ id: 1, text: 'x'.repeat(1000), list: [1.5, 2.5, null] }).length + 1) + 1,
    );
    assert.ok(late - early < 30, `rss ${early} -> ${late} MB`);
  });
}

test.run();
