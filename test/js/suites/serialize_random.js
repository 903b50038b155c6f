// serialize of generated values against JSON.stringify, and what it does to a value against what JSON.stringify does:
// each getter, toJSON method, replacer call and trap of a proxy, in its order.
import { generator } from '../checks.js';
import { assert, env, jt, suite } from '../harness.js';

const test = suite('serialize: generated values');

const decoder = new TextDecoder();
const encoder = new TextEncoder();

const STRINGS = [
  '',
  'a',
  'key',
  '"',
  '\\',
  '\n\t\x00',
  'é',
  '漢字',
  '😀',
  '\ud83d',
  '\ude00',
  '0',
  '17',
  '-1',
  '__proto__',
  'toJSON',
  'x'.repeat(30),
];
const NUMBERS = [
  0,
  -0,
  1,
  -1,
  10,
  0.1,
  1e21,
  1e-7,
  2 ** 27,
  -(2 ** 31),
  2 ** 53,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1700000000000,
];

/** Makes values; two makers of the same seed make the same. With a log, they tell it what is done to them. */
class Maker {
  constructor(seed, log) {
    this.next = generator(seed);
    this.log = log;
    this.made = 0;
  }

  below(n) {
    return this.next() % n;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  string() {
    let text = '';
    for (let n = this.below(4); n > 0; n--) text += this.pick(STRINGS);
    return text;
  }

  number() {
    return this.below(2) === 0 ? this.pick(NUMBERS) : (this.next() - 2 ** 31) / this.pick([1, 7, 1000, 1e9]);
  }

  value(depth) {
    const kind = this.below(depth > 0 ? 22 : 12);
    if (kind < 3) return this.string();
    if (kind < 6) return this.number();
    if (kind < 9) return this.pick([null, true, false, undefined]);
    if (kind === 9) return this.pick([Symbol('s'), () => 1, new Number(2), new String('b'), new Boolean(false)]);
    if (kind === 10) return this.pick([new Date(0), new Date(Number.NaN), new Map([[1, 2]]), /r/, new Uint8Array(2)]);
    if (kind === 11) return Array.from({ length: this.below(6) }, () => this.number());
    const value = kind < 16 ? this.array(depth) : this.object(depth);
    return this.log === undefined ? value : this.watch(value);
  }

  array(depth) {
    const array = [];
    for (let n = this.below(5); n > 0; n--) array.push(this.value(depth - 1));
    if (this.below(8) === 0) array[array.length + 2] = 1;
    return array;
  }

  object(depth) {
    const object = this.below(8) === 0 ? Object.create(null) : {};
    const { log, made } = this;
    for (let n = this.below(6); n > 0; n--) {
      const key = this.string();
      const value = this.value(depth - 1);
      const get = () => {
        log?.push(`get ${made} ${key}`);
        return value;
      };
      const kind = this.below(10);
      const property = kind < 2 ? { get } : { value, writable: true };
      Object.defineProperty(object, key, { ...property, enumerable: kind !== 1, configurable: true });
    }
    if (this.below(6) === 0) {
      const value = this.value(depth - 1);
      const toJSON = (key) => {
        log?.push(`toJSON ${made} ${typeof key} ${key}`);
        return value;
      };
      Object.defineProperty(object, 'toJSON', { value: toJSON, enumerable: true, configurable: true });
    }
    this.made++;
    return object;
  }

  /** Every other container behind a proxy that tells of its traps. */
  watch(value) {
    if (this.below(2) === 0) return value;
    const { log } = this;
    const id = this.made++;
    const handler = new Proxy(
      {},
      {
        get:
          (_, trap) =>
          (target, ...rest) => {
            log.push(`${trap} ${id} ${typeof rest[0] === 'object' ? '' : String(rest[0])}`);
            return Reflect[trap](target, ...rest);
          },
      },
    );
    return new Proxy(value, handler);
  }
}

const SPACES = [undefined, undefined, 1, 2, '\t', '→'];

/**
 * One comparison, as a text that is '' where all is the same: the bytes, or that both threw, and the traces. Learned:
 * the shapes of the value are known before, and have functions.
 */
function difference(seed, traced, learned = false) {
  const setup = new Maker(seed);
  const kind = setup.below(6);
  const space = setup.pick(SPACES);
  const list = [setup.string(), 'a', 'key', 17];
  const outcome = (stringify) => {
    const log = traced ? [] : undefined;
    const value = new Maker(seed + 1, log).value(4);
    let replacer = null;
    if (kind === 0) replacer = list;
    if (kind === 1) {
      replacer = function (key, value) {
        log?.push(`replacer ${typeof key} ${key} ${Array.isArray(this)}`);
        return key.length === 2 ? undefined : value;
      };
    }
    let text;
    try {
      text = stringify(value, replacer, space);
    } catch (error) {
      text = error;
    }
    return { text, log };
  };
  const known = () => new Maker(seed + 1, traced ? [] : undefined).value(4);
  const ours = outcome((value, replacer, space) =>
    learned ? jt.serializer(known(), { engine: 'own', replacer, space })(value) : jt.serialize(value, replacer, space),
  );
  const theirs = outcome(env.JSON.stringify);
  if (ours.text instanceof Error || theirs.text instanceof Error) {
    if (ours.text?.constructor !== theirs.text?.constructor) return `seed ${seed}: ${ours.text} and ${theirs.text}`;
  } else {
    const text = ours.text === undefined ? undefined : decoder.decode(ours.text);
    const wanted = theirs.text === undefined ? undefined : decoder.decode(encoder.encode(theirs.text));
    if (text !== wanted) return `seed ${seed}: ${text} and ${wanted}`;
  }
  for (let i = 0; traced && i < Math.max(ours.log.length, theirs.log.length); i++) {
    if (ours.log[i] !== theirs.log[i]) return `seed ${seed}: step ${i}: ${ours.log[i]} and ${theirs.log[i]}`;
  }
  return '';
}

test('20,000 values', () => {
  for (let block = 0; block < 20; block++) {
    let found = '';
    for (let i = 0; i < 1000 && found === ''; i++) found = difference(block * 1000 + i, false);
    assert.is(found, '');
  }
});

test('what is done to 20,000 values that tell of it', () => {
  for (let block = 0; block < 20; block++) {
    let found = '';
    for (let i = 0; i < 1000 && found === ''; i++) found = difference(100000 + block * 1000 + i, true);
    assert.is(found, '');
  }
});

test('what is done to 300 values whose shapes are known', () => {
  let found = '';
  for (let i = 0; i < 300 && found === ''; i++) found = difference(200000 + i, true, true);
  assert.is(found, '');
});

test('the traps of one of each kind', () => {
  const trace = (stringify, target, ...rest) => {
    const log = [];
    const handler = new Proxy(
      {},
      {
        get:
          (_, trap) =>
          (object, ...more) => {
            log.push(`${trap} ${String(more[0])}`);
            return Reflect[trap](object, ...more);
          },
      },
    );
    stringify(new Proxy(target, handler), ...rest);
    return log;
  };
  for (const target of [
    {},
    { a: 1, b: { c: 2 } },
    [],
    [1, 'a', null],
    [1, 2, 3],
    new Map(),
    new Number(1),
    Object.assign(new Number(1), { 0: 1 }),
  ]) {
    for (const rest of [[], [['a']], [(_, value) => value], [null, 2]]) {
      assert.equal(trace(jt.serialize, target, ...rest), trace(env.JSON.stringify, target, ...rest));
    }
  }
  const list = ['a', new Number(1), {}];
  assert.equal(
    trace((second) => jt.serialize({ a: 1, 1: 2 }, second), list),
    trace((second) => env.JSON.stringify({ a: 1, 1: 2 }, second), list),
  );
});

test.run();
