// How every JavaScript benchmark measures, in one place: contestants in one process, each given every workload before
// the first sample counts; in each round every contestant in turn, the order flipped from round to round; medians, and
// ratios of medians; results checked after each sample, outside its time. Others bring workloads and contestants, and
// print by report.js. native/bench/method.c does the same for C.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A ratio in here is a tie. */
export const TIE = [0.9, 1.1];

/**
 * What all contestants are given; beside these whatever they agree on.
 * @typedef {{ label: string, size: number }} Workload  size in bytes, by which rates are counted
 *
 * @typedef {object} Contestant
 * @property {string} label
 * @property {string} about  what it does
 * @property {(workload: any) => unknown} run  the work that is timed
 * @property {boolean} [async]  whether run gives a promise, for which it is waited within the time
 * @property {(result: any, workload: any) => boolean} check  whether the last run did it right
 *
 * Contestants that are compared on the same workloads, a lane's own where it has some; ratios are to the reference.
 * @typedef {{ label: string, title: string, reference: string, contestants: Contestant[], workloads?: Workload[] }} Lane
 *
 * One contestant on one workload: samples in milliseconds a run, in the order of the rounds; the deviation is the median
 * absolute one, as a part of the median; the ratio says how many times as fast as the reference it is.
 * @typedef {{ contestant: string, repeats: number, medianMs: number, deviation: number, ratio: number,
 *     samplesMs: number[] }} Cell
 *
 * @typedef {{ lane: Lane, workloads: { label: string, bytes: number, cells: Cell[] }[],
 *     geomeans: Map<string, number> }} LaneResult
 */

/** The clocks: what a user waits; and what the process works, all its threads, which a busy machine disturbs little. */
export const CLOCKS = {
  wall: () => performance.now(),
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

export const isTie = (ratio) => ratio >= TIE[0] && ratio <= TIE[1];
const geomean = (values) => Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/** Collects garbage, so that nobody pays for what another left: the young, or all of it. */
function collector() {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  return { young: () => gc({ type: 'minor' }), all: () => gc() };
}

/**
 * @param {Lane[]} lanes
 * @param {Workload[]} workloads
 * @param {{ rounds: number, sampleMs: number, clock: keyof typeof CLOCKS, progress?: (text: string) => void }} options
 *     a sample repeats the run for about sampleMs
 * @returns {Promise<LaneResult[]>}
 */
export async function measure(lanes, workloads, { rounds, sampleMs, clock, progress = () => {} }) {
  const now = CLOCKS[clock];
  const collect = collector();
  const newGame = (workload, lane) => ({
    workload,
    lane,
    players: lane.contestants.map((contestant) => ({ contestant, repeats: 1, samples: [] })),
  });
  const games = [
    ...workloads.flatMap((workload) => lanes.filter((lane) => !lane.workloads).map((lane) => newGame(workload, lane))),
    ...lanes.flatMap((lane) => (lane.workloads ?? []).map((workload) => newGame(workload, lane))),
  ];

  /** The time of one run, as the mean of `repeats`; throws where the last did not do it right. */
  async function sample({ contestant, repeats }, { workload, lane }) {
    const { run, check, label, async } = contestant;
    let result;
    collect.young();
    const start = now();
    if (async) for (let i = 0; i < repeats; i += 1) result = await run(workload);
    else for (let i = 0; i < repeats; i += 1) result = run(workload);
    const time = (now() - start) / repeats;
    if (!check(result, workload)) throw new Error(`${lane.label}: ${label} on ${workload.label}: a wrong result`);
    return time;
  }

  async function play(index, counts) {
    // Once a round: code that is not run between a few collections is thrown away.
    collect.all();
    for (const game of games) {
      const players = index % 2 ? game.players.toReversed() : game.players;
      for (const player of players) {
        // One that does not count, so that nobody finds the caches as others leave them.
        await sample(player, game);
        const time = await sample(player, game);
        if (counts) player.samples.push(time);
      }
    }
  }

  // Runs until a sample takes its time say how many make one; then a round that does not count.
  progress('warm-up');
  for (const game of games) {
    for (const player of game.players) {
      for (;;) {
        const time = (await sample(player, game)) * player.repeats;
        if (time >= sampleMs / 2) break;
        player.repeats = Math.ceil(player.repeats * Math.min(10, Math.max(1.5, sampleMs / Math.max(time, 1e-3))));
      }
    }
  }
  await play(1, false);
  for (let round = 0; round < rounds; round += 1) {
    progress(`round ${round + 1} of ${rounds}`);
    await play(round, true);
  }
  progress('');

  return lanes.map((lane) => summarize(lane, games));
}

/** @returns {LaneResult} */
function summarize(lane, games) {
  const rows = games
    .filter((game) => game.lane === lane)
    .map(({ workload, players }) => {
      const medians = players.map(({ samples }) => median(samples));
      const reference = medians[players.findIndex(({ contestant }) => contestant.label === lane.reference)];
      const cells = players.map(({ contestant, repeats, samples }, i) => ({
        contestant: contestant.label,
        repeats,
        medianMs: medians[i],
        deviation: median(samples.map((time) => Math.abs(time - medians[i]))) / medians[i],
        ratio: reference / medians[i],
        samplesMs: samples,
      }));
      return { label: workload.label, bytes: workload.size, cells };
    });
  const geomeans = new Map(
    lane.contestants.map(({ label }, i) => [label, geomean(rows.map(({ cells }) => cells[i].ratio))]),
  );
  return { lane, workloads: rows, geomeans };
}
