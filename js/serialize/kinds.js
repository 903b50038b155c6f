// What kind of object a value is, told without running any code of the value's: no getter, no trap of a proxy.

const { apply } = Reflect;

/** Node.js and other engines outside browsers tell boxed primitives directly. */
const types = globalThis.process?.getBuiltinModule?.('node:util')?.types;
const isBoxedPrimitive = typeof types?.isBoxedPrimitive === 'function' ? types.isBoxedPrimitive : undefined;

const valueOf = {
  number: Number.prototype.valueOf,
  string: String.prototype.valueOf,
  boolean: Boolean.prototype.valueOf,
  bigint: BigInt.prototype.valueOf,
};

/** Whether the object has the internal slot that the method reads; a method throws where it has not. */
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

/**
 * The primitive that a Number, String, Boolean or BigInt object stands for, as JSON.stringify takes it: numbers and
 * strings by conversion, which may call methods of the object. The object itself where it is of no such kind.
 */
export function unbox(object) {
  if (isBoxedPrimitive !== undefined && !isBoxedPrimitive(object)) return object;
  if (has(valueOf.number, object)) return +object;
  if (has(valueOf.string, object)) return `${object}`;
  if (has(valueOf.boolean, object)) return apply(valueOf.boolean, object, []);
  if (has(valueOf.bigint, object)) return apply(valueOf.bigint, object, []);
  return object;
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
