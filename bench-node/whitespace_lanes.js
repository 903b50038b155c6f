// Lanes of the ways of skipping whitespace, each a module of test/whitespace/whitespace_way.c: for Node.js and for pages.

/** The ways, by the names of their modules: label and what they do. */
export const WAYS = {
  scalar: ['scalar', 'a byte after the other'],
  vector: ['vector', 'a test of one byte, then vectors'],
  ...Object.fromEntries(
    [4, 8, 16, 32, 64].map((n) => [`hybrid${n}`, [`hybrid(${n})`, `scalar for ${n} bytes of a run, then vectors`]]),
  ),
};

const BYTES = 400_000; // of a run, at least

const KINDS = [
  ['whitespace-dependent', 'Skipping whitespace, each call where the last one ended', 'call'],
  ['whitespace-independent', 'Skipping whitespace, each call at a place that is known before', 'call'],
  ['whitespace-tokens', 'Tokenizing, by the way of skipping whitespace', 'token'],
];

/** A way: its module's exports, and which document it holds. */
function wayOf(module) {
  const { exports } = new WebAssembly.Instance(module, {});
  exports._initialize?.();
  let held = -1;
  let size = 0;
  return {
    exports,
    /** Makes a document where it is not there; its size, 0 behind the last one. */
    make(document) {
      if (held !== document) size = exports.ws_make(document);
      held = document;
      return size;
    },
    label(document) {
      const memory = new Uint8Array(exports.memory.buffer);
      const at = exports.ws_label(document);
      return new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
    },
  };
}

/**
 * @param {Record<string, WebAssembly.Module>} modules  by the names of WAYS
 * @param {string} where  for the names of the results: node, chromium
 * @returns {import('./method.js').Lane[]}
 */
export function whitespaceLanes(modules, where) {
  const ways = Object.entries(modules).map(([name, module]) => ({ name, ...wayOf(module) }));
  const documents = [];
  for (let document = 0; ; document += 1) {
    const sizes = ways.map(({ make }) => make(document));
    if (sizes[0] === 0) break;
    const facts = ways.map(({ exports }) =>
      [exports.ws_gaps(), exports.ws_tokens(), ...KINDS.map((_, kind) => exports.ws_expected(kind) >>> 0)].join(),
    );
    if (new Set([...sizes, ...facts]).size !== 2) throw new Error(`document ${document} is not the same in all ways`);
    const [gaps, tokens, ...expected] = facts[0].split(',').map(Number);
    const repeats = Math.max(1, Math.floor(BYTES / sizes[0]));
    documents.push({ document, label: ways[0].label(document), bytes: sizes[0], gaps, tokens, repeats, expected });
  }
  return KINDS.map(([label, title, unit], kind) => ({
    label: `${label}-${where}`,
    title: `${title} (${where})`,
    unit,
    reference: WAYS.hybrid16[0],
    workloads: documents.map(({ bytes, gaps, tokens, repeats, ...rest }) => ({
      ...rest,
      repeats,
      size: bytes * repeats,
      units: (unit === 'token' ? tokens : gaps) * repeats,
    })),
    contestants: ways.map(({ name, exports, make }) => ({
      label: WAYS[name][0],
      about: WAYS[name][1],
      run({ document, repeats }) {
        make(document);
        return exports.ws_run(kind, repeats) >>> 0;
      },
      check: (result, { expected }) => result === expected[kind],
    })),
  }));
}
