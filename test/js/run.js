// Runs the JS tests: `node test/js/run.js [--suite NAME]... [--runs N] [RUN]...`, all runs by default. A run is the whole
// suite on one backend: native, wasm, wasi in Node.js, chromium in a page; with the suffix -own, with JSON.parse and
// JSON.stringify forbidden; native-scalar, native-sse2 and so on, the suites about text on one instruction set; native-new
// and wasm-new, on the newest Node.js, which native/scripts/setup.sh puts into build/tools: where JSON.parse and
// JSON.stringify are others; node, the tests that need Node.js. With --runs, properties are tried on N values that are new each time. Exits with 1 when a
// test fails, when a run makes other than the same number of assertions as the first, or when one prints a warning.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { runInBrowser } from './browser.js';
import { addReferences, findData, isas, root, scratch } from './data.js';

const here = path.dirname(fileURLToPath(import.meta.url));
const newest = path.join(root, 'build/tools/node');

// What depends on the instruction set: the reading of text and the writing of it.
const textSuites = [
  'conformance',
  'documents',
  'errors',
  'strings',
  'whitespace',
  'numbers',
  'keys',
  'mutations',
  'stream',
  'options',
  'select',
  'format',
];

const runs = [
  ...['native', 'wasm', 'wasi', 'chromium'].map((name) => ({ name, group: 'all', own: false })),
  ...['native', 'wasm', 'wasi', 'chromium'].map((name) => ({ name: `${name}-own`, group: 'all', own: true })),
  ...isas.map((isa) => ({ name: `native-${isa}`, group: 'isa', own: false, isa })),
  ...['native', 'wasm'].map((name) => ({ name: `${name}-new`, group: 'new', own: false, program: newest })),
  { name: 'node', group: 'node', own: false },
];

function list(directory, extension) {
  return readdirSync(path.join(here, directory))
    .filter((file) => file.endsWith(extension))
    .sort()
    .map((file) => path.join(here, directory, file));
}

// The modules of a run, as files.
function modulesOf(run, only) {
  const files = run.group === 'node' ? list('node', '.js') : [...list('suites', '.js'), ...list('.', '.test.js')];
  const name = (file) => path.basename(file).replace(/(\.test)?\.js$/, '');
  return files
    .filter((file) => run.group !== 'isa' || textSuites.includes(name(file)))
    .filter((file) => only.length === 0 || only.includes(name(file)));
}

// Starts a child and gives its exit status and what it said on stderr, which is also passed on.
function start(program, args, environment) {
  const child = spawn(program, args, {
    env: environment,
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (data) => {
    said += data;
    process.stderr.write(data);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => resolve({ status: status ?? signal, said }));
  });
}

async function runInNode(run, modules, dataFile) {
  const { program = process.execPath } = run;
  if (!existsSync(program)) return { problems: [`${program} is missing: native/scripts/setup.sh test installs it`] };
  const summaryFile = path.join(scratch, `summary-${run.name}.json`);
  rmSync(summaryFile, { force: true });
  const environment = {
    ...process.env,
    JSONTAPE_BACKEND: run.name.split('-')[0],
    JSONTAPE_ISA: run.isa,
    JSONTAPE_TEST_NAME: run.name,
    JSONTAPE_TEST_OWN: run.own ? '1' : '0',
    JSONTAPE_TEST_RUNS: run.times,
    JSONTAPE_TEST_DATA: dataFile,
  };
  if (run.group === 'node') delete environment.JSONTAPE_BACKEND;
  if (!run.isa) delete environment.JSONTAPE_ISA;
  if (!run.times) delete environment.JSONTAPE_TEST_RUNS;
  const urls = modules.map((file) => pathToFileURL(file).href);
  const args = ['--expose-gc', path.join(here, 'child.js'), summaryFile, ...urls];
  const { status, said } = await start(program, args, environment);
  let summary;
  try {
    summary = JSON.parse(readFileSync(summaryFile, 'utf8'));
  } catch {
    return { problems: [`the run ended with ${status} and without a summary`] };
  }
  if (said !== '') summary.problems.push(`stderr is not empty: ${said.slice(0, 200)}`);
  return summary;
}

function runInPage(run, modules, data) {
  return runInBrowser({
    host: { name: run.name, backend: 'wasm', own: run.own, runs: run.times, data },
    modules: modules.map((file) => `/${path.relative(root, file).split(path.sep).join('/')}`),
    write: (text) => process.stdout.write(process.stdout.isTTY ? text : stripVTControlCharacters(text)),
  });
}

async function runOne(run, only, data, dataFile) {
  const modules = modulesOf(run, only);
  if (modules.length === 0) return { problems: ['no suite'] };
  process.stdout.write(`\n==== ${run.name}\n`);
  try {
    return await (run.name.startsWith('chromium') ? runInPage(run, modules, data) : runInNode(run, modules, dataFile));
  } catch (error) {
    return { problems: [String(error.message ?? error)] };
  }
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { suite: { type: 'string', multiple: true, default: [] }, runs: { type: 'string' } },
    allowPositionals: true,
  });
  const unknown = positionals.find((name) => !runs.some((run) => run.name === name));
  if (unknown) throw new Error(`no run is called ${unknown}: ${runs.map((run) => run.name).join(' ')}`);
  const times = values.runs === undefined ? undefined : Number(values.runs);
  if (times !== undefined && !(Number.isInteger(times) && times > 0))
    throw new Error('--runs takes a number from 1 on');
  const chosen = positionals.length === 0 ? runs : runs.filter((run) => positionals.includes(run.name));

  mkdirSync(scratch, { recursive: true });
  const data = await findData();
  await addReferences(data);
  for (const [set, where] of Object.entries(data.source)) console.log(`js data: ${set}: ${where}`);
  const dataFile = path.join(scratch, 'data.json');
  writeFileSync(dataFile, JSON.stringify(data));

  const results = [];
  for (const run of chosen) {
    results.push({ run, summary: await runOne({ ...run, times }, values.suite, data, dataFile) });
  }

  // Every run of a group makes the same assertions, so as many.
  for (const { run, summary } of results) {
    const first = results.find((other) => other.run.group === run.group);
    const expected = first.summary.assertions;
    if (summary.assertions !== undefined && summary.assertions !== expected) {
      summary.problems.push(`${summary.assertions} assertions, but ${first.run.name} makes ${expected}`);
    }
  }

  let passed = 0;
  let failed = 0;
  console.log();
  for (const { run, summary } of results) {
    const wrong = (summary.failed ?? 0) + summary.problems.length;
    passed += summary.passed ?? 0;
    failed += wrong;
    const where = summary.version ? ` (${summary.version})` : '';
    console.log(`js ${run.name}: ${summary.assertions ?? 0} assertions, ${wrong} failed${where}`);
    for (const problem of summary.problems) console.log(`js ${run.name}: ${problem}`);
  }
  console.log(`js: ${passed} tests passed, ${failed} failed`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
}

main().catch((error) => {
  console.error(`js: ${error.message}`);
  process.exitCode = 1;
});
