// Checks the layout of the sources: C by clang-format 19, JavaScript and JSON by Biome, which also lints, and the types
// by TypeScript.
//
//   node native/scripts/format.js            exits with 1 where something would change
//   node native/scripts/format.js --write    changes it
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const write = process.argv.includes('--write');

const sources = ['core', 'native', 'wasm', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(c|h|cc|cpp|hpp)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
);

/** The checks: what each is called, and its command. */
const checks = [
  ['clang-format', 'clang-format-19', [...(write ? ['-i'] : ['--dry-run', '--Werror']), ...sources]],
  [
    'biome',
    join(root, 'node_modules/.bin/biome'),
    ['check', '--error-on-warnings', ...(write ? ['--write'] : []), '.'],
  ],
];
if (existsSync(join(root, 'js/index.d.ts'))) {
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'];
  const types = readdirSync(join(root, 'js'))
    .filter((name) => /\.d\.[cm]?ts$/.test(name))
    .map((name) => `js/${name}`);
  checks.push(['types', join(root, 'node_modules/.bin/tsc'), [...options, ...types]]);
}

let failed = 0;
for (const [name, command, args] of checks) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (error) console.error(`${name}: ${error.message}`);
  else if (name === 'clang-format') {
    // It has a line for every space: the files are enough.
    const files = [...stderr.matchAll(/^(.*?):\d+:\d+: error/gm)].map(([, file]) => relative(root, file));
    for (const file of new Set(files)) console.error(`${name}: ${file} would change`);
  } else if (status !== 0) console.error(`${stdout}${stderr}`);
  if (status !== 0) failed += 1;
}
console.log(`format: ${checks.length} assertions, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
