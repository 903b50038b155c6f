// Runs every test of the project and adds up what they say: `node test/run.js [PART...]`, all parts by default.
// Each part is a command. Its count lines, `name: N assertions, N failed`, are added up; a command that exits with
// another status than 0 and names no failure counts as one failure. Of uvu, whose tests are not counted that way, the
// closing lines are read. The last line is `N passed, N failed`.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const node = process.execPath;
const build = (...presets) => [node, 'native/scripts/build.js', ...presets];
const CTEST = ['ctest', '--verbose', '--parallel', '2', '--no-tests=error'];
const ctest = (preset, ...more) => [...CTEST, '--preset', preset, ...more];
const counting = ['native', 'browser', 'wasi'].map((preset) => `${preset}:whitespace-loads`);
const cross = process.arch === 'x64' ? ['aarch64'] : [];

// The parts in their order. `needed`: without it the rest can't run. `quiet`: only its count lines and, where it fails,
// the end of what it said are shown.
const parts = [
  { name: 'setup', command: ['bash', 'native/scripts/setup.sh', 'test'], needed: true },
  { name: 'build', command: build(), needed: true },
  { name: 'build-tests', command: build('clang', 'sanitize', ...cross, ...counting) },
  ...['native', 'clang', 'sanitize'].map((preset) => ({ name: `c-${preset}`, command: ctest(preset), quiet: true })),
  // Emulated, so without the numbers, which know nothing of instruction sets and would take longest.
  ...cross.map((preset) => ({
    name: `c-${preset}`,
    command: ctest(preset, '--exclude-regex', 'test_numbers'),
    quiet: true,
  })),
  { name: 'structure', command: [node, 'node_modules/uvu/bin.js', 'test/structure', '\\.test\\.js$'], uvu: true },
  { name: 'js', command: [node, 'test/js/run.js'] },
  { name: 'format', command: [node, 'native/scripts/format.js'] },
];

// ctest numbers the lines of its programs, and says those of failed ones again without numbers.
const COUNTS = /^(\S[^:]*): (\d+) assertions?, (\d+) failed/;
const CTEST_COUNTS = /^\d+: (\S[^:]*): (\d+) assertions?, (\d+) failed/;

/** Runs a part: how many assertions passed and failed. */
async function run({ name, command, quiet, uvu }) {
  console.log(`\n==== ${name}: ${command.map((word) => word.replace(node, 'node')).join(' ')}`);
  const start = performance.now();
  const total = { passed: 0, failed: 0 };
  const said = [];
  const line = (text) => {
    const counts = (quiet ? CTEST_COUNTS : COUNTS).exec(text);
    if (counts) {
      total.failed += Number(counts[3]);
      total.passed += Number(counts[2]) - Number(counts[3]);
    }
    const closing = uvu && /^\s*(Total|Passed):\s+(\d+)/.exec(text);
    if (closing) total[closing[1] === 'Total' ? 'failed' : 'passed'] += Number(closing[2]);
    if (!quiet || counts) console.log(text);
    else if (said.push(text) > 4000) said.shift();
  };
  const child = spawn(command[0], command.slice(1), { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', line);
  const outcome = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (status, signal) => resolve(status ?? signal));
  });
  if (uvu) total.failed -= total.passed;

  if (outcome !== 0) {
    if (quiet) console.log(said.slice(-200).join('\n'));
    if (total.failed === 0) total.failed = 1;
    console.log(`${name}: failed with ${outcome}`);
  }
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return total;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length) {
  console.error(`no part is called ${unknown.join(', ')}; the parts are ${parts.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const sum = { passed: 0, failed: 0 };
for (const part of parts.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const { passed, failed } = await run(part);
  sum.passed += passed;
  sum.failed += failed;
  if (failed && part.needed) break;
}
console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
if (sum.failed > 0 || sum.passed === 0) process.exitCode = 1;
