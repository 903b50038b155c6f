// `npm run bench [-- OPTION... FILE...]`: C benchmarks and those of all verbs from JavaScript, each beside its peers;
// tables here, every sample as JSON in build/bench/results.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compareRevisions } from './ab.js';
import { C_LANES } from './c_lanes.js';
import { standardDocuments } from './documents.js';
import { parseGate, passGates } from './gate.js';
import { list, resultsText } from './report.js';
import { writeMade } from './workloads.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'build/bench/results');
const AB_ROUNDS = 21;
const DEFAULT_C = Object.keys(C_LANES).filter((lane) => !/^(escape|whitespace)/.test(lane));

const help = `npm run bench [-- OPTION... FILE...]

  --lane LANE      one of ${Object.keys(C_LANES).join(', ')} (C)
                   or of those that bench-node/bench.js and cli.js have; any number of times (default: of C
                   ${DEFAULT_C.join(', ')}; all from JavaScript, and the commands)
  --rounds N       samples of each contestant on each workload
  --clock C        from JavaScript: wall (what is waited, the default) or cpu (what the process works)
  --gate GATE      'minify>=15%': exits with 1 where the whole 95 % interval lies below; also
                   'escape/safe 256@fused>=15%', 'read/twitter>=-3%'
  --ab REV1 REV2   builds two revisions and compares the second with the first; . is what lies here
  --instructions   with --ab: counts instructions of C lanes instead of time
  --markdown       tables as Markdown
`;

const OPTIONS = {
  lane: { type: 'string', multiple: true, default: [] },
  rounds: { type: 'string' },
  clock: { type: 'string', default: 'wall' },
  gate: { type: 'string', multiple: true, default: [] },
  ab: { type: 'string' },
  instructions: { type: 'boolean', default: false },
  markdown: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
};

function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(text ? `\r\x1b[Kbench: ${text}` : '\r\x1b[K');
}

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
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds >= 1 && rounds <= 1000)) {
    throw new RangeError(`--rounds takes 1 to 1000, not '${values.rounds}'`);
  }
  if (values.clock !== 'wall' && values.clock !== 'cpu') {
    throw new RangeError(`--clock takes wall or cpu, not '${values.clock}'`);
  }
  const second = values.ab === undefined ? undefined : positionals.shift();
  if (values.ab !== undefined && second === undefined) throw new RangeError('--ab takes two revisions');
  if (values.ab === undefined && values.instructions) throw new RangeError('--instructions goes with --ab');
  if (values.ab !== undefined && values.lane.length === 0) throw new RangeError('--ab wants a --lane');
  return {
    ...values,
    rounds,
    revisions: second && [values.ab, second],
    gates: values.gate.map(parseGate),
    lanes: [...new Set(values.lane)],
    named: positionals,
  };
}

/** Measures what stands here; the labels of the lanes that went well, and whether all did. */
function measureHere({ lanes, rounds, clock, markdown }, files, named) {
  const shared = [
    ...(markdown ? ['--markdown'] : []),
    ...(rounds ? ['--rounds', String(rounds)] : []),
    '--json',
    folder,
  ];
  const inC = lanes.length ? lanes.filter((lane) => lane in C_LANES) : DEFAULT_C;
  const commands = lanes.filter((lane) => lane.startsWith('cli-'));
  const inJs = lanes.filter((lane) => !(lane in C_LANES) && !commands.includes(lane));
  const targets = new Set(inC.map((lane) => `bench:${C_LANES[lane].program}`));
  let good = targets.size === 0 || run(process.execPath, join(root, 'native/scripts/build.js'), ...targets);
  for (const lane of good ? inC : []) {
    const { program, args, takesFiles, takesMade } = C_LANES[lane];
    const documents = [...(takesMade ? writeMade(join(root, 'build/bench/made')) : []), ...(takesFiles ? files : [])];
    good = run(join(root, 'build/bench', program), ...args, ...shared, ...documents) && good;
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
  console.log(`\nbench: every sample as JSON in ${folder}`);
  return good;
}

async function main() {
  const settings = readArguments();
  if (settings.help) return console.log(help.trimEnd());
  const { revisions, gates, named, markdown } = settings;
  const { source, files } = named.length ? { source: 'as named', files: named } : standardDocuments();
  mkdirSync(folder, { recursive: true });

  if (revisions) {
    const output = join(root, 'build/bench/ab');
    const rounds = settings.rounds ?? AB_ROUNDS;
    const all = await compareRevisions(revisions, { ...settings, rounds, files, output, progress });
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

try {
  await main();
} catch (error) {
  console.error(`bench: ${error.message}`);
  process.exitCode = error instanceof RangeError || error.code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
}
