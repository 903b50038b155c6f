// The statistics of all JavaScript benchmarks and of the reports on plain numbers; native/bench/statistics.c has the same
// for C, and a test of each the same examples.

/** A ratio in here is a tie. */
export const TIE = [0.9, 1.1];

/**
 * How one compares with another over rounds: the median of the rounds' ratios, above 1 where it is faster; its interval
 * with a confidence of 95 %; and the medians of the rounds whose order was forward, and backward.
 * @typedef {{ ratio: number, interval: [number, number], orders: [number, number] }} Estimate
 */

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** The median absolute deviation, as a part of the median. */
export function deviation(values) {
  const middle = median(values);
  return median(values.map((value) => Math.abs(value - middle))) / middle;
}

export const geomean = (values) => Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

export const isTie = (ratio) => ratio >= TIE[0] && ratio <= TIE[1];

/**
 * Which of `count` sorted values, counted from 0, is the lower bound of the median with a confidence of 95 %; the upper
 * bound lies as far from the end. The sign test: the median of what is drawn from lies outside with the probability that
 * so few of `count` tosses of a coin are heads. Below 6 values no two of them reach 95 %: then all lie inside.
 */
export function intervalRank(count) {
  // The probability of i heads, and of at most so many.
  let heads = 0.5 ** count;
  let sum = heads;
  let rank = 0;
  for (let i = 1; 2 * sum <= 0.05; i += 1) {
    rank = i - 1;
    heads *= (count - i + 1) / i;
    sum += heads;
  }
  return rank;
}

/**
 * From the ratios of the rounds in their order, the first one forward.
 * @returns {Estimate}
 */
export function estimateOf(ratios) {
  const sorted = ratios.toSorted((a, b) => a - b);
  const rank = intervalRank(sorted.length);
  const backward = ratios.filter((_, i) => i % 2);
  return {
    ratio: median(sorted),
    interval: [sorted[rank], sorted.at(-1 - rank)],
    orders: [median(ratios.filter((_, i) => i % 2 === 0)), median(backward.length ? backward : ratios)],
  };
}

/** How many times as fast as the other one somebody is, from the times of both in the same rounds. */
export const compare = (times, otherTimes) => estimateOf(times.map((time, round) => otherTimes[round] / time));

/** The same of the geometric mean over workloads: a list of [times, otherTimes]. */
export function compareMean(pairs) {
  const rounds = pairs[0][0].map((_, round) => geomean(pairs.map(([times, others]) => others[round] / times[round])));
  return estimateOf(rounds);
}

const JUDGED = 6; // rounds of an order that have an interval of 95 %

/**
 * What a gate says of the rounds' ratios: `missed` where the whole interval lies below the bound, of all rounds or of
 * those of one order; `met` where no part of any lies below it; else `undecided`.
 * @param {number[]} ratios  in the order of the rounds
 * @param {number} bound  1.15: at least 15 % faster; 0.97: at most 3 % slower
 */
export function judge(ratios, bound) {
  const orders = [0, 1].map((order) => ratios.filter((_, i) => i % 2 === order));
  const judged = [ratios, ...orders.filter(({ length }) => length >= JUDGED)];
  const intervals = judged.map((chosen) => estimateOf(chosen).interval);
  if (intervals.some(([, high]) => high < bound)) return 'missed';
  return intervals.every(([low]) => low >= bound) ? 'met' : 'undecided';
}
