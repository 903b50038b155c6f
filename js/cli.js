#!/usr/bin/env node
// `npx jsontape`: the command line program, as its WASI build, by Node.js's WASI. Input, output, arguments and exit
// status are the program's own.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// node:wasi says that it is experimental when it is loaded; whoever calls a JSON tool need not hear of it.
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) => {
  const [type] = rest;
  if ((type?.type ?? type) !== 'ExperimentalWarning') emitWarning.call(process, warning, ...rest);
};
const { WASI } = await import('node:wasi');

// A module that calls fd_read the fast way dies where that call, which allocates, leads to a garbage collection; seen in
// Node.js 20. Later engines may not know the flag, and would say so.
if (Number.parseInt(process.versions.node, 10) < 25) setFlagsFromString('--no-turbo-fast-api-calls');

/** The place of select's path, which is no file though it begins with a slash; -1 without. */
function placeOfPointer(args) {
  const command = args.findIndex((arg) => ['check', 'format', 'minify', 'tokens', 'select'].includes(arg));
  if (args[command] !== 'select') return -1;
  return args.findIndex((arg, i) => i > command && (arg === '' || arg.startsWith('/')));
}

/**
 * The arguments and the folders that the program sees. A WASI program looks for a path in the opened folder whose name
 * it begins with, may not leave that by `..`, and does not tell '/a' from 'a'. So the root alone is opened where all
 * paths are absolute; else the current folder and all those above it are, and absolute paths are made relative.
 */
function seenByProgram(args) {
  const folder = process.cwd();
  const { root } = path.parse(folder);
  const pointer = placeOfPointer(args);
  const isAbsolute = (arg, i) => path.isAbsolute(arg) && i !== pointer;
  const absolute = args.filter(isAbsolute);
  const relative = args.filter(
    (arg, i) => !path.isAbsolute(arg) && i !== pointer && !arg.startsWith('-') && !/^\d+$/.test(arg),
  );
  if (absolute.length > 0 && relative.length <= 1) return { args, preopens: { '/': root } }; // the one is the command
  const preopens = { '.': folder };
  for (let name = '..', above = folder; above !== root; name += '/..') {
    above = path.dirname(above);
    preopens[name] = above;
  }
  return { args: args.map((arg, i) => (isAbsolute(arg, i) ? path.relative(folder, arg) || '.' : arg)), preopens };
}

const { args, preopens } = seenByProgram(process.argv.slice(2));
const wasi = new WASI({
  version: 'preview1',
  args: ['jsontape', ...args],
  env: process.env,
  preopens,
  returnOnExit: true,
});
const program = fileURLToPath(new URL('../build/wasi/jsontape.wasm', import.meta.url));
const module = new WebAssembly.Module(readFileSync(program));
process.exitCode = wasi.start(new WebAssembly.Instance(module, wasi.getImportObject()));
