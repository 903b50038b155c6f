// Instruction counts of the C benchmarks, which repeat where times don't: each contestant runs each workload once, under
// callgrind natively and under qemu with a plugin that counts for another processor.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A dump of callgrind's: what was counted, and for whom, as program.c names it. */
export function readDump(text) {
  const [, contestant, workload] = /^desc: Trigger: Client Request: ([^\t\n]*)\t(.*)$/m.exec(text) ?? [];
  const [, total] = /^(?:totals|summary): (\d+)/m.exec(text) ?? [];
  return contestant === undefined || total === undefined ? undefined : { contestant, workload, count: Number(total) };
}

/**
 * @param {string} program  a benchmark's
 * @param {string[]} args
 * @returns {{ contestant: string, workload: string, count: number }[]}
 */
export function countInstructions(program, args, environment = process.env) {
  const folder = mkdtempSync(join(tmpdir(), 'jsontape-callgrind-'));
  try {
    const valgrind = ['--tool=callgrind', `--callgrind-out-file=${join(folder, 'dump')}`, program, '--instructions'];
    const child = spawnSync('valgrind', [...valgrind, ...args], { encoding: 'utf8', env: environment });
    if (child.error?.code === 'ENOENT') throw new Error('--instructions needs valgrind');
    if (child.status !== 0) throw new Error(`${program} under callgrind: ${child.stderr.slice(-2000)}`);
    // In the order in which they were made.
    const number = (name) => Number(name.split('.').at(-1));
    return readdirSync(folder)
      .sort((a, b) => number(a) - number(b))
      .map((name) => readDump(readFileSync(join(folder, name), 'utf8')))
      .filter((dump) => dump !== undefined);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
