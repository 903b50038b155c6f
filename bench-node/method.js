// How every JavaScript benchmark measures, in one place, in Node.js and in browsers: contestants in one process, each given
// every workload before the first sample counts; in each round every contestant in turn, the order flipped from round to
// round; medians of times, and of the rounds' ratios with their intervals (statistics.js); results checked after each sample,
// outside its time. Others bring workloads and contestants, and print by report.js. native/bench/method.c does the same for C.
import { compare, compareMean, deviation, median } from './statistics.js';

/**
 * What all contestants are given; beside these whatever they agree on.
 * @typedef {{ label: string, size: number, units?: number }} Workload  size in bytes, by which rates are counted; units:
 *     how many of the lane's unit a run goes through
 *
 * @typedef {object} Contestant
 * @property {string} label
 * @property {string} about  what it does
 * @property {string} [version]
 * @property {boolean} [peer]  not ours: left out where revisions of ours are compared
 * @property {(workload: any) => unknown} run  the work that is timed
 * @property {boolean} [async]  whether run gives a promise, for which it is waited within the time
 * @property {(result: any, workload: any) => boolean} check  whether the last run did it right
 * @property {(workload: any) => string | undefined} [refuses]  why it can't take a workload at all: then there are no samples
 *
 * Contestants that are compared on the same workloads, a lane's own where it has some; ratios are to the reference.
 * Where there is a unit ("call", "token"), times are told as nanoseconds each, else rates of bytes.
 * `says` has what its table does not.
 * @typedef {{ label: string, title: string, reference?: string, unit?: string, contestants: Contestant[],
 *     workloads?: Workload[], says?: (result: LaneResult) => string }} Lane
 *
 * One contestant on one workload: samples in nanoseconds a run, in the order of the rounds; the deviation is the median
 * absolute one, as a part of the median; how it compares with the reference, where it does.
 * @typedef {{ contestant: string, repeats: number, medianNs: number, deviation: number, samplesNs: number[] } &
 *     Partial<import('./statistics.js').Estimate>} Measured
 * @typedef {Measured | { contestant: string, refused: string }} Cell
 *
 * @typedef {{ lane: Lane, workloads: { label: string, bytes: number, units?: number, cells: Cell[] }[],
 *     geomeans: Map<string, import('./statistics.js').Estimate> }} LaneResult
 */

/** The clocks: what a user waits; and what the process works, all its threads, which a busy machine disturbs little. */
export const CLOCKS = {
  wall: () => performance.now(),
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/** Collects garbage, so that nobody pays for what another left: the young, or all of it. A page can't. */
async function collector() {
  if (globalThis.process?.versions?.node === undefined) return { young() {}, all() {} };
  const { setFlagsFromString } = await import('node:v8');
  const { runInNewContext } = await import('node:vm');
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  return { young: () => gc({ type: 'minor' }), all: () => gc() };
}

/**
 * @param {Lane[]} lanes
 * @param {Workload[]} workloads
 * @param {{ rounds: number, sampleMs: number, clock: keyof typeof CLOCKS, progress?: (text: string) => void,
 *     turn?: () => Promise<void> }} options  a sample repeats the run for about sampleMs; a round waits for its turn
 * @returns {Promise<LaneResult[]>}
 */
export async function measure(lanes, workloads, { rounds, sampleMs, clock, progress = () => {}, turn }) {
  const now = CLOCKS[clock];
  const collect = await collector();
  const newGame = (workload, lane) => ({
    workload,
    lane,
    players: lane.contestants
      .filter(({ refuses }) => refuses?.(workload) === undefined)
      .map((contestant) => ({ contestant, repeats: 1, samples: [] })),
  });
  const games = [
    ...workloads.flatMap((workload) => lanes.filter((lane) => !lane.workloads).map((lane) => newGame(workload, lane))),
    ...lanes.flatMap((lane) => (lane.workloads ?? []).map((workload) => newGame(workload, lane))),
  ];

  /** The time of one run, as the mean of `repeats`; throws where the last did not do it right. */
  async function sample({ contestant, repeats }, { workload, lane }) {
    const { run, check, label, async } = contestant;
    let result;
    // Some runs that do not count, so that nobody finds the caches as others leave them.
    const before = Math.ceil(repeats / 4);
    for (let i = 0; i < before; i += 1) result = async ? await run(workload) : run(workload);
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
      // Who comes first finds the heap as another workload has left it, so that sample does not count.
      await sample(players[0], game);
      for (const player of players) {
        const time = await sample(player, game);
        if (counts) player.samples.push(time * 1e6);
      }
    }
  }

  // Runs until a sample takes its time say how many make one; then a round that does not count.
  progress('warm-up');
  for (const game of games) {
    for (const player of game.players) {
      for (;;) {
        // The shortest of three: one that was slow by chance, as a first call is, must not settle it.
        let time = Number.POSITIVE_INFINITY;
        for (let i = 0; i < 3 && time >= sampleMs / 2; i += 1) {
          time = Math.min(time, (await sample(player, game)) * player.repeats);
        }
        if (time >= sampleMs / 2) break;
        player.repeats = Math.ceil(player.repeats * Math.min(10, Math.max(1.5, sampleMs / Math.max(time, 1e-3))));
      }
    }
  }
  await play(1, false);
  for (let round = 0; round < rounds; round += 1) {
    await turn?.();
    progress(`round ${round + 1} of ${rounds}`);
    await play(round, true);
  }
  progress('');

  return lanes.map((lane) => summarize(lane, games));
}

/** @returns {LaneResult} */
function summarize(lane, games) {
  const played = games.filter((game) => game.lane === lane);
  const samplesOf = ({ players }, label) => players.find(({ contestant }) => contestant.label === label)?.samples;

  const rows = played.map((game) => {
    const { workload, players } = game;
    const reference = samplesOf(game, lane.reference);
    const cells = lane.contestants.map(({ label, refuses }) => {
      const player = players.find(({ contestant }) => contestant.label === label);
      if (player === undefined) return { contestant: label, refused: refuses(workload) };
      return {
        contestant: label,
        repeats: player.repeats,
        medianNs: median(player.samples),
        deviation: deviation(player.samples),
        ...(reference && compare(player.samples, reference)),
        samplesNs: player.samples,
      };
    });
    const { label, size, units } = workload;
    return { label, bytes: size, ...(units !== undefined && { units }), cells };
  });

  const geomeans = new Map();
  for (const { label } of lane.contestants) {
    const pairs = played
      .map((game) => [samplesOf(game, label), samplesOf(game, lane.reference)])
      .filter(([own, other]) => own && other);
    if (pairs.length > 0) geomeans.set(label, compareMean(pairs));
  }
  return { lane, workloads: rows, geomeans };
}
