// Sizes around 2^31 and 2^32, which must be right or refused, never wrapped: `npm run large -- [BACKEND...]`. It takes some
// minutes and 8 GB of memory.
import { assert, jt } from './harness.js';

const BACKENDS = ['native', 'wasm', 'wasi'];
const EDGE = 2 ** 31;
const CHUNK = 2 ** 26;
const SPACE = 0x20;
const LETTER = 0x61;
const QUOTE = 0x22;

const wanted = process.argv.slice(2);
if (!wanted.every((name) => BACKENDS.includes(name))) {
  console.error('usage: npm run large -- [native|wasm|wasi...]');
  process.exit(2);
}

/** What an action gives, or 'refused' where it throws a RangeError. */
function outcome(action) {
  try {
    return action();
  } catch (error) {
    if (error instanceof RangeError) return 'refused';
    throw error;
  }
}

const rightOrRefused = (action, right) => assert.ok([right, 'refused'].includes(outcome(action)), String(action));

const extent = (tape) => [tape.length, tape.start(0), tape.end(0)];

// One token at the far end of whitespace, and one that is the whole input.
function checkWhole(bytes, options) {
  const { length } = bytes;
  bytes.fill(SPACE);
  bytes[length - 1] = 0x31;
  assert.equal(extent(jt.tokenize(bytes, options)), [1, length - 1, length]);
  assert.is(jt.parse(bytes, options), 1);
  bytes[length - 1] = LETTER;
  const { error } = jt.validate(bytes, options);
  assert.equal([error.offset, error.byteColumn, error.column], [length - 1, length, length]);

  bytes.fill(LETTER);
  bytes[0] = bytes[length - 1] = QUOTE;
  const tape = jt.tokenize(bytes, options);
  assert.equal(extent(tape), [1, 0, length]);
  rightOrRefused(() => tape.string(0).length, length - 2);
  if (length === EDGE) rightOrRefused(() => jt.parse(bytes, options).length, length - 2);
  rightOrRefused(() => {
    const [{ start, end, bytes: found }] = jt.select(bytes, '', options);
    return end - start + found.length;
  }, 2 * length);
  rightOrRefused(() => jt.format(bytes, options).length, length);
}

// Positions in a stream beyond 2^32.
function checkStream(options) {
  const lines = new Uint8Array(CHUNK).fill(SPACE);
  lines[CHUNK - 10] = 0x0a;
  const tokenizer = new jt.Tokenizer(options);
  tokenizer.write('[');
  for (let i = 0; i < 65; i++) tokenizer.write(lines);
  const tape = tokenizer.write('{"a":[1');
  const at = 1 + 65 * CHUNK;
  assert.equal([tape.start(0), tape.line(0), tape.column(0), tape.pointer(2)], [at, 66, 10, '/0/a']);
  const error = assert.thrown(() => tokenizer.write('}'), jt.JSONTapeError);
  assert.equal([error.offset, error.line, error.column, error.pointer], [at + 7, 66, 17, '/0/a/0']);
}

// A token that chunks add to is refused in time.
function checkToken(options) {
  const tokenizer = new jt.Tokenizer(options);
  const letters = new Uint8Array(CHUNK).fill(LETTER);
  tokenizer.write('"');
  assert.thrown(() => {
    for (let i = 0; i < 65; i++) tokenizer.write(letters);
  }, RangeError);
  assert.equal(jt.parse('[1]', { ...options, engine: 'own' }), [1]);
}

function checkWriting(options) {
  const string = 'x'.repeat(2 ** 28);
  for (const count of [8, 16]) {
    const length = count * (string.length + 3) + 1;
    rightOrRefused(() => jt.serialize(Array(count).fill(string), { ...options, engine: 'own' }).length, length);
  }
  assert.is(jt.serialize([1], { ...options, engine: 'own' }).length, 3);
}

const memory = new Uint8Array(1.5 * EDGE);
for (const backend of wanted.length ? wanted : BACKENDS) {
  const options = { backend };
  for (const length of [EDGE - 1, EDGE, EDGE + 1, 1.5 * EDGE]) checkWhole(memory.subarray(0, length), options);
  checkStream(options);
  checkToken(options);
  checkWriting(options);
  console.log(`large: ${backend} is right`);
}
