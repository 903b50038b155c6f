// The host of a run in Node.js: see harness.js. What to run comes from the environment, set by run.js; a test file that
// is run by itself gets the native backend and looks for the data on its own.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import vm from 'node:vm';

process.env.JSONTAPE_BACKEND ??= 'native';

const data = process.env.JSONTAPE_TEST_DATA
  ? JSON.parse(await readFile(process.env.JSONTAPE_TEST_DATA, 'utf8'))
  : await (await import('./data.js')).findData();

export default {
  name: process.env.JSONTAPE_TEST_NAME ?? process.env.JSONTAPE_BACKEND,
  backend: process.env.JSONTAPE_BACKEND,
  isa: process.env.JSONTAPE_ISA,
  node: true,
  own: process.env.JSONTAPE_TEST_OWN === '1',
  runs: process.env.JSONTAPE_TEST_RUNS ? Number(process.env.JSONTAPE_TEST_RUNS) : undefined,
  data,
  otherRealm: vm.runInNewContext('globalThis'),

  async bytes(name) {
    const [set, ...rest] = name.split('/');
    const buffer = await readFile(path.join(data.roots[set], ...rest));
    // A plain Uint8Array over memory of its own, as a page has it.
    return new Uint8Array(buffer);
  },

  async module() {
    return new Uint8Array(await readFile(new URL('../../build/browser/jsontape.wasm', import.meta.url)));
  },
};
