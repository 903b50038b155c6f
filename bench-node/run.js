// `npm run bench [-- OPTION... FILE...]`: C benchmarks and those of all verbs from JavaScript, each beside its peers;
// tables here, every sample as JSON in build/bench/results.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compareRevisions } from './ab.js';
import { C_LANES, documentsOf } from './c_lanes.js';
import { chosenDocuments } from './documents.js';
import { partFacts } from './facts.js';
import { parseGate, passGates } from './gate.js';
import { countInstructions, countResults } from './instructions.js';
import { CLOCKS } from './method.js';
import { checkWords, progressOf, roundsOf, runProgram, UsageError, writeResults } from './program.js';
import { recordAll } from './record.js';
import { list, resultsText } from './report.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'build/bench/results');
const AB_ROUNDS = 21;

/** The lanes in C that are measured where none is named. */
const USUAL = Object.keys(C_LANES).filter((lane) => !/^(escape|whitespace)/.test(lane));

/** Words in lines of the help. */
const wrapped = (words) =>
  words
    .join(', ')
    .replace(/(.{1,80})(?: |$)/g, '                     $1\n')
    .trimEnd();

const help = `npm run bench [-- OPTION... FILE...]

  --lane LANE      any number of times (default: all but escape and whitespace): of C
${wrapped(Object.keys(C_LANES))}
                   and of those from JavaScript that bench-node/bench.js --list names, and of cli.js
  --rounds N       samples of each contestant on each workload
  --clock C        from JavaScript: wall (what is waited, the default) or cpu (what the process works)
  --gate GATE      'minify>=15%': exits with 1 where the whole 95 % interval lies below; also
                   'escape/safe 256@fused>=15%', 'read/twitter>=-3%'
  --ab REV1 REV2   builds two revisions and compares the second with the first; . is what lies here
  --instructions   counts instructions of C lanes instead of time, under callgrind
  --markdown       tables as Markdown
  --record         all there is, also in browsers, under wasmtime and in the newest Node.js, with the report
                   and docs/performance.md; some 15 minutes
  --node PATH      with --record: one more Node.js that is to be measured; any number of times
`;

const OPTIONS = {
  lane: { type: 'string', multiple: true, default: [] },
  rounds: { type: 'string' },
  clock: { type: 'string', default: 'wall' },
  gate: { type: 'string', multiple: true, default: [] },
  ab: { type: 'string' },
  instructions: { type: 'boolean', default: false },
  markdown: { type: 'boolean', default: false },
  record: { type: 'boolean', default: false },
  node: { type: 'string', multiple: true, default: [] },
  help: { type: 'boolean', short: 'h', default: false },
};

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
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const rounds = values.rounds === undefined ? undefined : roundsOf(values.rounds);
  checkWords('--clock', [values.clock], Object.keys(CLOCKS));
  const second = values.ab === undefined ? undefined : positionals.shift();
  if (values.ab !== undefined && second === undefined) throw new UsageError('--ab takes two revisions');
  if (values.ab !== undefined && values.lane.length === 0) throw new UsageError('--ab wants a --lane');
  if (values.instructions && !values.lane.every((lane) => lane in C_LANES)) {
    throw new UsageError(`--instructions counts lanes of C: ${Object.keys(C_LANES).join(', ')}`);
  }
  if (values.instructions && values.lane.length === 0) throw new UsageError('--instructions wants a --lane');
  if (values.record && (values.lane.length || positionals.length || second)) {
    throw new UsageError('--record takes no lanes, revisions or files');
  }
  if (values.node.length && !values.record) throw new UsageError('--node goes with --record');
  return {
    ...values,
    rounds,
    revisions: second && [values.ab, second],
    gates: values.gate.map(parseGate),
    lanes: [...new Set(values.lane)],
    named: positionals,
  };
}

/** Counts the instructions of a C lane, of the program that is built. */
function countHere(lane, files, markdown) {
  const { program, preset = 'bench', args, emulated, reference } = C_LANES[lane];
  const benchmark = emulated ? lane : `${lane}-instructions`;
  const counts = countInstructions(join(root, 'build', preset, program), [...args, ...documentsOf(lane, files)], {
    emulated,
  });
  const title = `Instructions of ${lane}${emulated ? ', by qemu' : ''}`;
  const facts = emulated
    ? partFacts('qemu, which counts', 'neon, by gcc for 64-bit ARM')
    : partFacts('callgrind, which counts', 'by gcc');
  const results = countResults(counts, { benchmark, title, facts, reference });
  writeResults(folder, results);
  console.log(resultsText(results, markdown));
}

/** Measures what stands here; whether all went well. */
function measureHere({ lanes, rounds, clock, markdown, instructions }, files, named) {
  const shared = [
    ...(markdown ? ['--markdown'] : []),
    ...(rounds ? ['--rounds', String(rounds)] : []),
    '--json',
    folder,
  ];
  const inC = lanes.length ? lanes.filter((lane) => lane in C_LANES) : USUAL;
  const commands = lanes.filter((lane) => lane.startsWith('cli-'));
  const inJs = lanes.filter((lane) => !(lane in C_LANES) && !commands.includes(lane));
  const targets = new Set(inC.map((lane) => `${C_LANES[lane].preset ?? 'bench'}:${C_LANES[lane].program}`));
  let good = targets.size === 0 || run(process.execPath, join(root, 'native/scripts/build.js'), ...targets);
  for (const lane of good ? inC : []) {
    const { program, args, emulated } = C_LANES[lane];
    if (emulated || instructions) countHere(lane, files, markdown);
    else good = run(join(root, 'build/bench', program), ...args, ...shared, ...documentsOf(lane, files)) && good;
    console.log();
  }
  if (lanes.length === 0 || inJs.length > 0) {
    const chosen = inJs.flatMap((lane) => ['--lane', lane]);
    const bench = join(root, 'bench-node/bench.js');
    good = run(process.execPath, bench, ...chosen, ...shared, '--clock', clock, ...named) && good;
  }
  if (lanes.length === 0 || commands.length > 0) {
    const chosen = commands.flatMap((lane) => ['--lane', lane]);
    good = run(process.execPath, join(root, 'bench-node/cli.js'), ...chosen, ...shared, ...named) && good;
  }
  if (good) console.log(`\nbench: every sample as JSON in ${folder}; npm run report makes a page of them`);
  return good;
}

async function main() {
  const settings = readArguments();
  if (settings.help) return console.log(help.trimEnd());
  const { revisions, gates, named, markdown } = settings;
  const { source, files } = chosenDocuments(named);

  if (settings.record) {
    if (!(await recordAll(folder, { nodes: settings.node, rounds: settings.rounds }))) process.exitCode = 1;
    return;
  }
  if (revisions) {
    const output = join(root, 'build/bench/ab');
    const rounds = settings.rounds ?? AB_ROUNDS;
    const all = await compareRevisions(revisions, {
      ...settings,
      rounds,
      files,
      output,
      progress: progressOf('bench'),
    });
    for (const results of all) {
      console.log(`${list(results.facts, markdown)}\n\n${resultsText(results, markdown)}\n`);
    }
    if (!passGates(gates, all)) process.exitCode = 1;
    return;
  }
  console.log(`bench: documents: ${source}\n`);
  if (!measureHere(settings, files, named)) process.exitCode = 1;
  const judged = [...new Set(gates.map(({ lane }) => lane))];
  const all = judged.map((lane) => JSON.parse(readFileSync(join(folder, `${lane}.json`), 'utf8')));
  if (!passGates(gates, all)) process.exitCode = 1;
}

await runProgram('bench', main);
