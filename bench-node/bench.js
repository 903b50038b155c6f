// Every verb of the package, by its public functions, beside what the engine offers for the same work: all backends in
// one process.
//
//   node bench-node/bench.js [--lane LANE]... [--rounds N] [--clock wall|cpu] [--ours] [--paced] [--markdown]
//       [--json FOLDER] [--tiny] [FILE...]
//
// --list prints the names of the lanes; --ours leaves the peers out; --paced says `ready` on stderr before each round, which
// waits for a line on stdin. --tiny: short samples, and the smallest workloads of lanes that have their own: whether it
// works, not how fast.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { backend, format, serialize, tokenize, Tokenizer } from 'jsontape';
import { chosenDocuments } from './documents.js';
import { facts as factsOf } from './facts.js';
import { GROWTH_LANES } from './growth.js';
import { CLOCKS, measure } from './method.js';
import { PARSE_LANES } from './parse.js';
import { PEER_LANES } from './peers.js';
import { checkWords, progressOf, roundsOf, runProgram, tell } from './program.js';
import { laneJson, list } from './report.js';
import { STREAM_LANES } from './streams.js';
import { VALUE_LANES } from './values.js';
import { fileWorkloads, longWorkloads, madeWorkloads } from './workloads.js';

const BACKENDS = ['native', 'wasm', 'wasi'];
const SAMPLE_MS = 5;
const encoder = new TextEncoder();

const sameBytes = (a, b) => Buffer.compare(a, b) === 0;
const bytesOf = ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength);

/** A document with all that the checks want to know of it. */
function load(file) {
  const bytes = readFileSync(file);
  const value = JSON.parse(bytes.toString());
  const text = JSON.stringify(value);
  const tape = tokenize(bytes);
  const formatted = { 0: format(bytes, { indent: 0 }), 2: format(bytes, { indent: 2 }) };
  for (const [indent, output] of Object.entries(formatted)) {
    if (JSON.stringify(JSON.parse(Buffer.from(output).toString())) !== text) {
      throw new Error(`${file}: formatting by ${indent} changes the document`);
    }
  }
  return {
    label: basename(file),
    size: bytes.length,
    bytes,
    value,
    text,
    serialized: Buffer.from(text),
    words: Buffer.from(bytesOf(tape.words)),
    formatted,
  };
}

// ---- Lanes ----

function tokenizeLane() {
  const check = (tape, { words }) => sameBytes(bytesOf(tape.words), words);
  const ours = BACKENDS.flatMap((name) => {
    const into = tokenize('null', { backend: name });
    return [
      {
        label: name,
        about: 'a fresh Tape',
        run: ({ bytes }) => tokenize(bytes, { backend: name }),
        check,
      },
      {
        label: `${name} into`,
        about: 'the memory of one Tape used again',
        run: ({ bytes }) => tokenize(bytes, { backend: name, into }),
        check,
      },
    ];
  });
  const parse = {
    label: 'JSON.parse',
    peer: true,
    about: 'JSON.parse(buf.toString())',
    run: ({ bytes }) => JSON.parse(bytes.toString()),
    check: (value, { text }) => JSON.stringify(value) === text,
  };
  return {
    label: 'tokenize',
    title: 'tokenize(bytes) beside JSON.parse',
    reference: parse.label,
    contestants: [...ours, parse],
  };
}

function serializeLane(label, about, workloads) {
  const { name: usual } = backend();
  const check = (bytes, { serialized }) => sameBytes(bytes, serialized);
  const ours = BACKENDS.map((name) => {
    const given = name === usual ? undefined : { backend: name };
    const arrays = { backend: name, typedArrays: 'array' };
    return {
      label: name,
      about: 'serialize(value)',
      run: ({ value, typed }) => serialize(value, typed ? arrays : given),
      check,
    };
  });
  const theirs = [
    {
      label: 'Buffer.from',
      peer: true,
      about: 'Buffer.from(JSON.stringify(value))',
      run: ({ plain }) => Buffer.from(JSON.stringify(plain)),
      check,
    },
    {
      label: 'TextEncoder',
      peer: true,
      about: 'encoder.encode(JSON.stringify(value))',
      run: ({ plain }) => encoder.encode(JSON.stringify(plain)),
      check,
    },
  ];
  return {
    label,
    title: `serialize(value) beside JSON.stringify: ${about}`,
    reference: theirs[0].label,
    contestants: [...ours, ...theirs],
    workloads,
  };
}

function formatLane(label, indent) {
  const ours = BACKENDS.map((name) => ({
    label: name,
    about: `format(bytes, { indent: ${indent} }): numbers and strings as they are written`,
    run: ({ bytes }) => format(bytes, { backend: name, indent }),
    check: (output, { formatted }) => sameBytes(output, formatted[indent]),
  }));
  const space = indent ? `, null, ${indent}` : '';
  const roundTrip = {
    label: 'round trip',
    peer: true,
    about: `Buffer.from(JSON.stringify(JSON.parse(buf.toString())${space}))`,
    run: indent
      ? ({ bytes }) => Buffer.from(JSON.stringify(JSON.parse(bytes.toString()), null, indent))
      : ({ bytes }) => Buffer.from(JSON.stringify(JSON.parse(bytes.toString()))),
    check: (output, { text }) => JSON.stringify(JSON.parse(output.toString())) === text,
  };
  return {
    label,
    title: `format(bytes), ${indent ? `indented by ${indent}` : 'minified'}, beside the JSON round trip`,
    reference: roundTrip.label,
    contestants: [...ours, roundTrip],
  };
}

/** One backend: a document at once and in chunks. */
function chunksLane(name) {
  const check = (length, { words }) => length * 12 === words.length;
  const sizes = { '64 KB': 65536, '4 KB': 4096 };
  const chunked = Object.entries(sizes).map(([label, size]) => ({
    label,
    about: 'new Tokenizer(), write(chunk) for chunks of that size, end()',
    run: ({ bytes }) => {
      const tokenizer = new Tokenizer({ backend: name });
      let length = 0;
      for (let at = 0; at < bytes.length; at += size) length += tokenizer.write(bytes.subarray(at, at + size)).length;
      return length + tokenizer.end().length;
    },
    check,
  }));
  const whole = {
    label: 'whole',
    about: 'tokenize(bytes), a fresh Tape',
    run: ({ bytes }) => tokenize(bytes, { backend: name }).length,
    check,
  };
  return {
    label: `chunks-${name}`,
    title: `Tokenizer on chunks beside tokenize(bytes), ${name}`,
    reference: whole.label,
    contestants: [whole, ...chunked],
  };
}

const LANES = {
  tokenize: tokenizeLane,
  ...Object.fromEntries(BACKENDS.map((name) => [`chunks-${name}`, () => chunksLane(name)])),
  ...PARSE_LANES,
  ...STREAM_LANES,
  ...VALUE_LANES,
  ...PEER_LANES,
  ...GROWTH_LANES,
  serialize: ({ files, tiny }) => {
    const workloads = [...madeWorkloads(), ...(tiny ? [] : fileWorkloads(files))];
    return serializeLane('serialize', 'made values and documents', workloads);
  },
  'serialize-long': () => serializeLane('serialize-long', 'typed and plain arrays, a string', longWorkloads()),
  minify: () => formatLane('minify', 0),
  format: () => formatLane('format', 2),
};

// ---- The run ----

/** Says that the last round is over, and waits until the process that sets the pace wants the next one (ab.js). */
function pace() {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  return {
    async turn() {
      process.stderr.write('ready\n');
      if ((await lines.next()).done) throw new Error('nobody sets the pace');
    },
    end: () => process.stdin.destroy(),
  };
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      lane: { type: 'string', multiple: true, default: Object.keys(LANES) },
      rounds: { type: 'string', default: '11' },
      clock: { type: 'string', default: 'wall' },
      list: { type: 'boolean', default: false },
      ours: { type: 'boolean', default: false },
      paced: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
      json: { type: 'string' },
      tiny: { type: 'boolean', default: false },
    },
  });
  const rounds = roundsOf(values.rounds);
  checkWords('--lane', values.lane, Object.keys(LANES));
  checkWords('--clock', [values.clock], Object.keys(CLOCKS));
  return { ...values, rounds, sampleMs: values.tiny ? 0 : SAMPLE_MS, files: positionals };
}

/** A lane of our contestants; without a reference where that is none of them. */
function withoutPeers(lane) {
  const contestants = lane.contestants.filter(({ peer }) => !peer);
  const kept = contestants.some(({ label }) => label === lane.reference);
  return { ...lane, contestants, reference: kept ? lane.reference : undefined };
}

async function main() {
  const { lane: lanes, list: listed, ours, paced, markdown, json, tiny, files: named, ...options } = readArguments();
  if (listed) return console.log(Object.keys(LANES).join('\n'));
  const { source, files } = chosenDocuments(named);
  const facts = factsOf(backend, BACKENDS, source);
  const chosen = [];
  for (const label of new Set(lanes)) {
    const lane = await LANES[label]({ tiny, files });
    chosen.push(ours ? withoutPeers(lane) : lane);
  }
  const workloads = chosen.every((lane) => lane.workloads) ? [] : files.map(load);
  const pacer = paced ? pace() : undefined;
  const results = await measure(chosen, workloads, { ...options, progress: progressOf('bench'), turn: pacer?.turn });
  pacer?.end();

  console.log(`${markdown ? '## From JavaScript' : 'From JavaScript'}\n\n${list(facts, markdown)}`);
  for (const result of results) {
    tell(laneJson(result, facts, options), { markdown, json });
    if (result.lane.says) console.log(`\n${result.lane.says(result)}`);
  }
}

await runProgram('bench', main);
