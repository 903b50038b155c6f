// Compares numbers with the C library and with the engine: `npm run numbers -- [COUNT] [SEED]`, 100 million doubles by
// default. The C tests write and read so many, every float besides; then the same number goes, by each backend, through
// serialize and tokenize and is compared with String and Number of the engine.
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

run(process.execPath, 'native/scripts/build.js', 'native', 'browser', 'wasi');
for (const program of ['test_numbers', 'test_numbers_write']) {
  run(join('build/native/test', program), '--count', count);
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

/** The doubles of a batch: any bits, powers of two and their neighbours, integers, few decimals, by turns. */
function fill() {
  for (let i = 0; i < BATCH; i += 1) {
    const word = BigInt.asUintN(64, random());
    if (i % 4 === 0) doubles[i] = Number(word >> 20n) / 10 ** Number(word & 15n);
    else if (i % 4 === 1) bits[i] = ((word & 0x7ffn) << 52n) + ((word >> 11n) % 5n) - (word & 0x7ffn ? 2n : 0n);
    else bits[i] = word;
    if (!Number.isFinite(doubles[i])) doubles[i] = Number(word >> 11n);
  }
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
}
console.log(`numbers: ${count} doubles through serialize and tokenize, ${wrong} wrong`);
if (wrong) process.exitCode = 1;
