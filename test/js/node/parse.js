// parse where it takes a process of its own: without eval, what stays in memory, texts longer than any string.
import { spawnSync } from 'node:child_process';
import { root } from '../data.js';
import { assert, suite } from '../harness.js';

const test = suite('parse in Node.js');

/** Runs a script in a process of its own; gives what it prints, as JSON says it. */
function run(backend, source, flags = []) {
  const code = `
    import assert from 'node:assert';
    import { parse, tokenize } from 'jsontape';
    ${source}`;
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, '--input-type=module', '-e', code], {
    cwd: root,
    env: { ...process.env, JSONTAPE_BACKEND: backend },
    encoding: 'utf8',
  });
  assert.equal([status, stderr], [0, '']);
  return JSON.parse(stdout);
}

for (const backend of ['native', 'wasm', 'wasi']) {
  test(`${backend}: without eval`, () => {
    const source = `
      assert.throws(() => new Function('return 1'), EvalError);
      const record = (i) => ({ id: i, name: 'n' + i, ['__proto__']: [i], 'a key of more than thirty characters': null,
        ...(i % 3 ? { more: { x: 1.5, y: 'é' } } : { 7: 1 }), wide: Object.fromEntries(Array.from({ length: 40 }, (_, k) => ['k' + k, k])) });
      const value = Array.from({ length: 200 }, (_, i) => record(i));
      const text = JSON.stringify(value).replaceAll('"name"', '"__proto__"');
      for (let i = 0; i < 5; i++) assert.deepStrictEqual(parse(text, { engine: 'own' }), JSON.parse(text));
      const twice = '[{"a":1,"b":2,"a":3},{"a":1,"b":2,"a":3}]';
      assert.deepStrictEqual(Object.entries(parse(twice, { engine: 'own' })[1]), [['a', 3], ['b', 2]]);
      console.log(parse(text, { engine: 'own' }).length);`;
    assert.is(run(backend, source, ['--disallow-code-generation-from-strings']), 200);
  });

  test(`${backend}: a string that is kept holds little alive, and old values nothing`, () => {
    const source = `
      const settle = async () => { for (let i = 0; i < 4; i++) { gc(); await new Promise(setImmediate); } };
      const used = () => { const { heapUsed, external, arrayBuffers } = process.memoryUsage(); return heapUsed + external + arrayBuffers; };
      const item = (i, tail) => '"a string that is long enough to be a part of another one ' + i + tail + '"';
      const text = (tail) => Buffer.from('[' + Array.from({ length: 200_000 }, (_, i) => item(i, tail)) + ']');
      const kept = [];
      let gone;
      function keep(tail) {
        const bytes = text(tail);
        const value = parse(bytes, { engine: 'own' });
        assert.strictEqual(value.length, 200_000);
        for (let i = 0; i < 10; i++) kept.push(value[i * 20_000]);
        gone = new WeakRef(parse('[{"a":[1,"x"]}]', { engine: 'own' })[0]);
      }
      keep('');
      kept.length = 0;
      await settle();
      const before = used();
      keep('');
      keep('é');
      await settle();
      await settle();
      console.log(JSON.stringify({ kept: kept.length, grown: used() - before, gone: gone.deref() === undefined }));`;
    const { kept, grown, gone } = run(backend, source, ['--expose-gc']);
    assert.is(kept, 20);
    // 20 pieces of 64 KB, and some room for what the engine does.
    assert.ok(grown < 20 * 65536 + 1_000_000, `${grown} bytes more`);
    assert.ok(gone);
  });

  test(`${backend}: a text that is longer than any string`, () => {
    const source = `
      import { constants } from 'node:buffer';
      const bytes = Buffer.alloc(constants.MAX_STRING_LENGTH + 1000, 0x20);
      bytes.write('{"first":[1,2,{"a":"é"}],');
      bytes.write('"last":"end"}', bytes.length - 20);
      assert.throws(() => bytes.toString());
      console.log(JSON.stringify(parse(bytes)));`;
    assert.equal(run(backend, source), { first: [1, 2, { a: 'é' }], last: 'end' });
  });
}

test('memory stays flat over many values', () => {
  const source = `
    const text = Buffer.from(JSON.stringify({ list: Array.from({ length: 50 }, (_, i) => ({ i, name: 'text of some length, not short ' + i })) }));
    const settle = () => { for (let i = 0; i < 4; i++) gc(); };
    let early;
    for (let i = 0; i < 20_000; i++) {
      parse(text, { engine: 'own' });
      parse('{"k' + i + '":1}', { engine: 'own' });
      if (i % 500 === 0) await new Promise(setImmediate);
      if (i === 4000) { settle(); early = process.memoryUsage(); }
    }
    settle();
    const late = process.memoryUsage();
    console.log(JSON.stringify({ heap: late.heapUsed - early.heapUsed, rss: late.rss - early.rss }));`;
  for (const backend of ['native', 'wasm']) {
    const { heap, rss } = run(backend, source, ['--expose-gc']);
    assert.ok(heap < 6 << 20, `heap grows by ${heap}`);
    assert.ok(rss < 60 << 20, `rss grows by ${rss}`);
  }
});

test.run();
