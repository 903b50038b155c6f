// Makes what the entries need beside the sources, in build/js:
//
//   module.js      the browser module as text, with its digest, for browser.js
//   jsontape.cjs   the library for Node.js in one file, for index.cjs and, through it, index.js
//   browser/       jsontape.js and web.js: the entries for browsers without a bundler, minified, in as few files as can be
//
// Run after the browser module is built: node js/scripts/inline.js
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { pack, unpack } from '../packed.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = join(root, 'build/js');

mkdirSync(target, { recursive: true });

const wasm = readFileSync(join(root, 'build/browser/jsontape.wasm'));
if (!wasm.equals(unpack(pack(wasm)))) throw new Error('the packed module is not the module');
writeFileSync(
  join(target, 'module.js'),
  `// build/browser/jsontape.wasm, written by js/scripts/inline.js.
export const SHA256 = '${createHash('sha256').update(wasm).digest('hex')}';
export const PACKED =
  "${pack(wasm)}";
`,
);

// A CommonJS module is sloppy where it does not say otherwise; and has no import.meta.
await build({
  entryPoints: [join(root, 'js/node.js')],
  outfile: join(target, 'jsontape.cjs'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
  banner: { js: "'use strict';" },
  minifySyntax: true, // numbers of layout.js in the place of their names, which the engine could not put there
  logLevel: 'warning',
});

rmSync(join(target, 'browser'), { recursive: true, force: true });
await build({
  entryPoints: { jsontape: join(root, 'js/browser.js'), web: join(root, 'js/web_streams_browser.js') },
  outdir: join(target, 'browser'),
  bundle: true,
  splitting: true, // both entries are of one library
  chunkNames: 'library',
  format: 'esm',
  target: 'es2022',
  minify: true,
  define: { 'globalThis.Buffer': 'undefined', 'globalThis.process': 'undefined' }, // Node.js has another bundle
  logLevel: 'warning',
});
