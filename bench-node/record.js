// The whole record: every benchmark in a process of its own, one after the other, in this Node.js and others, in browsers
// and under wasmtime; then the report. What the programs say goes to build/bench/record.log.
import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { C_LANES } from './c_lanes.js';
import { commit } from './facts.js';
import { WAYS } from './whitespace_lanes.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const script = (name) => join(root, 'bench-node', name);

const ROUNDS = { c: 15, js: 7, whitespace: 9, commands: 3 };

/** Fewer where a round takes seconds. */
const LONG = { whole: 7, window: 5, 'growth-whole': 5, 'growth-window': 3 };

/** What has to be built, beside what ships. */
const TARGETS = [
  'bench',
  'bench:bench-whitespace',
  'bench-aarch64:bench-escape',
  'browser:bench-whitespace',
  'browser:bench-escape',
  'wasi:bench-whitespace',
];

/** The newest Node.js, which the set-up script installs. */
const NEWEST = join(root, 'build/tools/node');

/** The wasmtime of the machine, or that which the set-up script installs. */
function wasmtime() {
  const own = join(root, 'build/tools/wasmtime');
  return existsSync(own) ? own : 'wasmtime';
}

const versionOf = (command) => spawnSync(command, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';

/** @typedef {{ label: string, command: string, args: string[], output?: string }} Step  output: a file, beside the log */

/** @returns {Step[]} */
function stepsInC(rounds) {
  return Object.keys(C_LANES).map((lane) => ({
    label: `${lane}, C`,
    command: process.execPath,
    args: [script('run.js'), '--lane', lane, '--rounds', String(rounds ?? LONG[lane] ?? ROUNDS.c)],
  }));
}

/** What is measured in this Node.js alone. */
const ONCE = /^(chunks|peers)-/;

/** Those of a Node.js, whose results go to a folder of its own. @returns {Step[]} */
function stepsInNode(node, folder, rounds) {
  const version = versionOf(node);
  const own = join(folder, `node-${version.replace(/^v(\d+).*/, '$1')}`);
  const { stdout, status } = spawnSync(node, [script('bench.js'), '--list'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${node} can't run the benchmarks`);
  const step = (label, name, ...args) => ({
    label: `${label}, Node.js ${version}`,
    command: node,
    args: [script(name), ...args, '--rounds', String(rounds ?? LONG[label] ?? ROUNDS.js), '--json', own],
  });
  return [
    ...stdout
      .trim()
      .split('\n')
      .filter((lane) => node === process.execPath || !ONCE.test(lane))
      .map((lane) => step(lane, 'bench.js', '--lane', lane)),
    step('values written', 'serialize.js'),
    step('whitespace', 'whitespace.js'),
    step('escape', 'escape.js'),
  ];
}

/** @returns {Step[]} */
function stepsElsewhere(folder, rounds) {
  const count = String(rounds ?? ROUNDS.whitespace);
  const browsers = ['chromium', 'firefox'].map((browser) => ({
    label: `whitespace, ${browser}`,
    command: process.execPath,
    args: [script('whitespace.js'), '--in', browser, '--rounds', count, '--json', folder],
  }));
  const own = join(folder, 'wasmtime');
  const engine = versionOf(wasmtime());
  const preloaded = Object.keys(WAYS).flatMap((way) => [
    '--preload',
    `${way}=${join(root, `build/wasi/whitespace-${way}.wasm`)}`,
  ]);
  const underWasmtime = [[], ['--independent'], ['--tokens']].map((kind) => ({
    label: `whitespace ${kind[0]?.slice(2) ?? 'dependent'}, wasmtime`,
    command: wasmtime(),
    args: [
      ...['run', '--env', `BENCH_ENGINE=${engine}`, '--env', `BENCH_COMMIT=${commit()}`, '--dir', `${own}::/results`],
      ...[...preloaded, join(root, 'build/wasi/whitespace.wasm')],
      ...[...kind, '--rounds', count, '--json', '/results'],
    ],
  }));
  const commands = {
    label: 'commands',
    command: process.execPath,
    args: [script('cli.js'), '--rounds', String(rounds ?? ROUNDS.commands), '--json', folder],
  };
  return [commands, ...browsers, ...underWasmtime];
}

/**
 * What the record consists of, in its order.
 * @param {string} folder  for the results
 * @param {{ nodes: string[], rounds?: number }} options
 * @returns {Step[]}
 */
export function recordSteps(folder, { nodes, rounds }) {
  const engines = [
    process.execPath,
    ...(existsSync(NEWEST) && versionOf(NEWEST) !== process.version ? [NEWEST] : []),
    ...nodes,
  ];
  return [
    { label: 'builds', command: process.execPath, args: [join(root, 'native/scripts/build.js'), ...TARGETS] },
    ...stepsInC(rounds),
    ...engines.flatMap((node) => stepsInNode(node, folder, rounds)),
    ...stepsElsewhere(folder, rounds),
    {
      label: 'sizes',
      command: process.execPath,
      args: [script('sizes.js'), '--markdown'],
      output: join(folder, 'sizes.md'),
    },
    { label: 'report', command: process.execPath, args: [script('make_report.js'), '--docs'] },
  ];
}

/** Runs a step with what it says in the log; seconds, or undefined where it fails. */
async function take({ label, command, args, output }, log) {
  const start = performance.now();
  log.write(`\n==== ${label}: ${[command, ...args].join(' ')}\n`);
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.pipe(log, { end: false });
  if (output !== undefined) child.stdout.pipe(createWriteStream(output));
  child.stderr.pipe(log, { end: false });
  const status = await new Promise((resolve) => {
    child.on('error', (error) => {
      log.write(`${error.message}\n`);
      resolve(1);
    });
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
  return status === 0 ? (performance.now() - start) / 1000 : undefined;
}

/**
 * @param {string} folder  for the results; what is in it goes away
 * @param {{ nodes: string[], rounds?: number }} options  nodes: other versions of Node.js, as programs
 * @returns {Promise<boolean>}  whether all went well
 */
export async function recordAll(folder, { nodes, rounds }) {
  const begin = performance.now();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const path = join(root, 'build/bench/record.log');
  const log = createWriteStream(path);
  const steps = recordSteps(folder, { nodes, rounds });
  mkdirSync(join(folder, 'wasmtime'), { recursive: true });
  const failed = [];
  for (const [i, step] of steps.entries()) {
    process.stdout.write(`[${i + 1}/${steps.length}] ${step.label} ... `);
    const seconds = await take(step, log);
    console.log(seconds === undefined ? 'failed' : `${seconds.toFixed(1)} s`);
    if (seconds === undefined) failed.push(step.label);
  }
  log.end();
  console.log(`bench: ${((performance.now() - begin) / 60_000).toFixed(1)} minutes; all tables in ${path}`);
  if (failed.length) console.error(`bench: failed: ${failed.join('; ')}`);
  return failed.length === 0;
}
