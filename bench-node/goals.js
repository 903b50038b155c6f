// The speeds that this project wants to reach, and what results say of each.
import { judgeGates, parseGate } from './gate.js';
import { estimateText } from './report.js';
import { compare, compareMean, TIE } from './statistics.js';

const engineOf = ({ facts }) => facts.engine ?? '';
const nodeMajor = (results) => Number(/Node\.js (\d+)/.exec(engineOf(results))?.[1] ?? 0);

const cellOf = ({ cells }, label) => cells.find((cell) => cell.contestant === label && cell.samplesNs);

/** Of those contestants whose labels match, the fastest on a workload. */
function best({ cells }, pattern) {
  const matching = cells.filter((cell) => cell.samplesNs && pattern.test(cell.contestant));
  return matching.toSorted((a, b) => a.medianNs - b.medianNs)[0];
}

/** One contestant over the best of others: the mean over workloads, and the workloads that lie below `each`. */
function against({ workloads }, label, pattern, { mean, each }) {
  const pairs = workloads
    .map((workload) => ({ workload, own: cellOf(workload, label), other: best(workload, pattern) }))
    .filter(({ own, other }) => own && other);
  if (pairs.length === 0) return undefined;
  const estimate = compareMean(pairs.map(({ own, other }) => [own.samplesNs, other.samplesNs]));
  const below = pairs
    .map(({ workload, own, other }) => [workload.label, compare(own.samplesNs, other.samplesNs).ratio])
    .filter(([, ratio]) => ratio < (each ?? 0));
  return {
    figure: estimateText(estimate),
    reached: (mean === undefined || estimate.ratio >= mean) && below.length === 0,
    short: below.map(([workload, ratio]) => `${workload} ${ratio.toFixed(2)}`).join(', '),
  };
}

/** How far nanoseconds a byte lie apart over sizes, of those contestants whose labels match. */
function growth({ workloads, contestants }, pattern, limit) {
  const quotients = contestants
    .filter(({ label }) => pattern.test(label))
    .map(({ label }) => [label, workloads.map((workload) => [workload, cellOf(workload, label)])])
    .map(([label, pairs]) => [
      label,
      pairs.filter(([, cell]) => cell).map(([{ bytes }, cell]) => cell.medianNs / bytes),
    ])
    .filter(([, rates]) => rates.length > 1)
    .map(([label, rates]) => [label, Math.max(...rates) / Math.min(...rates)]);
  if (quotients.length === 0) return undefined;
  const above = quotients.filter(([, quotient]) => quotient > limit);
  return {
    figure: Math.max(...quotients.map(([, quotient]) => quotient)).toFixed(2),
    reached: above.length === 0,
    short: above.map(([label, quotient]) => `${label} ${quotient.toFixed(2)}`).join(', '),
  };
}

/** The gate of a published attempt at a fused escape kernel, which that one missed. */
const ESCAPE_GATE = [
  [/^safe (256|1024)$/, 15],
  [/^CJK/, 0],
  [/^/, -3],
];

/** Whether the fused kernel passes it: of both orders, each lane. */
function escapeGate(results) {
  const judged = results.workloads.flatMap(({ label }) => {
    const [, percent] = ESCAPE_GATE.find(([lanes]) => lanes.test(label));
    const gate = parseGate(`${results.benchmark}/${label}@fused>=${percent}%`);
    return judgeGates([gate], [results]).map(({ verdict }) => ({ label, verdict }));
  });
  const of = (verdict) => judged.filter((one) => one.verdict === verdict).map(({ label }) => label);
  return {
    figure: `${of('met').length} of ${judged.length} lanes`,
    reached: of('met').length === judged.length,
    short: ['missed', 'undecided']
      .filter((verdict) => of(verdict).length > 0)
      .map((verdict) => `${verdict}: ${of(verdict).join(', ')}`)
      .join('; '),
  };
}

const PEERS = /^(simdjson.*|On-Demand|yyjson.*)$/;
const UNCHECKED = /^(simdjson.*|On-Demand.*|yyjson.*)$/;

/** Each: the benchmark that it is about, which of its results, what it says of them. */
const GOALS = [
  {
    goal: 'native tokenizing over the best of simdjson and yyjson: each document 1.0, geomean 1.4',
    benchmark: /^read$/,
    of: (results) => against(results, 'jsontape', PEERS, { mean: 1.4, each: 1 }),
  },
  {
    goal: 'the same, with On-Demand raw among them, which leaves numbers unchecked',
    benchmark: /^read$/,
    of: (results) => against(results, 'jsontape', UNCHECKED, { mean: 1.4, each: 1 }),
  },
  {
    goal: 'the first with all numbers as doubles: geomean 1.1',
    benchmark: /^numbers$/,
    of: (results) => against(results, 'jsontape', PEERS, { mean: 1.1 }),
  },
  {
    goal: 'WASM with `into` over JSON.parse(buf.toString()): geomean 7.5 on Node.js 20, 4.5 on the newest',
    benchmark: /^tokenize$/,
    of: (results) => against(results, 'wasm into', /^JSON\.parse$/, { mean: nodeMajor(results) <= 20 ? 7.5 : 4.5 }),
  },
  {
    goal: 'WASM at least 0.5 of native',
    benchmark: /^tokenize$/,
    of: (results) => against(results, 'wasm into', /^native into$/, { mean: 0.5 }),
  },
  {
    goal: 'browser whitespace, dependent calls: hybrid(16) best or tied on every document',
    benchmark: /^whitespace-dependent-/,
    of: (results) => against(results, 'hybrid(16)', /^(scalar|vector|hybrid\(16\))$/, { each: TIE[0] }),
  },
  ...['minify', 'format'].flatMap((verb) =>
    [
      ['WASM', 'wasm', 8],
      ['natively', 'native', 12],
    ].map(([where, label, mean]) => ({
      goal: `${verb} over the JSON round trip on Node.js 20, ${where}: geomean ${mean}`,
      benchmark: new RegExp(`^${verb}$`),
      when: (results) => nodeMajor(results) === 20,
      of: (results) => against(results, label, /^round trip$/, { mean }),
    })),
  ),
  {
    goal: 'fused escaping over SWAR + copy, both orders: 256 and 1024 bytes 15 %, CJK no loss, all others within 3 %',
    benchmark: /^escape/,
    of: escapeGate,
  },
  {
    goal: "the CLI's minify over jq: 20 times",
    benchmark: /^cli-minify$/,
    of: (results) => against(results, 'jsontape', /^jq/, { mean: 20 }),
  },
  ...[
    ['whole', '64 KB to 64 MB at once'],
    ['window', '1 MB to 1 GB through a window'],
  ].map(([benchmark, sizes]) => ({
    goal: `growth: ns a byte within 1.3, ${sizes}`,
    benchmark: new RegExp(`^(growth-)?${benchmark}$`),
    of: (results) => growth(results, /^(?!JSON|.* parse)/, 1.3),
  })),
];

/**
 * What results say of the goals: a row for each results that a goal is about; a goal without any is named as not measured.
 * @param {object[]} all  results as JSON
 * @returns {{ goal: string, figure: string, reached: string, short: string }[]}
 */
export function judgeGoals(all) {
  return GOALS.flatMap(({ goal, benchmark, when = () => true, of }) => {
    const rows = all
      .filter((results) => benchmark.test(results.benchmark) && when(results))
      .map((results) => ({ results, judged: of(results) }))
      .filter(({ judged }) => judged !== undefined)
      .map(({ results, judged: { figure, reached, short } }) => ({
        goal: `${goal} (${results.benchmark}: ${engineOf(results)})`,
        figure,
        reached: reached ? 'yes' : 'no',
        short,
      }));
    return rows.length ? rows : [{ goal, figure: '', reached: 'not measured', short: '' }];
  });
}
