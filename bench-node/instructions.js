// Instruction counts of the C benchmarks, which repeat where times don't: each contestant runs each workload once, natively
// under callgrind, and for another processor under qemu with a plugin that counts (native/bench/count.c).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SCHEMA } from './report.js';
import { compare, compareMean, TIE } from './statistics.js';

const PLUGIN = fileURLToPath(new URL('../native/bench/count.c', import.meta.url));
const EMULATOR = ['qemu-aarch64', '-L', '/usr/aarch64-linux-gnu'];

/** @typedef {{ contestant: string, workload: string, bytes: number, count: number }} Count */

/** @returns {Count} */
function countOf(label, count) {
  const [contestant, workload, bytes] = label.split('\t');
  return { contestant, workload, bytes: Number(bytes), count };
}

/** What a dump of callgrind's counted, and for whom, as program.c names it; undefined where it is none of ours. */
export function readDump(text) {
  const [, label] = /^desc: Trigger: Client Request: (.*\t.*)$/m.exec(text) ?? [];
  const [, total] = /^(?:totals|summary): (\d+)/m.exec(text) ?? [];
  return label === undefined || total === undefined ? undefined : countOf(label, Number(total));
}

/** What lies between each two marks of the plugin's, with the labels that the program printed. */
export function readMarks(labels, marks) {
  const names = labels.split('\n').filter((line) => line.includes('\t'));
  const counts = [...marks.matchAll(/^executed (\d+)$/gm)].map(([, count]) => Number(count));
  if (counts.length !== 2 * names.length) throw new Error(`${names.length} labels, but ${counts.length} marks`);
  return names.map((label, i) => countOf(label, counts[2 * i + 1] - counts[2 * i]));
}

function run(command, args, environment) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env: environment,
    maxBuffer: 1 << 26,
  });
  if (error) throw new Error(`instructions are counted by ${command}: ${error.message}`);
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')}: ${stderr.slice(-2000)}`);
  return { stdout, stderr };
}

/**
 * @param {string} program  a benchmark's
 * @param {string[]} args
 * @param {{ emulated?: boolean, environment?: Record<string, string> }} [options]
 * @returns {Count[]}
 */
export function countInstructions(program, args, { emulated = false, environment = process.env } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'jsontape-count-'));
  try {
    if (emulated) {
      const plugin = join(folder, 'count.so');
      run('cc', ['-O2', '-shared', '-fPIC', '-o', plugin, PLUGIN]);
      const [emulator, ...options] = [...EMULATOR, '-plugin', plugin, program, '--instructions', ...args];
      const { stdout, stderr } = run(emulator, options, { ...environment, BENCH_COUNTER: 'emulator' });
      return readMarks(stdout, stderr);
    }
    const dump = `--callgrind-out-file=${join(folder, 'dump')}`;
    run('valgrind', ['--tool=callgrind', dump, program, '--instructions', ...args], environment);
    // In the order in which they were made.
    const number = (name) => Number(name.split('.').at(-1));
    return readdirSync(folder)
      .sort((a, b) => number(a) - number(b))
      .map((name) => readDump(readFileSync(join(folder, name), 'utf8')))
      .filter((found) => found !== undefined);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Counts as results of one round, whose samples are counts.
 * @param {Count[]} counts
 */
export function countResults(counts, { benchmark, title, facts, reference }) {
  const labels = (member) => [...new Set(counts.map((count) => count[member]))];
  const of = (contestant, workload) =>
    counts.find((count) => count.contestant === contestant && count.workload === workload);
  const workloads = labels('workload').map((label) => {
    const compared = of(reference, label);
    const cells = labels('contestant')
      .map((contestant) => of(contestant, label))
      .filter((count) => count !== undefined)
      .map(({ contestant, count }) => ({
        contestant,
        repeats: 1,
        medianNs: count,
        deviation: 0,
        ...(compared && compare([count], [compared.count])),
        samplesNs: [count],
      }));
    return { label, bytes: counts.find(({ workload }) => workload === label).bytes, cells };
  });
  const contestants = labels('contestant').map((label) => {
    const pairs = workloads
      .map((workload) => [of(label, workload.label), of(reference, workload.label)])
      .filter(([own, other]) => own && other)
      .map(([own, other]) => [[own.count], [other.count]]);
    const { ratio: geomean, interval, orders } = pairs.length ? compareMean(pairs) : {};
    return { label, about: 'one run', geomean, interval, orders };
  });
  const known = labels('contestant').includes(reference);
  return {
    schema: SCHEMA,
    benchmark,
    title,
    facts,
    clock: 'instructions',
    rounds: 1,
    sampleMs: 0,
    tie: TIE,
    ...(known && { reference }),
    contestants,
    workloads,
  };
}
