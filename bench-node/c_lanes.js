// The C benchmarks by the names of their results: the program of the preset `bench` (native/bench/CMakeLists.txt), its
// arguments, whether it takes documents, and the beginnings of the labels of those contestants that are ours.
export const C_LANES = {
  read: { program: 'bench-read', args: [], takesFiles: true, ours: ['jsontape'] },
  numbers: { program: 'bench-read', args: ['--numbers'], takesFiles: true, ours: ['jsontape'] },
  chunks: { program: 'bench-read', args: ['--chunks'], takesFiles: true, ours: [] },
  write: { program: 'bench-write', args: [], takesFiles: true, ours: ['jsontape'] },
  ...Object.fromEntries(
    ['segments', 'skip', 'scalars', 'keys', 'objects', 'tokens', 'whole', 'window'].map((record) => [
      record,
      { program: 'bench-records', args: [`--${record}`], takesFiles: false, ours: ['jsontape'] },
    ]),
  ),
  escape: { program: 'bench-escape', args: [], takesFiles: false, ours: ['fused'] },
};
