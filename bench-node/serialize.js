// Writing values, by each way that there is, beside what Node.js offers: small and large values of the kinds that programs
// send, what real documents hold, an array of doubles and a long string. Run it with the Node.js that is to be measured.
//
//   node bench-node/serialize.js [--backend NAME] [--rounds N] [--clock wall|cpu] [--markdown] [--json FOLDER] [FILE...]
import { parseArgs } from 'node:util';
import { backend, serialize, serializer } from 'jsontape';
import { chosenDocuments } from './documents.js';
import { facts as factsOf } from './facts.js';
import { CLOCKS, measure } from './method.js';
import { checkWords, roundsOf, runProgram, tell } from './program.js';
import { laneJson, list } from './report.js';
import { fileWorkloads, longWorkloads, madeWorkloads } from './workloads.js';

const SAMPLE_MS = 5;

/** @param {string | undefined} name  of the backend */
function waysOf(name) {
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
  return [
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
  ];
}

const lane = (label, about, contestants, workloads) => ({
  label,
  title: `The ways of serialize: ${about}`,
  reference: 'Buffer.from',
  contestants,
  workloads,
});

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
  checkWords('--clock', [options.clock], Object.keys(CLOCKS));
  const { source, files } = chosenDocuments(positionals);
  const facts = factsOf(backend, [backend({ backend: options.backend }).name], source);
  const settings = { rounds: roundsOf(options.rounds), sampleMs: SAMPLE_MS, clock: options.clock };
  const ways = waysOf(options.backend);
  const lanes = [
    lane('serialize-ways', 'made values and documents', ways, [...madeWorkloads(), ...fileWorkloads(files)]),
    lane('serialize-ways-long', 'typed and plain arrays, a string', ways, longWorkloads()),
  ];
  console.log(list(facts, options.markdown));
  for (const one of lanes) {
    const [result] = await measure([one], [], settings);
    tell(laneJson(result, facts, settings), options);
  }
}

await runProgram('bench', main);
