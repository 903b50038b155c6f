// The documents that benchmarks read where none are named: those of the corpus beside the checkout, of 50 KB and more;
// without it, those that come with npm packages.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CORPUS = fileURLToPath(new URL('../../shared/corpus/documents', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../node_modules', import.meta.url));
const LEAST = 50_000; // bytes of a document of the corpus

/** Real documents of npm packages that are among our devDependencies. */
export const PACKAGE_DOCUMENTS = [
  'world-atlas/countries-50m.json',
  'world-atlas/land-110m.json',
  'emoji-datasource/emoji.json',
  'emoji-datasource/emoji_pretty.json',
  '@mdn/browser-compat-data/data.json',
];

/** Those that are named, or else the standard ones. */
export const chosenDocuments = (named) => (named.length ? { source: 'as named', files: named } : standardDocuments());

/** @returns {{ source: string, files: string[] }} source says which they are */
export function standardDocuments() {
  if (existsSync(CORPUS)) {
    const files = readdirSync(CORPUS)
      .filter((file) => file.endsWith('.json') && statSync(join(CORPUS, file)).size >= LEAST)
      .sort()
      .map((file) => join(CORPUS, file));
    return { source: 'those of 50 KB and more of the corpus beside the checkout', files };
  }
  return {
    source: 'of npm packages, as there is no corpus beside the checkout',
    files: PACKAGE_DOCUMENTS.map((file) => join(PACKAGES, file)),
  };
}
