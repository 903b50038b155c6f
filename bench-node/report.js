// What a JavaScript benchmark says about its results: a table for people, plain or as Markdown, and JSON with every
// sample, in the layout that native/bench/report.c has.
import { isTie, TIE } from './statistics.js';

/** Of the JSON. */
export const SCHEMA = 1;

/** Whether results say how time grows with the size: then their workloads differ by what is behind the comma. */
export const isGrowth = ({ benchmark }) => /^(tokens|whole|window|growth-.*)$/.test(benchmark);

/** Rows of text as a table, the first row being its head; the first column goes left, the others right. */
export function table(texts, markdown) {
  const rows = markdown ? texts.map((row) => row.map((cell) => cell.replaceAll('|', '\\|'))) : texts;
  const least = markdown ? 3 : 0;
  const widths = rows[0].map((_, i) => Math.max(least, ...rows.map((row) => row[i].length)));
  const lines = rows.map((row) => row.map((cell, i) => (i ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))));
  if (!markdown) return lines.map((cells) => cells.join('  ').trimEnd()).join('\n');
  const rule = widths.map((width, i) => (i ? `${'-'.repeat(width - 1)}:` : `:${'-'.repeat(width - 1)}`));
  lines.splice(1, 0, rule);
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Lines of `label: value`. */
export function list(facts, markdown) {
  return Object.entries(facts)
    .map(([label, value]) => `${markdown ? '- ' : '  '}${label}: ${value}`)
    .join('\n');
}

/** An estimate as text: the ratio and its interval. */
export function estimateText({ ratio, interval }) {
  const [low, high] = interval.map((bound) => bound.toFixed(2));
  return `${ratio.toFixed(2)}x [${low}, ${high}]${isTie(ratio) ? ' tie' : ''}`;
}

/** The figure of a cell: MB/s, or where there is a unit, nanoseconds each; or a count of instructions. */
export function figure({ unit, clock }, { bytes, units }, { medianNs }) {
  if (clock === 'instructions') return String(medianNs);
  return unit === undefined ? ((bytes * 1e3) / medianNs).toFixed(0) : (medianNs / units).toFixed(2);
}

/**
 * Results as rows of text, the first one being the head.
 * @param {object} results  as JSON (docs/benchmarks.md)
 */
export function resultsRows(results) {
  const { reference, contestants, workloads } = results;
  const cellText = (workload, cell) => {
    if (cell.refused !== undefined) return 'refused';
    const text = figure(results, workload, cell);
    return cell.ratio === undefined || cell.contestant === reference ? text : `${text}  ${estimateText(cell)}`;
  };
  const spread = ({ cells }) => Math.max(...cells.map((cell) => cell.deviation ?? 0));
  const rows = workloads.map((workload) => [
    workload.label,
    (workload.bytes / 1e3).toFixed(1),
    ...workload.cells.map((cell) => cellText(workload, cell)),
    `${(spread(workload) * 100).toFixed(0)}%`,
  ]);
  if (reference !== undefined) {
    const means = contestants.map(({ label, geomean, ...mean }) =>
      geomean === undefined || label === reference ? '' : estimateText({ ratio: geomean, ...mean }),
    );
    rows.push(['geomean', '', ...means, '']);
  }
  return [['workload', 'KB', ...contestants.map(({ label }) => label), 'spread'], ...rows];
}

/** What the rows of results show. */
export function tableNote({ reference, unit, rounds, clock }) {
  const shown = unit === undefined ? 'MB/s' : `Nanoseconds a ${unit}`;
  const counted = clock === 'instructions';
  const ratios = counted
    ? `how many times as few as ${reference}`
    : `how many times as fast as ${reference}, the median of the rounds' ratios, and its 95 % interval`;
  const band = TIE.map((bound) => bound.toFixed(1)).join(' to ');
  const compared = reference === undefined ? '' : ` Behind it: ${ratios}; ${band} is a tie.`;
  const method = counted
    ? 'Instructions of one run.'
    : `${shown} (${clock} time) by the median of ${rounds} rounds, interleaved, the order flipped each round.`;
  return `${method}${compared} Spread: the largest median absolute deviation in the row.`;
}

/** Results as a table, and what it shows. */
export const resultsTable = (results, markdown) => `${table(resultsRows(results), markdown)}\n\n${tableNote(results)}`;

/** Results as text for people. */
export function resultsText(results, markdown) {
  const about = results.contestants.map(({ label, version, about }) => [
    version ? `${label} ${version}` : label,
    about,
  ]);
  const refused = results.workloads.flatMap(({ label, cells }) =>
    cells
      .filter((cell) => cell.refused !== undefined)
      .map((cell) => `${cell.contestant} refused ${label}: ${cell.refused}`),
  );
  return [
    markdown ? `### ${results.title}` : results.title,
    list(Object.fromEntries(about), markdown),
    resultsTable(results, markdown),
    ...refused,
  ].join('\n\n');
}

/**
 * The results of a lane as JSON, of the schema that docs/benchmarks.md describes.
 * @param {import('./method.js').LaneResult} result
 */
export function laneJson({ lane, workloads, geomeans }, facts, { rounds, sampleMs, clock }) {
  return {
    schema: SCHEMA,
    benchmark: lane.label,
    title: lane.title,
    facts,
    clock,
    rounds,
    sampleMs,
    tie: TIE,
    unit: lane.unit,
    reference: lane.reference,
    contestants: lane.contestants.map(({ label, version, about }) => {
      const { ratio: geomean, interval, orders } = geomeans.get(label) ?? {};
      return { label, version, about, geomean, interval, orders };
    }),
    workloads,
  };
}
