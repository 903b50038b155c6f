// Two revisions of the library against each other, A/B/B/A: each is built in a worktree of its own with the benchmarks of
// this checkout, and measured by a process of its own, which plays a round when it is told to. run.js calls it.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { C_LANES, documentsOf } from './c_lanes.js';
import { countInstructions, countResults } from './instructions.js';
import { writeResults } from './program.js';
import { SCHEMA } from './report.js';
import { compare, compareMean, deviation, median, TIE } from './statistics.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const SIGNALS = ['SIGINT', 'SIGTERM'];

/** What of this checkout measures, whatever the revision. */
const BENCHMARKS = ['bench-node', 'native/bench', 'test/escape', 'test/whitespace'];

function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  } catch (error) {
    throw new Error(`git ${args.join(' ')}: ${error.stderr?.trim() || error.message}`);
  }
}

/** The commit that a revision names; '.' is what lies in the checkout, of the files that git knows. */
const commitOf = (revision) =>
  git('rev-parse', `${(revision === '.' && git('stash', 'create')) || revision.replace(/^\.$/, 'HEAD')}^{commit}`);

/** Builds a revision in a folder: what the lanes need of it. */
async function build(revision, folder, lanes, progress) {
  git('worktree', 'add', '--detach', '--force', folder, revision);
  for (const path of BENCHMARKS) {
    rmSync(join(folder, path), { recursive: true, force: true });
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const targets = new Set(
    lanes.flatMap((lane) =>
      lane in C_LANES
        ? [`${C_LANES[lane].preset ?? 'bench'}:${C_LANES[lane].program}`]
        : ['native:jsontape-addon', 'browser', 'wasi'],
    ),
  );
  for (const target of targets) {
    progress(`${revision}: building ${target}`);
    const args = [join(folder, 'native/scripts/build.js'), target];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => said.push(data));
    const [status] = await once(child, 'close');
    if (status !== 0) throw new Error(`${revision} can't be built: ${target}\n${Buffer.concat(said)}`);
  }
}

/** The command that measures a lane of a revision. */
function commandOf(lane, folder, files) {
  if (!(lane in C_LANES)) return [process.execPath, [join(folder, 'bench-node/bench.js'), '--lane', lane, ...files]];
  const { program, args, ours, preset = 'bench' } = C_LANES[lane];
  const chosen = ours.flatMap((label) => ['--contestant', label]);
  return [join(folder, 'build', preset, program), [...args, ...chosen, ...documentsOf(lane, files)]];
}

/** A benchmark that plays its rounds when it is told to. */
class Player {
  constructor(revision, [command, args], options) {
    this.revision = revision;
    this.child = spawn(command, [...args, '--paced', ...options], {
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { ...process.env, BENCH_COMMIT: revision },
    });
    this.child.stdin.on('error', () => {});
    this.said = [];
    this.lines = createInterface({ input: this.child.stderr })[Symbol.asyncIterator]();
    this.closed = once(this.child, 'close');
  }

  /** Waits until it may play; throws where it ends instead. */
  async ready() {
    for (;;) {
      const { done, value } = await this.lines.next();
      if (done) throw new Error(`${this.revision}: the benchmark ended early\n${this.said.join('\n')}`);
      if (value === 'ready') return;
      this.said.push(value);
    }
  }

  begin() {
    this.child.stdin.write('\n');
  }

  /** Waits until it has written its results. */
  async end() {
    const [status] = await this.closed;
    if (status !== 0) throw new Error(`${this.revision}: the benchmark exited with ${status}\n${this.said.join('\n')}`);
  }

  kill() {
    this.child.kill();
  }
}

/** Measures a lane of both: the results of each. */
async function play(lane, revisions, { rounds, clock, files, folder, progress }) {
  const options = (i) => ['--rounds', String(rounds), '--json', join(folder, `results-${i}`)];
  const players = revisions.map(
    ({ label, folder: worktree }, i) =>
      new Player(label, commandOf(lane, worktree, files), [
        ...options(i),
        ...(lane in C_LANES ? [] : ['--ours', '--clock', clock]),
      ]),
  );
  try {
    progress(`${lane}: warm-up`);
    for (const player of players) await player.ready();
    for (let round = 0; round < rounds; round += 1) {
      progress(`${lane}: round ${round + 1} of ${rounds}`);
      for (const player of round % 2 ? players.toReversed() : players) {
        player.begin();
        await (round + 1 < rounds ? player.ready() : player.end());
      }
    }
  } finally {
    for (const player of players) player.kill();
  }
  return revisions.map((_, i) => JSON.parse(readFileSync(join(folder, `results-${i}`, `${lane}.json`), 'utf8')));
}

/** Counts a lane's instructions for both: results of one round whose samples are counts. */
function count(lane, revisions, files) {
  return revisions.map(({ label, folder }) => {
    const [program, args] = commandOf(lane, folder, files);
    const counts = countInstructions(program, args, { emulated: C_LANES[lane].emulated });
    return countResults(counts, { benchmark: lane, title: `Instructions of ${lane}`, facts: { commit: label } });
  });
}

/**
 * One lane's results of two revisions as one: the revisions are the contestants, and each of ours on each workload is a
 * workload.
 */
export function joinRevisions(lane, labels, [a, b]) {
  const workloads = a.workloads.flatMap(({ label, bytes, units, cells }, w) =>
    cells.flatMap((cell) => {
      const other = b.workloads[w].cells.find(({ contestant }) => contestant === cell.contestant);
      if (!cell.samplesNs || !other?.samplesNs) return [];
      const cellOf = (revision, { repeats = 1, samplesNs }) => ({
        contestant: revision,
        repeats,
        medianNs: median(samplesNs),
        deviation: deviation(samplesNs),
        ...compare(samplesNs, cell.samplesNs),
        samplesNs,
      });
      return [
        {
          label: `${label}, ${cell.contestant}`,
          bytes,
          units,
          cells: [cellOf(labels[0], cell), cellOf(labels[1], other)],
        },
      ];
    }),
  );
  const contestants = labels.map((label, i) => {
    const pairs = workloads.map(({ cells }) => [cells[i].samplesNs, cells[0].samplesNs]);
    const { ratio: geomean, interval, orders } = compareMean(pairs);
    return { label, about: `the library at ${label}`, geomean, interval, orders };
  });
  return {
    schema: SCHEMA,
    benchmark: lane,
    title: `${a.title}: ${labels[1]} beside ${labels[0]}`,
    facts: { ...b.facts, commit: labels.join(' and ') },
    clock: a.clock,
    rounds: a.rounds,
    sampleMs: a.sampleMs,
    tie: TIE,
    unit: a.unit,
    reference: labels[0],
    contestants,
    workloads,
  };
}

/**
 * @param {[string, string]} revisions
 * @param {{ lanes: string[], rounds: number, clock: string, files: string[], instructions: boolean, output: string,
 *     progress: (text: string) => void }} options  output: a folder for results as JSON
 * @returns {Promise<object[]>}  the results of each lane
 */
export async function compareRevisions(revisions, { lanes, instructions, output, ...options }) {
  const folder = mkdtempSync(join(tmpdir(), 'jsontape-ab-'));
  const { progress } = options;
  const built = [];
  const clean = () => {
    progress('');
    for (const { folder: worktree } of built) {
      spawnSync('git', ['worktree', 'remove', '--force', worktree], { cwd: root, stdio: 'ignore' });
    }
    rmSync(folder, { recursive: true, force: true });
    git('worktree', 'prune');
  };
  // Ended from outside, it leaves no worktrees either.
  const end = () => {
    clean();
    process.exit(1);
  };
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    for (const [i, revision] of revisions.entries()) {
      const commit = commitOf(revision);
      const label = `${'AB'[i]} ${commit.slice(0, 10)}`;
      const worktree = join(folder, 'AB'[i]);
      built.push({ label, folder: worktree });
      await build(commit, worktree, lanes, progress);
    }
    const labels = built.map(({ label }) => label);
    const all = [];
    for (const lane of lanes) {
      const pair =
        instructions || C_LANES[lane]?.emulated
          ? count(lane, built, options.files)
          : await play(lane, built, { ...options, folder });
      const joined = joinRevisions(lane, labels, pair);
      writeResults(output, joined);
      all.push(joined);
    }
    return all;
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
    clean();
  }
}
