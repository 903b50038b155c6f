// Serializer: JSON written a piece at a time and from sources, read as chunks. Streams of Node.js: ../node/serializer.js.
import { same } from '../checks.js';
import { assert, decode, encode, env, jt, suite } from '../harness.js';
import { chunksOf, rejected } from '../streams.js';

const test = suite('Serializer');

const own = env.own ? { engine: 'own' } : {};
const create = (options) => new jt.Serializer({ ...own, ...options });

async function textOf(serializer) {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  for (const chunk of await chunksOf(serializer)) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

async function* later(...items) {
  for (const item of items) {
    await undefined;
    yield item;
  }
}

/** Never ends, and lets timers have their turn. */
async function* endless() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve));
    yield 'row';
  }
}

/** Writes a plain value by calls, member by member. */
function writeByCalls(serializer, value) {
  if (Array.isArray(value)) {
    serializer.beginArray();
    for (const item of value) writeByCalls(serializer, item);
    serializer.endArray();
  } else if (typeof value === 'object' && value !== null) {
    serializer.beginObject();
    for (const [key, item] of Object.entries(value)) writeByCalls(serializer.key(key), item);
    serializer.endObject();
  } else serializer.value(value);
  return serializer;
}

/** The same by sources. */
async function writeBySources(serializer, value) {
  if (Array.isArray(value)) await serializer.pipeArray(later(...value));
  else if (typeof value === 'string') await serializer.pipeString(later(...value));
  else if (typeof value === 'object' && value !== null) {
    serializer.beginObject();
    for (const [key, item] of Object.entries(value)) await writeBySources(serializer.key(key), item);
    serializer.endObject();
  } else serializer.value(value);
  return serializer;
}

const VALUES = [
  1,
  'text "é" 😀 \ud800 \n',
  [],
  {},
  [[], {}, [[]], { a: {} }],
  { a: 1, b: [1, 2, { c: null }], 'k"\n': [true, false], é: { 漢: ['x'] }, '': -0.5 },
  Array.from({ length: 300 }, (_, i) => ({ id: i, name: `n${i}`, list: [i / 3, 'é'] })),
];

test('calls and sources give what JSON.stringify gives, with every indentation and size of chunks', async () => {
  for (const value of VALUES) {
    for (const space of [undefined, 2, '\t', '→ ']) {
      const expected = encode(env.JSON.stringify(value, null, space));
      for (const chunkSize of [16, 17, 100, undefined]) {
        const byCalls = await chunksOf(writeByCalls(create({ space, chunkSize }), value).end());
        const bySources = create({ space, chunkSize });
        const reading = chunksOf(bySources);
        await writeBySources(bySources, value);
        bySources.end();
        const whole = await chunksOf(create({ space, chunkSize }).value(value).end());
        for (const chunks of [byCalls, await reading, whole]) {
          const bytes = chunks.flatMap((chunk) => [...chunk]);
          same(bytes, expected);
          assert.ok(chunks.every((chunk, i) => chunk.length === (chunkSize ?? 16384) || i === chunks.length - 1));
          assert.is(new Set(chunks.map(({ buffer }) => buffer)).size, chunks.length);
        }
      }
    }
  }
});

test('indent as in format', async () => {
  assert.is(
    await textOf(create({ indent: 2 }).beginArray().value({ a: 1 }).endArray().end()),
    '[\n  {\n    "a": 1\n  }\n]',
  );
  assert.is(await textOf(create({ indent: '\t' }).value([1]).end()), '[\n\t1\n]');
  assert.is(await textOf(create({ indent: 0 }).value([1]).end()), '[1]');
});

test('values without text, tapes, raw JSON', async () => {
  const { values } = { values: [undefined, () => 1, Symbol('s'), { toJSON() {} }] };
  const array = create().beginArray();
  const object = create().beginObject();
  for (const value of values) {
    array.value(value);
    object.key('gone').value(value);
    assert.thrown(() => create().value(value), TypeError);
  }
  assert.is(await textOf(array.endArray().end()), '[null,null,null,null]');
  assert.is(await textOf(object.key('here').value(1).endObject().end()), '{"here":1}');
  const tape = jt.tokenize('{"n":1.0,"list":[1]}');
  assert.is(
    await textOf(create().beginArray().value(tape).value(tape).endArray().end()),
    '[{"n":1.0,"list":[1]},{"n":1.0,"list":[1]}]',
  );
  assert.is(
    await textOf(create({ indent: 1 }).beginArray().value(tape).endArray().end()),
    '[\n {\n  "n": 1.0,\n  "list": [\n   1\n  ]\n }\n]',
  );
  const raw = create().beginObject().key('a').raw(' [1.50,\n2] ').key('b').raw(encode('"\\u0061"')).endObject().end();
  assert.is(await textOf(raw), '{"a": [1.50,\n2] ,"b":"\\u0061"}');
  const deep = `${'['.repeat(3000)}${']'.repeat(3000)}`;
  assert.is(await textOf(create().raw(deep).end()), deep);
});

test('options of values', async () => {
  const serializer = create({ bigint: 'digits', typedArrays: 'array' })
    .beginArray()
    .value(5n)
    .value([new Float32Array(2)]);
  assert.is(await textOf(serializer.endArray().end()), '[5,[[0,0]]]');
});

test('what is in the wrong place is a TypeError, and nothing is written', async () => {
  const wrong = (serializer, ...names) => {
    const calls = {
      beginObject: () => serializer.beginObject(),
      endObject: () => serializer.endObject(),
      beginArray: () => serializer.beginArray(),
      endArray: () => serializer.endArray(),
      key: () => serializer.key('k'),
      value: () => serializer.value(1),
      raw: () => serializer.raw('1'),
      end: () => serializer.end(),
    };
    for (const [name, call] of Object.entries(calls)) if (names.includes(name)) assert.thrown(call, TypeError, name);
  };
  const serializer = create();
  wrong(serializer, 'endObject', 'endArray', 'key', 'end');
  serializer.beginObject();
  wrong(serializer, 'beginObject', 'beginArray', 'endArray', 'value', 'raw', 'end');
  for (const key of [undefined, null, 1, Symbol('s'), {}]) assert.thrown(() => serializer.key(key), TypeError);
  serializer.key('a');
  wrong(serializer, 'key', 'endObject', 'endArray', 'end');
  serializer.beginArray();
  wrong(serializer, 'key', 'endObject', 'end');
  assert.thrown(() => serializer.value(1n), TypeError);
  assert.is(
    assert.thrown(
      () =>
        serializer.value({
          toJSON() {
            throw new RangeError('mine');
          },
        }),
      RangeError,
    ).message,
    'mine',
  );
  assert.thrown(() => serializer.raw('[1,]'), jt.JSONTapeError);
  assert.thrown(() => serializer.raw(''), jt.JSONTapeError);
  assert.thrown(() => serializer.raw('1 2'), jt.JSONTapeError);
  assert.thrown(() => serializer.raw('\ufeff1'), TypeError);
  assert.thrown(() => serializer.raw(5), TypeError);
  serializer.endArray().endObject();
  wrong(serializer, 'beginObject', 'beginArray', 'endObject', 'endArray', 'key', 'value', 'raw');
  serializer.end();
  wrong(serializer, 'beginObject', 'endObject', 'key', 'value', 'raw', 'end');
  assert.thrown(() => serializer.flush(), TypeError);
  assert.is(await textOf(serializer), '{"a":[]}');
});

test('wrong options, sources and sinks', async () => {
  for (const options of [
    null,
    1,
    { chunk: 1 },
    { space: '\ud83d' },
    { replacer: [] },
    { indent: 1, space: 1 },
    { utf8: 1 },
  ]) {
    assert.thrown(() => new jt.Serializer(options), TypeError);
  }
  for (const chunkSize of [0, 15, 1.5, 2 ** 31, Number.NaN]) assert.thrown(() => create({ chunkSize }), RangeError);
  assert.thrown(() => create({ chunkSize: '16' }), TypeError);
  assert.thrown(() => create({ utf8: 'raw' }), RangeError);
  assert.thrown(() => create({ indent: 11 }), RangeError);
  const serializer = create();
  for (const source of [undefined, null, 1, 'text', {}, () => 1, new Response('[1]')]) {
    const error = await rejected(serializer.pipeArray(source));
    assert.instance(error, TypeError);
    assert.match(error.message, /^the source must be an iterable or a ReadableStream, not /);
  }
  for (const source of [undefined, null, 1, {}])
    assert.instance(await rejected(serializer.pipeString(source)), TypeError);
  for (const sink of [undefined, null, {}, 1, { write() {} }]) {
    assert.instance(await rejected(serializer.pipeTo(sink)), TypeError);
  }
  assert.instance(await rejected(serializer.pipeArray([], { signal: {} })), TypeError);
  // None of it has done anything.
  serializer.value('still usable').end();
  assert.is(await textOf(serializer), '"still usable"');
  assert.thrown(() => serializer[Symbol.asyncIterator](), TypeError);
  assert.instance(await rejected(serializer.pipeTo(new WritableStream())), TypeError);
  assert.thrown(() => serializer.toReadableStream(), TypeError);
});

test('a call while a value or a source is being written', async () => {
  const serializer = create().beginArray();
  let inner;
  serializer.value({
    toJSON() {
      inner = assert.thrown(() => serializer.value(2), TypeError);
      return 1;
    },
  });
  assert.match(inner.message, 'a value is being written');

  // Who aborts meanwhile has that value fail, too, wherever the chunk then ends.
  const mine = new Error('mine');
  for (let length = 0; length < 40; length++) {
    const left = create({ chunkSize: 16 }).beginArray();
    const aborting = {
      toJSON() {
        left.abort(mine);
        return 'x'.repeat(length);
      },
    };
    assert.is(
      assert.thrown(() => left.value(aborting), Error),
      mine,
    );
    assert.is(await rejected(textOf(left)), mine);
  }
  const piping = serializer.pipeArray(later(1, 2));
  for (const call of [() => serializer.value(1), () => serializer.endArray(), () => serializer.end()]) {
    assert.match(assert.thrown(call, TypeError).message, 'an array is being written');
  }
  assert.instance(await rejected(serializer.pipeArray([])), TypeError);
  await piping;
  assert.is(await textOf(serializer.endArray().end()), '[1,[1,2]]');
});

test('arrays from sources of every kind', async () => {
  const stream = () =>
    new ReadableStream({
      start(controller) {
        for (const item of [1, { a: 'é' }, null]) controller.enqueue(item);
        controller.close();
      },
    });
  const sources = [[1, { a: 'é' }, null], new Set([1, { a: 'é' }, null]), later(1, { a: 'é' }, null), stream()];
  for (const source of [...sources, [Promise.resolve(1), { a: 'é' }, Promise.resolve(null)]]) {
    const serializer = create();
    await serializer.pipeArray(source);
    assert.is(await textOf(serializer.end()), '[1,{"a":"é"},null]');
  }
  const empty = create({ space: 1 }).beginArray();
  await empty.pipeArray([]);
  await empty.pipeString([]);
  assert.is(await textOf(empty.endArray().end()), '[\n [],\n ""\n]');
});

test('strings from chunks of text and of bytes, cut anywhere', async () => {
  const text = 'a"\\\n\u0001é漢😀\ud83d!\udc00\u2028 and more';
  const expected = env.JSON.stringify(text);
  for (let cut = 0; cut <= text.length; cut++) {
    const serializer = create({ chunkSize: 16 });
    const reading = textOf(serializer);
    await serializer.pipeString(['', text.slice(0, cut), '', text.slice(cut)]);
    serializer.end();
    assert.is(await reading, expected);
  }
  const formed = 'é漢😀"\n';
  const bytes = encode(formed);
  for (let first = 0; first <= bytes.length; first++) {
    for (let second = first; second <= bytes.length; second++) {
      const serializer = create();
      await serializer.pipeString([bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)]);
      assert.is(await textOf(serializer.end()), env.JSON.stringify(formed));
    }
  }
  const mixed = create();
  await mixed.pipeString([
    encode('é'),
    '😀'.slice(0, 1),
    '😀'.slice(1),
    new Uint8Array(0),
    encode('x').buffer,
    '\ud83d',
  ]);
  assert.is(await textOf(mixed.end()), '"é😀x\\ud83d"');
  for (const one of [
    'one input 😀',
    encode('one input 😀'),
    new Response('one input 😀'),
    new Blob(['one input 😀']).stream(),
  ]) {
    const serializer = create();
    await serializer.pipeString(one);
    assert.is(await textOf(serializer.end()), '"one input 😀"');
  }
  const long = create();
  const reading = textOf(long);
  await long.pipeString(later(...Array.from({ length: 50 }, () => 'é"x'.repeat(3001))));
  long.end();
  assert.is(await reading, env.JSON.stringify('é"x'.repeat(3001 * 50)));
});

test('bytes that are no UTF-8', async () => {
  const ill = [[[0xff]], [[0xc3]], [[0xc3], 'x'], [[0xe6, 0xbc], [0x41]], [[0xed, 0xa0, 0x80]]].map((chunks) =>
    chunks.map((chunk) => (typeof chunk === 'string' ? chunk : Uint8Array.from(chunk))),
  );
  const replaced = ['\ufffd', '\ufffd', '\ufffdx', '\ufffdA', '\ufffd\ufffd\ufffd'];
  for (const [i, chunks] of ill.entries()) {
    const strict = create();
    assert.instance(await rejected(strict.pipeString(chunks)), TypeError);
    assert.instance(await rejected(textOf(strict)), TypeError);
    const serializer = create({ utf8: 'replace' });
    await serializer.pipeString(chunks);
    assert.is(await textOf(serializer.end()), `"${replaced[i]}"`);
  }
});

test('a source is asked only as the reader goes on, and memory is bounded', async () => {
  let asked = 0;
  async function* rows() {
    for (;;) {
      asked++;
      yield 'x'.repeat(98);
    }
  }
  const serializer = create({ chunkSize: 1000 });
  const chunks = serializer[Symbol.asyncIterator]();
  const piping = serializer.pipeArray(rows());
  for (let i = 1; i <= 5; i++) {
    assert.is((await chunks.next()).value.length, 1000);
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.ok(asked >= 10 * i && asked <= 10 * i + 35, `${asked} rows for ${i} chunks`);
  }
  await chunks.return();
  const error = await rejected(piping);
  assert.is(error.name, 'AbortError');
});

test('ready waits for the reader', async () => {
  const serializer = create({ chunkSize: 16 }).beginArray();
  await serializer.ready;
  serializer.value('x'.repeat(100));
  let settled = false;
  const ready = serializer.ready.then(() => {
    settled = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.is(settled, false);
  const chunks = serializer[Symbol.asyncIterator]();
  for (let i = 0; i < 5; i++) await chunks.next();
  await ready;
  assert.is(settled, true);
  serializer.endArray().end();
  let rest = 0;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) rest += next.value.length;
  assert.is(rest, 104 - 80);
});

test('flush gives what is there', async () => {
  const serializer = create();
  const chunks = serializer[Symbol.asyncIterator]();
  const first = chunks.next();
  serializer.beginArray().value(1).flush().flush();
  assert.is(decode((await first).value), '[1');
  assert.instance(await rejected(Promise.all([chunks.next(), chunks.next()])), TypeError);
  serializer.value(2).endArray().end();
});

test('an error of a source: its text ends where it stands, and everybody is told', async () => {
  const mine = new Error('mine');
  async function* failing() {
    yield 1;
    yield 2;
    throw mine;
  }
  const serializer = create().beginObject().key('list');
  const piping = rejected(serializer.pipeArray(failing()));
  const seen = [];
  const reading = rejected(
    (async () => {
      for await (const chunk of serializer) seen.push(decode(chunk));
    })(),
  );
  assert.is(await piping, mine);
  assert.is(await reading, mine);
  assert.equal(seen, ['{"list":[1,2']);
  for (const call of [() => serializer.value(1), () => serializer.end(), () => serializer.flush()]) {
    assert.is(assert.thrown(call, Error), mine);
  }
  assert.is(await rejected(serializer.ready), mine);
  assert.is(await rejected(serializer.pipeArray([])), mine);
});

test('a value that fails in a source closes the source', async () => {
  let closed = 0;
  const source = {
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: false, value: 1n }),
      return: async () => {
        closed++;
        return {};
      },
    }),
  };
  const serializer = create();
  assert.instance(await rejected(serializer.pipeArray(source)), TypeError);
  assert.is(closed, 1);
  assert.instance(await rejected(textOf(serializer)), TypeError);
});

test('leaving the loop closes the source, while it waits too', async () => {
  let closed = 0;
  const source = {
    [Symbol.asyncIterator]: () => ({
      first: true,
      next() {
        if (!this.first) return new Promise(() => {});
        this.first = false;
        return { done: false, value: 'x'.repeat(40) };
      },
      return: async () => {
        closed++;
        return {};
      },
    }),
  };
  const serializer = create({ chunkSize: 16 });
  const piping = rejected(serializer.pipeArray(source));
  for await (const chunk of serializer) {
    assert.is(chunk.length, 16);
    break;
  }
  assert.is((await piping).name, 'AbortError');
  assert.is(closed, 1);
  assert.is(assert.thrown(() => serializer.value(1), Error).name, 'AbortError');
});

test('abort, by itself and by a signal', async () => {
  const reason = new Error('enough');
  const serializer = create().beginArray().value(1);
  serializer.abort(reason);
  const seen = [];
  const error = await rejected(
    (async () => {
      for await (const chunk of serializer) seen.push(decode(chunk));
    })(),
  );
  assert.equal([error, seen], [reason, ['[1']]);

  const controller = new AbortController();
  const other = create();
  const piping = rejected(other.pipeArray(endless(), { signal: controller.signal }));
  const reading = rejected(textOf(other));
  const silent = { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) };
  const waiting = rejected(create().pipeArray(silent, { signal: controller.signal }));
  setTimeout(() => controller.abort(reason), 5);
  assert.equal([await piping, await reading, await waiting], [reason, reason, reason]);
  assert.is(await rejected(create().pipeString('x', { signal: AbortSignal.abort(reason) })), reason);
  // Without a reason it says whose doing it was.
  const aborted = create().beginArray();
  aborted.abort();
  assert.is(assert.thrown(() => aborted.value(1), Error).message, 'this Serializer was aborted');
});

/** A WritableStream that gathers what comes; `fail` is what its write throws, from the chunk `failAt` on. */
function gathering({ failAt = Number.POSITIVE_INFINITY, fail, slow = false } = {}) {
  const seen = { chunks: [], closed: false, aborted: undefined };
  seen.stream = new WritableStream({
    async write(chunk) {
      if (seen.chunks.length >= failAt) throw fail;
      if (slow) await new Promise((resolve) => setTimeout(resolve, 1));
      seen.chunks.push(decode(chunk));
    },
    close() {
      seen.closed = true;
    },
    abort(reason) {
      seen.aborted = reason;
    },
  });
  return seen;
}

test('to a WritableStream', async () => {
  const seen = gathering({ slow: true });
  const serializer = create({ chunkSize: 16 });
  const done = serializer.pipeTo(seen.stream);
  await serializer.pipeArray(later(...Array.from({ length: 30 }, (_, i) => i)));
  serializer.end();
  await done;
  assert.is(seen.chunks.join(''), env.JSON.stringify(Array.from({ length: 30 }, (_, i) => i)));
  assert.equal([seen.closed, seen.stream.locked], [true, false]);

  const open = gathering();
  await create().value(1).end().pipeTo(open.stream, { preventClose: true });
  assert.equal([open.chunks, open.closed, open.stream.locked], [['1'], false, false]);
  await create().value(2).end().pipeTo(open.stream);
  assert.equal([open.chunks, open.closed], [['1', '2'], true]);
  assert.instance(await rejected(create().pipeTo(open.stream, { preventClose: 1 })), TypeError);
  const writer = gathering().stream;
  writer.getWriter();
  assert.instance(await rejected(create().pipeTo(writer)), TypeError);
});

test('an error in the middle aborts the WritableStream; one of the sink stops the source', async () => {
  const mine = new Error('mine');
  const seen = gathering();
  const serializer = create();
  const done = rejected(serializer.pipeTo(seen.stream));
  async function* failing() {
    yield 'a';
    throw mine;
  }
  assert.is(await rejected(serializer.pipeArray(failing())), mine);
  assert.is(await done, mine);
  assert.equal([seen.closed, seen.aborted], [false, mine]);

  const broken = gathering({ failAt: 1, fail: mine });
  const other = create({ chunkSize: 16 });
  const written = rejected(other.pipeTo(broken.stream));
  assert.is(await rejected(other.pipeArray(endless())), mine);
  assert.is(await written, mine);

  // At once, too, while nothing is written.
  const idle = create();
  const erring = new WritableStream({
    start(controller) {
      setTimeout(() => controller.error(mine), 5);
    },
  });
  const told = rejected(idle.pipeTo(erring));
  const silent = rejected(idle.pipeArray(new ReadableStream()));
  assert.is(await told, mine);
  assert.is(await silent, mine);
  const kept = create().value(1).end();
  await kept.pipeTo(gathering().stream, { preventClose: true });
  assert.match(assert.thrown(() => kept.value(2), TypeError).message, 'has ended');

  const controller = new AbortController();
  const third = create({ chunkSize: 16 });
  const sink = gathering();
  const aborted = rejected(third.pipeTo(sink.stream, { signal: controller.signal }));
  const piping = rejected(third.pipeArray(endless()));
  setTimeout(() => controller.abort(mine), 5);
  assert.is(await aborted, mine);
  assert.is(await piping, mine);
  assert.is(sink.aborted, mine);
});

test('who leaves a text that is written to its end has not read it', async () => {
  const mine = new Error('mine');
  const complete = () => create({ chunkSize: 16 }).value('x'.repeat(100)).end();

  // The sink is not told that this was all, whether the abort comes before the first chunk, between two or at the last.
  for (const last of [0, 1, 7]) {
    const controller = new AbortController();
    let count = 0;
    const seen = { closed: false, aborted: undefined };
    const stream = new WritableStream({
      write() {
        if (++count === last) controller.abort(mine);
      },
      close() {
        seen.closed = true;
      },
      abort(reason) {
        seen.aborted = reason;
      },
    });
    if (last === 0) controller.abort(mine);
    assert.is(await rejected(complete().pipeTo(stream, { signal: controller.signal })), mine);
    assert.equal(seen, { closed: false, aborted: mine });
    assert.is(count, last);
  }

  // Nor does a writer wait for room that nobody makes any more.
  const left = complete();
  const waiting = rejected(left.ready);
  for await (const chunk of left) {
    assert.is(chunk.length, 16);
    break;
  }
  assert.is((await waiting).name, 'AbortError');
});

test('as a ReadableStream', async () => {
  const serializer = create();
  const response = new Response(serializer.toReadableStream());
  await serializer
    .beginObject()
    .key('rows')
    .pipeArray(later({ a: 1 }, { a: 2 }));
  serializer.endObject().end();
  assert.is(await response.text(), '{"rows":[{"a":1},{"a":2}]}');

  const left = create({ chunkSize: 16 });
  const reader = left.toReadableStream().getReader();
  const piping = rejected(left.pipeArray(endless()));
  await reader.read();
  await reader.cancel(new Error('mine'));
  assert.is((await piping).message, 'mine');
});

test('the two can be joined: what a Serializer writes, a Tokenizer reads', async () => {
  const serializer = create({ chunkSize: 20, indent: 1 });
  const reading = (async () => {
    const strings = [];
    for await (const tape of jt.tokens(serializer)) {
      for (let i = 0; i < tape.length; i++)
        if (tape.type(i) === 'string') strings.push(tape.pointer(i), tape.string(i));
    }
    return strings;
  })();
  serializer.beginObject().key('a');
  await serializer.pipeArray(later('x', { y: 'é😀' }));
  serializer.key('b').value(['z']).endObject().end();
  assert.equal(await reading, ['/a/0', 'x', '/a/1/y', 'é😀', '/b/0', 'z']);
});

test('several root values: lines, behind record separators, one behind the other', async () => {
  const write = async (multiple, options) => {
    const serializer = create({ multiple, chunkSize: 16, ...options });
    const written = textOf(serializer);
    serializer.value(1).value('\u00e9\n').beginArray().value(undefined).beginObject().key('a').value(2).endObject();
    serializer.endArray().raw(' {"b":1e2} ').value(jt.tokenize('[ "t" ]'));
    await serializer.pipeArray([1, 'x'.repeat(40)]);
    await serializer.pipeString(later('p', 'q'));
    serializer.end();
    return written;
  };
  const lines = ['1', '"\u00e9\\n"', '[null,{"a":2}]', ' {"b":1e2} ', '["t"]', `[1,"${'x'.repeat(40)}"]`, '"pq"'];
  const plain = lines.map((line) => `${line}\n`).join('');
  assert.is(await write('ndjson'), plain);
  assert.is(await write('concatenated'), plain);
  assert.is(await write('seq'), lines.map((line) => `\x1e${line}\n`).join(''));
  for (const multiple of ['ndjson', 'concatenated', 'seq']) {
    const text = await write(multiple);
    const read = [...jt.select(text, '', { multiple })].map(({ value }) => value);
    assert.equal(
      read,
      lines.map((line) => env.JSON.parse(line)),
      multiple,
    );
    assert.is(await textOf(create({ multiple }).end()), '');
  }
  const indented = create({ multiple: 'seq', indent: 2 });
  indented.beginArray().value({ a: 1 }).endArray().value([]).end();
  assert.is(await textOf(indented), '\x1e[\n  {\n    "a": 1\n  }\n]\n\x1e[]\n');
});

test('several root values: what is refused leaves nothing behind', async () => {
  const serializer = create({ multiple: 'ndjson' });
  for (const action of [
    () => serializer.value(undefined),
    () => serializer.raw('[\n]'),
    () => serializer.raw('[1'),
    () => serializer.key('a'),
    () => serializer.endArray(),
  ]) {
    assert.throws(action);
  }
  serializer.value(1).beginArray();
  assert.throws(() => serializer.end(), /are open: 1/);
  serializer.endArray().end();
  assert.is(await textOf(serializer), '1\n[]\n');
  assert.throws(() => serializer.value(2), /has ended/);
  assert.throws(() => create({ multiple: 'ndjson', indent: 2 }), TypeError);
  assert.throws(() => create({ multiple: 'ndjson', space: ' ' }), TypeError);
  assert.throws(() => create({ multiple: 'lines' }), RangeError);
  assert.throws(() => create({ multiple: true }), TypeError);
  assert.is(await textOf(create({ multiple: false }).value(1).end()), '1');
});

test.run();
