// Lanes about streams and selection: tapes of 64 KB chunks beside streaming tokenizers; one field of each record beside
// JSON.parse. They have workloads of their own.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Tokenizer as StreamParser } from '@streamparser/json';
import { select, tokenize, tokens } from 'jsontape';
import streamJson from 'stream-json/parser.js';
import { standardDocuments } from './documents.js';

const CHUNK = 65536;
const RECORDS = 10_000;
const SHIPPED = ['native', 'wasm', 'wasi'];

// ---- Streams ----

/** Bytes in chunks of 64 KB. */
export function inChunks(bytes) {
  const chunks = [];
  for (let at = 0; at < bytes.length; at += CHUNK) chunks.push(bytes.subarray(at, at + CHUNK));
  return chunks;
}

/** Gives chunks to a stream, of which somebody takes what comes out, and waits for its end. */
export async function feed(stream, chunks) {
  const ended = new Promise((resolve, reject) => stream.on('end', resolve).on('error', reject));
  for (const chunk of chunks) {
    if (!stream.write(chunk)) await new Promise((resolve) => stream.once('drain', resolve));
  }
  stream.end();
  await ended;
}

/** The documents that streaming parsers are compared on: two of the corpus, or else the first two that there are. */
async function streamWorkloads() {
  const { files } = standardDocuments();
  const known = files.filter((file) => /^(twitter|citm_catalog)\.json$/.test(basename(file)));
  const workloads = [];
  for (const file of known.length > 0 ? known : files.slice(0, 2)) {
    const bytes = readFileSync(file);
    const sums = await visit([tokenize(bytes)]);
    workloads.push({ label: basename(file), size: bytes.length, chunks: inChunks(bytes), sums });
  }
  return workloads;
}

/** The types and offsets of all tokens of tapes: how many are keys, and the sum of the offsets. */
async function visit(tapes) {
  let keys = 0;
  let offsets = 0;
  for await (const tape of tapes) {
    for (let i = 0; i < tape.length; i++) {
      if (tape.type(i) === 'key') keys += 1;
      offsets += tape.start(i);
    }
  }
  return { keys, offsets };
}

async function streamsLane() {
  const ours = SHIPPED.map((backend) => ({
    label: backend,
    about: 'for await (const tape of tokens(chunks)): the type and offset of each token',
    async: true,
    run: ({ chunks }) => visit(tokens(chunks, { backend })),
    check: ({ keys, offsets }, { sums }) => keys === sums.keys && offsets === sums.offsets,
  }));
  const streamparser = {
    label: '@streamparser/json',
    peer: true,
    about: 'its Tokenizer, write(chunk), onToken: the offset of each token',
    run({ chunks }) {
      let offsets = 0;
      const tokenizer = new StreamParser();
      tokenizer.onToken = ({ offset }) => {
        offsets += offset;
      };
      for (const chunk of chunks) tokenizer.write(chunk);
      return offsets;
    },
    check: (offsets) => offsets > 0,
  };
  const streamjson = {
    label: 'stream-json',
    peer: true,
    about: "its parser as a stream, on('data'): the keys counted",
    async: true,
    async run({ chunks }) {
      let keys = 0;
      const parser = streamJson.asStream();
      parser.on('data', ({ name }) => {
        if (name === 'keyValue') keys += 1;
      });
      await feed(parser, chunks);
      return keys;
    },
    check: (keys, { sums }) => keys === sums.keys,
  };
  return {
    label: 'streams',
    title: 'tokens(chunks of 64 KB) beside streaming tokenizers',
    reference: streamparser.label,
    contestants: [...ours, streamparser, streamjson],
    workloads: await streamWorkloads(),
  };
}

// ---- Selection ----

/** Records such as services keep: some 340 bytes each. */
export const record = (_, i) => ({
  id: i + 1,
  guid: `7d444840-9dc0-11d1-b245-${100_000_000_000 + i}`,
  active: i % 3 === 0,
  balance: ((i * 7919) % 400_000) / 100,
  age: 20 + (i % 60),
  name: `Person Number ${i}`,
  email: `person.${i}@example.org`,
  phone: `+1 (555) 010-${1000 + (i % 9000)}`,
  address: { street: `${i} Main Street`, city: 'Springfield', zip: String(10_000 + (i % 90_000)) },
  tags: ['alpha', 'beta', 'gamma'],
  registered: '2024-05-14T09:21:33.120Z',
});

/** What is selected of documents, and of a list of records: a path, the same by hand, and as a filter of jq's. */
export const QUESTIONS = {
  'twitter.json': {
    path: '/statuses/*/user/screen_name',
    pick: ({ statuses }) => statuses.map(({ user }) => user.screen_name),
    filter: '.statuses[].user.screen_name',
  },
  'citm_catalog.json': {
    path: '/performances/*/id',
    pick: ({ performances }) => performances.map(({ id }) => id),
    filter: '.performances[].id',
  },
  records: { path: '/*/id', pick: (list) => list.map(({ id }) => id), filter: '.[].id' },
};

function selectWorkloads() {
  const documents = standardDocuments().files.filter((file) => Object.hasOwn(QUESTIONS, basename(file)));
  const records = Buffer.from(JSON.stringify(Array.from({ length: RECORDS }, record)));
  const all = documents.map((file) => [basename(file), readFileSync(file), QUESTIONS[basename(file)]]);
  all.push([`${RECORDS} records`, records, QUESTIONS.records]);
  return all.map(([label, bytes, { path, pick }]) => {
    const picked = JSON.stringify(pick(JSON.parse(bytes.toString())));
    return { label: `${label} ${path}`, size: bytes.length, bytes, path, pick, picked };
  });
}

function selectLane() {
  const ours = SHIPPED.flatMap((backend) =>
    [false, true].map((trusted) => ({
      label: trusted ? `${backend} trusted` : backend,
      about: `for (const match of select(bytes, path${trusted ? ', { trusted: true }' : ''})): its offsets`,
      run({ bytes, path }) {
        const ends = [];
        for (const { start, end } of select(bytes, path, { backend, trusted })) ends.push(start, end);
        return ends;
      },
      check(ends, { bytes, picked }) {
        const texts = [];
        for (let i = 0; i < ends.length; i += 2) texts.push(bytes.subarray(ends[i], ends[i + 1]).toString());
        return JSON.stringify(JSON.parse(`[${texts.join()}]`)) === picked;
      },
    })),
  );
  const parse = {
    label: 'JSON.parse',
    peer: true,
    about: 'JSON.parse(buf.toString()), and the field of each record',
    run: ({ bytes, pick }) => pick(JSON.parse(bytes.toString())),
    check: (values, { picked }) => JSON.stringify(values) === picked,
  };
  return {
    label: 'select',
    title: 'select(bytes, path) of one field a record beside JSON.parse and access',
    reference: parse.label,
    contestants: [...ours, parse],
    workloads: selectWorkloads(),
  };
}

/** By name, as bench.js has them. */
export const STREAM_LANES = { streams: streamsLane, select: selectLane };
