// `npm run bench [-- OPTION... FILE...]`: native reading beside its peers in C, in chunks and piece by piece, then all verbs from
// JavaScript; tables here, every sample as JSON in build/bench/results.
//
//   --rounds N   samples of each contestant on each document
//   --clock C    from JavaScript: wall (what is waited, the default) or cpu (what the process works); C counts the latter
//   --markdown   the tables as Markdown
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { standardDocuments } from './documents.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const results = join(root, 'build/bench/results');

/** The programs in C: the name, whether it takes documents, its options. */
const NATIVE = [
  ['bench-read', true],
  ['bench-read', true, '--numbers'],
  ['bench-read', true, '--chunks'],
  ['bench-records', false],
];

/** Runs a program with its output here; false where it fails, with a word on why. */
function run(command, ...args) {
  const { status, signal, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) {
    console.error(
      `bench: ${command} ${error ? error.message : signal ? `ended by ${signal}` : `exited with ${status}`}`,
    );
  }
  return status === 0;
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        rounds: { type: 'string' },
        clock: { type: 'string', default: 'wall' },
        markdown: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    console.error(`bench: ${error.message}`);
    process.exit(2);
  }
}

const { values, positionals } = readArguments();
const { source, files } = positionals.length ? { source: 'as named', files: positionals } : standardDocuments();
const options = [
  ...(values.markdown ? ['--markdown'] : []),
  ...(values.rounds === undefined ? [] : ['--rounds', values.rounds]),
];

mkdirSync(results, { recursive: true });
let native = run(process.execPath, join(root, 'native/scripts/build.js'), ...NATIVE.map(([name]) => `bench:${name}`));
console.log(`bench: documents: ${source}\n`);
for (const [name, documents, ...more] of NATIVE) {
  native &&= run(join(root, 'build/bench', name), ...options, ...more, '--json', results, ...(documents ? files : []));
  console.log();
}
const bench = [join(root, 'bench-node/bench.js'), ...options, '--clock', values.clock, '--json', results];
const js = run(process.execPath, ...bench, ...positionals);
console.log(`\nbench: every sample as JSON in ${results}`);
if (!native || !js) process.exitCode = 1;
