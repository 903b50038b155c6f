// Lanes beside packages of npm that do the like: values from bytes, numbers without loss, JSON with comments, events of
// chunks, values to bytes, sorted keys. What each does less or more than ours stands in its `about`. They have workloads
// of their own, as some peers are slow.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseChunked, stringifyChunked } from '@discoveryjs/json-ext';
import { JSONParser } from '@streamparser/json';
import clarinet from 'clarinet';
import fastJsonStringify from 'fast-json-stringify';
import jsonBigint from 'json-bigint';
import jsoncParser from 'jsonc-parser';
import JsonParse from 'jsonparse';
import { parse, serialize, serializer, tokenize, tokens } from 'jsontape';
import * as lossless from 'lossless-json';
import { parse as parsePartial } from 'partial-json';
import stableStringify from 'safe-stable-stringify';
import Assembler from 'stream-json/assembler.js';
import streamJson from 'stream-json/parser.js';
import { standardDocuments } from './documents.js';
import { feed, inChunks, record } from './streams.js';
import { madeWorkloads } from './workloads.js';

const SHIPPED = ['native', 'wasm'];
const RECORDS = 2000;
const packages = new URL('../node_modules/', import.meta.url);

/** Why a contestant can't take a workload: asked once for each, by a run. */
function refusalsOf({ run, check, async }) {
  const known = new WeakMap();
  return (workload) => {
    if (async) return undefined;
    if (!known.has(workload)) {
      let refusal;
      try {
        if (!check(run(workload), workload)) refusal = 'gives another value';
      } catch (error) {
        refusal = error.message;
      }
      known.set(workload, refusal);
    }
    return known.get(workload);
  };
}

/** A package with its version, as contestants have it. What it gives wrongly it is not measured on. */
function peer(label, about, rest, name = label) {
  const { version } = JSON.parse(readFileSync(new URL(`${name}/package.json`, packages), 'utf8'));
  return { label, about, peer: true, version, refuses: refusalsOf(rest), ...rest };
}

/** Documents of different kinds, of 2.5 MB at most: of the corpus, or the smallest of those that there are. */
function documents(tiny) {
  const records = Buffer.from(JSON.stringify(Array.from({ length: tiny ? 3 : RECORDS }, record)));
  const made = [`${tiny ? 3 : RECORDS} records`, records];
  if (tiny) return [made];
  const { files } = standardDocuments();
  const known = files.filter((file) => /^(canada|citm_catalog|github_events|twitter)\.json$/.test(basename(file)));
  const chosen = known.length > 0 ? known : files.filter((file) => readFileSync(file).length < 2_500_000);
  return [...chosen.map((file) => [basename(file), readFileSync(file)]), made];
}

function valueWorkload([label, bytes]) {
  const value = JSON.parse(bytes.toString());
  return { label, size: bytes.length, bytes, chunks: inChunks(bytes), value, text: JSON.stringify(value) };
}

// ---- Values from bytes ----

/** Values from clarinet's events, in the usual way: a stack of what is open. */
function clarinetValue(text) {
  const parser = clarinet.parser();
  const stack = [];
  let holder = [];
  let key = 0;
  const root = holder;
  const put = (value) => {
    if (Array.isArray(holder)) holder.push(value);
    else holder[key] = value;
  };
  const open = (value) => {
    put(value);
    stack.push([holder, key]);
    holder = value;
  };
  const close = () => {
    [holder, key] = stack.pop();
  };
  parser.onvalue = put;
  parser.onkey = (name) => {
    key = name;
  };
  parser.onopenobject = (name) => {
    open({});
    key = name;
  };
  parser.oncloseobject = close;
  parser.onopenarray = () => open([]);
  parser.onclosearray = close;
  parser.onerror = (error) => {
    throw error;
  };
  parser.write(text).close();
  return root[0];
}

function valuesLane({ tiny }) {
  const check = (value, { text }) => JSON.stringify(value) === text;
  const ours = SHIPPED.map((backend) => ({
    label: backend,
    about: 'parse(bytes): UTF-8 checked, keys in any order, errors with line and pointer',
    run: ({ bytes }) => parse(bytes, { backend }),
    check,
  }));
  const engine = {
    label: 'JSON.parse',
    about: 'JSON.parse(buf.toString()); ill-formed UTF-8 becomes U+FFFD',
    peer: true,
    run: ({ bytes }) => JSON.parse(bytes.toString()),
    check,
  };
  const theirs = [
    peer('jsonc-parser', 'parse(text): takes comments and faults too, and goes on behind them', {
      run: ({ bytes }) => jsoncParser.parse(bytes.toString()),
      check,
    }),
    peer('partial-json', 'parse(text): takes text that is cut off, too', {
      run: ({ bytes }) => parsePartial(bytes.toString()),
      check,
    }),
    peer(
      'json-ext',
      'parseChunked of chunks of 64 KB: takes streams; by JSON.parse of pieces',
      {
        async: true,
        run: ({ chunks }) => parseChunked(chunks),
        check,
      },
      '@discoveryjs/json-ext',
    ),
    peer(
      'streamparser',
      'JSONParser, write of chunks of 64 KB, the root value kept: takes streams, values by path',
      {
        run({ chunks }) {
          const parser = new JSONParser({ paths: ['$'], keepStack: false });
          let root;
          parser.onValue = ({ value }) => {
            root = value;
          };
          for (const chunk of chunks) parser.write(chunk);
          return root;
        },
        check,
      },
      '@streamparser/json',
    ),
    peer('jsonparse', 'write of chunks of 64 KB, the last value kept: takes streams', {
      run({ chunks }) {
        const parser = new JsonParse();
        let root;
        parser.onValue = (value) => {
          root = value;
        };
        parser.onError = (error) => {
          throw error;
        };
        for (const chunk of chunks) parser.write(chunk);
        return root;
      },
      check,
    }),
    peer(
      'clarinet',
      'its events, and a stack that makes values of them: takes text in pieces; does less: it takes what is no JSON',
      {
        run: ({ bytes }) => clarinetValue(bytes.toString()),
        check,
      },
    ),
    peer('stream-json', 'its parser and Assembler on chunks of 64 KB: takes streams', {
      async: true,
      async run({ chunks }) {
        const parser = streamJson.asStream();
        const assembler = Assembler.connectTo(parser);
        parser.resume();
        await feed(parser, chunks);
        return assembler.current;
      },
      check,
    }),
  ];
  return {
    label: 'peers-values',
    title: 'Values from bytes beside packages of npm',
    reference: engine.label,
    contestants: [...ours, engine, ...theirs],
    workloads: documents(tiny).map(valueWorkload),
  };
}

// ---- Numbers without loss ----

function losslessLane({ tiny }) {
  /** Numbers of whatever kind become doubles; JSON.stringify shows none of the kinds. */
  const plain = (_, value) => {
    if (typeof value === 'bigint') return Number(value);
    return lossless.isLosslessNumber(value) ? Number(value.value) : value;
  };
  const check = (value, { text }) => JSON.stringify(value, plain) === text;
  const bigints = jsonBigint({ useNativeBigInt: true });
  const ours = SHIPPED.map((backend) => ({
    label: backend,
    about: "parse(bytes, { numbers: 'bigint' }): integers beyond 2^53 as BigInt, all else as doubles",
    run: ({ bytes }) => parse(bytes, { backend, numbers: 'bigint' }),
    check,
  }));
  const theirs = [
    peer('json-bigint', 'parse(text) with useNativeBigInt: the same; objects without a prototype', {
      run: ({ bytes }) => bigints.parse(bytes.toString()),
      check,
    }),
    peer('lossless-json', 'parse(text): does more: an object with its text for each number', {
      run: ({ bytes }) => lossless.parse(bytes.toString()),
      check,
    }),
    peer(
      'lossless-json bigint',
      'parse(text, null, parseNumberAndBigInt): every integer a BigInt',
      {
        run: ({ bytes }) => lossless.parse(bytes.toString(), null, lossless.parseNumberAndBigInt),
        check,
      },
      'lossless-json',
    ),
  ];
  return {
    label: 'peers-lossless',
    title: 'Values with numbers kept whole beside packages of npm',
    reference: 'json-bigint',
    contestants: [...ours, ...theirs],
    workloads: documents(tiny).map(valueWorkload),
  };
}

// ---- Comments and trailing commas ----

/** A text indented, with a comment behind every tenth line and a comma before every closing bracket. */
function commented(value) {
  const lines = JSON.stringify(value, null, 2).split('\n');
  const text = lines
    .map((line, i) => (/^\s*[\]}]/.test(lines[i + 1] ?? '') && !/[[{]$/.test(line) ? `${line},` : line))
    .map((line, i) => (i % 10 === 9 ? `${line} // line ${i}` : line));
  return Buffer.from(text.join('\n'));
}

function commentsLane({ tiny }) {
  const check = (value, { text }) => JSON.stringify(value) === text;
  const options = { comments: 'skip', trailingCommas: true };
  const ours = SHIPPED.flatMap((backend) => [
    {
      label: backend,
      about: "parse(bytes, { comments: 'skip', trailingCommas: true })",
      run: ({ bytes }) => parse(bytes, { backend, ...options }),
      check,
    },
    {
      label: `${backend} tokenize`,
      about: "tokenize(bytes, { comments: 'keep', trailingCommas: true })",
      run: ({ bytes }) => tokenize(bytes, { backend, comments: 'keep', trailingCommas: true }).length,
      check: (length, { count }) => length === count,
    },
  ]);
  const theirs = [
    peer('jsonc-parser', 'parse(text, errors, { allowTrailingComma: true }): goes on behind faults', {
      run: ({ bytes }) => jsoncParser.parse(bytes.toString(), [], { allowTrailingComma: true }),
      check,
    }),
    peer(
      'jsonc-parser scanner',
      'createScanner and its scan to the end: does less: tokens alone, no grammar',
      {
        run({ bytes }) {
          const scanner = jsoncParser.createScanner(bytes.toString(), true);
          let count = 0;
          while (scanner.scan() !== jsoncParser.SyntaxKind.EOF) count += 1;
          return count;
        },
        check: (count) => count > 0,
      },
      'jsonc-parser',
    ),
  ];
  const workloads = documents(tiny)
    .map(valueWorkload)
    .map(({ label, value, text }) => {
      const bytes = commented(value);
      const count = tokenize(bytes, { comments: 'keep', trailingCommas: true }).length;
      return { label, size: bytes.length, bytes, text, count };
    });
  return {
    label: 'peers-comments',
    title: 'JSON with comments and trailing commas beside jsonc-parser',
    reference: 'jsonc-parser',
    contestants: [...ours, ...theirs],
    workloads,
  };
}

// ---- Events ----

/** How many keys are on a tape. */
function keysOf(tape) {
  let keys = 0;
  for (let i = 0; i < tape.length; i++) if (tape.type(i) === 'key') keys += 1;
  return keys;
}

function eventsLane({ tiny }) {
  const check = (keys, workload) => keys === workload.keys;
  const ours = SHIPPED.map((backend) => ({
    label: backend,
    about: 'for await (const tape of tokens(chunks)): the keys counted; grammar and UTF-8 checked',
    async: true,
    async run({ chunks }) {
      let keys = 0;
      for await (const tape of tokens(chunks, { backend })) keys += keysOf(tape);
      return keys;
    },
    check,
  }));
  const theirs = [
    peer('clarinet', 'events of text in pieces, the keys counted: makes the strings; it takes what is no JSON', {
      run({ texts }) {
        const parser = clarinet.parser();
        let keys = 0;
        parser.onkey = () => {
          keys += 1;
        };
        parser.onopenobject = (key) => {
          if (key !== undefined) keys += 1;
        };
        for (const text of texts) parser.write(text);
        parser.close();
        return keys;
      },
      check,
    }),
    peer('jsonparse', 'onToken of chunks, the colons counted: makes the strings', {
      run({ chunks }) {
        const parser = new JsonParse();
        let keys = 0;
        parser.onToken = (token) => {
          if (token === JsonParse.C.COLON) keys += 1;
        };
        for (const chunk of chunks) parser.write(chunk);
        return keys;
      },
      check,
    }),
  ];
  const workloads = documents(tiny).map(([label, bytes]) => {
    const text = bytes.toString();
    const texts = [];
    for (let at = 0; at < text.length; at += 65536) texts.push(text.slice(at, at + 65536));
    return { label, size: bytes.length, chunks: inChunks(bytes), texts, keys: keysOf(tokenize(bytes)) };
  });
  return {
    label: 'peers-events',
    title: 'Tokens of chunks of 64 KB beside readers by events',
    reference: 'jsonparse',
    contestants: [...ours, ...theirs],
    workloads,
  };
}

// ---- Values to bytes ----

/** A schema of what a value holds, for fast-json-stringify. */
function schemaOf(value) {
  if (value === null) return { type: 'null' };
  if (Array.isArray(value)) return { type: 'array', items: value.length > 0 ? schemaOf(value[0]) : {} };
  if (typeof value !== 'object') return { type: typeof value };
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(value).map(([key, member]) => [key, schemaOf(member)])),
  };
}

const encoder = new TextEncoder();

function serializeLane({ tiny }) {
  const check = (bytes, { serialized }) => Buffer.compare(bytes, serialized) === 0;
  const prepared = new Map();
  const once = (workload, kind, make) => {
    const key = `${kind} ${workload.label}`;
    if (!prepared.has(key)) prepared.set(key, make(workload));
    return prepared.get(key);
  };
  const unsorted = stableStringify.configure({ deterministic: false });
  const ours = SHIPPED.flatMap((backend) => [
    { label: backend, about: 'serialize(value): bytes', run: ({ value }) => serialize(value, { backend }), check },
    {
      label: `${backend} view`,
      about: 'serializer(value).view(value): bytes in memory that is used again',
      run: (workload) => once(workload, backend, ({ value }) => serializer(value, { backend })).view(workload.value),
      check,
    },
  ]);
  const engine = {
    label: 'Buffer.from',
    about: 'Buffer.from(JSON.stringify(value))',
    peer: true,
    run: ({ value }) => Buffer.from(JSON.stringify(value)),
    check,
  };
  const theirs = [
    peer(
      'fast-json-stringify',
      'by a schema of the value, compiled before, and Buffer.from: does less: what the schema says, unseen',
      {
        run: (workload) =>
          Buffer.from(once(workload, 'schema', ({ value }) => fastJsonStringify(schemaOf(value)))(workload.value)),
        check,
        refuses: ({ made }) => (made ? undefined : 'its objects have more than one schema'),
      },
    ),
    peer('safe-stable-stringify', 'not sorted, and Buffer.from: cycles written as such', {
      run: ({ value }) => Buffer.from(unsorted(value)),
      check,
    }),
    peer(
      'json-ext',
      'stringifyChunked, each piece encoded, and joined: pieces for a stream',
      {
        run: ({ value }) => {
          const pieces = [];
          for (const piece of stringifyChunked(value)) pieces.push(encoder.encode(piece));
          return Buffer.concat(pieces);
        },
        check,
      },
      '@discoveryjs/json-ext',
    ),
    peer('json-bigint', 'stringify, and Buffer.from: writes BigInts', {
      run: ({ value }) => Buffer.from(jsonBigint.stringify(value)),
      check,
    }),
    peer('lossless-json', 'stringify, and Buffer.from: writes LosslessNumbers and BigInts', {
      run: ({ value }) => Buffer.from(lossless.stringify(value)),
      check,
    }),
  ];
  const made = madeWorkloads().map((workload) => ({ ...workload, made: true }));
  const real = documents(tiny)
    .map(valueWorkload)
    .map(({ label, value, text }) => ({ label, size: Buffer.byteLength(text), value, serialized: Buffer.from(text) }));
  return {
    label: 'peers-serialize',
    title: 'Values to bytes beside packages of npm',
    reference: engine.label,
    contestants: [...ours, engine, ...theirs],
    workloads: [...made, ...real],
  };
}

// ---- Sorted keys ----

function sortedLane({ tiny }) {
  const check = (bytes, { sorted }) => Buffer.compare(bytes, sorted) === 0;
  const ours = SHIPPED.map((backend) => ({
    label: backend,
    about: 'serialize(value, { canonical: true }): RFC 8785, lone surrogates refused',
    run: ({ value }) => serialize(value, { backend, canonical: true }),
    check,
  }));
  const theirs = peer('safe-stable-stringify', 'sorted, and Buffer.from: cycles written as such', {
    run: ({ value }) => Buffer.from(stableStringify(value)),
    check,
  });
  const sort = (value) => {
    if (Array.isArray(value)) return value.map(sort);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.keys(value)
        .sort()
        .map((key) => [key, sort(value[key])]),
    );
  };
  const workloads = [...madeWorkloads(), ...documents(tiny).map(valueWorkload)].map(({ label, size, value }) => ({
    label,
    size,
    value,
    sorted: Buffer.from(JSON.stringify(sort(value))),
  }));
  return {
    label: 'peers-sorted',
    title: 'Values to bytes with sorted keys beside safe-stable-stringify',
    reference: theirs.label,
    contestants: [...ours, theirs],
    workloads,
  };
}

/** By name, as bench.js has them. */
export const PEER_LANES = {
  'peers-values': valuesLane,
  'peers-lossless': losslessLane,
  'peers-comments': commentsLane,
  'peers-events': eventsLane,
  'peers-serialize': serializeLane,
  'peers-sorted': sortedLane,
};
