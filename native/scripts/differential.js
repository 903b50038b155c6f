// Compares the tokenizer with the oracle on many texts: `npm run differential -- [CASES] [SEED]`, 50 million by default,
// shared out among the three ways of skipping whitespace. Each program says how many cases and mismatches it had.
import { spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const [cases = '50000000', seed = '1', ...more] = process.argv.slice(2);
if (![cases, seed].every((word) => /^[1-9]\d*$/.test(word)) || more.length) {
  console.error('usage: npm run differential -- [CASES] [SEED]');
  process.exit(2);
}

const programs = [1, 2, 3].map((strategy) => `test_differential_ws${strategy}`);
const build = ['native/scripts/build.js', ...programs.map((program) => `native:${program}`)];
if (spawnSync(process.execPath, build, { cwd: root, stdio: 'inherit' }).status !== 0) process.exit(1);
for (const [i, program] of programs.entries()) {
  const args = ['--count', String(Math.ceil(Number(cases) / programs.length)), '--seed', String(Number(seed) * 3 + i)];
  spawn(`build/native/test/${program}`, args, { cwd: root, stdio: 'inherit' })
    .on('error', (error) => {
      console.error(error.message);
      process.exitCode = 1;
    })
    .on('close', (status) => {
      if (status !== 0) process.exitCode = 1;
    });
}
