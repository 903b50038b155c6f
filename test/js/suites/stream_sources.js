// tokens: every kind of source, when it is asked for chunks, and how it is closed.
import { bytesOf } from '../checks.js';
import { assert, jt, suite } from '../harness.js';
import { readWhole, story, tokensOf } from '../streams.js';

const test = suite('stream sources');

const text = '{"key":[1,-2.5e3,"\u00e9\u{1f600}\\n",true],\n"k2":{"a":null}} ';
const expected = story(readWhole(bytesOf(text))).slice(0, -1);
const bytes = bytesOf(text);
const chunks = [bytes.subarray(0, 5), bytes.subarray(5, 20), bytes.subarray(20, 21), bytes.subarray(21)];

async function tapesOf(source, options) {
  const tapes = [];
  for await (const tape of jt.tokens(source, options)) tapes.push(tape);
  return tapes;
}

/** The error that a loop over tokens ends with; undefined where it ends well. */
async function errorOf(source, options) {
  try {
    await tapesOf(source, options);
  } catch (error) {
    return error;
  }
  return undefined;
}

/** A source that counts what is done to it. What `give` returns for the n-th call is its n-th result. */
function recorder(give, sync = false) {
  const log = { next: 0, return: 0 };
  const iterator = {
    next() {
      return give(log.next++);
    },
    return(...args) {
      log.return++;
      log.args = args;
      return { done: true, value: undefined };
    },
  };
  const source = { [sync ? Symbol.iterator : Symbol.asyncIterator]: () => iterator };
  return { source, log, iterator };
}

const counted = (list) => (n) => (n < list.length ? { done: false, value: list[n] } : { done: true, value: undefined });

async function* generate(list) {
  for (const chunk of list) yield chunk;
}

function readable(list) {
  return new ReadableStream({
    start(controller) {
      for (const chunk of list) controller.enqueue(chunk);
      controller.close();
    },
  });
}

const tick = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('iterables, sync and async, generators, promises in them', async () => {
  const sources = [
    chunks,
    new Set(chunks),
    chunks.values(),
    generate(chunks),
    chunks.map((chunk) => Promise.resolve(chunk)),
    recorder(counted(chunks)).source,
    recorder(counted(chunks), true).source,
    [text.slice(0, 3), text.slice(3, 25), chunks[0].subarray(0, 0), text.slice(25)],
  ];
  for (const source of sources) {
    const tapes = await tapesOf(source);
    assert.equal(tokensOf(...tapes), expected);
    assert.is(tapes.length, 4);
  }
});

test('a ReadableStream, and a Response', async () => {
  assert.equal(tokensOf(...(await tapesOf(readable(chunks)))), expected);
  const response = new Response(readable(chunks));
  assert.equal(tokensOf(...(await tapesOf(response))), expected);
  assert.is(response.bodyUsed, true);
  assert.equal(tokensOf(...(await tapesOf(new Response(text)))), expected);
  assert.is((await errorOf(new Response(null))).code, 'EMPTY');
  assert.equal(tokensOf(...(await tapesOf(new Blob(chunks).stream()))), expected);
  const stream = readable(chunks);
  await tapesOf(stream);
  assert.is(stream.locked, false);
});

test('one input is one chunk', async () => {
  for (const input of [text, bytes, bytes.slice().buffer, new DataView(bytes.buffer)]) {
    const tapes = await tapesOf(input);
    assert.is(tapes.length, 1);
    assert.equal(tokensOf(...tapes), expected);
  }
  const [tape] = await tapesOf('12');
  assert.is(tape.number(0), 12);
});

test('what is no source', () => {
  for (const source of [undefined, null, 1, true, {}, Symbol.iterator, () => 1, { next() {} }]) {
    assert.thrown(() => jt.tokens(source), TypeError);
  }
  const locked = readable(chunks);
  locked.getReader();
  assert.thrown(() => jt.tokens(locked), TypeError);
  for (const options of [{ signal: 1 }, { signal: {} }, { signal: null }, { into: undefined, unheardOf: 2 }, null]) {
    assert.thrown(() => jt.tokens(chunks, options), TypeError);
  }
});

test('a Response whose body has been used', async () => {
  const response = new Response(text);
  await response.text();
  assert.thrown(() => jt.tokens(response), TypeError);
});

test('a tape a chunk, and one more where the end completes a token', async () => {
  const lengths = async (source) => (await tapesOf(source)).map((tape) => tape.length);
  assert.equal(await lengths(['[', '', '1', ',', '2', ']', '']), [1, 0, 0, 1, 0, 2, 0]);
  assert.equal(await lengths(['1', '2']), [0, 0, 1]);
  assert.equal(await lengths(['1', ' ']), [0, 1]);
});

test('a source that is held open has given the tokens of what it gave', async () => {
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  async function* source() {
    yield '[1,"a",';
    yield '{"b":';
    await held;
    yield '2}]';
  }
  const seen = [];
  const done = (async () => {
    for await (const tape of jt.tokens(source())) seen.push(...tokensOf(tape));
  })();
  await tick(10);
  assert.is(seen.length, 5);
  release();
  await done;
  assert.is(seen.length, 8);
});

test('a source is not asked ahead', async () => {
  const { source, log } = recorder(counted(['[', '1', ',2', ',3', ']']));
  const loop = jt.tokens(source);
  assert.is(log.next, 0);
  await loop.next();
  await tick(5);
  assert.is(log.next, 1);
  await loop.next();
  await tick(5);
  assert.is(log.next, 2);
  await loop.return();
  assert.equal([log.next, log.return], [2, 1]);
});

test('a ReadableStream is pulled as the loop goes', async () => {
  let pulled = 0;
  const stream = new ReadableStream(
    {
      pull(controller) {
        pulled++;
        controller.enqueue(bytesOf(pulled === 1 ? '[1' : ',1'));
      },
    },
    { highWaterMark: 0 },
  );
  for await (const tape of jt.tokens(stream)) {
    await tick();
    if (tape.bytesStart > 20) break;
  }
  assert.is(pulled, 12);
});

test('leaving the loop closes the source, once', async () => {
  for (const sync of [false, true]) {
    const { source, log } = recorder(counted(['[', '1', ',2', ']']), sync);
    for await (const tape of jt.tokens(source)) if (tape.length === 0) break;
    assert.equal([log.next, log.return], [2, 1]);

    const other = recorder(counted(['[', '1', ',2', ']']), sync);
    try {
      for await (const tape of jt.tokens(other.source)) if (tape.length === 0) throw new Error('mine');
    } catch (error) {
      assert.is(error.message, 'mine');
    }
    assert.equal([other.log.next, other.log.return], [2, 1]);
  }
  let cancelled = 0;
  const stream = new ReadableStream({
    pull: (controller) => controller.enqueue(bytesOf('[')),
    cancel: () => {
      cancelled++;
    },
  });
  for await (const tape of jt.tokens(stream)) if (tape.bytesStart === 3) break;
  assert.equal([cancelled, stream.locked], [1, false]);
});

test('a source that has ended is not closed', async () => {
  const { source, log } = recorder(counted(['[', ']']));
  await tapesOf(source);
  assert.equal([log.next, log.return], [3, 0]);
  const ended = recorder(counted(['[']));
  const error = await errorOf(ended.source);
  assert.equal([error.code, error.offset, ended.log.return], ['UNEXPECTED_END', 1, 0]);
});

test('input that is not JSON closes the source, once', async () => {
  for (const sync of [false, true]) {
    const { source, log } = recorder(counted(['[1', 'x', ']']), sync);
    const error = await errorOf(source);
    assert.instance(error, jt.JSONTapeError);
    assert.equal([error.code, error.offset, error.tokens.length], ['EXPECTED_COMMA_OR_ARRAY_END', 2, 1]);
    assert.equal([log.next, log.return], [2, 1]);
  }
});

test('chunks of another kind close the source', async () => {
  for (const value of [1, null, undefined, {}, ['x']]) {
    const { source, log } = recorder(counted(['[', value, ']']));
    assert.instance(await errorOf(source), TypeError);
    assert.equal([log.next, log.return], [2, 1]);
  }
});

test("the source's own error is passed on, and it is not closed", async () => {
  const mine = new Error('mine');
  const failing = (n) => {
    if (n === 1) throw mine;
    return { done: false, value: '12' };
  };
  for (const give of [failing, async (n) => failing(n)]) {
    const { source, log } = recorder(give);
    assert.is(await errorOf(source), mine);
    assert.equal([log.next, log.return], [2, 0]);
  }
  const stream = new ReadableStream({
    pull(controller) {
      controller.error(mine);
    },
  });
  assert.is(await errorOf(stream), mine);
  // A promise that a sync iterable gives is not the iterable's own failure: it is closed.
  const { source, log } = recorder(counted(['[', Promise.reject(mine)]), true);
  assert.is(await errorOf(source), mine);
  assert.is(log.return, 1);
});

test('results that are none', async () => {
  const { source, log } = recorder(() => 7);
  assert.instance(await errorOf(source), TypeError);
  assert.equal([log.next, log.return], [1, 0]);
});

test('errors of closing: told after a break, silent after an error', async () => {
  const broken = (list) => {
    const made = recorder(counted(list));
    made.iterator.return = () => {
      throw new Error('closing');
    };
    return made.source;
  };
  let thrown;
  try {
    for await (const tape of jt.tokens(broken(['[', '1']))) if (tape) break;
  } catch (error) {
    thrown = error;
  }
  assert.is(thrown.message, 'closing');
  assert.is((await errorOf(broken(['x']))).code, 'EXPECTED_VALUE');
});

test('a source without return is just left', async () => {
  const { source, iterator } = recorder(counted(['[', '1']));
  delete iterator.return;
  for await (const tape of jt.tokens(source)) if (tape) break;
  assert.is(
    (await errorOf({ [Symbol.asyncIterator]: () => ({ next: async () => ({ value: 'x' }) }) })).code,
    'EXPECTED_VALUE',
  );
});

test('an abort while the loop waits', async () => {
  const reason = { why: 'mine' };
  const controller = new AbortController();
  const { source, log } = recorder((n) => (n === 0 ? { value: '[1,' } : new Promise(() => {})));
  const loop = jt.tokens(source, { signal: controller.signal });
  assert.is((await loop.next()).value.length, 2);
  const next = loop.next();
  await tick();
  controller.abort(reason);
  let thrown;
  await next.catch((error) => {
    thrown = error;
  });
  assert.is(thrown, reason);
  assert.equal([log.next, log.return], [2, 1]);
  assert.equal(await loop.next(), { done: true, value: undefined });
});

test('an abort between chunks, and before the first', async () => {
  const controller = new AbortController();
  const { source, log } = recorder(counted(['[', '1', ']']));
  const seen = [];
  let thrown;
  try {
    for await (const tape of jt.tokens(source, { signal: controller.signal })) {
      seen.push(tape.length);
      controller.abort();
    }
  } catch (error) {
    thrown = error;
  }
  assert.is(thrown, controller.signal.reason);
  assert.is(thrown.name, 'AbortError');
  assert.equal([seen.length, log.next, log.return], [1, 1, 1]);

  const late = recorder(counted(['[', '1', ']']));
  assert.is(await errorOf(late.source, { signal: controller.signal }), controller.signal.reason);
  assert.equal([late.log.next, late.log.return], [0, 1]);
  assert.is(await errorOf('[]', { signal: controller.signal }), controller.signal.reason);
});

test('an abort of a generator that waits, and of a ReadableStream', async () => {
  const controller = new AbortController();
  async function* waiting() {
    yield '[';
    await new Promise(() => {});
  }
  setTimeout(() => controller.abort('late'), 5);
  assert.is(await errorOf(waiting(), { signal: controller.signal }), 'late');

  const other = new AbortController();
  let cancelled;
  const stream = new ReadableStream({
    cancel(reason) {
      cancelled = reason;
    },
  });
  setTimeout(() => other.abort('cancelled'), 5);
  assert.is(await errorOf(stream, { signal: other.signal }), 'cancelled');
  assert.is(cancelled, 'cancelled');
});

test('a signal that is not aborted changes nothing, and is left alone', async () => {
  const listeners = new Set();
  const signal = {
    aborted: false,
    addEventListener: (_type, listener) => listeners.add(listener),
    removeEventListener: (_type, listener) => listeners.delete(listener),
  };
  assert.equal(tokensOf(...(await tapesOf(chunks, { signal }))), expected);
  assert.is(listeners.size, 0);
  await errorOf(['x'], { signal });
  assert.is(listeners.size, 0);
  for await (const tape of jt.tokens(chunks, { signal })) if (tape) break;
  assert.is(listeners.size, 0);
  const controller = new AbortController();
  await tapesOf(chunks, { signal: controller.signal });
  controller.abort();
  assert.is(await errorOf(generate(chunks)), undefined);
});

test('several loops at the same time', async () => {
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      tapesOf(
        (async function* () {
          for (const chunk of chunks) {
            await tick(i % 3);
            yield chunk;
          }
        })(),
      ),
    ),
  );
  for (const tapes of all) assert.equal(tokensOf(...tapes), expected);
});

test.run();
