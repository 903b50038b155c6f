// `npm run report [-- FOLDER]`: files of results, of a folder and those in it, as a page with charts, build/bench/report.html,
// and as Markdown; with --docs the latter goes to docs/performance.md, else to build/bench/report.md.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { judgeGoals } from './goals.js';
import { page } from './page.js';
import { runProgram } from './program.js';
import { isGrowth, resultsTable, SCHEMA, table } from './report.js';
import { compare } from './statistics.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What the report has in which order: results by their names. */
const SECTIONS = [
  { title: 'Reading in C', text: 'The tokenizer beside other readers.', names: /^(read|numbers)$/ },
  { title: 'Chunks in C', text: 'Documents in chunks, each with a tape.', names: /^chunks$/ },
  {
    title: 'Reading piece by piece in C',
    text: 'Values from input in segments, skips, single values, keys, objects.',
    names: /^(segments|skip|scalars|keys|objects)$/,
  },
  { title: 'Growth', text: 'How the time grows with the size.', of: isGrowth },
  { title: 'Writing in C', text: 'The writer beside others.', names: /^write$/ },
  { title: 'Tokenizing from JavaScript', text: 'All builds in one process.', names: /^(tokenize|chunks-.*|streams)$/ },
  { title: 'Values from JavaScript', text: 'Values built.', names: /^(parse.*|select|values|partial)$/ },
  {
    title: 'Writing from JavaScript',
    text: 'Values and texts to bytes.',
    names: /^(serialize.*|minify|format|stringify.*)$/,
  },
  {
    title: 'Packages of npm',
    text: 'What others in JavaScript take for the like; what they do more or less stands below each table.',
    names: /^peers-/,
  },
  { title: 'Command line', text: 'Whole processes.', names: /^cli/ },
  {
    title: 'Ways of skipping whitespace',
    text: 'What each build ships stands in architecture.md; the other ways are compiled for this comparison.',
    names: /^whitespace-/,
  },
  { title: 'Ways of escaping', text: 'The fused kernel is what ships.', names: /^escape/ },
  { title: 'Others', text: '', names: /^/ },
];

/** Files below a folder whose names end so. */
function findFiles(folder, ending) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return findFiles(path, ending);
      return entry.name.endsWith(ending) ? [path] : [];
    });
}

/** Results from a file; throws where they are of another schema, or say other ratios than their samples. */
export function checkResults(results, file) {
  if (results.schema !== SCHEMA) throw new Error(`${file}: schema ${results.schema}, not ${SCHEMA}`);
  for (const { label, cells } of results.workloads) {
    const reference = cells.find(({ contestant }) => contestant === results.reference);
    for (const { contestant, refused, samplesNs, ratio } of cells) {
      if (refused !== undefined) continue;
      if (samplesNs.length !== results.rounds) throw new Error(`${file}: ${label}: ${contestant} lacks samples`);
      if (ratio === undefined || !reference?.samplesNs) continue;
      const again = compare(samplesNs, reference.samplesNs).ratio;
      if (Math.abs(again / ratio - 1) > 1e-9) throw new Error(`${file}: ${label}: ${contestant}: ratio ${ratio}`);
    }
  }
  return results;
}

/** Results in sections, in the order of the files within. */
function arrange(all) {
  const rest = new Set(all);
  return SECTIONS.map(({ title, text, names, of = ({ benchmark }) => names.test(benchmark) }) => {
    const results = [...rest].filter(of);
    for (const one of results) rest.delete(one);
    return { title, text, results };
  }).filter(({ results }) => results.length > 0);
}

function factsText(all) {
  const labels = new Map();
  for (const { facts } of all) {
    for (const [label, value] of Object.entries(facts)) labels.set(label, (labels.get(label) ?? new Set()).add(value));
  }
  return [...labels].map(([label, values]) => `- ${label}: ${[...values].join('; ')}`).join('\n');
}

function markdown(sections, goals, all, sizes) {
  const goalRows = goals.map(({ goal, figure, reached, short }) => [goal, figure, reached, short]);
  const one = (results) => {
    const about = results.contestants.map(
      ({ label, version, about: text }) => `- ${version ? `${label} ${version}` : label}: ${text}`,
    );
    return `### ${results.title} — ${results.facts.engine}\n\n${resultsTable(results, true)}\n\n${about.join('\n')}`;
  };
  return `# Performance

Made by \`npm run record\`; [benchmarks.md](benchmarks.md) says how it is measured, [decisions.md](decisions.md) what
followed from it.

${factsText(all)}

## Goals

${table([['goal', 'measured', 'reached', 'short of it'], ...goalRows], true)}

${sections.map(({ title, text, results }) => `## ${title}\n\n${text}\n\n${results.map(one).join('\n\n')}`).join('\n\n')}
${sizes.map((text) => `\n## Sizes\n\n${text.trim()}\n`).join('')}`;
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { docs: { type: 'boolean', default: false } },
  });
  if (positionals.length > 1) throw new Error('one folder of results, not more');
  const folder = positionals[0] ?? join(root, 'build/bench/results');
  const files = findFiles(folder, '.json');
  const sizes = findFiles(folder, 'sizes.md').map((file) => readFileSync(file, 'utf8'));
  if (files.length === 0) throw new Error(`${folder} holds no results; npm run bench makes some`);
  const all = files.map((file) => checkResults(JSON.parse(readFileSync(file, 'utf8')), file));
  const sections = arrange(all);
  const goals = judgeGoals(all);
  const html = join(root, 'build/bench/report.html');
  const text = join(root, values.docs ? 'docs/performance.md' : 'build/bench/report.md');
  writeFileSync(html, await page(sections, goals));
  writeFileSync(text, markdown(sections, goals, all, sizes));
  console.log(`report: ${files.length} results: ${relative('.', html)}, ${relative('.', text)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runProgram('report', main);
}
