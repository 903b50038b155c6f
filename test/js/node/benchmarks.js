// What benchmarks count and compare by, on made figures: no time is measured here. test/c/test_statistics.c has the same
// examples of the statistics.
import { existsSync } from 'node:fs';
import { joinRevisions } from '../../../bench-node/ab.js';
import { C_LANES } from '../../../bench-node/c_lanes.js';
import { judgeGates, parseGate } from '../../../bench-node/gate.js';
import { judgeGoals } from '../../../bench-node/goals.js';
import { countResults, readDump, readMarks } from '../../../bench-node/instructions.js';
import { checkResults } from '../../../bench-node/make_report.js';
import { recordSteps } from '../../../bench-node/record.js';
import { page } from '../../../bench-node/page.js';
import { laneJson, resultsText, table } from '../../../bench-node/report.js';
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
import { assert, env, suite } from '../harness.js';

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

test('every contestant meets every workload before the first round; the order flips, and the first runs before it counts', async () => {
  const log = [];
  const begins = [];
  await measure([noting(log)], WORKLOADS, { ...OPTIONS, turn: async () => begins.push(log.length) });
  assert.is(begins.length, 4);
  assert.equal(new Set(log.slice(0, begins[0])), new Set(['xa', 'xb', 'xc', 'ya', 'yb', 'yc']));
  const turns = begins.map((from, i) => log.slice(from, begins[i + 1]).filter((_, k) => k % 2 === 0));
  const forward = ['xa', 'xa', 'xb', 'xc', 'ya', 'ya', 'yb', 'yc'];
  const backward = ['xc', 'xc', 'xb', 'xa', 'yc', 'yc', 'yb', 'ya'];
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
  // The mean is of the other workload alone, by the same arithmetic: that of logarithms rounds.
  assert.is(results.contestants[1].geomean, compareMean([[x[1].samplesNs, x[0].samplesNs]]).ratio);
  assert.match(resultsText(results, true), /b refused y: too long/);
});

/** Results of a lane whose contestant takes so many nanoseconds on each workload, the reference 100, in each round. */
function made(benchmark, times, engine = 'Node.js 20.0.0') {
  const cell = (contestant, samplesNs) => ({
    contestant,
    repeats: 1,
    medianNs: median(samplesNs),
    deviation: 0,
    ...compare(
      samplesNs,
      samplesNs.map(() => 100),
    ),
    samplesNs,
  });
  return {
    schema: 1,
    benchmark,
    title: benchmark,
    facts: { engine },
    clock: 'cpu',
    rounds: 12,
    sampleMs: 1,
    reference: 'theirs',
    contestants: ['ours', 'theirs'].map((label) => ({ label, about: label })),
    workloads: Object.entries(times).map(([label, time]) => ({
      label,
      bytes: 1000,
      cells: [
        cell(
          'ours',
          Array.from({ length: 12 }, (_, i) => time + i / 100),
        ),
        cell('theirs', Array(12).fill(100)),
      ],
    })),
  };
}

test('gates of the command line', () => {
  assert.equal(parseGate('read>=15%'), {
    text: 'read>=15%',
    lane: 'read',
    workload: undefined,
    contestant: undefined,
    bound: 1.15,
  });
  const { workload, contestant, bound } = parseGate('escape/safe 256@fused, padded>=-3.5%');
  assert.equal([workload, contestant, bound], ['safe 256', 'fused, padded', 0.965]);
  for (const wrong of ['', 'read', 'read>=', 'read>15%', 'read>=15', '>=1%', 'read/>=1%']) {
    assert.throws(() => parseGate(wrong), /a gate is/);
  }
  const all = [made('lane', { 'one 2': 80, 'one 23': 100, other: 200 })];
  const verdicts = (text) => judgeGates([parseGate(text)], all).map(({ verdict }) => verdict);
  assert.equal(verdicts('lane/one 2@ours>=15%'), ['met']);
  assert.equal(verdicts('lane/one 23>=15%'), ['missed']);
  assert.equal(verdicts('lane/one>=11%'), ['met'], 'the geometric mean of two');
  assert.equal(verdicts('lane/other>=-51%'), ['met']);
  assert.equal(verdicts('lane>=-10%'), ['missed'], 'of all three');
  assert.throws(() => verdicts('another>=1%'), /no results of 'another'/);
  assert.throws(() => verdicts('lane/two>=1%'), /nothing in the results/);
  assert.throws(() => verdicts('lane@nobody>=1%'), /nothing in the results/);
});

test('two revisions are joined by contestant and workload', () => {
  const a = made('lane', { x: 100, y: 200 });
  const b = made('lane', { x: 50, y: 200 });
  const joined = joinRevisions('lane', ['A', 'B'], [a, b]);
  assert.equal(
    joined.workloads.map(({ label }) => label),
    ['x, ours', 'x, theirs', 'y, ours', 'y, theirs'],
  );
  assert.is(joined.reference, 'A');
  assert.ok(Math.abs(joined.workloads[0].cells[1].ratio - 2) < 1e-2);
  assert.is(joined.workloads[1].cells[1].ratio, 1);
  assert.equal(
    judgeGates([parseGate('lane/x, ours>=90%'), parseGate('lane/y>=1%')], [joined]).map(({ verdict }) => verdict),
    ['met', 'missed'],
  );
});

test('counts of instructions', () => {
  const dump = 'version: 1\ndesc: Trigger: Client Request: fused\tsafe 8\t1024\n\ntotals: 4711\n';
  assert.equal(readDump(dump), { contestant: 'fused', workload: 'safe 8', bytes: 1024, count: 4711 });
  assert.is(readDump('desc: Trigger: Program termination\ntotals: 3\n'), undefined);
  const counts = readMarks('a\tx\t10\nb\tx\t10\n', 'executed 5\nexecuted 105\nexecuted 200\nexecuted 250\n');
  assert.equal(
    counts.map(({ count }) => count),
    [100, 50],
  );
  assert.throws(() => readMarks('a\tx\t10\n', 'executed 5\n'), /1 labels, but 1 marks/);
  const results = countResults(counts, { benchmark: 'lane', title: 'Lane', facts: {}, reference: 'a' });
  assert.is(results.workloads[0].cells[1].ratio, 2);
  assert.is(results.contestants[1].geomean, 2);
  assert.match(resultsText(results, false), /50 {2}2\.00x/);
});

test('goals: reached, short of it, not measured', () => {
  const minify = made('minify', { x: 10, y: 10 });
  for (const cell of minify.workloads.flatMap(({ cells }) => cells)) {
    cell.contestant = cell.contestant === 'ours' ? 'wasm' : 'round trip';
  }
  const read = made('read', { x: 50, y: 110 });
  for (const cell of read.workloads.flatMap(({ cells }) => cells)) {
    cell.contestant = cell.contestant === 'ours' ? 'jsontape' : 'simdjson DOM';
  }
  const rows = judgeGoals([minify, read]);
  const row = (start) => rows.find(({ goal }) => goal.startsWith(start));
  assert.is(row('minify over the JSON round trip on Node.js 20, WASM').reached, 'yes');
  assert.is(row('minify over the JSON round trip on Node.js 20, natively').reached, 'not measured');
  assert.equal([row('native tokenizing').reached, row('native tokenizing').short], ['no', 'y 0.91']);
});

test('a report takes no results of another schema, or whose ratios are not those of their samples', () => {
  const good = made('lane', { x: 80 });
  assert.is(checkResults(good, 'file'), good);
  assert.throws(() => checkResults({ ...good, schema: 2 }, 'file'), /schema 2/);
  assert.throws(() => checkResults({ ...good, rounds: 13 }, 'file'), /lacks samples/);
  good.workloads[0].cells[0].ratio *= 1.01;
  assert.throws(() => checkResults(good, 'file'), /ratio/);
});

test('the page of a report needs nothing else, and holds what the results say', async () => {
  const results = made('lane', { 'x <&>': 80, y: 50 });
  results.workloads[1].cells[0] = { contestant: 'ours', refused: '</script> is too long' };
  const goals = [{ goal: 'fast', figure: '1.00', reached: 'yes', short: '' }];
  const text = await page([{ title: 'Section', text: 'What it is.', results: [results] }], goals);
  assert.is(text.match(/<canvas /g).length, 1);
  assert.is(text.match(/<script/g).length, 2);
  assert.is(text.match(/<\/script>/g).length, 2);
  assert.not.match(text, /(src|href)="(?!#|data:)/);
  assert.not.match(text, /import\(|@import|url\(http/);
  assert.match(text, /x &lt;&amp;&gt;/);
  const [, data] = /<script type="application\/json" id="results">(.*?)<\/script>/s.exec(text);
  const [embedded] = env.JSON.parse(data);
  assert.is(embedded.workloads[1].cells[0].refused, '</script> is too long');
  assert.is(embedded.workloads[0].cells[0].ratio, results.workloads[0].cells[0].ratio);
  assert.is(embedded.workloads[0].cells[0].samplesNs, undefined);
});

test('tables as Markdown', () => {
  const rows = [
    ['a', 'b'],
    ['x|y', '1'],
  ];
  assert.is(table(rows, true), ['| a    |   b |', '| :--- | --: |', '| x\\|y |   1 |'].join('\n'));
});

test('the record: each lane once, by programs that are there', () => {
  const steps = recordSteps('/results', { nodes: [], rounds: 1 });
  const labels = steps.map(({ label }) => label);
  assert.is(new Set(labels).size, labels.length, labels.join());
  for (const lane of Object.keys(C_LANES)) assert.ok(labels.includes(`${lane}, C`), lane);
  assert.ok(labels.includes(`tokenize, Node.js ${process.version}`));
  assert.equal([labels[0], labels.at(-1)], ['builds', 'report']);
  const scripts = steps.flatMap(({ args }) => args.filter((word) => word.endsWith('.js')));
  assert.ok(scripts.length >= steps.length - 3);
  for (const file of scripts) assert.ok(existsSync(file), file);
});

test.run();
