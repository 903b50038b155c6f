// The command line program for the tests of it: natively, its WASI build under wasmtime, and js/cli.js.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './data.js';
import { assert } from './harness.js';

const build = path.join(root, 'build');

// build/tools holds the wasmtime that was installed where the system has none.
const ownWasmtime = path.join(build, 'tools', 'wasmtime');
const wasmtime = existsSync(ownWasmtime) ? ownWasmtime : 'wasmtime';

export const programs = {
  native: [path.join(build, 'native', 'jsontape')],
  wasmtime: [wasmtime, 'run', '--dir', '.', path.join(build, 'wasi', 'jsontape.wasm')],
  node: [process.execPath, path.join(root, 'js', 'cli.js')],
};

/** A new folder for the files of a suite, and what runs the programs in it. */
export function newFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'jsontape-cli-'));

  function runOne([program, ...first], args, input = '') {
    const { status, signal, stdout, stderr, error } = spawnSync(program, [...first, ...args], {
      cwd: folder,
      input,
      maxBuffer: 1 << 28,
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
    });
    if (error && error.code !== 'EPIPE') throw error;
    return { status: status ?? signal, stdout, stderr: stderr.toString() };
  }

  // Runs all three and checks that they agree; messages of the system's own may differ in their wording.
  function run(args, { input, sameMessage = true } = {}) {
    const native = runOne(programs.native, args, input);
    for (const name of ['wasmtime', 'node']) {
      const other = runOne(programs[name], args, input);
      assert.is(other.status, native.status, `${name}: status of ${args.join(' ')}: ${other.stderr}`);
      assert.ok(other.stdout.equals(native.stdout), `${name}: output of ${args.join(' ')}`);
      if (sameMessage) assert.is(other.stderr, native.stderr, `${name}: messages of ${args.join(' ')}`);
      else assert.is(other.stderr === '', native.stderr === '', `${name}: messages of ${args.join(' ')}`);
    }
    return { ...native, stdout: native.stdout.toString() };
  }

  // The native program alone.
  function runNative(args, input) {
    const result = runOne(programs.native, args, input);
    return { ...result, stdout: result.stdout.toString() };
  }

  function file(name, content) {
    writeFileSync(path.join(folder, name), content);
    return name;
  }

  const remove = () => rmSync(folder, { recursive: true });
  return { folder, file, run, runNative, runOne, remove };
}
