// Memory: dropped tapes are freed, kept ones cost what they hold, on each backend.
import { assert, suite } from '../harness.js';
import { memoryUse } from '../memory_use.js';

const test = suite('memory');

// Every so many calls finalizers may run, as in any program.
const measure = (backend, count, use, prepare) => memoryUse(backend, count, 500, use, prepare);

// 90,000 calls more may move rss by what the allocator and the collector keep in hand; a tape that leaks 100 bytes a
// time would show as 9 MB of heap.
const rssSlack = 40;
const heapSlack = 4;

for (const backend of ['native', 'wasm', 'wasi']) {
  test(`${backend}: 100,000 dropped tapes leave memory flat`, () => {
    const { early, late } = measure(
      backend,
      100_000,
      `(j, i) => { const t = j.tokenize('{"id":' + i + ',"list":[1,2,3],"name":"text \\u00e9"}'); t.string(1); t.keys; t.pointer(3); }`,
    );
    assert.ok(late.heap - early.heap < heapSlack, `heap ${early.heap} -> ${late.heap} MB`);
    assert.ok(late.rss - early.rss < rssSlack, `rss ${early.rss} -> ${late.rss} MB`);
  });

  test(`${backend}: errors, formats and serializes leave memory flat`, () => {
    const { early, late } = measure(
      backend,
      40_000,
      `(j, i) => { j.validate('[' + i + ',]'); j.format('[ ' + i + ', {"a":1} ]', { indent: 2 }); j.serialize({ i, list: [i, 'x', null] }); }`,
    );
    assert.ok(late.heap - early.heap < heapSlack, `heap ${early.heap} -> ${late.heap} MB`);
    assert.ok(late.rss - early.rss < rssSlack, `rss ${early.rss} -> ${late.rss} MB`);
  });

  test(`${backend}: large tapes are freed`, () => {
    // 400 tapes of 1.2 MB each, and the input of 0.2 MB.
    const { early, late } = measure(
      backend,
      400,
      `(j) => { const t = j.tokenize(text); if (t.length !== 100003) throw new Error(String(t.length)); }`,
      `const text = Buffer.from('[' + '1,'.repeat(100000) + '1]');`,
    );
    assert.ok(late.heap - early.heap < 16, `heap ${early.heap} -> ${late.heap} MB`);
    assert.ok(late.rss - early.rss < 100, `rss ${early.rss} -> ${late.rss} MB`);
  });
}

for (const backend of ['native', 'wasm', 'wasi']) {
  test(`${backend}: the keys of a stream keep nothing of its chunks alive`, () => {
    // 3,000 chunks of 16 KB, each with a new key, which is asked for once its neighbourhood is a string.
    const { early, late } = memoryUse(
      backend,
      3000,
      100,
      `(j, i) => {
         const tape = tokenizer.write('{"a key of the chunk ' + i + '":1,"text":"' + text + '"},');
         const at = tape.length - 5;
         for (let k = 0; k < 8; k++) tape.raw(at);
         if (!tape.string(at).endsWith(String(i))) throw new Error(tape.string(at));
         if (i % 500 === 499 && !tape.keys[i].startsWith('a key')) throw new Error(tape.keys[i]);
       }`,
      `const tokenizer = new j.Tokenizer(); tokenizer.write('['); const text = 'x'.repeat(16000);`,
    );
    assert.ok(late.heap - early.heap < heapSlack, `heap ${early.heap} -> ${late.heap} MB`);
  });
}

for (const backend of ['native', 'wasm', 'wasi']) {
  test(`${backend}: records of one long input leave memory flat`, () => {
    // 300,000 records, 47 MB of text.
    const { early, late } = measure(
      backend,
      300_000,
      'async () => { const { value } = await records.next(); if (value.value.list.length !== 3) throw new Error(); }',
      `const part = Buffer.from('{"id":1,"key":"a value","list":[1,2,"x"],"more":{"a":"b"}},'.repeat(1000));
       async function* chunks() { yield '['; for (;;) yield Buffer.from(part); }
       const records = j.values(chunks(), { path: '/*' });`,
    );
    assert.ok(late.heap - early.heap < heapSlack, `heap ${early.heap} -> ${late.heap} MB`);
    assert.ok(late.rss - early.rss < rssSlack, `rss ${early.rss} -> ${late.rss} MB`);
  });
}

for (const backend of ['native', 'wasm', 'wasi']) {
  test(`${backend}: records that come one by one leave nothing for the collector of old objects`, () => {
    // 300,000 records, each cut by chunks; when each left 900 bytes until that collector ran, 120 MB and more.
    const { peak } = measure(
      backend,
      300_000,
      'async () => { const { value } = await records.next(); if (value.value.list.length !== 3) throw new Error(); }',
      `const parts = [Buffer.from('{"id":1,"list":[1,2,"x"]}\\n{"id"'), Buffer.from(':1,"list":[1,2,"x"]}\\n')];
       async function* chunks() { for (;;) yield* parts; }
       const records = j.values(chunks(), { multiple: 'ndjson' });`,
    );
    assert.ok(peak < 90, `peak ${peak} MB`);
  });
}

test.run();
