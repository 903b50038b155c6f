// The benchmarks run, on the smallest workloads, and every contestant gives what the others give: no time is looked at.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../data.js';
import { assert, suite } from '../harness.js';

const test = suite('bench programs');

/** Runs a program of bench-node; what it says, and its results. */
function run(program, args) {
  const folder = mkdtempSync(path.join(tmpdir(), 'jsontape-bench-test-'));
  try {
    const { JSONTAPE_BACKEND, ...env } = process.env;
    const file = path.join(root, 'bench-node', program);
    const { status, stderr } = spawnSync(process.execPath, [file, ...args, '--json', folder], {
      cwd: root,
      encoding: 'utf8',
      env,
    });
    assert.is(status, 0, stderr);
    return readdirSync(folder).map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** That results are of those lanes, and whole: what each contestant took, or why it did not. */
function checkResults(all, lanes) {
  assert.equal(all.map(({ benchmark }) => benchmark).sort(), lanes.toSorted());
  for (const { benchmark, contestants, workloads } of all) {
    assert.ok(workloads.length > 0, benchmark);
    for (const { label, cells } of workloads) {
      assert.is(cells.length, contestants.length, `${benchmark}: ${label}`);
      for (const cell of cells) {
        assert.ok(
          cell.refused !== undefined || cell.samplesNs.length === 1,
          `${benchmark}: ${label}: ${cell.contestant}`,
        );
      }
    }
  }
}

const PEERS = ['values', 'lossless', 'comments', 'events', 'serialize', 'sorted'].map((name) => `peers-${name}`);
const GROWTH = ['growth-whole', 'growth-window'];
const OWN = ['serialize']; // made values and documents
const CLI = ['check', 'minify', 'format', 'select'].map((name) => `cli-${name}`);

test('beside packages of npm, and growth', () => {
  const lanes = [...PEERS, ...GROWTH, ...OWN];
  const all = run('bench.js', ['--tiny', '--rounds', '1', ...lanes.flatMap((lane) => ['--lane', lane])]);
  checkResults(all, lanes);
  const refused = all.flatMap(({ workloads }) =>
    workloads.flatMap(({ cells }) => cells.filter(({ refused }) => refused)),
  );
  assert.ok(
    refused.every(({ contestant }) => /json/.test(contestant)),
    'only peers refuse anything',
  );
});

test('the verbs, on a document that is named', () => {
  const lanes = ['tokenize', 'parse', 'minify', 'format', 'chunks-native', 'chunks-wasm', 'chunks-wasi'];
  const args = lanes.flatMap((lane) => ['--lane', lane]);
  const all = run('bench.js', ['--tiny', '--rounds', '1', ...args, path.join(root, 'package.json')]);
  checkResults(all, lanes);
  assert.ok(all.every(({ workloads }) => workloads.length === 1 && workloads[0].label === 'package.json'));
});

test('whole commands', () => checkResults(run('cli.js', ['--tiny', '--rounds', '1']), CLI));

test('sizes by part', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'bench-node/sizes.js')], {
    encoding: 'utf8',
  });
  assert.is(status, 0, stderr);
  const rows = new Map(
    stdout
      .split('\n')
      .map((line) => line.split(/ {2,}/))
      .map(([label, ...cells]) => [label, cells]),
  );
  for (const label of ['tables', 'numbers', 'reader', 'writer', 'build of values', 'bindings']) {
    const [library, module] = rows.get(label).map(Number);
    assert.ok(library > 0 && module > 0, label);
  }
  const [file] = rows.get('browser module').map(Number);
  const [, module] = rows.get('all').map(Number);
  // Functions and data, before the linked module is made smaller once more.
  assert.ok(module < file * 1.1 && module > file * 0.9, 'the parts are nearly all of the module');
});

test.run();
