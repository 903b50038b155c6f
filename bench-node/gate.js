// Gates: what results have to reach, for the command line.
import { UsageError } from './program.js';
import { estimateOf, geomean, judge } from './statistics.js';

const SYNTAX = /^([\w-]+)(?:\/([^@]+))?(?:@(.+))?>=(-?\d+(?:\.\d+)?)%$/;

/**
 * `LANE[/WORKLOAD][@CONTESTANT]>=PERCENT%`: how much faster than the reference, at least; below 0 how much slower, at
 * most. WORKLOAD is a label, or a part of some, over which the geometric mean goes. Without CONTESTANT all but the
 * reference have to reach it.
 * @typedef {{ text: string, lane: string, workload?: string, contestant?: string, bound: number }} Gate
 * @returns {Gate}
 */
export function parseGate(text) {
  const [, lane, workload, contestant, percent] = SYNTAX.exec(text) ?? [];
  if (lane === undefined) {
    throw new UsageError(`a gate is LANE[/WORKLOAD][@CONTESTANT]>=PERCENT%, as 'minify>=15%', not '${text}'`);
  }
  return { text, lane, workload, contestant, bound: 1 + Number(percent) / 100 };
}

/** Of each round, how many times as fast as the reference a contestant is, by the geometric mean over workloads. */
function roundRatios({ reference, workloads }, contestant) {
  const pairs = workloads
    .map(({ cells }) => [contestant, reference].map((label) => cells.find((cell) => cell.contestant === label)))
    .filter((cells) => cells.every((cell) => cell?.samplesNs));
  if (pairs.length === 0) return undefined;
  return pairs[0][0].samplesNs.map((_, round) =>
    geomean(pairs.map(([own, other]) => other.samplesNs[round] / own.samplesNs[round])),
  );
}

/**
 * What gates say of results as JSON: for each gate and contestant a line and whether it is `met`, `missed` or `undecided`.
 * A gate that finds nothing to judge is an error.
 * @param {Gate[]} gates
 * @param {object[]} all
 * @returns {{ verdict: string, line: string }[]}
 */
export function judgeGates(gates, all) {
  return gates.flatMap((gate) => {
    const results = all.find(({ benchmark }) => benchmark === gate.lane);
    if (results === undefined) throw new UsageError(`gate ${gate.text}: there are no results of '${gate.lane}'`);
    const named = results.workloads.filter(({ label }) => label === gate.workload);
    const workloads = named.length
      ? named
      : results.workloads.filter(({ label }) => label.includes(gate.workload ?? ''));
    const contestants = results.contestants
      .map(({ label }) => label)
      .filter((label) => (gate.contestant === undefined ? label !== results.reference : label === gate.contestant));
    const judged = contestants.flatMap((label) => {
      const ratios = roundRatios({ ...results, workloads }, label);
      if (ratios === undefined) return [];
      const verdict = judge(ratios, gate.bound);
      const [low, high] = estimateOf(ratios).interval.map((ratio) => `${((ratio - 1) * 100).toFixed(1)}`);
      return [{ verdict, line: `gate ${gate.text}: ${label}: ${verdict}, ${low} to ${high} %` }];
    });
    if (judged.length === 0) throw new UsageError(`gate ${gate.text}: nothing in the results is called so`);
    return judged;
  });
}

/** Prints what gates say; true where none is missed. */
export function passGates(gates, all) {
  const judged = judgeGates(gates, all);
  for (const { line } of judged) console.log(line);
  return judged.every(({ verdict }) => verdict !== 'missed');
}
