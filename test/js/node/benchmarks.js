// What benchmarks count and compare by, on made figures: no time is measured here. test/c/test_statistics.c has the same
// examples of the statistics.
import { laneJson, resultsText } from '../../../bench-node/report.js';
import { measure } from '../../../bench-node/method.js';
import {
  compare,
  compareMean,
  deviation,
  estimateOf,
  geomean,
  intervalRank,
  isTie,
  judge,
  median,
} from '../../../bench-node/statistics.js';
import { assert, suite } from '../harness.js';

const test = suite('benchmarks');

const near = (a, b) => Math.abs(a - b) < 1e-12;
const NINE = [1.5, 0.8, 1.1, 1.0, 1.3, 0.7, 1.2, 0.9, 1.4];

test('medians, deviations, means', () => {
  assert.is(median([3, 1, 2]), 2);
  assert.is(median([4, 1, 3, 2]), 2.5);
  assert.ok(near(deviation([4, 100, 2, 1, 3]), 1 / 3));
  assert.ok(near(geomean([2, 8]), 4));
  assert.equal([0.89, 0.9, 1, 1.1, 1.11].map(isTie), [false, true, true, true, false]);
});

test('the interval of a median', () => {
  const ranks = { 1: 0, 5: 0, 8: 0, 9: 1, 11: 1, 12: 2, 15: 3, 17: 4, 21: 5, 100: 39, 1000: 468 };
  for (const [count, rank] of Object.entries(ranks)) assert.is(intervalRank(Number(count)), rank, `of ${count}`);
});

test('an interval of 95 % holds the median that samples are drawn from about so often', () => {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  let held = 0;
  for (let i = 0; i < 2000; i += 1) {
    const [low, high] = estimateOf(Array.from({ length: 21 }, next)).interval;
    if (low <= 0.5 && 0.5 <= high) held += 1;
  }
  assert.ok(held >= 1900 && held < 2000, `${held} of 2000`);
});

test('estimates', () => {
  const nine = estimateOf(NINE);
  assert.is(nine.ratio, 1.1);
  assert.equal(nine.interval, [0.8, 1.4]);
  assert.is(nine.orders[0], 1.3);
  assert.ok(near(nine.orders[1], 0.85));
  assert.equal(estimateOf(NINE.slice(0, 3)).interval, [0.8, 1.5]);
  assert.equal(estimateOf([1.5]), { ratio: 1.5, interval: [1.5, 1.5], orders: [1.5, 1.5] });
});

test('ratios are those of the rounds: what disturbs a round disturbs nobody', () => {
  const { ratio, interval } = compare([10, 1000, 20], [20, 2000, 40]);
  assert.is(ratio, 2);
  assert.equal(interval, [2, 2]);
  const mean = compareMean([
    [
      [10, 10],
      [20, 40],
    ],
    [
      [10, 10],
      [80, 40],
    ],
  ]);
  assert.ok(near(mean.orders[0], 4) && near(mean.orders[1], 4));
});

test('gates', () => {
  const around = (middle) => NINE.map((ratio) => middle + (ratio - 1.1) / 100);
  assert.is(judge(around(1.3), 1.15), 'met');
  assert.is(judge(around(1.0), 1.15), 'missed');
  assert.is(judge(around(1.15), 1.15), 'undecided');
  // Met in the forward order alone.
  const oneSided = Array.from({ length: 21 }, (_, i) => (i % 2 ? 1.0 : 1.3) + i / 1000);
  assert.is(judge(oneSided, 1.15), 'missed');
  assert.is(judge(around(0.972), 0.97), 'undecided');
  assert.is(judge(around(0.99), 0.97), 'met');
});

/** A lane whose contestants only note that they ran. */
function noting(log) {
  const contestant = (label) => ({
    label,
    about: `notes ${label}`,
    run: ({ label: workload }) => log.push(`${workload}${label}`),
    check: () => true,
  });
  return { label: 'noting', title: 'Noting', reference: 'a', contestants: ['a', 'b', 'c'].map(contestant) };
}

const WORKLOADS = [
  { label: 'x', size: 1 },
  { label: 'y', size: 1 },
];
const OPTIONS = { rounds: 4, sampleMs: 0, clock: 'wall' };

test('every contestant meets every workload before the first round; the order flips from round to round', async () => {
  const log = [];
  const begins = [];
  await measure([noting(log)], WORKLOADS, { ...OPTIONS, turn: async () => begins.push(log.length) });
  assert.is(begins.length, 4);
  assert.equal(new Set(log.slice(0, begins[0])), new Set(['xa', 'xb', 'xc', 'ya', 'yb', 'yc']));
  const turns = begins.map((from, i) => log.slice(from, begins[i + 1]).filter((_, k) => k % 2 === 0));
  const forward = ['xa', 'xb', 'xc', 'ya', 'yb', 'yc'];
  const backward = ['xc', 'xb', 'xa', 'yc', 'yb', 'ya'];
  assert.equal(turns, [forward, backward, forward, backward]);
});

test('a wrong result ends it, also in the last round', async () => {
  const log = [];
  const lane = noting(log);
  let last = Infinity;
  lane.contestants[2].check = () => log.length < last;
  let turns = 0;
  const turn = async () => {
    turns += 1;
    if (turns === OPTIONS.rounds) last = log.length;
  };
  let message;
  try {
    await measure([lane], WORKLOADS, { ...OPTIONS, turn });
  } catch (error) {
    message = error.message;
  }
  assert.is(message, 'noting: c on x: a wrong result');
  assert.is(turns, 4);
});

test('a contestant that refuses a workload is left out of it, and the results say so', async () => {
  const lane = noting([]);
  lane.contestants[1].refuses = ({ label }) => (label === 'y' ? 'too long' : undefined);
  const [result] = await measure([lane], WORKLOADS, OPTIONS);
  const results = laneJson(result, { engine: 'none' }, OPTIONS);
  assert.is(results.schema, 1);
  const [x, y] = results.workloads.map(({ cells }) => cells);
  assert.is(x[1].samplesNs.length, 4);
  assert.is(x[1].refused, undefined);
  assert.equal(y[1], { contestant: 'b', refused: 'too long' });
  assert.is(results.contestants[1].geomean, x[1].ratio);
  assert.match(resultsText(results, true), /b refused y: too long/);
});

test.run();
