// What kind of object a value is, told without running any code of the value's: no getter, no trap of a proxy.

const { apply } = Reflect;

/** Node.js and other engines outside browsers tell boxed primitives directly. */
const types = globalThis.process?.getBuiltinModule?.('node:util')?.types;
const isBoxedPrimitive = typeof types?.isBoxedPrimitive === 'function' ? types.isBoxedPrimitive : undefined;

/** Each reads the internal slot that makes an object a boxed primitive, and throws where there is none. */
const reader = {
  __proto__: null,
  number: Number.prototype.valueOf,
  string: String.prototype.valueOf,
  boolean: Boolean.prototype.valueOf,
  bigint: BigInt.prototype.valueOf,
};

function has(method, object) {
  try {
    apply(method, object, []);
    return true;
  } catch {
    return false;
  }
}

/** What JSON.rawJSON has made, in engines that have it. */
export function isRawJSON(object) {
  return JSON.isRawJSON?.(object) === true;
}

/** The text of such an object. It may hold lone surrogates, for which UTF-8 has U+FFFD: here they are no escapes. */
export function rawText(object) {
  return object.rawJSON.toWellFormed();
}

/** 'number', 'string', 'boolean' or 'bigint' for an object that stands for such a primitive, else undefined. */
export function boxedType(object) {
  if (isBoxedPrimitive !== undefined && !isBoxedPrimitive(object)) return undefined;
  for (const type in reader) {
    if (has(reader[type], object)) return type;
  }
  return undefined;
}

/**
 * The primitive that a boxed one stands for, as JSON.stringify takes it: numbers and strings by conversion, which may
 * call methods of the object. Any other object is returned itself.
 */
export function unbox(object) {
  const type = boxedType(object);
  if (type === 'number') return +object;
  if (type === 'string') return `${object}`;
  return type === undefined ? object : apply(reader[type], object, []);
}

/**
 * Whether an object with these keys may be a boxed primitive. Where the engine does not tell, finding out takes errors
 * thrown and caught, so only those without keys, or with the index keys of a String object, are suspected: a Number,
 * Boolean or BigInt object that was given properties counts as an ordinary object there.
 */
export const maybeBoxed =
  isBoxedPrimitive === undefined ? (_object, keys) => keys.length === 0 || keys[0] === '0' : isBoxedPrimitive;

const typedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype);
const tagOf = Object.getOwnPropertyDescriptor(typedArrayPrototype, Symbol.toStringTag).get;
const lengthOf = Object.getOwnPropertyDescriptor(typedArrayPrototype, 'length').get;

/** The length of a typed array; -1 for anything else. */
export function typedArrayLength(object) {
  return apply(tagOf, object, []) === undefined ? -1 : apply(lengthOf, object, []);
}
