// How large what is shipped is, against its budgets, and what a page loads for which verb: the first part of `npm run size`,
// after a build; bench-node/sizes.js is the other, the parts of what C becomes. A test takes the budgets from here.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const at = (path) => join(root, path);
const run = (command, ...args) => execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

const MODULE = 'build/browser/jsontape.wasm';
const ADDON = 'build/native/jsontape.node';
const LIBRARY = 'build/native/libjsontape.a';

/** What a bundler makes of a program that exports these names of the library. */
async function bundle(names, entry = 'browser.js') {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export ${names} from './js/${entry}'`, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
  });
  return { bytes: outputFiles[0].contents, inputs: Object.values(metafile.outputs)[0].inputs };
}

const bundled = async (...args) => gzipped((await bundle(...args)).bytes);

function stripped(path) {
  const folder = mkdtempSync(join(tmpdir(), 'jsontape-size-'));
  try {
    run('strip', '-o', join(folder, 'stripped'), at(path));
    return statSync(join(folder, 'stripped')).size;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Code and data of all objects of an archive. */
const allObjects = (path) =>
  run('size', '--total', at(path))
    .trim()
    .split('\n')
    .at(-1)
    .trim()
    .split(/\s+/)
    .slice(0, 3)
    .reduce((sum, part) => sum + Number(part), 0);

const KB = 1024;

/**
 * What may have how many bytes. The whole entry for browsers is meant to come down to 44 KB; what a program has of it that
 * uses one verb does (docs/decisions.md).
 */
export const BUDGETS = [
  { what: 'the browser module', size: () => readFileSync(at(MODULE)).length, most: 48 * KB },
  { what: 'the browser module, gzipped', size: () => gzipped(readFileSync(at(MODULE))), most: 25 * KB },
  { what: 'the entry for browsers with all, gzipped', size: () => bundled('*'), most: 60 * KB },
  { what: 'tokenize for browsers, gzipped', size: () => bundled('{ tokenize }'), most: 39 * KB },
  { what: 'parse for browsers, gzipped', size: () => bundled('{ parse }'), most: 41 * KB },
  { what: 'serialize for browsers, gzipped', size: () => bundled('{ serialize }'), most: 45 * KB },
  { what: 'jsontape/slim with all, gzipped', size: () => bundled('*', 'slim.js'), most: 35 * KB },
  { what: 'the addon', size: () => stripped(ADDON), most: 300 * KB },
  {
    what: 'the static library',
    size: () => allObjects(LIBRARY),
    most: 400 * KB,
  },
];

// ---- By part ----

async function entryParts() {
  const { inputs } = await bundle('*');
  const parts = {};
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    const part = /^build/.test(path) ? 'the module' : (/^js\/(serialize|backends|streams)\b/.exec(path)?.[0] ?? path);
    parts[part] = (parts[part] ?? 0) + bytesInOutput;
  }
  return parts;
}

function print(title, parts) {
  console.log(`\n${title}`);
  for (const [part, bytes] of Object.entries(parts).sort((a, b) => b[1] - a[1])) {
    if (bytes > 0) console.log(`${String(bytes).padStart(8)}  ${part}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { what, size, most } of BUDGETS) {
    console.log(`${String(await size()).padStart(8)} of ${String(most).padStart(6)}  ${what}`);
  }
  const verbs = {};
  for (const name of [
    'tokenize',
    'parse',
    'serialize',
    'format',
    'select',
    'tokens',
    'values',
    'Serializer',
    'PartialParser',
  ]) {
    verbs[name] = await bundled(`{ ${name} }`);
  }
  print('One import of the entry for browsers, bytes gzipped', verbs);
  print('The entry for browsers with all, bytes minified', await entryParts());
}
