// What a JavaScript benchmark says about its results: a table for people, plain or as Markdown, and JSON with every
// sample, in the layout that native/bench/report.c has.
import { isTie, TIE } from './method.js';

/** Rows of text as a table, the first row being its head; the first column goes left, the others right. */
export function table(rows, markdown) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  const lines = rows.map((row) => row.map((cell, i) => (i ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))));
  if (!markdown) return lines.map((cells) => cells.join('  ').trimEnd()).join('\n');
  lines.splice(
    1,
    0,
    widths.map((width, i) => (i ? '-'.repeat(width - 1) + ':' : ':' + '-'.repeat(width - 1))),
  );
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Lines of `label: value`. */
export function list(facts, markdown) {
  return Object.entries(facts)
    .map(([label, value]) => `${markdown ? '- ' : '  '}${label}: ${value}`)
    .join('\n');
}

/**
 * @param {import('./method.js').LaneResult} result
 * @param {{ rounds: number, clock: string, markdown: boolean }} options
 */
export function laneText({ lane, workloads, geomeans }, { rounds, clock, markdown }) {
  const rate = (bytes, { medianMs }) => (bytes / 1e3 / medianMs).toFixed(0);
  const times = (ratio) => `${ratio.toFixed(2)}x`;
  const rows = workloads.map(({ label, bytes, cells }) => [
    label,
    (bytes / 1e3).toFixed(0),
    ...cells.map((cell) =>
      cell.contestant === lane.reference
        ? rate(bytes, cell)
        : `${rate(bytes, cell)} (${times(cell.ratio)}${isTie(cell.ratio) ? ', tie' : ''})`,
    ),
    `${(Math.max(...cells.map(({ deviation }) => deviation)) * 100).toFixed(0)}%`,
  ]);
  const means = [...geomeans].map(([label, mean]) => (label === lane.reference ? '' : times(mean)));
  return [
    markdown ? `### ${lane.title}` : lane.title,
    list(Object.fromEntries(lane.contestants.map(({ label, about }) => [label, about])), markdown),
    table(
      [
        ['document', 'KB', ...lane.contestants.map(({ label }) => label), 'spread'],
        ...rows,
        ['geomean', '', ...means, ''],
      ],
      markdown,
    ),
    `MB/s of the document by the median of ${rounds} rounds (${clock} time), interleaved, the order flipped each round. ` +
      `In brackets: how many times as fast as\n${lane.reference}; ${TIE.map((bound) => bound.toFixed(1)).join(' to ')} ` +
      'is a tie. Spread: the largest median absolute deviation in the row.',
  ].join('\n\n');
}

/** @param {import('./method.js').LaneResult} result */
export function laneJson({ lane, workloads, geomeans }, facts, { rounds, sampleMs, clock }) {
  return {
    benchmark: lane.label,
    title: lane.title,
    facts,
    clock,
    rounds,
    sampleMs,
    reference: lane.reference,
    contestants: lane.contestants.map(({ label, about }) => ({ label, about, geomean: geomeans.get(label) })),
    workloads: workloads.map(({ label, bytes, cells }) => ({
      label,
      bytes,
      cells: cells.map(({ medianMs, samplesMs, ...cell }) => ({
        ...cell,
        medianNs: medianMs * 1e6,
        samplesNs: samplesMs.map((time) => time * 1e6),
      })),
    })),
  };
}
