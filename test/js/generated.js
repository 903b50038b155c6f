// Compares values with the engine's JSON.parse, on every backend: `npm run generated -- [COUNT] [SEED]`.
//
// COUNT generated documents, a million by default, and as many that are nearly JSON, go through parse by the library's own
// engine: the same value in every respect where JSON.parse has one, an error where it has one. Every prefix of COUNT / 100 generated
// documents and of every document of the corpus under 100 KB goes through a PartialParser: what it shows is what there is.
import { parseDifference, partialDifference } from './against_engine.js';
import { generator } from './checks.js';
import { jsonText, mutate } from './generate.js';
import { env } from './harness.js';
import { SHOWING } from './prefix.js';

const BACKENDS = ['native', 'wasm', 'wasi'];
const SMALL = 100_000; // bytes

const [count = '1000000', seed = '1', ...more] = process.argv.slice(2);
if (![count, seed].every((word) => /^[1-9]\d*$/.test(word)) || more.length) {
  console.error('usage: npm run generated -- [COUNT] [SEED]');
  process.exit(2);
}

const next = generator(Number(seed));
const encoder = new TextEncoder();
const latin1 = new TextDecoder('latin1');
let wrong = 0;

function tell(said, what, bytes) {
  if (said === '') return;
  wrong++;
  if (wrong <= 20) console.error(`${what}: ${said}\n  ${latin1.decode(bytes.subarray(0, 2000))}`);
}

let bytesRead = 0;
for (let i = 0; i < Number(count); i++) {
  const bytes = encoder.encode((i % 50 === 0 ? '\ufeff' : '') + jsonText(next));
  const changed = mutate(bytes, next);
  bytesRead += bytes.length + changed.length;
  for (const backend of BACKENDS) {
    for (const input of [bytes, changed]) tell(parseDifference(input, backend), backend, input);
  }
  if ((i + 1) % 100_000 === 0) console.log(`generated: ${i + 1} documents, ${wrong} wrong`);
}
console.log(`generated: ${2 * Number(count)} documents, ${(bytesRead / 1e6).toFixed(0)} MB, by ${BACKENDS.join(', ')}`);

let prefixes = 0;
function checkPrefixes(text, what, options) {
  for (const backend of BACKENDS) {
    prefixes += text.length;
    tell(partialDifference(text.split(''), { ...options, backend }), `${what}, ${backend}`, encoder.encode(text));
  }
}

const few = Math.ceil(Number(count) / 100);
for (let i = 0; i < few; i++) {
  checkPrefixes(jsonText(next, true), `prefixes of ${i}`, { incomplete: SHOWING[i % 8], immutable: i % 3 === 0 });
}
console.log(`generated: every prefix of ${few} documents, ${prefixes} in all, ${wrong} wrong`);

const utf8 = new TextDecoder('utf-8', { fatal: true });
let documents = 0;
for (const set of ['documents', 'parsing', 'transform', 'checker']) {
  for (const file of env.data[set]) {
    const bytes = await env.bytes(file);
    if (bytes.length >= SMALL) continue;
    let text;
    try {
      text = utf8.decode(bytes);
      JSON.parse(text);
    } catch {
      continue; // not JSON
    }
    documents++;
    checkPrefixes(text, file, { incomplete: SHOWING[1] });
    checkPrefixes(text, file, { incomplete: SHOWING[7], immutable: true });
  }
}
console.log(
  `generated: every prefix of ${documents} documents of the corpus, ${prefixes} prefixes in all, ${wrong} wrong`,
);
if (wrong > 0 || documents === 0) process.exitCode = 1;
