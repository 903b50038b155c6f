// How large what is shipped is, against its budgets, and which part has how much of it: `npm run size`, after a build.
// A test of the structure takes the budgets from here.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const at = (path) => join(root, path);
const run = (command, ...args) => execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

const linker = existsSync('/usr/lib/llvm-19/bin/wasm-ld') ? '/usr/lib/llvm-19/bin/wasm-ld' : 'wasm-ld';
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

/** Code and data of the objects of an archive: [{ object, bytes }]. */
const objectsOf = (archive) =>
  run('size', at(archive))
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .map(([text, data, bss, , , object]) => ({ object, bytes: Number(text) + Number(data) + Number(bss) }));

const KB = 1024;

/**
 * What may have how many bytes. The whole entry for browsers is meant to come down to 44 KB; what a program has of it that
 * uses one verb does (docs/decisions.md).
 */
export const BUDGETS = [
  { what: 'the browser module', size: () => readFileSync(at(MODULE)).length, most: 50 * KB },
  { what: 'the browser module, gzipped', size: () => gzipped(readFileSync(at(MODULE))), most: 26 * KB },
  { what: 'the entry for browsers with all, gzipped', size: () => bundled('*'), most: 61 * KB },
  { what: 'tokenize for browsers, gzipped', size: () => bundled('{ tokenize }'), most: 44 * KB },
  { what: 'parse for browsers, gzipped', size: () => bundled('{ parse }'), most: 44 * KB },
  { what: 'serialize for browsers, gzipped', size: () => bundled('{ serialize }'), most: 46 * KB },
  { what: 'jsontape/slim with all, gzipped', size: () => bundled('*', 'slim.js'), most: 34 * KB },
  { what: 'the addon', size: () => stripped(ADDON), most: 300 * KB },
  {
    what: 'the static library',
    size: () => objectsOf(LIBRARY).reduce((sum, { bytes }) => sum + bytes, 0),
    most: 400 * KB,
  },
];

// ---- By part ----

/** The part that a source is of, from its path. */
function partOf(path) {
  if (/(tables|powers)\.c$/.test(path)) return 'tables';
  if (/isa_/.test(path)) return `one instruction set: ${/isa_(\w+?)(_numbers)?\.c/.exec(path)[1]}`;
  if (/read\/(reader|reader_values|select|view)\.c$|engine_select/.test(path)) return 'pull reader, select';
  const [, folder] = /^core\/src\/(\w+)\//.exec(path) ?? [];
  return { read: 'reader', write: 'writer', build: 'build', number: 'numbers', simd: 'reader' }[folder] ?? 'bindings';
}

const add = (parts, part, bytes) => {
  parts[part] = (parts[part] ?? 0) + bytes;
};

/** Bytes of code and constants in the browser module by part, from a linker's map. */
function moduleParts() {
  run(process.execPath, 'native/scripts/build.js', 'browser:jsontape-parts');
  const folder = at('build/browser/CMakeFiles/jsontape-parts.dir');
  const objects = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.obj'));
  const options = ['--no-entry', '--allow-undefined', '--export=__wasm_call_ctors', '-o', '/dev/null', '--print-map'];
  const map = run(linker, ...options, ...objects.map((path) => join(folder, path)));
  const parts = {};
  for (const line of map.split('\n')) {
    // An address, a place in the file, a size, and the object with the symbol in it; .bss has no bytes in the file.
    const [, size, path, symbol] = /^\s*\S+\s+\S+\s+([0-9a-f]+)\s+\S*?\.dir\/(\S+)\.obj:\((.*)\)$/.exec(line) ?? [];
    if (size !== undefined && !symbol.startsWith('.bss')) add(parts, partOf(path), Number.parseInt(size, 16));
  }
  return parts;
}

function libraryParts() {
  const paths = readdirSync(at('core/src'), { recursive: true }).map((path) => join('core/src', path));
  const parts = {};
  for (const { object, bytes } of objectsOf(LIBRARY)) {
    add(parts, partOf(paths.find((path) => path.endsWith(`/${object.replace(/\.o$/, '')}`)) ?? object), bytes);
  }
  return parts;
}

async function entryParts() {
  const { inputs } = await bundle('*');
  const parts = {};
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    const part = /^build/.test(path) ? 'the module' : (/^js\/(serialize|backends|streams)\b/.exec(path)?.[0] ?? path);
    add(parts, part, bytesInOutput);
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
  print('The browser module, bytes by part, before they are optimized as one', moduleParts());
  print('The static library, bytes by part', libraryParts());
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
