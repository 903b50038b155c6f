// Lanes about how time grows with the input: at once up to 64 MB, and through a window of chunks up to 1 GB, of which a
// block of records comes again and again.
import { parse, tokenize, tokens } from 'jsontape';
import { inChunks, record } from './streams.js';

const SHIPPED = ['native', 'wasm'];
const KB = 1024;
const MB = 1024 * KB;

const sizeText = (size) => (size < MB ? `${size / KB} KB` : `${size / MB} MB`);

/** A list of records of about a size, without its brackets, each with a comma and a line feed behind it. */
function recordsText(size) {
  const parts = [];
  for (let length = 0, i = 0; length < size; i += 1) {
    parts.push(`${JSON.stringify(record(undefined, i))},\n`);
    length += parts.at(-1).length;
  }
  return parts.join('');
}

/** For each contestant the slope of time over size in logarithms, 1 where it is linear, and the range of ns a byte. */
function growthText({ lane, workloads }) {
  const lines = lane.contestants.map(({ label }, c) => {
    const points = workloads
      .map(({ bytes, cells }) => ({ bytes, ns: cells[c].medianNs }))
      .filter(({ ns }) => ns !== undefined);
    const xs = points.map(({ bytes }) => Math.log(bytes));
    const ys = points.map(({ ns }) => Math.log(ns));
    const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;
    const [mx, my] = [mean(xs), mean(ys)];
    const slope =
      xs.reduce((sum, x, i) => sum + (x - mx) * (ys[i] - my), 0) / xs.reduce((sum, x) => sum + (x - mx) ** 2, 0);
    const rates = points.map(({ bytes, ns }) => ns / bytes);
    const [least, most] = [Math.min(...rates), Math.max(...rates)];
    return `  ${label}: slope ${slope.toFixed(3)}, ${least.toFixed(3)} to ${most.toFixed(3)} ns a byte: ${(most / least).toFixed(2)}`;
  });
  return `Time over size in logarithms (1: linear), and the range of nanoseconds a byte with its quotient:\n${lines.join('\n')}`;
}

/** Why values of the largest inputs are not made. */
const tooLarge = ({ size }) =>
  size > 16 * MB ? 'its values fill the heap: what is measured then is the garbage' : undefined;

function wholeLane({ tiny }) {
  const check = (length, { count }) => length === count;
  const contestants = SHIPPED.flatMap((backend) => {
    const into = tokenize('null', { backend });
    return [
      {
        label: `${backend} tokenize`,
        about: 'tokenize(bytes, { into }): the memory of one Tape used again',
        run: ({ bytes }) => tokenize(bytes, { backend, into }).length,
        check,
      },
      {
        label: `${backend} parse`,
        about: "parse(bytes, { engine: 'own' })",
        run: ({ bytes }) => parse(bytes, { backend, engine: 'own' }).length,
        check: (length, { records }) => length === records,
        refuses: tooLarge,
      },
    ];
  });
  contestants.push({
    label: 'JSON.parse',
    about: 'JSON.parse(buf.toString()): what values cost the heap',
    peer: true,
    run: ({ bytes }) => JSON.parse(bytes.toString()).length,
    check: (length, { records }) => length === records,
    refuses: tooLarge,
  });
  const sizes = tiny ? [4 * KB, 8 * KB] : [64 * KB, 256 * KB, MB, 4 * MB, 16 * MB, 64 * MB];
  const workloads = sizes.map((size) => {
    const bytes = Buffer.from(`[${recordsText(size - 400)}null]`);
    const { length } = tokenize(bytes);
    const records = parse(bytes).length;
    return { label: `records, ${sizeText(size)}`, size: bytes.length, bytes, count: length, records };
  });
  return {
    label: 'growth-whole',
    title: 'Input of growing size, at once',
    reference: contestants[0].label,
    contestants,
    workloads,
    says: growthText,
  };
}

function windowLane({ tiny }) {
  const block = inChunks(Buffer.from(recordsText(tiny ? 4 * KB : MB)));
  const length = block.reduce((sum, chunk) => sum + chunk.length, 0);
  const perBlock = tokenize(Buffer.from(`[${Buffer.concat(block)}null]`)).length - 3;
  function* chunksOf({ blocks }) {
    yield Buffer.from('[');
    for (let i = 0; i < blocks; i += 1) yield* block;
    yield Buffer.from('null]');
  }
  const contestants = SHIPPED.map((backend) => ({
    label: backend,
    about: 'for await (const tape of tokens(chunks)): a tape for each chunk of 64 KB',
    async: true,
    async run(workload) {
      let count = 0;
      for await (const tape of tokens(chunksOf(workload), { backend })) count += tape.length;
      return count;
    },
    check: (count, { blocks }) => count === blocks * perBlock + 3,
  }));
  const sizes = tiny ? [8 * KB, 16 * KB] : [MB, 16 * MB, 256 * MB, 1024 * MB];
  const workloads = sizes.map((size) => {
    const blocks = Math.max(1, Math.round(size / length));
    return { label: `records, ${sizeText(size)}`, size: blocks * length + 6, blocks };
  });
  return {
    label: 'growth-window',
    title: 'Input of growing size, through a window of 64 KB',
    reference: contestants[0].label,
    contestants,
    workloads,
    says: growthText,
  };
}

/** By name, as bench.js has them. */
export const GROWTH_LANES = { 'growth-whole': wholeLane, 'growth-window': windowLane };
