// Lanes of parse beside JSON.parse(buf.toString()): the documents of the run, and small inputs of one's everyday. What no
// eval costs is measured by the same with `node --disallow-code-generation-from-strings`.
import { parse } from 'jsontape';

const BACKENDS = ['native', 'wasm', 'wasi'];
const SIZES = [200, 500, 1000, 2000, 4000, 8000, 16000]; // bytes, about

const check = (value, { text }) => JSON.stringify(value) === text;

function contestants() {
  const ours = BACKENDS.map((name) => ({
    label: `${name} own`,
    about: `parse(bytes, { engine: 'own' })`,
    run: ({ bytes }) => parse(bytes, { backend: name, engine: 'own' }),
    check,
  }));
  const auto = { label: 'parse', about: 'parse(bytes), as it comes', run: ({ bytes }) => parse(bytes), check };
  const theirs = {
    label: 'JSON.parse',
    peer: true,
    about: 'JSON.parse(buf.toString())',
    run: ({ bytes }) => JSON.parse(bytes.toString()),
    check,
  };
  return [auto, ...ours, theirs];
}

// What small inputs are made of, until they have the size.
const KINDS = {
  users: (i) => ({
    id: 1000 + i,
    name: `user ${i}`,
    email: `user.${i}@example.com`,
    active: i % 3 > 0,
    score: i * 1.25,
  }),
  points: (i) => [i * 1.0625 - 65.613617, 43.420273 + i / 7],
  events: (i) => ({
    type: i % 2 ? 'push' : 'pull',
    at: `2026-01-0${1 + (i % 9)}T00:00:00Z`,
    actor: { id: i, login: `someone${i}`, url: `https://example.com/someone${i}` },
    payload: i % 2 ? { commits: [{ sha: `${i}abcdef`, message: 'Fix "it"\nfor good' }] } : { number: i, tags: [] },
  }),
  texts: (i) => `Some words of text, naïve and plain, for number ${i}`,
};

function smallInputs() {
  return SIZES.flatMap((size) =>
    Object.entries(KINDS).map(([kind, make]) => {
      const list = [];
      do list.push(make(list.length));
      while (JSON.stringify(list).length < size);
      const text = JSON.stringify(list);
      const bytes = Buffer.from(text);
      return { label: `${kind}, ${bytes.length} bytes`, size: bytes.length, bytes, text };
    }),
  );
}

export const PARSE_LANES = {
  parse: () => ({
    label: 'parse',
    title: 'parse(bytes) beside JSON.parse',
    reference: 'JSON.parse',
    contestants: contestants(),
  }),
  'parse-small': () => ({
    label: 'parse-small',
    title: 'parse(bytes) of small inputs beside JSON.parse',
    reference: 'JSON.parse',
    workloads: smallInputs(),
    contestants: contestants(),
  }),
};
