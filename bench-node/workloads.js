// Values that benchmarks write: eight made ones, each of a kind that programs send, and what real documents hold. All
// have been through JSON.parse, so that their strings are flat and their objects have the shapes that parsed ones have.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Numbers that look random and are the same in every run. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));
const decimals = (value, digits) => Number(value.toFixed(digits));

const small = () => ({ id: 48213, name: 'Ada Lovelace', active: true, score: 98.25, parent: null });

function wide() {
  return {
    id: 90125,
    uuid: '7d444840-9dc0-11d1-b245-5ffdce74fad2',
    createdAt: '2024-05-14T09:21:33.120Z',
    updatedAt: '2024-06-01T17:02:10.004Z',
    email: 'grace.hopper@example.org',
    firstName: 'Grace',
    lastName: 'Hopper',
    age: 43,
    verified: true,
    balance: 1520.75,
    currency: 'EUR',
    locale: 'en-GB',
    timezone: 'Europe/London',
    loginCount: 318,
    referrer: null,
    marketing: false,
  };
}

function order() {
  const next = generator(3);
  const address = (street, city) => ({ street, city, zip: '10115', country: 'DE', residential: true });
  return {
    id: 'ord_000182731',
    number: 182731,
    status: 'shipped',
    placedAt: '2024-03-18T12:44:09Z',
    customer: {
      id: 7781,
      name: 'Erika Mustermann',
      email: 'erika@example.com',
      vip: false,
      address: address('Invalidenstrasse 117', 'Berlin'),
    },
    shipping: { method: 'express', cost: 7.9, address: address('Chausseestrasse 12', 'Berlin') },
    items: times(12, (i) => ({
      sku: `SKU-${10000 + Math.floor(next() * 89999)}`,
      title: `Article number ${i + 1}`,
      quantity: 1 + Math.floor(next() * 4),
      price: decimals(next() * 120, 2),
      taxRate: 0.19,
      gift: next() < 0.2,
    })),
    total: 612.35,
    notes: null,
  };
}

function sensorBatch() {
  const next = generator(5);
  return times(128, (i) => ({
    sensor: `s-${i % 16}`,
    time: 1_700_000_000_000 + i * 250,
    temperature: decimals(15 + next() * 10, 3),
    humidity: decimals(next() * 100, 2),
    pressure: decimals(980 + next() * 50, 4),
    voltage: next() * 5,
    ok: next() < 0.98,
  }));
}

function logBatch() {
  const next = generator(7);
  const levels = ['debug', 'info', 'warn', 'error'];
  const messages = [
    'request finished',
    'cache miss for "user:profile", reading from the store',
    'slow query: SELECT * FROM orders WHERE customer_id = ?',
    'retrying after timeout\n  at connect (net.js:1141:16)',
  ];
  return times(128, (i) => ({
    timestamp: `2024-04-02T08:${String(i % 60).padStart(2, '0')}:11.${String(i * 7).padStart(3, '0')}Z`,
    level: levels[Math.floor(next() * 4)],
    service: 'checkout-api',
    host: `node-${i % 8}.eu-central.internal`,
    pid: 4000 + (i % 8),
    message: messages[Math.floor(next() * 4)],
    durationMs: Math.floor(next() * 900),
    context: { requestId: `req-${Math.floor(next() * 1e9)}`, userId: Math.floor(next() * 1e5), path: '/api/v2/cart' },
  }));
}

function textDocument() {
  const lines = [
    'She said: "No, \\never\\ again."',
    'C:\\Users\\Public\\notes.txt\tcolumn two\tcolumn three',
    'plain line without anything to escape in it, of ordinary length',
    'bell \u0007, escape \u001b[31mred\u001b[0m, form feed \f, null \u0000',
  ];
  return {
    title: 'Notes on "escaping"',
    path: 'C:\\docs\\escape.txt',
    paragraphs: times(48, (i) => `${lines[i % 4]}\r\n${lines[(i * 7 + 1) % 4]}`),
    footer: '"""\\\\\\\n\n\n',
  };
}

function unicodeDocument() {
  const lines = [
    'Les élèves français étaient très fâchés à Noël où il neigeait.',
    '春眠不覺曉，處處聞啼鳥。夜來風雨聲，花落知多少。',
    'Emoji: 😀🎉👩‍🚀🇩🇪 and 𝔐𝔞𝔱𝔥 𝒻𝑜𝓃𝓉𝓈',
    'Широкая электрификация южных губерний даст мощный толчок',
  ];
  return {
    titre: 'Œuvres complètes — édition révisée',
    標題: '全集',
    lignes: times(48, (i) => ({ numéro: i, texte: lines[i % 4], plain: 'ascii only' })),
  };
}

function deepChain() {
  let chain = { depth: 12, value: 'the end', next: null };
  for (let depth = 11; depth >= 1; depth--) chain = { depth, value: `level ${depth}`, next: chain };
  return chain;
}

const MADE = {
  Small: small,
  Wide: wide,
  Order: order,
  SensorBatch: sensorBatch,
  LogBatch: logBatch,
  TextDocument: textDocument,
  UnicodeDocument: unicodeDocument,
  DeepChain: deepChain,
};

/** A value with what checks want to know of it; `plain` is the same for JSON.stringify, where `value` is a typed array. */
function workload(label, value, plain = value) {
  const text = JSON.stringify(plain);
  const serialized = Buffer.from(text);
  return { label, size: serialized.length, value, plain, typed: plain !== value, text, serialized };
}

/** The made values. */
export const madeWorkloads = () =>
  Object.entries(MADE).map(([label, make]) => workload(label, JSON.parse(JSON.stringify(make()))));

/** The same as files, for programs that take documents: their paths. */
export function writeMade(folder) {
  mkdirSync(folder, { recursive: true });
  return madeWorkloads().map(({ label, serialized }) => {
    const file = join(folder, `${label}.json`);
    writeFileSync(file, serialized);
    return file;
  });
}

/** What is in files of JSON, or of JSON on each line, which gives a list. */
export function fileWorkloads(files) {
  return files.map((file) => {
    const text = readFileSync(file, 'utf8');
    const lines = file.endsWith('.ndjson') ? text.split('\n').filter((line) => line.trim() !== '') : [];
    return workload(basename(file), lines.length > 0 ? lines.map((line) => JSON.parse(line)) : JSON.parse(text));
  });
}

/** What is all of one kind: 100,000 doubles, as a typed array and as a plain one, and a string of a million characters. */
export function longWorkloads() {
  const next = generator(11);
  const doubles = times(100_000, () => (next() - 0.5) * 1000);
  const string = JSON.parse(JSON.stringify('The quick brown fox jumps over the lazy dog. '.repeat(22_223)));
  return [
    workload('Float64Array', Float64Array.from(doubles), doubles),
    workload('doubles', doubles),
    workload('string', string),
  ];
}
