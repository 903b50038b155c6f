// The command line over streams: input in chunks of 64 KB, whatever they cut, the options of the reader, several
// values, and memory that does not grow with the input.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { text as textOf } from 'node:stream/consumers';
import { assert, suite } from '../harness.js';
import { tokenizeSlowly } from '../oracle.js';
import { newFolder, programs } from '../programs.js';

const test = suite('cli streams');

const CHUNK = 65536;
const { folder, file, run, runNative, remove } = newFolder();

// Pads the text with spaces, so that its last bytes come `before` bytes before the next end of a chunk.
function padToCut(parts, length, before) {
  const gap = (2 * CHUNK - before - (length % CHUNK)) % CHUNK;
  parts.push(' '.repeat(gap));
  return length + gap;
}

test('a chunk may end at every byte of every token', () => {
  const unit = '{"k\\u00e9y\u00e9":["s\\ud83d\\ude00\u{1f600}\\n",-12.5e+10,true,false,null,[],{}]}';
  const bytes = Buffer.byteLength(unit);
  const parts = ['['];
  let length = 1;
  for (let before = 0; before <= bytes; before++) {
    length = padToCut(parts, length, before);
    parts.push(unit, before < bytes ? ',' : ']');
    length += bytes + 1;
  }
  const text = parts.join('');
  const name = file('cuts.json', text);
  const minified = `[${Array(bytes + 1)
    .fill(unit)
    .join(',')}]\n`;
  assert.is(run(['minify', name]).stdout, minified);
  assert.is(runNative(['minify', '--max-token-length', '40', name]).stdout, minified);
  assert.equal(run(['check', name]), { status: 0, stdout: '', stderr: '' });
  const all = Buffer.from(text);
  const lines = tokenizeSlowly(all).tokens.map(
    ({ start, end, type }) => `${start}\t${type}\t${new TextDecoder().decode(all.subarray(start, end))}\n`,
  );
  assert.ok(runNative(['tokens', name]).stdout === lines.join(''));
});

test('values longer than chunks', () => {
  const long = { a: 'x'.repeat(3 * CHUNK + 7), ['k'.repeat(2 * CHUNK)]: [`${'\u{1f600}'.repeat(CHUNK)}\\`] };
  const text = JSON.stringify(long).replace('[', `[${'1'.repeat(2 * CHUNK)}, `);
  const name = file('long.json', text);
  const { status, stdout } = run(['minify', name]);
  assert.is(status, 0);
  assert.ok(stdout === `${text.replace('1, ', '1,')}\n`);
  const lines = runNative(['tokens', name]).stdout.split('\n');
  assert.equal(
    lines.map((line) => line.split('\t', 2).join(' ')),
    [
      '0 object-start',
      '1 key',
      '5 string',
      '196623 key',
      '327698 array-start',
      '327699 number',
      '458773 string',
    ].concat(['720921 array-end', '720922 object-end', '']),
  );
});

test('errors anywhere around the end of a chunk: the same message, line and caret', () => {
  const line = '  "some text before it", ? "and behind it"';
  for (const before of [60, 27, 26, 25, 24, 1, 0]) {
    const parts = ['[\n1,'];
    let length = padToCut(parts, 4, before);
    parts.push('\n', line, '\n]');
    length += 1;
    const name = file('error.json', parts.join(''));
    const { status, stderr } = before % 2 ? runNative(['check', name]) : run(['check', name]);
    assert.is(status, 1);
    const sentence = `expected a value, found '?' (/2)`;
    assert.is(stderr, `error.json:3:${line.indexOf('?') + 1}: ${sentence}\n  ${line}\n${' '.repeat(27)}^\n`);
    assert.ok(length > CHUNK - 100);
  }
});

test('a far error in one long line', () => {
  const text = `["${'x'.repeat(5 * CHUNK)}", y${'z'.repeat(2 * CHUNK)}`;
  const { status, stdout, stderr } = run(['minify', file('far.json', text)]);
  assert.is(status, 1);
  assert.ok(stdout === `["${'x'.repeat(5 * CHUNK)}"\n`);
  assert.is(
    stderr,
    `far.json:1:${5 * CHUNK + 6}: expected a value, found 'y' (/1)\n  ...${'x'.repeat(57)}", y${'z'.repeat(39)}...\n` +
      `${' '.repeat(65)}^\n`,
  );
});

test('several values: one a line, and with --seq behind a record separator', () => {
  const three = '[1]\n{"a":2}\n3\n';
  assert.is(run(['minify', '--multiple', 'concatenated'], { input: '[ 1 ]{"a" :2} 3' }).stdout, three);
  assert.is(run(['minify', '--ndjson'], { input: '[ 1 ]\n\n{"a" :2}\r\n 3' }).stdout, three);
  assert.is(runNative(['minify', '--multiple=ndjson'], three).stdout, three);
  assert.is(run(['minify', '--seq'], { input: '\x1e[1 ]\n\x1e3\n' }).stdout, '\x1e[1]\n\x1e3\n');
  assert.is(runNative(['minify', '--multiple', 'seq'], '\x1e[1 ]\n\x1e3\n').stdout, '\x1e[1]\n\x1e3\n');
  assert.is(runNative(['format', '--ndjson'], '[1]\n{}\n').stdout, '[\n  1\n]\n{}\n');
  assert.is(runNative(['tokens', '--ndjson'], '[1]\n2').stdout.split('\n').at(-2), '4\tnumber\t2');
  for (const how of ['concatenated', 'ndjson', 'seq']) {
    assert.equal(runNative(['format', '--multiple', how], ' \n'), { status: 0, stdout: '', stderr: '' });
  }
  assert.is(runNative(['check', '--ndjson'], '[1,\n2]').status, 1);
  assert.is(runNative(['check', '--ndjson'], '1 2').status, 1);
  assert.is(runNative(['check', '--seq'], '1\n').status, 1);
  assert.is(runNative(['minify'], '1 2').stdout, '1\n');
});

test('many lines over many chunks', () => {
  const lines = Array.from({ length: 20000 }, (_, i) => `{"id":${i},"text":"line ${i}"}`);
  const text = `${lines.join('\n')}\n`;
  assert.ok(run(['minify', '--ndjson', file('lines.ndjson', text)]).stdout === text);
  lines[17000] = '{"id":]';
  const bad = file('bad.ndjson', lines.join('\n'));
  const { status, stdout, stderr } = run(['minify', '--ndjson', '--on-bad-line', 'report', bad]);
  assert.is(status, 1);
  assert.ok(stdout === text.replace(/.*"id":17000,.*\n/, ''));
  assert.match(stderr, /^bad\.ndjson:17001:7: expected a value, found ']'.*\n {2}\{"id":\]\n {8}\^\n$/);
});

test('--on-bad-line', () => {
  const text = '[1]\n[2,\n3 3\n{"a":"x\nnul\n\n"good"\n4]';
  const { status, stdout, stderr } = run(['minify', '--ndjson', '--on-bad-line', 'report'], { input: text });
  assert.equal([status, stdout], [1, '[1]\n"good"\n']);
  assert.equal(
    stderr.match(/^<stdin>:\d+:\d+/gm),
    ['2:4', '3:3', '4:8', '5:4', '8:2'].map((place) => `<stdin>:${place}`),
  );
  const stopped = runNative(['minify', '--ndjson', '--on-bad-line', 'stop'], text);
  assert.equal([stopped.status, stopped.stdout], [1, '[1]\n[2\n']);
  assert.is(stopped.stderr.match(/<stdin>/g).length, 1);
  // A line is taken back even where it is longer than every buffer.
  const long = `1\n["${'x'.repeat(5 * CHUNK)}" 2]\n3\n`;
  assert.is(runNative(['minify', '--ndjson', '--on-bad-line', 'report'], long).stdout, '1\n3\n');
  const tokens = runNative(['tokens', '--ndjson', '--on-bad-line', 'report'], '1\n[2\n3');
  assert.equal([tokens.status, tokens.stdout], [1, '0\tnumber\t1\n5\tnumber\t3\n']);
  assert.is(
    runNative(['check', '--ndjson', '--on-bad-line', 'report'], '1\nx\n2\ny').stderr.split('<stdin>').length,
    3,
  );
  assert.is(runNative(['check', '--ndjson', '--on-bad-line', 'report', '--max-length', '4'], '1\nx\n2\ny').status, 1);
});

test('--comments and --trailing-commas', () => {
  const text = '// one\n[1, /* two */ {"a": 2, /**/ }, ] // end';
  assert.is(run(['minify', '--comments', 'skip', '--trailing-commas'], { input: text }).stdout, '[1,{"a":2}]\n');
  const kept = run(['tokens', '--comments', 'keep', '--trailing-commas'], { input: text }).stdout;
  assert.equal(
    kept.split('\n').filter((line) => line.includes('comment')),
    ['0\tcomment\t// one', '11\tcomment\t/* two */', '30\tcomment\t/**/', '40\tcomment\t// end'],
  );
  assert.not.match(runNative(['tokens', '--comments=skip', '--trailing-commas'], text).stdout, /comment/);
  assert.is(runNative(['check', '--comments', 'keep', '--trailing-commas'], text).status, 0);
  assert.is(runNative(['check', '--comments', 'skip'], text).status, 1);
  assert.is(runNative(['check', '--trailing-commas'], text).status, 1);
  const long = `[/*${'x'.repeat(3 * CHUNK)}*/1]`;
  assert.is(runNative(['minify', '--comments', 'skip'], long).stdout, '[1]\n');
});

test('--utf8', () => {
  const text = Buffer.from('["a\xff\xfeb","\xe2\x82","\xc3\xa9\xf0\x9f\x98\x80\xf0\x9f\x98"]', 'latin1');
  const name = file('odd.json', text);
  assert.is(run(['minify', '--utf8', 'strict', name]).status, 1);
  assert.is(run(['minify', '--utf8', 'replace', name]).stdout, `${new TextDecoder().decode(text)}\n`);
  const raw = run(['tokens', '--utf8', 'raw', name]);
  assert.is(raw.status, 0);
  assert.is(runNative(['check', name]).status, 1);
  // Sequences that chunks of the input and buffers of the output cut.
  const parts = ['['];
  padToCut(parts, 1, 2);
  parts.push(`"${'\u{1f600}\u00e9'.repeat(30000)}"]`);
  const long = file('long.json', parts.join(''));
  assert.ok(runNative(['minify', '--utf8', 'replace', long]).stdout === runNative(['minify', long]).stdout);
});

test('limits', () => {
  assert.is(run(['check', '--max-token-length', '5'], { input: '["abc"]' }).status, 0);
  const { status, stderr } = run(['check', '--max-token-length', '4'], { input: '["abc"]' });
  assert.is(status, 1);
  assert.match(stderr, /^<stdin>:1:6: /);
  assert.is(runNative(['check', '--max-token-length', '70000'], `"${'x'.repeat(69998)}"`).status, 0);
  assert.is(runNative(['check', '--max-token-length', '70000'], `"${'x'.repeat(69999)}"`).status, 1);
  assert.is(runNative(['check', '--max-length', '7'], '["abc"]').status, 0);
  assert.match(run(['check', '--max-length', '6'], { input: '["abc"]' }).stderr, /^<stdin>:1:7: .*length limit/);
  assert.is(runNative(['check', '--max-depth=2'], '[[1]]').status, 0);
  assert.is(runNative(['check', '--max-depth=1'], '[[1]]').status, 1);
  assert.is(runNative(['minify', '--max-depth', '5000'], '['.repeat(5000) + ']'.repeat(5000)).status, 0);
});

test('--duplicates', () => {
  const text = '{"a":1,"b":{"a":2},"\\u0061":3}';
  assert.is(run(['minify', '--duplicates', 'allow'], { input: text }).stdout, `${text}\n`);
  const { status, stderr } = run(['check', '--duplicates', 'error'], { input: text });
  assert.is(status, 1);
  assert.match(stderr, /^<stdin>:1:20: /);
});

test('what the options refuse: status 2, a message, no output', () => {
  const wrong = {
    '--comments': [[], ['all'], ['=']],
    '--utf8': [[], ['latin1']],
    '--duplicates': [[], ['last']],
    '--multiple': [[], ['json']],
    '--on-bad-line': [[], ['skip'], ['stop'], ['report', '--seq']],
    '--max-token-length': [[], ['0'], ['-1'], ['1e3'], ['18446744073709551616'], ['']],
    '--max-length': [[], ['0'], ['x']],
    '--max-depth': [[], ['0'], ['4294967296']],
    '--seq': [['--ndjson'], ['--seq'], ['--multiple', 'seq']],
    '--ndjson=1': [[]],
    '--trailing-commas=yes': [[]],
  };
  for (const [option, all] of Object.entries(wrong)) {
    for (const more of all) {
      const { status, stdout, stderr } = runNative(['check', option, ...more], '1');
      assert.equal([status, stdout], [2, ''], `${option} ${more.join(' ')}`);
      assert.match(stderr, option);
    }
  }
  assert.is(runNative(['tokens', '--max-length', '18446744073709551615'], '1').status, 0);
});

test('what is there is printed before the input ends', async () => {
  const [program] = programs.native;
  const child = spawn(program, ['minify', '--ndjson'], { stdio: ['pipe', 'pipe', 'inherit'] });
  for (const line of ['[1]\n', '{"a":"b"}\n', '"x"\n']) {
    child.stdin.write(line);
    const [data] = await once(child.stdout, 'data');
    assert.is(data.toString(), line);
  }
  child.stdin.end();
  assert.equal(await once(child, 'close'), [0, null]);
});

test('an error is told before the input ends, and before its line does', async () => {
  for (const [name, [program, ...first]] of Object.entries(programs)) {
    const child = spawn(program, [...first, 'check', '--multiple=concatenated'], {
      stdio: ['pipe', 'inherit', 'pipe'],
    });
    const told = textOf(child.stderr);
    child.stdin.write('{"a":1} g');
    assert.equal(await once(child, 'close'), [1, null], name);
    assert.is(await told, '<stdin>:1:9: expected a value, found \'g\'\n  {"a":1} g\n          ^\n', name);
  }
});

test('who reads no more is told nothing', () => {
  const long = file('long.json', `[${'"text",'.repeat(100_000)}0]`);
  for (const [name, [program, ...first]] of Object.entries(programs)) {
    const command = [program, ...first, 'minify', long].map((word) => `'${word}'`).join(' ');
    const { stdout, stderr } = spawnSync('sh', ['-c', `${command} | head -c 8`], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal([stdout, stderr], ['["text",', ''], name);
  }
});

// Writes chunks to the native program and returns the most memory that it had, in KB, when it had read nearly all.
async function peakMemory(args, chunks) {
  const child = spawn(programs.native[0], args, { stdio: ['pipe', 'ignore', 'inherit'] });
  const closed = once(child, 'close');
  for (const chunk of chunks) {
    if (!child.stdin.write(chunk)) await once(child.stdin, 'drain');
  }
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  child.stdin.end();
  assert.equal(await closed, [0, null]);
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)[1]);
}

function* repeat(first, chunk, times, last) {
  yield first;
  for (let i = 0; i < times; i++) yield chunk;
  yield last;
}

test('memory does not grow with the input', async () => {
  if (!existsSync('/proc/self/status')) return;
  const records = Buffer.from('{"id": 12345, "name": "some name", "list": [1, 2.5, true, null]},\n'.repeat(4000));
  const text = Buffer.alloc(1 << 18, 'text in one string ');
  const limit = 16 * 1024;
  assert.ok((await peakMemory(['minify'], repeat('[', records, 1100, '0]'))) < limit); // 290 MB
  assert.ok((await peakMemory(['minify'], repeat('["', text, 900, '"]'))) < limit); // 236 MB
  assert.ok((await peakMemory(['select', '/*/list'], repeat('[', records, 1100, '0]'))) < limit);
  assert.ok((await peakMemory(['select', '/0'], repeat('["', text, 900, '"]'))) < limit);
  assert.ok(
    (await peakMemory(['check', '--utf8', 'replace'], repeat('[', Buffer.alloc(1 << 18, '7'), 40, ']'))) < limit,
  );
});

test('a line says how far it is, at a terminal', async () => {
  if (process.platform !== 'linux') return;
  const input = `(printf '[1,'; sleep 1.2; printf 2; sleep 0.2; printf ']')`;
  const run = async (command) => {
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (data) => {
      said += data;
    });
    await once(child, 'close');
    return said;
  };
  const [program] = programs.native;
  const [slow, quick, printing] = await Promise.all([
    run(`${input} | ${program} check`),
    run(`printf 1 | ${program} check`),
    run(`${input} | ${program} minify`),
  ]);
  assert.match(slow, /^\r0\.0 MB\x1b\[K.*\r\x1b\[K$/s);
  assert.is(quick, '');
  assert.is(printing.trim(), '[1,2]');
});

test('the folder of these files is removed', () => {
  remove();
  assert.is(existsSync(folder), false);
});

test.run();
