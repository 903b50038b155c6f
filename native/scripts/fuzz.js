// Fuzzes: `npm run fuzz -- TARGET [SECONDS]`, TARGET being a file of test/fuzz, for 60 s by default. It starts from the
// seeds in test/fuzz/corpus and from what earlier runs found, which build/fuzz/found keeps. An input on which something
// is wrong is written to build/fuzz/found too, and the status is other than 0.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const targets = readdirSync(join(root, 'test/fuzz/corpus')).sort();
const [target, seconds = '60', ...more] = process.argv.slice(2);
if (!targets.includes(target) || !/^[1-9]\d*$/.test(seconds) || more.length) {
  console.error(`usage: npm run fuzz -- TARGET [SECONDS]\nthe targets are ${targets.join(', ')}`);
  process.exit(2);
}

const run = (command, ...args) => {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status || 1);
};
const found = `build/fuzz/found/${target}`;
mkdirSync(join(root, found), { recursive: true });
run(process.execPath, 'native/scripts/build.js', `fuzz:fuzz_${target}`);
run(
  `build/fuzz/test/fuzz_${target}`,
  `-max_total_time=${seconds}`,
  '-timeout=10',
  '-print_final_stats=1',
  `-artifact_prefix=build/fuzz/found/${target}-`,
  found,
  `test/fuzz/corpus/${target}`,
);
