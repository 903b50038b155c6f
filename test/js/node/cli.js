// The command line: the native program, its WASI build under wasmtime, and js/cli.js give the same bytes and the same
// exit status, for good input and for every kind of bad.
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { bytesOf } from '../checks.js';
import { assert, env, suite } from '../harness.js';
import { tokenizeSlowly } from '../oracle.js';
import { newFolder, programs } from '../programs.js';

const test = suite('cli');

const { folder, file, run, runOne, remove } = newFolder();

const text = '{"a": [1, 2.50, "x\\n\u00e9"], "b": {}, "c": [] }\n';

test('check says nothing when all is good', () => {
  const name = file('good.json', text);
  assert.equal(run(['check', name]), { status: 0, stdout: '', stderr: '' });
  assert.equal(run(['check', name, name]), { status: 0, stdout: '', stderr: '' });
});

test('format and minify', () => {
  const name = file('good.json', text);
  const two = '{\n  "a": [\n    1,\n    2.50,\n    "x\\n\u00e9"\n  ],\n  "b": {},\n  "c": []\n}\n';
  assert.equal(run(['format', name]), { status: 0, stdout: two, stderr: '' });
  assert.is(run(['format', '--indent', '2', name]).stdout, two);
  assert.is(
    run(['format', '--indent=4', name]).stdout,
    two.replace(/^ +/gm, (spaces) => spaces + spaces),
  );
  assert.is(run(['format', '--tab', name]).stdout, two.replace(/ {2}/g, '\t'));
  const one = '{"a":[1,2.50,"x\\n\u00e9"],"b":{},"c":[]}\n';
  assert.is(run(['minify', name]).stdout, one);
  assert.is(run(['format', '--indent', '0', name]).stdout, one);
});

test('standard input', () => {
  assert.is(run(['minify'], { input: ' [ 1 ] ' }).stdout, '[1]\n');
  assert.is(run(['minify', '-'], { input: ' [ 2 ] ' }).stdout, '[2]\n');
  const { status, stderr } = run(['check'], { input: '[1,]' });
  assert.is(status, 1);
  assert.match(stderr, /stdin.*:1:4: /);
});

test('tokens: offset, type and text', () => {
  const name = file('tokens.json', text);
  const bytes = bytesOf(text);
  const lines = tokenizeSlowly(bytes).tokens.map(
    ({ start, end, type }) => `${start}\t${type}\t${new TextDecoder().decode(bytes.slice(start, end))}\n`,
  );
  assert.is(run(['tokens', name]).stdout, lines.join(''));
  assert.is(lines[1], '1\tkey\t"a"\n');
});

test('an error: file, line, column, message, the line and a caret', () => {
  const name = file('bad.json', '{\n  "a": [1, 2,\n    "b": 3]\n}\n');
  for (const command of ['check', 'format', 'minify', 'tokens']) {
    const { status, stdout, stderr } = run([command, name]);
    assert.is(status, 1);
    // What was printed before it stays, and the line ends.
    if (command === 'check') assert.is(stdout, '');
    else if (command === 'minify') assert.is(stdout, '{"a":[1,2,"b"\n');
    else assert.match(stdout, /"b"\n$/);
    const [first, second, third] = stderr.split('\n');
    assert.match(first, /^bad\.json:3:8: .*',' or ']'.*':'.*\(\/a\/2\)$/);
    assert.is(second.trim(), '"b": 3]');
    assert.is(third.indexOf('^'), second.indexOf('"b"') + 3);
    assert.is(third.trim(), '^');
  }
});

test('the caret stands under its character, whatever precedes it', () => {
  for (const before of ['', '"\u00e9\u00e9",', '"\t"', '"\u{1f600}",', `"${'x'.repeat(500)}",`]) {
    const { status, stderr } = run(['check', file('caret.json', `[${before} ?`)]);
    assert.is(status, 1);
    assert.match(stderr, /\^/);
  }
});

const bad = {
  'truncated.json': '{"a":[1,2,{"b":',
  'truncated-string.json': '["abc',
  'empty.json': '',
  'blank.json': ' \n\n ',
  'binary.json': Buffer.from(Array.from({ length: 2000 }, (_, i) => (i * 37 + 11) & 255)),
  'zeros.json': Buffer.alloc(1000),
  'utf8.json': Buffer.from([0x5b, 0x22, 0x61, 0xff, 0x22, 0x5d]),
  'utf16.json': Buffer.from('\ufeff[1]', 'utf16le'),
  'deep.json': '['.repeat(100_000),
  'escape.json': '"\u001b[31m"',
  'two.json': '[1] [2]',
};

test('bad documents: status 1, a message, and nothing or whole lines of output', () => {
  for (const [name, content] of Object.entries(bad)) {
    file(name, content);
    for (const command of ['check', 'format', 'tokens']) {
      const { status, stdout, stderr } = run([command, name]);
      assert.is(status, 1, `${command} ${name}`);
      assert.ok(stdout === '' || (command !== 'check' && stdout.endsWith('\n')), `${command} ${name}`);
      assert.ok(stderr.startsWith(`${name}:`) && stderr.split('\n').length >= 4, `${name}: ${stderr.slice(0, 200)}`);
      assert.not.match(stderr, /[\0-\x09\x0b-\x1f\x7f]/, name);
      assert.ok(stderr.length < 2000, `${name}: a message of ${stderr.length} characters`);
    }
  }
});

test('ten million brackets', () => {
  file('deeper.json', '['.repeat(10_000_000));
  const { status, stderr } = run(['check', 'deeper.json']);
  assert.is(status, 1);
  assert.match(stderr, /^deeper\.json:1:1025: /);
});

test('ten million brackets with the limit raised: success or a clear message', () => {
  file('deepest.json', '['.repeat(10_000_000) + ']'.repeat(10_000_000));
  for (const name of Object.keys(programs)) {
    const { status, stderr } = runOne(programs[name], ['check', '--max-depth', '10000000', 'deepest.json']);
    assert.ok(
      status === 0 ? stderr === '' : status === 2 && /memory/.test(stderr),
      `${name}: ${status} ${stderr.slice(0, 200)}`,
    );
  }
});

test('what cannot be read: status 2', () => {
  mkdirSync(path.join(folder, 'directory'), { recursive: true });
  for (const name of ['directory', 'missing.json', 'directory/missing.json']) {
    const { status, stdout, stderr } = run(['check', name], { sameMessage: false });
    assert.equal([status, stdout], [2, ''], name);
    assert.match(stderr, name);
  }
});

test('several files: each is done, the worst status counts', () => {
  file('good.json', text);
  const { status, stdout, stderr } = run(['minify', 'good.json', 'truncated.json', 'good.json']);
  assert.is(status, 1);
  const one = '{"a":[1,2.50,"x\\n\u00e9"],"b":{},"c":[]}\n';
  assert.is(stdout, `${one}{"a":[1,2,{"b":\n${one}`);
  assert.match(stderr, 'truncated.json:1:');
  assert.is(run(['minify', 'good.json', 'missing.json', 'truncated.json'], { sameMessage: false }).status, 2);
});

test('wrong usage: status 2, a message, no output', () => {
  const wrong = [
    [],
    ['unheard'],
    ['format', '--indent'],
    ['format', '--indent', '11', 'good.json'],
    ['format', '--indent', '-1', 'good.json'],
    ['format', '--indent', 'x', 'good.json'],
    ['format', '--indent', '2', '--tab', 'good.json'],
    ['check', '--indent', '2', 'good.json'],
    ['format', '--unheard', 'good.json'],
    ['check', '--max-depth', '0', 'good.json'],
  ];
  for (const args of wrong) {
    const { status, stdout, stderr } = run(args);
    assert.equal([status, stdout], [2, ''], args.join(' '));
    assert.ok(stderr.length > 10, args.join(' '));
  }
});

test('--help and --version', () => {
  const { status, stdout, stderr } = run(['--help']);
  assert.equal([status, stderr], [0, '']);
  for (const word of ['check', 'format', 'minify', 'tokens', '--indent', '--tab']) assert.match(stdout, word);
  for (const [name, program] of Object.entries(programs)) {
    const version = runOne(program, ['--version']);
    assert.is(version.status, 0, name);
    assert.match(version.stdout.toString(), /0\.1\.0/);
  }
});

test('--max-depth', () => {
  file('three.json', '[[[]]]');
  assert.is(run(['check', '--max-depth', '3', 'three.json']).status, 0);
  assert.is(run(['check', '--max-depth', '2', 'three.json']).status, 1);
});

test('a file whose name starts with a hyphen', () => {
  file('-x.json', '[1]');
  assert.is(run(['minify', '--', '-x.json']).stdout, '[1]\n');
});

test('real documents: the same bytes from all three', async () => {
  for (const name of env.data.documents) {
    file('document.json', await env.bytes(name));
    const two = run(['format', '--indent', '2', 'document.json']);
    assert.equal([two.status, two.stderr], [0, ''], name);
    assert.ok(two.stdout.endsWith('\n'), name);
    run(['minify', 'document.json']);
    run(['tokens', 'document.json']);
  }
});

test('the folder of these files is removed', () => {
  remove();
  assert.is(existsSync(folder), false);
});

test.run();
