// The reviver of parse: called as JSON.parse calls it (ECMA-262, InternalizeJSONProperty), for the same values in the same
// order and, in engines whose JSON.parse does that, with the source text of primitives that are what the text said.
// Nothing here recurses, so values may be as deep as they like.

/** Whether the engine's JSON.parse gives revivers a context; it came together with JSON.rawJSON. */
export const GIVES_SOURCE = typeof JSON.rawJSON === 'function';

// What a value was, and where it came from.
class Origin {
  value;
  index; // of its token
  parts; // of an array: its elements' origins; of an object: its members', by key

  constructor(value, index) {
    this.value = value;
    this.index = index;
  }
}

/** The origins of all values, before a reviver can change them. */
function originsOf(value, tape, keepFirst) {
  const all = new Origin(undefined, 0);
  all.parts = [];
  const open = []; // origins of the containers around
  let around = all;
  let key;
  for (let i = 0; i < tape.length; i++) {
    const type = tape.type(i);
    if (type === 'key') {
      key = tape.string(i);
    } else if (type === 'object-end' || type === 'array-end') {
      around = open.pop();
    } else {
      const inArray = Array.isArray(around.parts);
      const its = around === all ? value : around.value[inArray ? around.parts.length : key];
      const origin = new Origin(its, i);
      if (inArray) around.parts.push(origin);
      else if (!keepFirst || !around.parts.has(key)) around.parts.set(key, origin);
      if (type !== 'object-start' && type !== 'array-start') continue;
      // Of several equal keys one has a value: the others' containers have no part in it.
      if (!isObject(its) || Array.isArray(its) !== (type === 'array-start')) {
        i = tape.skip(i) - 1;
        continue;
      }
      origin.parts = type === 'array-start' ? [] : new Map();
      open.push(around);
      around = origin;
    }
  }
  return all.parts[0];
}

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

const lengthOf = (array) => Math.min(Math.max(Math.trunc(Number(array.length)) || 0, 0), Number.MAX_SAFE_INTEGER);

// A container whose members are being visited.
class Frame {
  value;
  #keys; // of an object
  #count;
  #next = 0;
  #origin;

  constructor(value, origin) {
    this.value = value;
    this.#origin = origin;
    if (Array.isArray(value)) {
      this.#count = lengthOf(value);
    } else {
      this.#keys = Object.keys(value);
      this.#count = this.#keys.length;
    }
  }

  /** The key of the next member, undefined behind the last one. */
  next() {
    if (this.#next === this.#count) return undefined;
    const at = this.#next++;
    return this.#keys === undefined ? String(at) : this.#keys[at];
  }

  /** The origin of the member that `next` gave last. */
  originOf(key) {
    const parts = this.#origin?.parts;
    if (Array.isArray(parts) !== (this.#keys === undefined)) return undefined;
    return this.#keys === undefined ? parts[this.#next - 1] : parts?.get(key);
  }

  put(key, value) {
    if (value === undefined) Reflect.deleteProperty(this.value, key);
    else Reflect.defineProperty(this.value, key, { value, writable: true, enumerable: true, configurable: true });
  }
}

/**
 * @param {unknown} value
 * @param {(this: any, key: string, value: any, context?: { source?: string }) => unknown} reviver
 * @param {import('./tape.js').Tape} [tape] of the value's text, where revivers get a context
 * @param {boolean} [keepFirst] whether of equal keys the first one counts
 */
export function revive(value, reviver, tape, keepFirst = false) {
  const { apply } = Reflect;

  function call(holder, key, its, origin) {
    if (tape === undefined) return apply(reviver, holder, [key, its]);
    const context = {};
    if (origin !== undefined && !isObject(its)) context.source = tape.raw(origin.index);
    return apply(reviver, holder, [key, its, context]);
  }

  const root = { '': value };
  const frames = [];
  // What is visited: the member `key` of `holder`.
  let holder = root;
  let key = '';
  let origin = tape && originsOf(value, tape, keepFirst);
  for (;;) {
    const its = holder[key];
    // What a reviver has put there has no source.
    if (origin !== undefined && !Object.is(origin.value, its)) origin = undefined;
    let result;
    if (isObject(its)) {
      frames.push({ frame: new Frame(its, origin), holder, key });
    } else {
      result = call(holder, key, its, origin);
      if (frames.length === 0) return result;
      frames.at(-1).frame.put(key, result);
    }
    // The next member of the innermost container that has one; those that have none are done.
    for (;;) {
      const { frame, holder: outer, key: name } = frames.at(-1);
      const next = frame.next();
      if (next !== undefined) {
        holder = frame.value;
        key = next;
        origin = frame.originOf(next);
        break;
      }
      frames.pop();
      result = call(outer, name, frame.value, undefined);
      if (frames.length === 0) return result;
      frames.at(-1).frame.put(name, result);
    }
  }
}
