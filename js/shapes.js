// Objects from values: shapes, which are sequences of keys, and a function for each that is seen often, which makes an
// object of those keys at once.
//
// Members are defined, as JSON.parse does it, not assigned: assignment would call a setter that somebody has put on
// Object.prototype, or refuse where that is frozen. Where neither can be it is the same, and faster.
import { canCompile } from './can_compile.js';

const MAKERS_MAX = 4096; // functions that are made at all, for the engine may keep what it has compiled
const SEEN_BEFORE_MAKER = 3;

const { prototype } = Object;

let makers = 0;
let inherited = new Set(); // the keys of Object.prototype as they were when somebody looked

/** To be called before objects are made: other code may have changed Object.prototype since. */
export function lookAtPrototype() {
  const now = Reflect.ownKeys(prototype);
  if (now.length === inherited.size && now.every((key) => inherited.has(key))) return;
  inherited = new Set(now);
}

/** Defines a member, or changes it where the object has it. */
export function define(object, key, value) {
  if (inherited.has(key)) {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[key] = value;
  }
}

/** A sequence of keys. */
export class Shape {
  /** How many keys it has. */
  length;
  /** A function of values and the place of the first one, that makes an object; undefined as long as there is none. */
  make;
  #parent;
  #key;
  #keys; // all of them, once they were needed
  #inherited; // the set by which it was told
  #plain; // whether none of them is inherited
  #seen = 0;

  /**
   * A shape and a key more; without both, the one that has no keys.
   * @param {Shape} [parent]
   * @param {string} [key]
   */
  constructor(parent, key) {
    this.length = parent === undefined ? 0 : parent.length + 1;
    this.#parent = parent;
    this.#key = key;
  }

  /** The object of values[at] and so on. */
  object(values, at) {
    const keys = this.keys();
    if (++this.#seen === SEEN_BEFORE_MAKER && keys.length > 0 && makers < MAKERS_MAX && canCompile()) {
      makers++;
      this.make = makerOf(keys);
      return this.make(values, at);
    }
    if (this.#inherited !== inherited) {
      this.#inherited = inherited;
      this.#plain = !keys.some((key) => inherited.has(key));
    }
    const object = {};
    if (this.#plain) {
      for (let i = 0; i < keys.length; i++) object[keys[i]] = values[at + i];
    } else {
      for (let i = 0; i < keys.length; i++) define(object, keys[i], values[at + i]);
    }
    return object;
  }

  keys() {
    if (this.#keys === undefined) {
      const keys = new Array(this.length);
      for (let shape = this; shape.length > 0; shape = shape.#parent) keys[shape.length - 1] = shape.#key;
      this.#keys = keys;
    }
    return this.#keys;
  }
}

// A property name that is computed is a member whatever it says; '__proto__' would be none otherwise.
const literal = (key) =>
  `['${key.replace(/[^\w $.:/-]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}']`;

function makerOf(keys) {
  const members = keys.map((key, i) => {
    const name = literal(key);
    return `${key === '__proto__' ? name : name.slice(1, -1)}:v[i+${i}]`;
  });
  return new Function(`return (v,i)=>({${members.join()}})`)();
}
