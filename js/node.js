// The entry for Node.js, as scripts/inline.js bundles it: loads the addon or a WASM module from the files of the build,
// which lie two folders up from this file's folder `backends` and from the bundle alike.
import './backends/node.js';
import * as exported from './library.js';
import { createNodeStreams } from './streams/node.js';
import { createWebStreams } from './streams/web.js';

/** What `jsontape` exports: as an object of its own, whose members are at hand. */
export const library = { ...exported };

/** Makes something once, when it is asked for. */
function once(make) {
  let made;
  return (...how) => {
    made ??= make(...how);
    return made;
  };
}

/** The classes of `jsontape/node`, made of node:stream, and of `jsontape/web`. */
export const nodeStreams = once((stream) => createNodeStreams(library, stream));
export const webStreams = once(() => createWebStreams(library));
