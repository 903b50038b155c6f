// Values in tests: what tells two of them apart, and random ones.

const describe = (value) => (typeof value === 'string' ? `'${value.slice(0, 40)}'` : String(value));

/**
 * Where two values that JSON can say differ, as a sentence; '' where they are equal in every respect: types, own keys and
 * their order, attributes, prototypes, -0. No recursion, so they may be deep.
 */
export function difference(actual, expected) {
  const pairs = [[actual, expected, '$']];
  while (pairs.length > 0) {
    const [a, b, path] = pairs.pop();
    if (typeof b !== 'object' || b === null) {
      if (!Object.is(a, b)) return `${path}: ${describe(a)}, not ${describe(b)}`;
      continue;
    }
    if (typeof a !== 'object' || a === null) return `${path}: ${describe(a)}, not an object`;
    if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return `${path}: another prototype`;
    if (Array.isArray(a) !== Array.isArray(b)) return `${path}: one is an array`;
    const keys = Reflect.ownKeys(a);
    const others = Reflect.ownKeys(b);
    if (keys.length !== others.length) return `${path}: ${keys.length} keys, not ${others.length}`;
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (key !== others[i]) return `${path}: key ${i} is ${describe(key)}, not ${describe(others[i])}`;
      const its = Object.getOwnPropertyDescriptor(a, key);
      const other = Object.getOwnPropertyDescriptor(b, key);
      if (
        its.enumerable !== other.enumerable ||
        its.writable !== other.writable ||
        its.configurable !== other.configurable
      ) {
        return `${path}.${key}: other attributes`;
      }
      if (its.value !== other.value || its.value === 0) pairs.push([its.value, other.value, `${path}.${key}`]);
    }
  }
  return '';
}

/** Makes an own member, whatever its key. */
export function define(object, key, value) {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

const STRINGS = ['', 'a', 'name', 'some words of text', 'é', '日本', '😀', '"', '\\', '\n\t', '\u0001', '\ud800', '/'];
const KEYS = [
  'a',
  'b',
  'id',
  'name',
  'value',
  '',
  '0',
  '1',
  '17',
  '__proto__',
  'é',
  'a long key of more than thirty characters',
  'x"y',
];

/** A random value that JSON can say. @param {() => number} random of checks.js */
export function document(random) {
  const pick = (list) => list[random() % list.length];
  const string = () => (random() % 3 ? pick(STRINGS) : pick(STRINGS).repeat(random() % 20));
  const number = () => {
    switch (random() % 6) {
      case 0:
        return random() % 10;
      case 1:
        return (random() % 20_000) - 10_000;
      case 2:
        return random() * 4096;
      case 3:
        return random() / 1000;
      case 4:
        return -random() * 2 ** ((random() % 400) - 200);
      default:
        return random() / 2 ** 32;
    }
  };
  function value(depth) {
    const kind = random() % (depth > 5 ? 6 : 10);
    if (kind < 2) return string();
    if (kind < 4) return number();
    if (kind < 6) return pick([true, false, null]);
    const length = random() % (random() % 4 ? 5 : 14);
    if (kind < 7) return Array.from({ length }, number);
    if (kind < 8) return Array.from({ length }, () => value(depth + 1));
    const object = {};
    for (let i = 0; i < length; i++) {
      const key = random() % 4 ? pick(KEYS) : `${pick(KEYS)}${random() % 40}`;
      define(object, key, value(depth + 1));
    }
    return object;
  }
  return value(0);
}
