// How large what is built is, and of what parts: the library's objects by what they are for, and the browser module's
// functions, for which it is linked once more with their names.
//
//   node bench-node/sizes.js [--markdown] [--functions]
//
// after `node native/scripts/build.js`. --functions: those of the browser module, the largest first.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { table } from './report.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const build = join(root, 'build');
const LLVM = '-19'; // of Debian's names

/** Parts, by the beginnings of the paths of their sources. The first that fits counts. */
const PARTS = [
  ['tables', /^core\/src\/(tables|number\/powers)/],
  ['numbers', /^core\/src\/number/],
  ['instruction sets: tokenizing, escaping', /^core\/src\/simd/],
  ['reader', /^core\/src\/read/],
  ['build of values', /^core\/src\/build/],
  ['writer', /^core\/src\/write/],
  ['bindings', /^(core\/src\/engine|wasm|native)/],
];
const partOf = (source) => PARTS.find(([, pattern]) => pattern.test(source))?.[0] ?? 'from elsewhere';

const kilobytes = (bytes) => (bytes / 1024).toFixed(1);
const run = (command, args, cwd = root) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'pipe'] });

/** The objects of a target, each with its source: [{ object, source }]. */
function objectsOf(preset, target) {
  const folder = join(build, preset, 'CMakeFiles', `${target}.dir`);
  return readdirSync(folder, { recursive: true })
    .filter((name) => /\.c\.o(bj)?$/.test(name))
    .map((name) => ({ object: join(folder, name), source: name.replace(/\.o(bj)?$/, '') }));
}

// ---- Files ----

const FILES = [
  ['browser module', 'browser/jsontape.wasm'],
  ['WASI reactor', 'wasi/jsontape-reactor.wasm'],
  ['WASI command', 'wasi/jsontape.wasm'],
  ['addon', 'native/jsontape.node'],
  ['static library', 'native/libjsontape.a'],
  ['shared library', 'native/libjsontape.so'],
  ['command line program', 'native/jsontape'],
];

function files() {
  const rows = FILES.filter(([, file]) => existsSync(join(build, file))).map(([label, file]) => {
    const bytes = readFileSync(join(build, file));
    const packed = [gzipSync(bytes, { level: 9 }), brotliCompressSync(bytes)].map(({ length }) => kilobytes(length));
    return [label, kilobytes(statSync(join(build, file)).size), ...packed];
  });
  return [['file', 'KB', 'gzipped', 'brotli'], ...rows];
}

// ---- The library ----

/** Code and data of the objects of the static library, by part. */
function libraryParts() {
  const sums = new Map();
  const objects = objectsOf('native', 'jsontape-static');
  const lines = run(
    'size',
    objects.map(({ object }) => object),
  )
    .trim()
    .split('\n')
    .slice(1);
  for (const [i, line] of lines.entries()) {
    const [text, data] = line.trim().split(/\s+/).map(Number);
    const part = partOf(objects[i].source);
    sums.set(part, (sums.get(part) ?? 0) + text + data);
  }
  return sums;
}

// ---- The browser module ----

/** A number of WebAssembly's: [value, offset behind it]. */
function leb(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, at];
  }
}

/** The sections of a module: [{ id, start, end }], a custom one with its name. */
function sectionsOf(bytes) {
  const sections = [];
  for (let at = 8; at < bytes.length; ) {
    const id = bytes[at];
    const [size, start] = leb(bytes, at + 1);
    const section = { id, start, end: start + size };
    if (id === 0) {
      const [length, from] = leb(bytes, start);
      section.name = bytes.toString('utf8', from, from + length);
      section.start = from + length;
    }
    sections.push(section);
    at = start + size;
  }
  return sections;
}

/** The functions of a module that has their names and imports none: [{ name, size }]; and the bytes of its data. */
function functionsOf(bytes) {
  const sections = sectionsOf(bytes);
  const names = new Map();
  const { start: nameStart, end: nameEnd } = sections.find(({ name }) => name === 'name');
  for (let at = nameStart; at < nameEnd; ) {
    const kind = bytes[at];
    const [size, from] = leb(bytes, at + 1);
    at = from + size;
    if (kind !== 1) continue;
    let [count, place] = leb(bytes, from);
    for (; count > 0; count -= 1) {
      let index;
      let length;
      [index, place] = leb(bytes, place);
      [length, place] = leb(bytes, place);
      names.set(index, bytes.toString('utf8', place, place + length));
      place += length;
    }
  }
  const { start } = sections.find(({ id }) => id === 10);
  let [count, at] = leb(bytes, start);
  const functions = [];
  for (let index = 0; index < count; index += 1) {
    const [size, from] = leb(bytes, at);
    functions.push({ name: names.get(index) ?? '?', size: from - at + size });
    at = from + size;
  }
  const data = sections.filter(({ id }) => id === 11).reduce((sum, { start, end }) => sum + end - start, 0);
  return { functions, data };
}

/** The browser module linked again with the names of its functions. */
function namedModule() {
  const folder = mkdtempSync(join(tmpdir(), 'jsontape-sizes-'));
  const file = join(folder, 'named.wasm');
  const preset = join(build, 'browser');
  try {
    // Without what is done to the linked module, where its names would go.
    const commands = run('ninja', ['-t', 'commands', 'jsontape.wasm'], preset).split(/\n| && /);
    const link = commands.find((command) => / -o jsontape\.wasm/.test(command));
    const named = link.replace(/ -o jsontape\.wasm/, ` --profiling-funcs -o ${file}`);
    run('sh', ['-c', named], preset);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Where functions come from: their part by name. */
function homes() {
  const parts = new Map();
  for (const { object, source } of objectsOf('browser', 'jsontape-browser')) {
    for (const line of run(`llvm-nm${LLVM}`, ['--defined-only', object]).split('\n')) {
      const [, name] = / [Tt] (\S+)$/.exec(line) ?? [];
      if (name !== undefined) parts.set(name, partOf(source));
    }
  }
  return parts;
}

function moduleParts() {
  const { functions, data } = functionsOf(namedModule());
  const parts = homes();
  const sums = new Map([['tables', data]]);
  for (const one of functions) {
    // Copies and renamed ones have a number or a word behind a dot.
    one.part = parts.get(one.name) ?? parts.get(one.name.replace(/\..*$/, '')) ?? 'from elsewhere';
    sums.set(one.part, (sums.get(one.part) ?? 0) + one.size);
  }
  return { sums, functions };
}

// ---- The report ----

const { values } = parseArgs({
  options: { markdown: { type: 'boolean', default: false }, functions: { type: 'boolean', default: false } },
});
const { sums, functions } = moduleParts();
const library = libraryParts();
const labels = [...PARTS.map(([label]) => label), 'from elsewhere'];
const total = (map) => [...map.values()].reduce((sum, size) => sum + size, 0);
console.log(table(files(), values.markdown));
console.log();
console.log(
  table(
    [
      ['part', 'static library', 'browser module'],
      ...labels.map((label) => [label, kilobytes(library.get(label) ?? 0), kilobytes(sums.get(label) ?? 0)]),
      ['all', kilobytes(total(library)), kilobytes(total(sums))],
    ],
    values.markdown,
  ),
);
console.log(
  '\nKB of 1,024 bytes: code and data of the objects; functions and data of the module, in which small functions lie',
);
console.log('inside others. Read-only data of the library lies with its code.');
if (values.functions) {
  const rows = functions.sort((a, b) => b.size - a.size).map(({ name, size, part }) => [name, part, String(size)]);
  console.log(`\n${table([['function', 'part', 'bytes'], ...rows], values.markdown)}`);
}
