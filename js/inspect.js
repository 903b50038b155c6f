// What console.log and util.inspect of Node.js show of objects whose properties are getters, which they leave out.

/** The name of the method that they call. */
export const INSPECT = /* @__PURE__ */ Symbol.for('nodejs.util.inspect.custom');

/**
 * What that method gives. (How an object is printed is the caller's: depth, options and inspect are those it was given.)
 * @param {string} name of the class
 * @param {object} properties those that are shown
 * @param {number} depth
 * @param {object} options
 * @param {Function} inspect
 */
export function inspected(name, properties, depth, options, inspect) {
  return depth < 0 ? options.stylize(`[${name}]`, 'special') : `${name} ${inspect(properties, options)}`;
}
