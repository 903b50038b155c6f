// Paths that name values: JSON Pointers (RFC 6901) in which a step that is '*' stands for every member and every element.

import { wrongType } from './options.js';

/**
 * @param {string} [name]  what it is called: with 'pointer', a path in which '*' is a step like any other
 * @throws {TypeError} for what is no path
 */
export function checkPath(path, name = 'path') {
  if (typeof path !== 'string') wrongType(`the ${name}`, 'a string', path);
  if ((path !== '' && path[0] !== '/') || /~(?![01])/.test(path)) {
    const steps = name === 'path' ? ", in which '*' may be a step" : '';
    throw new TypeError(`the ${name} must be a JSON Pointer${steps}, not '${path}'`);
  }
}

/**
 * The steps of a path, unescaped.
 * @param {string} path
 * @param {string} [name]  as with checkPath
 * @returns {string[]}
 * @throws {TypeError} for what is no path
 */
export function stepsOf(path, name) {
  checkPath(path, name);
  const steps = path.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
