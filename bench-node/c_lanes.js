// The C benchmarks by the names of their results: the program of the preset `bench` (native/bench/CMakeLists.txt), its
// arguments, whether it takes documents (and the made values of workloads.js as such), and the beginnings of the labels of
// those contestants that are ours; none: all of them. An emulated one, of a preset of its own, is counted in instructions,
// beside its reference.

import { fileURLToPath } from 'node:url';
import { writeMade } from './workloads.js';

const MADE = fileURLToPath(new URL('../build/bench/made', import.meta.url));

/** The records of bench-records: who of each is ours. */
const RECORDS = {
  segments: ['contiguous', '4096 bytes', '64 bytes', '3 bytes'],
  skip: [],
  scalars: ['jsontape'],
  keys: [],
  objects: ['reader', 'tape'],
  tokens: [],
  whole: [],
  window: [],
};

export const C_LANES = {
  read: { program: 'bench-read', args: [], takesFiles: true, ours: ['jsontape'] },
  numbers: { program: 'bench-read', args: ['--numbers'], takesFiles: true, ours: ['jsontape'] },
  chunks: { program: 'bench-read', args: ['--chunks'], takesFiles: true, ours: [] },
  write: { program: 'bench-write', args: [], takesFiles: true, takesMade: true, ours: ['jsontape'] },
  ...Object.fromEntries(
    Object.entries(RECORDS).map(([record, ours]) => [
      record,
      { program: 'bench-records', args: [`--${record}`], takesFiles: false, ours },
    ]),
  ),
  ...Object.fromEntries(
    [
      ['dependent', []],
      ['independent', ['--independent']],
      ['tokens', ['--tokens']],
    ].map(([kind, args]) => [`whitespace-${kind}`, { program: 'bench-whitespace', args, takesFiles: false, ours: [] }]),
  ),
  'escape-neon': {
    preset: 'bench-aarch64',
    emulated: true,
    program: 'bench-escape',
    args: [],
    takesFiles: false,
    ours: ['fused'],
    reference: 'SWAR + copy',
  },
  'escape-sse2': { program: 'bench-escape', args: ['--isa', 'sse2'], takesFiles: false, ours: ['fused'] },
  'escape-scalar': { program: 'bench-escape', args: ['--isa', 'scalar'], takesFiles: false, ours: ['fused'] },
  escape: { program: 'bench-escape', args: [], takesFiles: false, ours: ['fused'] },
};

/** The files that a lane's program is given, of those that are named. */
export function documentsOf(lane, files) {
  const { takesFiles, takesMade } = C_LANES[lane];
  return [...(takesMade ? writeMade(MADE) : []), ...(takesFiles ? files : [])];
}
