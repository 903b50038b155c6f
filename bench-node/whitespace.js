// The ways of skipping whitespace in WebAssembly, in this Node.js and in browsers, beside one another.
//
//   node bench-node/whitespace.js [--in node|chromium|firefox]... [--rounds N] [--markdown] [--json FOLDER]
//
// after `node native/scripts/build.js browser:bench-whitespace`. CHROMIUM_PATH and FIREFOX_PATH say where browsers are.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MODULE_BUILD, nodeEngine, partFacts } from './facts.js';
import { measure } from './method.js';
import { measureInBrowser } from './in_browser.js';
import { checkWords, progressOf, roundsOf, runProgram, tell } from './program.js';
import { laneJson, list } from './report.js';
import { WAYS, whitespaceLanes } from './whitespace_lanes.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const PLACES = ['node', 'chromium', 'firefox'];
const SAMPLE_MS = 3;

const pathOf = (way) => `build/browser/whitespace-${way}.wasm`;

const progress = progressOf('whitespace');

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
  checkWords('--in', values.in, PLACES);
  const options = { rounds: roundsOf(values.rounds), sampleMs: SAMPLE_MS, clock: 'wall' };

  for (const place of values.in) {
    const modules = Object.fromEntries(Object.keys(WAYS).map((way) => [way, `/${pathOf(way)}`]));
    const { engine, results } =
      place === 'node' ? await measureHere(options) : await measureInBrowser(place, { modules, options, progress });
    const facts = partFacts(engine, MODULE_BUILD);
    console.log(`\n${list(facts, values.markdown)}`);
    for (const result of results) tell({ ...result, facts }, values);
  }
}

await runProgram('whitespace', main);
