// `npm start [-- FILE...]`: real documents through the three builds. Each build, in a process of its own, tokenizes
// every document, formats it, and serializes the tape again; the table says how much and, warmed up, how fast,
// JSON.parse beside it, and by digests that the three agree. Exits with 1 where they don't.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_DOCUMENTS } from './documents.js';

const packages = fileURLToPath(new URL('../node_modules', import.meta.url));
const BACKENDS = ['native', 'wasm', 'wasi'];
const BUILDS = { native: 'native addon', wasm: 'browser WASM', wasi: 'WASI reactor' };
const ROUNDS = 9; // of each measurement
const ROUND_MS = 1500; // a document's rounds end early past this
const WARM_ROUNDS = 3; // before them, at least; more while a round is yet a tenth faster than those before it

/** What one build makes of the documents: { backend, documents, tokens, bytes, digests, times }. */
async function measure(files) {
  const { tokenize, format, serialize, backend } = await import('jsontape');
  const tokenDigest = createHash('sha256');
  const outputDigest = createHash('sha256');
  const total = { documents: files.length, tokens: 0, bytes: 0, tokenize: 0, format: 0, parse: 0 };

  for (const file of files) {
    const bytes = readFileSync(file);
    const tape = tokenize(bytes);
    const formatted = format(bytes, { indent: 2 });
    const minified = serialize(tape);
    if (Buffer.compare(serialize(tokenize(formatted)), minified) !== 0) {
      throw new Error(`${file}: formatting changed the document`);
    }
    total.tokens += tape.length;
    total.bytes += bytes.length;
    tokenDigest.update(tape.words);
    outputDigest.update(formatted).update(minified);

    // Interleaved, so that the machine's moods strike all alike; the median of the rounds counts.
    const verbs = {
      tokenize: () => tokenize(bytes, { into: tape }),
      format: () => format(bytes, { indent: 2 }),
      parse: () => JSON.parse(bytes.toString()),
    };
    const times = { tokenize: [], format: [], parse: [] };
    const timeRound = () => {
      let sum = 0;
      for (const [verb, run] of Object.entries(verbs)) {
        const start = performance.now();
        run();
        times[verb].push(performance.now() - start);
        sum += times[verb].at(-1);
      }
      return sum;
    };
    // Code that is not compiled yet, and memory that the system has to find first, are not what a rate is read for.
    let until = performance.now() + ROUND_MS;
    let fastest = Infinity;
    for (let round = 0; performance.now() < until; round += 1) {
      const took = timeRound();
      if (round >= WARM_ROUNDS && took > fastest * 0.9) break;
      fastest = Math.min(fastest, took);
    }
    for (const list of Object.values(times)) list.length = 0;
    until = performance.now() + ROUND_MS;
    for (let round = 0; round < ROUNDS && (round < 3 || performance.now() < until); round += 1) timeRound();
    for (const verb of Object.keys(times)) total[verb] += times[verb].sort((a, b) => a - b)[times[verb].length >> 1];
  }

  const digests = { tokens: tokenDigest.digest('hex'), output: outputDigest.digest('hex') };
  return { backend: backend(), digests, ...total };
}

/** Runs `measure` in a process that is forced to one backend. */
function measureOn(name, files) {
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--measure', ...files], {
    env: { ...process.env, JSONTAPE_BACKEND: name },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.status !== 0) throw new Error(`the ${BUILDS[name]} build failed, see above`);
  return JSON.parse(child.stdout);
}

function table(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  const line = (row) => row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}

function main(args) {
  const files = args.length
    ? args.map((file) => path.resolve(file))
    : PACKAGE_DOCUMENTS.map((name) => path.join(packages, name));
  console.log(`\nNode.js ${process.version}, ${process.arch}; documents:`);
  for (const [i, file] of files.entries()) {
    console.log(`  ${args[i] ?? PACKAGE_DOCUMENTS[i]} (${readFileSync(file).length.toLocaleString('en')} bytes)`);
  }

  const results = BACKENDS.map((name) => ({ name, ...measureOn(name, files) }));
  const rate = ({ bytes }, milliseconds) => (bytes / 1e3 / milliseconds).toFixed(0);
  console.log();
  console.log(
    table([
      [
        'build',
        'ISA',
        'documents',
        'tokens',
        'bytes',
        'digest of tokens',
        'digest of output',
        'tokenize MB/s',
        'format MB/s',
        'JSON.parse MB/s',
      ],
      ...results.map((result) => [
        BUILDS[result.name],
        result.backend.isa,
        String(result.documents),
        result.tokens.toLocaleString('en'),
        result.bytes.toLocaleString('en'),
        result.digests.tokens.slice(0, 16),
        result.digests.output.slice(0, 16),
        rate(result, result.tokenize),
        rate(result, result.format),
        rate(result, result.parse),
      ]),
    ]),
  );

  console.log(`\nRates: the median of up to ${ROUNDS} rounds a document, behind rounds that warm it up.`);

  const differ = ['tokens', 'output'].filter((what) => new Set(results.map(({ digests }) => digests[what])).size > 1);
  const modules = new Set(results.map(({ backend }) => backend.sha256)).size;
  if (differ.length || modules !== results.length) {
    for (const what of differ) console.error(`The builds differ in their ${what}.`);
    if (modules !== results.length) console.error('The builds are not three different ones.');
    process.exitCode = 1;
  } else {
    console.log('\nThree builds, equal tokens, equal output.');
  }
}

const [first, ...rest] = process.argv.slice(2);
try {
  if (first === '--measure') console.log(JSON.stringify(await measure(rest)));
  else main(process.argv.slice(2));
} catch (error) {
  console.error(`start: ${error.message}`);
  process.exitCode = 1;
}
