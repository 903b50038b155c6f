// Writing values, by each way that there is, beside what Node.js offers: small and large values of the kinds that programs
// send, what real documents hold, an array of doubles and a long string. Run it with the Node.js that is to be measured.
//
//   node bench-node/serialize.js [--backend NAME] [--rounds N] [--clock wall|cpu] [--markdown] [--json FOLDER] [FILE...]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { backend, serialize, serializer } from 'jsontape';
import { standardDocuments } from './documents.js';
import { facts as factsOf } from './facts.js';
import { CLOCKS, measure } from './method.js';
import { laneJson, laneText, list } from './report.js';
import { fileWorkloads, longWorkloads, madeWorkloads } from './workloads.js';

const SAMPLE_MS = 5;

/** @param {string | undefined} name  of the backend */
function lane(name) {
  const check = (bytes, { serialized }) => Buffer.compare(bytes, serialized) === 0;
  const arrays = { backend: name, typedArrays: 'array' };
  const prepared = new Map(); // the serializer of each workload
  const viewOf = (workload) => {
    let toBytes = prepared.get(workload);
    if (toBytes === undefined) {
      toBytes = serializer(workload.value, workload.typed ? arrays : { backend: name });
      prepared.set(workload, toBytes);
    }
    return toBytes.view(workload.value);
  };
  const given = name === undefined ? undefined : { backend: name };
  return {
    label: 'values',
    title: 'Values to bytes',
    reference: 'Buffer.from',
    contestants: [
      {
        label: 'serialize',
        about: 'serialize(value): bytes of the caller (typed arrays as arrays)',
        run: ({ value, typed }) => serialize(value, typed ? arrays : given),
        check,
      },
      { label: 'view', about: 'serializer(value).view(value): bytes in memory that is used again', run: viewOf, check },
      {
        label: 'walk',
        about: "serialize(value, { engine: 'own' }): never by JSON.stringify",
        run: ({ value, typed }) => serialize(value, { ...(typed ? arrays : given), engine: 'own' }),
        check,
      },
      {
        label: 'Buffer.from',
        peer: true,
        about: 'Buffer.from(JSON.stringify(value)) (of an array with the same numbers)',
        run: ({ plain }) => Buffer.from(JSON.stringify(plain)),
        check,
      },
    ],
  };
}

async function main() {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      backend: { type: 'string' },
      rounds: { type: 'string', default: '11' },
      clock: { type: 'string', default: 'wall' },
      markdown: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  });
  const rounds = Number(options.rounds);
  if (!(Number.isInteger(rounds) && rounds >= 1 && rounds <= 1000)) throw new Error('--rounds takes 1 to 1000');
  if (!Object.hasOwn(CLOCKS, options.clock)) throw new Error(`--clock takes ${Object.keys(CLOCKS).join(' or ')}`);
  const { source, files } = positionals.length ? { source: 'as named', files: positionals } : standardDocuments();
  const facts = factsOf(backend, [backend({ backend: options.backend }).name], source);
  const settings = { rounds, sampleMs: SAMPLE_MS, clock: options.clock };
  const lanes = [lane(options.backend)];
  const printed = { ...settings, markdown: options.markdown };
  const usual = await measure(lanes, [...madeWorkloads(), ...fileWorkloads(files)], settings);
  const long = await measure(lanes, longWorkloads(), settings);

  console.log(list(facts, options.markdown));
  for (const result of [...usual, ...long]) console.log(`\n${laneText(result, printed)}`);
  if (options.json !== undefined) {
    mkdirSync(options.json, { recursive: true });
    const results = { values: usual[0], long: long[0] };
    for (const [label, result] of Object.entries(results)) {
      const file = join(options.json, `serialize-${label}.json`);
      writeFileSync(file, `${JSON.stringify(laneJson(result, facts, settings), null, 1)}\n`);
    }
  }
}

try {
  await main();
} catch (error) {
  console.error(`bench: ${error.message}`);
  process.exitCode = 1;
}
