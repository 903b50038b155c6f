// Paths that name values: JSON Pointers (RFC 6901) in which a step that is '*' stands for every member and every element.

const kind = (value) => (value === null ? 'null' : typeof value === 'object' ? 'an object' : `a ${typeof value}`);

/** @throws {TypeError} for what is no path */
export function checkPath(path) {
  if (typeof path !== 'string') throw new TypeError(`the path must be a string, not ${kind(path)}`);
  if ((path !== '' && path[0] !== '/') || /~(?![01])/.test(path)) {
    throw new TypeError(`the path must be a JSON Pointer, in which '*' may be a step, not '${path}'`);
  }
}

/**
 * The steps of a path, unescaped.
 * @param {string} path
 * @returns {string[]}
 * @throws {TypeError} for what is no path
 */
export function stepsOf(path) {
  checkPath(path);
  const steps = path.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
