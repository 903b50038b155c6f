// What must hold of every value, on values that fast-check makes up. `node test/js/run.js --suite serialize_properties
// --runs N RUN...` takes N values for each property, of another kind every time; the ordinary run takes the same ones.
import fc from 'fast-check';
import { bytesOf } from '../checks.js';
import { assert, decode, encode, env, jt, suite } from '../harness.js';
import { chunksOf } from '../streams.js';

const test = suite('serialize: properties');

const own = env.own ? { engine: 'own' } : {};

/** One assertion: a property holds, which throws or gives a text where it does not. */
async function holds(property) {
  const settings =
    env.runs === undefined
      ? { numRuns: 400, seed: 20240611, endOnFailure: true }
      : { numRuns: env.runs, endOnFailure: true };
  const { failed, counterexample, seed, errorInstance } = await fc.check(property, settings);
  assert.is(
    failed ? `seed ${seed}: ${errorInstance?.message}: ${fc.stringify(counterexample).slice(0, 2000)}` : '',
    '',
  );
}

const must = (condition, what) => {
  if (!condition) throw new Error(what);
};

const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

// ---- Values

/** Strings of any units, lone surrogates among them, and long ones. */
const units = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) });
const long = fc.tuple(fc.string({ minLength: 1, maxLength: 9, unit: 'binary' }), fc.integer({ min: 1, max: 1500 }));
const strings = fc.oneof(
  { weight: 20, arbitrary: fc.string() },
  { weight: 3, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 3, arbitrary: units },
  { weight: 1, arbitrary: long.map(([text, times]) => text.repeat(times)) },
);
const bits = fc
  .bigInt({ min: 0n, max: 2n ** 64n - 1n })
  .map((word) => new Float64Array(BigUint64Array.of(word).buffer)[0]);
const numbers = fc.oneof(fc.integer(), fc.double(), fc.maxSafeInteger(), bits).filter(Number.isFinite);
const scalars = fc.oneof(strings, numbers, fc.boolean(), fc.constant(null));

/** What JSON has: each value is what JSON.parse gives of its text. */
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
    scalars,
    tie('list'),
    tie('object'),
    tie('rows'),
    tie('numbers'),
  ),
  list: fc.array(tie('json'), { maxLength: 5 }),
  object: fc.dictionary(strings, tie('json'), { maxKeys: 5 }),
  numbers: fc.array(numbers, { maxLength: 30 }),
  rows: fc
    .tuple(
      fc.uniqueArray(strings, { minLength: 1, maxLength: 3 }),
      fc.array(fc.array(tie('json'), { minLength: 3, maxLength: 3 }), { maxLength: 3 }),
    )
    .map(([keys, rows]) => rows.map((row) => Object.fromEntries(keys.map((key, i) => [key, row[i]])))),
}));

/** What JavaScript has. */
const anything = fc.anything({
  key: strings,
  withBoxedValues: env.node,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withObjectString: !env.own, // made by JSON.stringify
  withSparseArray: true,
  withTypedArray: true,
  values: [
    scalars,
    fc.constantFrom(undefined, Number.NaN, Number.POSITIVE_INFINITY, -0, Symbol('s')),
    fc.func(fc.nat()),
  ],
});

const spaces = fc.constantFrom(undefined, 1, 2, '\t');

/** Equality after JSON, which has one zero. */
function equal(a, b) {
  if (typeof a !== 'object' || a === null) return a === b;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => equal(item, b[i]));
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}

// ---- Properties

test('JSON.parse of what is written is the value', async () => {
  await holds(
    fc.property(json, spaces, (value, space) => {
      const bytes = jt.serialize(value, { ...own, space });
      must(equal(env.JSON.parse(decode(bytes)), value), decode(bytes));
    }),
  );
});

test('of many of a kind too, and of views', async () => {
  const toBytes = jt.serializer([], own);
  await holds(
    fc.property(json, fc.integer({ min: 1, max: 40 }), (value, times) => {
      const list = Array.from({ length: times }, () => ({ value, times }));
      must(equal(env.JSON.parse(decode(toBytes.view(list))), list), 'as a view');
      must(equal(env.JSON.parse(decode(toBytes(list))), list), 'as bytes');
    }),
  );
});

test('whatever it is, the bytes are those of JSON.stringify, or both refuse', async () => {
  await holds(
    fc.property(anything, spaces, (value, space) => {
      let expected;
      let refused = false;
      try {
        expected = env.JSON.stringify(value, null, space);
      } catch {
        refused = true;
      }
      let bytes;
      try {
        bytes = jt.serialize(value, { ...own, space });
      } catch (error) {
        must(refused && error instanceof TypeError, `${error}`);
        return;
      }
      must(!refused, 'is refused');
      if (bytes === undefined || expected === undefined) must(bytes === expected, 'has no text');
      else must(same(bytes, encode(expected)), expected);
    }),
  );
});

test('into memory of any size', async () => {
  await holds(
    fc.property(json, fc.nat(400), (value, size) => {
      const expected = encode(env.JSON.stringify(value));
      const target = new Uint8Array(size).fill(1);
      const { written, bytes } = jt.serializeInto(target, value, own);
      must(written === (expected.length <= size ? expected.length : 0), `${written} written`);
      must(same(bytes ?? target.subarray(0, written), expected), 'the bytes');
      must(target.subarray(written).every((byte) => byte === 1) || written > 0, 'what it was');
    }),
  );
});

test('numbers in typed arrays, and BigInts by their digits', async () => {
  await holds(
    fc.property(fc.float64Array(), fc.float32Array(), fc.bigInt64Array(), (doubles, floats, integers) => {
      const options = { ...own, typedArrays: 'array', bigint: 'digits' };
      must(
        decode(jt.serialize([doubles, floats], options)) === env.JSON.stringify([[...doubles], [...floats]]),
        'floats',
      );
      must(decode(jt.serialize(integers, options)) === `[${[...integers].join()}]`, 'integers');
    }),
  );
});

test('by calls and by sources, in chunks of any size', async () => {
  await holds(
    fc.asyncProperty(json, spaces, fc.integer({ min: 16, max: 300 }), async (value, space, chunkSize) => {
      const expected = encode(env.JSON.stringify(value, null, space));
      for (const write of [byCalls, bySources]) {
        const serializer = new jt.Serializer({ ...own, space, chunkSize });
        const reading = chunksOf(serializer);
        await write(serializer, value);
        serializer.end();
        must(same(bytesOf(...(await reading)), expected), write.name);
      }
    }),
  );
});

function byCalls(serializer, value) {
  if (Array.isArray(value)) {
    serializer.beginArray();
    for (const item of value) byCalls(serializer, item);
    serializer.endArray();
  } else if (typeof value === 'object' && value !== null) {
    serializer.beginObject();
    for (const [key, item] of Object.entries(value)) byCalls(serializer.key(key), item);
    serializer.endObject();
  } else serializer.value(value);
}

async function bySources(serializer, value) {
  if (Array.isArray(value)) await serializer.pipeArray(value);
  else if (typeof value === 'string') await serializer.pipeString([...Array(value.length).keys()].map((i) => value[i]));
  else byCalls(serializer, value);
}

test.run();
