// What every JS test is written against: `suite`, a counting `assert`, the library as `jt`, and `env`, which says where
// the test runs. The same test modules run in Node.js (once per backend) and in a page, so a test touches neither fs
// nor the DOM: data and everything else of the host's comes through `env`.
//
// Whoever starts a run sets globalThis.JSONTAPE_TEST first (node_host.js, page_host.js); a test file run by itself
// gets Node.js's. In the mode `own` JSON.parse and JSON.stringify throw from before the library is imported until the
// end, so a test takes them from `env.JSON`, and `jt.serialize` asks for the library's own engine.
import { suite as uvuSuite } from 'uvu';
import * as uvuAssert from 'uvu/assert';

const host = globalThis.JSONTAPE_TEST ?? (await import('./node_host.js')).default;

const originals = { parse: JSON.parse, stringify: JSON.stringify };

function forbid(name) {
  return () => {
    throw new Error(`JSON.${name} was called`);
  };
}

// Node.js loads what Response needs at its first use, by JSON.stringify.
if (host.own) await new Response('').text();
if (host.own) forbidJSON();

/** How many assertions were made, tests registered, run and failed so far. */
export const counts = { assertions: 0, registered: 0, passed: 0, failed: 0 };

function forbidJSON() {
  JSON.parse = forbid('parse');
  JSON.stringify = forbid('stringify');
}

// A failing assertion of uvu's prints a difference, for which it needs the real JSON.stringify; running the check again
// with it is all right for the checks that call nothing of ours.
function counted(check, name) {
  return (...args) => {
    counts.assertions++;
    if (!host.own || name === 'throws') return check(...args);
    try {
      return check(...args);
    } catch {
      Object.assign(JSON, originals);
      try {
        return check(...args);
      } finally {
        forbidJSON();
      }
    }
  };
}

// A check of uvu's, with those that hang on it (is.not, not.equal and so on).
function countedCheck([name, check]) {
  const inner = Object.entries(check).map(([key, value]) => [key, counted(value, key)]);
  return [name, Object.assign(counted(check, name), Object.fromEntries(inner))];
}

/** uvu's assert, each call counted, and `thrown`, which hands back the error. */
export const assert = {
  ...Object.fromEntries(Object.entries(uvuAssert).map(countedCheck)),

  /** Runs an action that must throw an instance of type, and returns what it threw for more checks. */
  thrown(action, type, message) {
    counts.assertions++;
    let result;
    try {
      result = action();
    } catch (error) {
      if (error instanceof type) return error;
      throw error;
    }
    throw new uvuAssert.Assertion({
      message: message ?? `expected a ${type.name}, got ${describe(result)}`,
      operator: 'thrown not',
    });
  },
};

function describe(value) {
  try {
    return String(value).slice(0, 100);
  } catch {
    return typeof value;
  }
}

/** A suite of uvu's: a function that registers a test; call its run() at the end of the file. */
export function suite(name) {
  const test = uvuSuite(name);
  const register = (title, body) => {
    counts.registered++;
    test(title, async () => {
      try {
        await body();
        counts.passed++;
      } catch (error) {
        counts.failed++;
        throw error;
      }
    });
  };
  return Object.assign(register, { run: test.run });
}

const library = await import('jsontape');

/** The library as users import it. */
export const jt = host.own ? { ...library, serialize: serializeOwn, parse: parseOwn } : library;

// serialize(value, replacer | options, space) with engine: 'own' added; what is neither replacer nor options means
// nothing to it.
function serializeOwn(value, second, space) {
  const options = { engine: 'own' };
  if (typeof second === 'function' || Array.isArray(second)) options.replacer = second;
  else if (isPlain(second)) Object.assign(options, second);
  if (options.engine === 'auto') options.engine = 'own';
  return library.serialize(value, options, space);
}

// parse likewise. A function is a reviver.
function parseOwn(input, second) {
  if (typeof second === 'function') return library.parse(input, { reviver: second, engine: 'own' });
  return library.parse(input, second?.engine === 'auto' ? { ...second, engine: 'own' } : (second ?? { engine: 'own' }));
}

function isPlain(value) {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Where this runs. */
export const env = {
  /** Which run this is, as printed: 'native', 'wasm', 'wasi', 'chromium'. */
  name: host.name,
  /** The backend that the library has to use: 'native', 'wasm' or 'wasi'. */
  backend: host.backend,
  /** The instruction set that is forced, where one is. */
  isa: host.isa,
  /** Whether this is Node.js. */
  node: host.node,
  /** Whether JSON's functions throw and the library's own engine is asked for. */
  own: host.own,
  /** JSON.parse and JSON.stringify as they were. */
  JSON: originals,
  /** How many values a property is tried on, where that is asked for. */
  runs: host.runs,
  /** Which test data was found, by set: { source, documents, parsing, checker, numbers, references } of data.js. */
  data: host.data,
  /** A global object of another realm. */
  otherRealm: host.otherRealm,

  /** The bytes of a file of env.data, by its path there. @returns {Promise<Uint8Array>} */
  async bytes(path) {
    return host.bytes(path);
  },

  /** The bytes of the browser module. @returns {Promise<Uint8Array>} */
  async module() {
    return host.module();
  },
};

/** The bytes of a string, and back. */
export const encode = (text) => new TextEncoder().encode(text);
export const decode = (bytes) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
