// The command line program beside others, as whole commands: a process from its start by a shell to its end, output
// to a file.
//
//   node bench-node/cli.js [--lane LANE]... [--rounds N] [--markdown] [--json FOLDER] [--tiny] [FILE...]
//
// after `node native/scripts/build.js native wasi`. Others take part where they are found: jq, python3, wasmtime.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { backend } from 'jsontape';
import { standardDocuments } from './documents.js';
import { facts as factsOf } from './facts.js';
import { measure } from './method.js';
import { checkWords, roundsOf, runProgram, tell } from './program.js';
import { laneJson, list } from './report.js';
import { QUESTIONS, record } from './streams.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const RECORDS = 20_000; // of the long document, some 340 bytes each
const folder = mkdtempSync(join(tmpdir(), 'jsontape-bench-'));
const outputFile = join(folder, 'output');

// ---- Programs ----

/** The first line that a program says of its version, undefined where there is none. */
function versionOf(command, ...args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim().split('\n')[0] : undefined;
}

/** A shell that is there as long as this process, which is large and takes longer to start another. */
const shell = spawn('/bin/sh', [], { stdio: ['pipe', 'pipe', 'ignore'] });
const answers = createInterface({ input: shell.stdout })[Symbol.asyncIterator]();
const quoted = (word) => `'${word.replaceAll("'", `'\\''`)}'`;

/** Runs a command with its output in a file; its exit status. */
async function run(command, file) {
  const words = [...command, file].map(quoted).join(' ');
  shell.stdin.write(`${words} </dev/null >${quoted(outputFile)} 2>/dev/null\necho $?\n`);
  const { value, done } = await answers.next();
  if (done) throw new Error('the shell has ended');
  return Number(value);
}

const WASMTIME = existsSync(join(root, 'build/tools/wasmtime')) ? join(root, 'build/tools/wasmtime') : 'wasmtime';

/** Those that are here: what they are started by, and what is to be known of them. */
function programs() {
  const found = [
    ['jsontape', [join(root, 'build/native/jsontape')], 'the native program'],
    [
      'wasmtime',
      [WASMTIME, 'run', '--dir', '/', join(root, 'build/wasi/jsontape.wasm')],
      'the WASI program; compiled when it starts',
    ],
    ['npx', [process.execPath, join(root, 'js/cli.js')], 'the WASI program in Node.js, as npx jsontape starts it'],
  ];
  return found
    .map(([label, command, about]) => ({ label, command, about, version: versionOf(...command, '--version') }))
    .filter(({ version }) => version !== undefined);
}

/** By its path, as shells have one of their own. */
const NOTHING = ['/bin/true', '/usr/bin/true'].find((path) => existsSync(path));
const OTHERS = {
  jq: versionOf('jq', '--version'),
  python: versionOf('python3', '--version'),
};

// ---- Lanes ----

const sameValue = (status, { text }) =>
  status === 0 && JSON.stringify(JSON.parse(readFileSync(outputFile, 'utf8'))) === text;
const sameLines = (status, { picked }) =>
  status === 0 &&
  JSON.stringify(JSON.parse(`[${readFileSync(outputFile, 'utf8').trim().split('\n').join()}]`)) === picked;

/** What each lane runs: our arguments, and those of others, which may say how they differ. */
const LANES = {
  'cli-check': {
    title: 'Is it JSON: whole commands',
    ours: ['check'],
    jq: [['empty'], 'empty: does more: makes values of everything'],
    python: [
      ['-c', 'import json, sys; json.load(open(sys.argv[1], "rb"))'],
      'json.load: does more: makes values of everything',
    ],
    check: (status) => status === 0 && readFileSync(outputFile).length === 0,
  },
  'cli-minify': {
    title: 'Without whitespace: whole commands',
    ours: ['minify'],
    jq: [
      ['-c', '.'],
      '-c .: makes values of everything; numbers written anew as doubles, of equal keys the last one kept',
    ],
    python: [
      ['-m', 'json.tool', '--compact', '--no-ensure-ascii'],
      'json.tool --compact: makes values of everything; numbers written anew, of equal keys the last one kept',
    ],
    check: sameValue,
  },
  'cli-format': {
    title: 'Indented by two: whole commands',
    ours: ['format'],
    jq: [['.'], '.: makes values of everything; numbers written anew as doubles, of equal keys the last one kept'],
    python: [
      ['-m', 'json.tool', '--indent', '2', '--no-ensure-ascii'],
      'json.tool --indent 2: makes values of everything; numbers written anew, of equal keys the last one kept',
    ],
    check: sameValue,
  },
  'cli-select': {
    title: 'One field of each record: whole commands',
    ours: ({ path }) => ['select', path],
    jq: [({ filter }) => ['-c', filter], '-c FILTER: does more: makes values of everything'],
    check: sameLines,
    takes: ({ path }) => path !== undefined,
  },
};

function laneOf(label, workloads) {
  const { title, ours, jq, python, check, takes = () => true } = LANES[label];
  const argumentsOf = (given, workload) => (typeof given === 'function' ? given(workload) : given);
  const contestants = programs().map(({ command, ...program }) => ({
    ...program,
    async: true,
    run: (workload) => run([...command, ...argumentsOf(ours, workload)], workload.file),
    check,
  }));
  // What a process costs that does nothing.
  if (NOTHING !== undefined) {
    contestants.push({
      label: 'true',
      about: 'a program that does nothing: what it takes to start one',
      peer: true,
      async: true,
      run: ({ file }) => run([NOTHING], file),
      check: (status) => status === 0,
    });
  }
  const others = { jq: ['jq', jq], python: ['python3', python] };
  for (const [name, [command, given]] of Object.entries(others)) {
    if (!given || OTHERS[name] === undefined) continue;
    const [args, about] = given;
    contestants.push({
      label: name,
      about,
      peer: true,
      version: OTHERS[name],
      async: true,
      run: (workload) => run([command, ...argumentsOf(args, workload)], workload.file),
      check,
    });
  }
  return {
    label,
    title,
    reference: OTHERS.jq ? 'jq' : contestants[0].label,
    contestants,
    workloads: workloads.filter(takes),
  };
}

// ---- Documents ----

/** Without a question nothing is selected of it. */
function workload(label, file, { path, filter, pick } = {}) {
  const bytes = readFileSync(file);
  const value = JSON.parse(bytes.toString());
  const text = JSON.stringify(value);
  // A sandbox follows no link out of its folders.
  return {
    label,
    file: realpathSync(file),
    size: bytes.length,
    text,
    path,
    filter,
    picked: pick && JSON.stringify(pick(value)),
  };
}

/** Named ones; or some of the corpus and a long one, which is written for it. */
function documents(named, tiny) {
  if (named.length > 0) return named.map((file) => workload(basename(file), file));
  const known = standardDocuments().files.filter((file) =>
    /^(canada|citm_catalog|twitter)\.json$/.test(basename(file)),
  );
  const records = join(folder, 'records.json');
  writeFileSync(records, JSON.stringify(Array.from({ length: tiny ? 3 : RECORDS }, record), null, 1));
  return [
    ...(tiny ? [] : known).map((file) => workload(basename(file), file, QUESTIONS[basename(file)])),
    workload(`${tiny ? 3 : RECORDS} records`, records, QUESTIONS.records),
  ];
}

// ---- The run ----

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      lane: { type: 'string', multiple: true, default: Object.keys(LANES) },
      rounds: { type: 'string', default: '7' },
      markdown: { type: 'boolean', default: false },
      json: { type: 'string' },
      tiny: { type: 'boolean', default: false },
    },
  });
  const rounds = roundsOf(values.rounds);
  checkWords('--lane', values.lane, Object.keys(LANES));
  const workloads = documents(positionals, values.tiny);
  const lanes = [...new Set(values.lane)]
    .map((label) => laneOf(label, workloads))
    .filter((lane) => lane.workloads.length > 0);
  const options = { rounds, sampleMs: 0, clock: 'wall' };
  const facts = factsOf(backend, ['native', 'wasi'], 'as the rows say');
  const results = await measure(lanes, [], options);
  console.log(list(facts, values.markdown));
  for (const result of results) tell(laneJson(result, facts, options), values);
}

await runProgram('bench', main);
shell.stdin.end();
rmSync(folder, { recursive: true });
