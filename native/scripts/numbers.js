// Compares numbers with the C library and with the engine: `npm run numbers -- [COUNT] [SEED]`, 100 million doubles by
// default. The C tests write and read so many, every float besides; then the same number goes, by the backends in turn,
// through serialize and tokenize and is compared with String and Number of the engine, and one in sixteen is the place half
// way to the next double, as text.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serialize, tokenize } from 'jsontape';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const [count = '100000000', seed = '1', ...more] = process.argv.slice(2);
if (![count, seed].every((word) => /^[1-9]\d*$/.test(word)) || more.length) {
  console.error('usage: npm run numbers -- [COUNT] [SEED]');
  process.exit(2);
}

function run(command, ...args) {
  if (spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status !== 0) process.exit(1);
}

for (const program of ['test_numbers', 'test_numbers_write']) {
  run(join('build/native/test', program), '--count', count, ...(program === 'test_numbers_write' ? ['--all'] : []));
}
run('build/native/test/test_numbers_write', '--floats');

const BATCH = 100_000;
const bits = new BigUint64Array(BATCH);
const doubles = new Float64Array(bits.buffer);
let state = BigInt(seed);

function random() {
  state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
  return state ^ (state >> 29n);
}

/** The doubles of a batch: any bits, powers of two and their neighbours, integers, few decimals, subnormals, by turns. */
function fill() {
  for (let i = 0; i < BATCH; i += 1) {
    const word = BigInt.asUintN(64, random());
    if (i % 4 === 0) doubles[i] = Number(word >> 20n) / 10 ** Number(word & 15n);
    else if (i % 4 === 1) bits[i] = ((word & 0x7ffn) << 52n) + ((word >> 11n) % 5n) - (word & 0x7ffn ? 2n : 0n);
    else if (i % 8 === 2) bits[i] = (word >> 12n) >> (word & 31n);
    else bits[i] = word;
    if (!Number.isFinite(doubles[i])) doubles[i] = Number(word >> 11n);
  }
}

/** Integers half way between doubles of 53 bits, and the next ones to them. */
function halfWays() {
  return Array.from({ length: BATCH / 16 }, () => {
    const word = BigInt.asUintN(64, random());
    const odd = (word >> 10n) | (1n << 53n) | 1n;
    return String((odd << (word & 63n)) + ((word >> 6n) & 3n) - 1n);
  });
}

let wrong = 0;
function expect(good, what, value, got) {
  if (good) return;
  wrong += 1;
  if (wrong <= 20) console.error(`${what}: ${value} gives ${got}`);
}

const backends = ['native', 'wasm', 'wasi'];
const decoder = new TextDecoder();
for (let done = 0; done < Number(count); done += BATCH) {
  fill();
  const values = Array.from(doubles);
  const backend = backends[(done / BATCH) % backends.length];
  const bytes = serialize(values, { backend, engine: 'own' });
  const texts = decoder.decode(bytes).slice(1, -1).split(',');
  const tape = tokenize(bytes, { backend });
  for (let i = 0; i < BATCH; i += 1) {
    expect(texts[i] === String(values[i]), `${backend}: serialize`, values[i], texts[i]);
    const back = tape.number(i + 1);
    expect(back === values[i], `${backend}: number`, texts[i], back);
  }
  const halves = halfWays();
  const read = tokenize(`[${halves}]`, { backend });
  for (let i = 0; i < halves.length; i += 1) {
    const number = read.number(i + 1);
    expect(number === Number(halves[i]), `${backend}: half way`, halves[i], number);
  }
}
console.log(`numbers: ${count} doubles through serialize and tokenize, ${wrong} wrong`);
if (wrong) process.exitCode = 1;
