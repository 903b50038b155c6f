// What memory a program of some lines uses, in a process of its own.
import { spawnSync } from 'node:child_process';
import { root } from './data.js';
import { assert } from './harness.js';

/**
 * Calls a function `count` times, on a backend.
 * @param {number} every how many calls are made between turns of the event loop, which finalizers need to run
 * @param {string} use the function's source: `(j, i) => ...`, of the package and the number of the call; may be async
 * @param {string} [prepare] lines before that
 * @returns {{ early: { rss: number, heap: number }, late: { rss: number, heap: number }, peak: number }} megabytes, after
 *     a tenth of the calls and at the end, and the most that the process had
 */
export function memoryUse(backend, count, every, use, prepare = '') {
  const source = `
    import * as j from 'jsontape';
    ${prepare}
    const use = ${use};
    const megabytes = () => {
      for (let i = 0; i < 4; i++) gc();
      const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
      return { rss: rss / 1048576, heap: (heapUsed + external + arrayBuffers) / 1048576 };
    };
    let early;
    for (let i = 0; i < ${count}; i++) {
      await use(j, i);
      if (i % ${every} === 0) await new Promise(setImmediate);
      if (i === ${Math.floor(count / 10)}) early = megabytes();
    }
    await new Promise(setImmediate);
    const peak = process.resourceUsage().maxRSS / 1024;
    process.stdout.write(JSON.stringify({ early, late: megabytes(), peak }));`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', source], {
    cwd: root,
    env: { ...process.env, JSONTAPE_BACKEND: backend },
    encoding: 'utf8',
  });
  assert.equal([status, stderr], [0, '']);
  return JSON.parse(stdout);
}
