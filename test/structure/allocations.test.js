// The library allocates nothing while it reads and writes the made workloads: counted in a program, not only seen from what
// its objects import (objects.test.js).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeMade } from '../../bench-node/workloads.js';
import { run } from './tree.js';

const WRAPPED = ['malloc', 'calloc', 'realloc', 'aligned_alloc', 'posix_memalign', 'free'];

test('writing the made workloads allocates nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jsontape-allocations-'));
  try {
    const program = join(folder, 'allocations');
    const wrap = WRAPPED.map((name) => `-Wl,--wrap=${name}`);
    const sources = ['test/structure/allocations.c', 'build/native/libjsontape.a'];
    run('cc', ['-O2', '-Wall', '-Wextra', '-Werror', '-Icore/include', ...sources, ...wrap, '-o', program]);
    const documents = writeMade(folder);
    assert.is(documents.length, 8);
    const [counted, ...each] = run(program, documents).trim().split('\n').map(Number);
    assert.is(counted, 3, 'what does allocate is counted');
    assert.equal(
      each,
      documents.map(() => 0),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.run();
