// The ways of skipping whitespace in WebAssembly, in this Node.js and in browsers, beside one another.
//
//   node bench-node/whitespace.js [--in node|chromium|firefox]... [--rounds N] [--markdown] [--json FOLDER]
//
// after `node native/scripts/build.js browser:bench-whitespace`. CHROMIUM_PATH and FIREFOX_PATH say where browsers are.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MODULE_BUILD, nodeEngine, partFacts } from './facts.js';
import { measure } from './method.js';
import { measureInBrowser } from './in_browser.js';
import { laneJson, list, resultsText } from './report.js';
import { WAYS, whitespaceLanes } from './whitespace_lanes.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const PLACES = ['node', 'chromium', 'firefox'];
const SAMPLE_MS = 3;

const pathOf = (way) => `build/browser/whitespace-${way}.wasm`;

function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(text ? `\r\x1b[Kwhitespace: ${text}` : '\r\x1b[K');
}

async function measureHere(options) {
  const modules = Object.keys(WAYS).map((way) => [way, new WebAssembly.Module(readFileSync(join(root, pathOf(way))))]);
  const major = process.versions.node.split('.')[0];
  const lanes = whitespaceLanes(Object.fromEntries(modules), `node-${major}`);
  const results = await measure(lanes, [], { ...options, progress });
  return {
    engine: nodeEngine(),
    results: results.map((result) => laneJson(result, {}, options)),
  };
}

async function main() {
  const { values } = parseArgs({
    options: {
      in: { type: 'string', multiple: true, default: ['node'] },
      rounds: { type: 'string', default: '21' },
      markdown: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  });
  const rounds = Number(values.rounds);
  if (!(Number.isInteger(rounds) && rounds >= 1 && rounds <= 1000)) throw new Error('--rounds takes 1 to 1000');
  const unknown = values.in.find((place) => !PLACES.includes(place));
  if (unknown !== undefined) throw new Error(`--in takes ${PLACES.join(', ')}, not '${unknown}'`);
  const options = { rounds, sampleMs: SAMPLE_MS, clock: 'wall' };

  for (const place of values.in) {
    const modules = Object.fromEntries(Object.keys(WAYS).map((way) => [way, `/${pathOf(way)}`]));
    const { engine, results } =
      place === 'node' ? await measureHere(options) : await measureInBrowser(place, { modules, options, progress });
    const facts = partFacts(engine, MODULE_BUILD);
    console.log(`\n${list(facts, values.markdown)}`);
    for (const result of results) {
      result.facts = facts;
      console.log(`\n${resultsText(result, values.markdown)}`);
      if (values.json === undefined) continue;
      mkdirSync(values.json, { recursive: true });
      writeFileSync(join(values.json, `${result.benchmark}.json`), `${JSON.stringify(result, null, 1)}\n`);
    }
  }
}

try {
  await main();
} catch (error) {
  console.error(`whitespace: ${error.message}`);
  process.exitCode = 1;
}
