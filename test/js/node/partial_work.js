// What PartialParser has the core do, counted: text goes to it once, and a write gives a token or two.
import '../../../js/backends/node.js';
import { backendOf } from '../../../js/backends/chosen.js';
import { createPartialParser } from '../../../js/partial.js';
import { assert, suite } from '../harness.js';

const test = suite('partial: work');

// A backend whose streams count what goes in and what comes out.
function counting(name) {
  const backend = backendOf(name);
  const counts = { feeds: 0, bytes: 0, tokens: 0, heads: 0 };
  const stream = (reading) => {
    const inner = backend.stream(reading);
    return {
      get report() {
        return inner.report;
      },
      feed(chunk, last) {
        counts.feeds++;
        counts.bytes += chunk.length;
        return inner.feed(chunk, last);
      },
      take() {
        const taken = inner.take();
        counts.tokens += taken.words.length / 3;
        counts.heads += taken.head?.length ?? 0;
        return taken;
      },
      failure: () => inner.failure(),
      close: () => inner.close(),
    };
  };
  return { counts, backendOf: () => ({ ...backend, stream }) };
}

const texts = {
  'a string': (units) => `"${'x'.repeat(units - 2)}"`,
  'a string of escapes': (units) => `"${'\\u00e9'.repeat((units - 2) / 6)}"`,
  'a number': (units) => '1'.repeat(units),
  'an array': (units) => `[${'1,'.repeat(units / 2 - 1)}1]`,
  records: (units) => `[${'{"id":1,"key":"value"},'.repeat(units / 23)}0]`,
  'nested arrays': (units) => '['.repeat(units / 2) + ']'.repeat(units / 2),
  'a long key': (units) => `{"${'k'.repeat(units - 6)}":1}`,
};

test('one unit at a time: as many bytes as the text has, and as many tokens as it has units and values', () => {
  for (const name of ['native', 'wasm']) {
    for (const [kind, make] of Object.entries(texts)) {
      for (const units of [600, 6000]) {
        const { counts, backendOf } = counting(name);
        const PartialParser = createPartialParser(backendOf);
        const text = make(units);
        const parser = new PartialParser({ incomplete: { numbers: true }, maxDepth: units });
        for (const unit of text) parser.write(unit);
        parser.end();
        assert.is(counts.feeds, text.length + 1, kind);
        assert.is(counts.bytes, text.length, kind);
        assert.ok(counts.tokens <= 2 * text.length, `${kind}: ${counts.tokens} tokens of ${text.length} units`);
        assert.ok(counts.heads <= text.length, `${kind}: ${counts.heads} bytes of ${text.length} twice`);
      }
    }
  }
});

test('immutable: a write makes as many containers as it changes', () => {
  const PartialParser = createPartialParser(backendOf);
  const parser = new PartialParser({ immutable: true });
  const known = new Set();
  let made = 0;
  const look = (value) => {
    if (typeof value !== 'object' || value === null || known.has(value)) return;
    known.add(value);
    made++;
    Object.values(value).forEach(look);
  };
  look(parser.write('{"before":[[1],[2],[3]],"a":[{"b":"'));
  assert.is(made, 7);
  for (let i = 0; i < 100; i++) look(parser.write('x'));
  assert.is(made, 7 + 100 * 3);
  look(parser.write('"}],"after":1,"last":2'));
  assert.is(made, 7 + 100 * 3 + 1);
});

test.run();
