// The ways to escape text (test/escape/escape_ways.c) in WebAssembly, built as the browser module is.
//
//   node bench-node/escape.js [--rounds N] [--markdown] [--json FOLDER]
//
// after `node native/scripts/build.js browser:bench-escape`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MODULE_BUILD, nodeEngine, partFacts } from './facts.js';
import { measure } from './method.js';
import { roundsOf, tell } from './program.js';
import { laneJson, list } from './report.js';

const WAYS = [
  ['SWAR + copy', 'scans 8 bytes at a time, copies runs by memcpy'],
  ['bytes', 'one byte after the other'],
  ['vectors + copy', 'scans by vectors, copies runs by memcpy'],
  ['fused', 'what ships: load, store, look; nothing is read behind the text'],
  ['fused, padded', 'the same, where 64 bytes behind the text may be read, as of records'],
];
const BYTES = 1; // the way that the others are checked against

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '21' },
    markdown: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const options = { rounds: roundsOf(values.rounds), sampleMs: 1, clock: 'wall' };

const file = join(fileURLToPath(new URL('..', import.meta.url)), 'build/browser/bench-escape.wasm');
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)));
exports._initialize();

/** The label of a lane; undefined behind the last one. */
function labelOf(lane) {
  const at = exports.label(lane);
  const memory = new Uint8Array(exports.memory.buffer);
  return at ? new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at))) : undefined;
}

const workloads = [];
for (let lane = 0, label = labelOf(0); label; lane += 1, label = labelOf(lane)) {
  exports.fill(lane);
  workloads.push({ label, size: exports.size(lane), lane, written: exports.run(lane, BYTES, 1) });
}

let filled = -1;
function fill(lane) {
  if (filled !== lane) exports.fill(lane);
  filled = lane;
}

const contestants = WAYS.map(([label, about], way) => ({
  label,
  about,
  run({ lane }) {
    fill(lane);
    return exports.run(lane, way, 1);
  },
  check(result, { lane, written }) {
    fill(lane);
    return result === written && exports.digest(lane, way) === exports.digest(lane, BYTES);
  },
}));

const lane = { label: 'escape-wasm', title: 'Escaping text in WebAssembly', reference: WAYS[0][0], contestants };
const [result] = await measure([lane], workloads, options);
const facts = partFacts(nodeEngine(), MODULE_BUILD);
console.log(list(facts, values.markdown));
tell(laneJson(result, facts, options), values);
