// Builds by CMake presets: by default the three that ship, native, browser and WASI, and then what the entries of the
// package need from them. Quiet unless something fails.
//
//   node native/scripts/build.js [PRESET...]
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

/** Configures and builds a preset; true where that succeeds. */
export function build(preset) {
  const start = performance.now();
  const steps = [
    ['cmake', '--preset', preset],
    ['cmake', '--build', '--preset', preset],
    ...(preset === 'browser' ? [[process.execPath, 'js/scripts/inline.js']] : []),
  ];
  if (!steps.every(([command, ...args]) => run(command, args))) {
    console.error(`build: ${preset} failed`);
    return false;
  }
  console.log(`build: ${preset} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const presets = process.argv.slice(2);
  for (const preset of presets.length ? presets : ['native', 'browser', 'wasi']) {
    if (!build(preset)) process.exitCode = 1;
  }
}
