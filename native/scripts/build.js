// Builds by CMake presets: by default the three that ship, native, browser and WASI, and then what the entries of the
// package need from them. Quiet unless something fails.
//
//   node native/scripts/build.js [PRESET[:TARGET]...]
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Runs a command in the checkout; true where it succeeds, else its output is shown. */
function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status === 0) return true;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`);
  return false;
}

/** Configures and builds a preset, or one target of it; true where that succeeds. */
function build(what) {
  const [preset, target] = what.split(':');
  const start = performance.now();
  const steps = [
    ['cmake', '--preset', preset],
    ['cmake', '--build', '--preset', preset, ...(target ? ['--target', target] : [])],
    ...(what === 'browser' ? [[process.execPath, 'js/scripts/inline.js']] : []),
  ];
  if (!steps.every(([command, ...args]) => run(command, args))) {
    console.error(`build: ${what} failed`);
    return false;
  }
  console.log(`build: ${what} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return true;
}

const wanted = process.argv.slice(2);
for (const what of wanted.length ? wanted : ['native', 'browser', 'wasi']) {
  if (!build(what)) process.exitCode = 1;
}
