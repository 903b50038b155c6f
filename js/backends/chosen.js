// The backends that the library works over. An entry says which there are before anything is called; two entries in one
// program say the same.
import { chooseAmong } from './choose.js';

let choose = (_, ifLoaded) => {
  if (ifLoaded) return undefined;
  throw new Error('the module of jsontape/slim is not there yet: await init() first');
};

/**
 * The backend of that name, or the default; with `ifLoaded` undefined where the default is not loaded yet.
 * @type {(name?: string, ifLoaded?: boolean) => import('./backend.js').Backend}
 */
export const backendOf = (name, ifLoaded) => choose(name, ifLoaded);

/**
 * Says which backends there are.
 * @param {Parameters<typeof chooseAmong>} choice
 */
export function chooseFrom(...choice) {
  choose = chooseAmong(...choice);
}
