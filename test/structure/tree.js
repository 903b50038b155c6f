// What the structure tests share: the sources of the project, and commands run in it.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** The files under folders of the project whose names match, as paths from the root. */
export function files(pattern, ...folders) {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

export const read = (path) => readFileSync(join(root, path));
export const text = (path) => readFileSync(join(root, path), 'utf8');

/** Runs a command in the root (or `cwd`) and returns what it prints; throws, with what it said, where it fails. */
export function run(command, args, options = {}) {
  return execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 28, ...options });
}

/** The sources of the core, as `core/src/*.c core/src/*\/*.c` gives them. */
export function coreSources() {
  return files(/\.c$/, 'core/src').filter((path) => /^core\/src\/(\w+\/)?\w+\.c$/.test(path));
}

/** What a C file includes: { name, quoted }. */
export function includes(path) {
  return [...text(path).matchAll(/^\s*#\s*include\s*(["<])([^">]+)[">]/gm)].map(([, mark, name]) => ({
    name,
    quoted: mark === '"',
    base: basename(name),
  }));
}

/** The functions that the public header declares. */
export function publicFunctions() {
  const header = text('core/include/jsontape.h').replace(/\/\*[\s\S]*?\*\//g, '');
  return [...header.matchAll(/^JT_API [^;(]*?\b(jt_\w+)\(/gm)].map(([, name]) => name).sort();
}
