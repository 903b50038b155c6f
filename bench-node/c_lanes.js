// The C benchmarks by the names of their results: the program of the preset `bench` (native/bench/CMakeLists.txt), its
// arguments, whether it takes documents (and the made values of workloads.js as such), and the beginnings of the labels of
// those contestants that are ours; none: all of them.

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
  escape: { program: 'bench-escape', args: [], takesFiles: false, ours: ['fused'] },
};
