// What the results of benchmarks depend on, as they record it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export const processor = () => `${cpus()[0]?.model ?? 'unknown'} (${process.arch})`;

/** The commit that is checked out, or that BENCH_COMMIT of the environment says. */
export function commit() {
  if (process.env.BENCH_COMMIT) return process.env.BENCH_COMMIT;
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=10'], options).trim();
  } catch {
    return 'unknown';
  }
}

const version = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;

/** Of a part of jsontape that is measured without the package: what runs it, and what it was built for and how. */
export const partFacts = (engine, build) => ({
  processor: processor(),
  engine,
  jsontape: `${version()}, ${build}`,
  commit: commit(),
});

export const nodeEngine = () => `Node.js ${process.versions.node}, V8 ${process.versions.v8}`;

/** Modules beside the browser's. */
export const MODULE_BUILD = 'wasm128, by Emscripten as the browser module';

/**
 * @param {(options: { backend: string }) => { isa: string, version: string, sha256: string }} backend  of the package
 * @param {string[]} names  of the backends that take part
 * @param {string} documents  which they are
 */
export function facts(backend, names, documents) {
  const builds = names.map((name) => {
    const { isa, version, sha256 } = backend({ backend: name });
    return [name, `jsontape ${version}, ${isa}, sha256 ${sha256.slice(0, 16)}`];
  });
  return {
    processor: processor(),
    engine: nodeEngine(),
    ...Object.fromEntries(builds),
    commit: commit(),
    documents,
  };
}
