// The first call after import: parse(bytes) and JSON.parse(buf.toString()), each in a fresh process, in turn. The ratio is the
// median of the rounds' ratios, with its 95 % interval; that of the least times says it without the milliseconds for which
// the system stops either now and then.
//
//   node bench-node/first.js [--rounds N] [FILE...]
import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chosenDocuments } from './documents.js';
import { roundsOf } from './program.js';
import { compare, median } from './statistics.js';

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '15' } },
  allowPositionals: true,
});
const rounds = roundsOf(values.rounds);
const { source, files } = chosenDocuments(positionals);
const root = fileURLToPath(new URL('..', import.meta.url));

const CALLS = { parse: 'parse(bytes)', 'JSON.parse': 'JSON.parse(bytes.toString())' };
const RECORDS = `Array.from({ length }, (_, id) => ({ id, name: 'name ' + id, tags: ['a', 'b'] }))`;

const inputs = [
  ...[10, 60, 250].map((length) => ({
    label: `${length} records`,
    make: `const length = ${length}; const bytes = Buffer.from(JSON.stringify(${RECORDS}));`,
  })),
  ...files.map((file) => ({ label: basename(file), make: `const bytes = readFileSync(${JSON.stringify(file)});` })),
];

/** Microseconds. */
function first(make, call) {
  const code = `
    import { parse } from 'jsontape';
    import { readFileSync } from 'node:fs';
    ${make}
    const start = process.hrtime.bigint();
    ${call};
    console.log(Number(process.hrtime.bigint() - start) / 1000);`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root, encoding: 'utf8' }));
}

console.log(`first: Node.js ${process.version}; documents: ${source}`);
for (const { label, make } of inputs) {
  const times = { parse: [], 'JSON.parse': [] };
  for (let round = 0; round < rounds; round += 1) {
    const names = Object.keys(CALLS);
    for (const name of round % 2 ? names.reverse() : names) times[name].push(first(make, CALLS[name]));
  }
  const { ratio, interval } = compare(times.parse, times['JSON.parse']);
  const leastOf = (name) => Math.min(...times[name]);
  const [low, high] = interval.map((bound) => bound.toFixed(2));
  console.log(
    `${label.padEnd(24)} JSON.parse ${median(times['JSON.parse']).toFixed(0).padStart(6)} us, parse ${ratio.toFixed(2)} ` +
      `of its speed [${low}, ${high}], least times ${(leastOf('JSON.parse') / leastOf('parse')).toFixed(2)}`,
  );
}
