// Lanes about values from chunks: records beside readers of streams, and values that still grow beside a parser of what
// there is. They have workloads of their own.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { parseChunked } from '@discoveryjs/json-ext';
import { PartialParser, values } from 'jsontape';
import { parse as parsePartial } from 'partial-json';
import chain from 'stream-chain';
import { pick } from 'stream-json/filters/pick.js';
import { parser } from 'stream-json/parser.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { streamValues } from 'stream-json/streamers/stream-values.js';
import { standardDocuments } from './documents.js';
import { inChunks, record } from './streams.js';

const RECORDS = 10_000;
const SHIPPED = ['native', 'wasm', 'wasi'];

// ---- Records ----

/** The long arrays of documents: the member that is one. */
const ARRAYS = { 'twitter.json': 'statuses', 'citm_catalog.json': 'performances' };

/** Each array as the document has it, and its elements by lines. */
function recordWorkloads() {
  const workloads = [];
  const add = (label, list, bytes, member) =>
    workloads.push({
      label,
      size: bytes.length,
      chunks: inChunks(bytes),
      member,
      count: list.length,
      last: list.at(-1),
    });
  const addBoth = (label, list, bytes, member) => {
    add(`${label} /${member}/*`, list, bytes, member);
    add(`${label} by lines`, list, Buffer.from(list.map((one) => JSON.stringify(one)).join('\n')));
  };
  for (const file of standardDocuments().files) {
    const member = ARRAYS[basename(file)];
    if (member === undefined) continue;
    const bytes = readFileSync(file);
    addBoth(basename(file), JSON.parse(bytes.toString())[member], bytes, member);
  }
  const list = Array.from({ length: RECORDS }, record);
  addBoth(`${RECORDS} records`, list, Buffer.from(JSON.stringify({ items: list })), 'items');
  return workloads;
}

function valuesLane() {
  const check = ({ count, last }, workload) =>
    count === workload.count && JSON.stringify(last) === JSON.stringify(workload.last);
  const ours = SHIPPED.map((backend) => ({
    label: backend,
    about: 'for await (const { value } of values(chunks, options))',
    async: true,
    async run({ chunks, member }) {
      const options = member === undefined ? { multiple: 'ndjson', backend } : { path: `/${member}/*`, backend };
      let count = 0;
      let last;
      for await (const { value } of values(chunks, options)) {
        count += 1;
        last = value;
      }
      return { count, last };
    },
    check,
  }));
  const jsonExt = {
    label: 'json-ext',
    peer: true,
    about: 'parseChunked(chunks), and a loop over the array; for lines with mode jsonl',
    async: true,
    async run({ chunks, member }) {
      const all = await parseChunked(chunks, member === undefined ? { mode: 'jsonl' } : {});
      let count = 0;
      let last;
      for (const value of member === undefined ? all : all[member]) {
        count += 1;
        last = value;
      }
      return { count, last };
    },
    check,
  };
  const streamJson = {
    label: 'stream-json',
    peer: true,
    about: 'parser, pick and streamArray, or streamValues, in a chain',
    async: true,
    async run({ chunks, member }) {
      const stages =
        member === undefined
          ? [parser({ jsonStreaming: true }), streamValues()]
          : [parser(), pick({ filter: member }), streamArray()];
      let count = 0;
      let last;
      for await (const { value } of chain([Readable.from(chunks), ...stages])) {
        count += 1;
        last = value;
      }
      return { count, last };
    },
    check,
  };
  return {
    label: 'values',
    title: 'values of chunks of 64 KB beside other readers of streams',
    reference: jsonExt.label,
    contestants: [...ours, jsonExt, streamJson],
    workloads: recordWorkloads(),
  };
}

// ---- Values that still grow ----

const DELTA = 4; // units

/** Texts of several lengths: how the time grows with the text is of interest. */
function growingWorkloads() {
  const list = Array.from({ length: 200 }, record);
  const text = JSON.stringify({ items: list });
  return [2500, 5000, 10_000, 20_000].map((size) => {
    const deltas = [];
    for (let at = 0; at < size; at += DELTA) deltas.push(text.slice(at, at + DELTA));
    const whole = JSON.stringify(parsePartial(text.slice(0, size)));
    return { label: `${size / 1000} KB by ${DELTA} units`, size, deltas, whole };
  });
}

function partialLane() {
  const check = (value, { whole }) => JSON.stringify(value) === whole;
  const ours = SHIPPED.flatMap((backend) =>
    [false, true].map((immutable) => ({
      label: immutable ? `${backend} immutable` : backend,
      about: `new PartialParser${immutable ? '({ immutable: true })' : ''}, write(delta) for each`,
      run({ deltas }) {
        const parser = new PartialParser({ backend, immutable, incomplete: { numbers: true, literals: true } });
        for (const delta of deltas) parser.write(delta);
        return parser.value;
      },
      check,
    })),
  );
  const partialJson = {
    label: 'partial-json',
    peer: true,
    about: 'text += delta, parse(text) for each',
    run({ deltas }) {
      let text = '';
      let value;
      for (const delta of deltas) {
        text += delta;
        value = parsePartial(text);
      }
      return value;
    },
    check,
  };
  return {
    label: 'partial',
    title: 'PartialParser beside partial-json on the growing text',
    reference: partialJson.label,
    contestants: [...ours, partialJson],
    workloads: growingWorkloads(),
  };
}

/** By name, as bench.js has them. */
export const VALUE_LANES = { values: valuesLane, partial: partialLane };
