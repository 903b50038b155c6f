// The command line's select: the values at a path, natively, under wasmtime and by js/cli.js.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { assert, env, suite } from '../harness.js';
import { newFolder } from '../programs.js';

const test = suite('cli select');

const { folder, file, run, runNative, remove } = newFolder();

const text = '{"items": [{"id": 1.50, "tags": ["a", "b"]}, {"tags": [], "id": [ ]}, 7], "a/b": {"*": "\\u00e9"} }';
const both = [[], ['--trusted']];

test('each match on a line, in the order of the text', () => {
  const name = file('items.json', text);
  const cases = {
    '/items/*/id': ['1.50', '[]'],
    '/items/1': ['{"tags":[],"id":[]}'],
    '/items/*/tags/*': ['"a"', '"b"'],
    '/items/*/tags/1': ['"b"'],
    '/a~1b/*': ['"\\u00e9"'],
    '/*/2': ['7'],
    '/items/3': [],
    '/items/01': [],
    '/missing/*/x': [],
    '': [text.replace(/ /g, '')],
  };
  for (const [pointer, values] of Object.entries(cases)) {
    const stdout = values.map((value) => `${value}\n`).join('');
    for (const trusted of both) {
      assert.equal(run(['select', pointer, ...trusted, name]), { status: 0, stdout, stderr: '' }, pointer);
    }
  }
});

test('where the path, options and files stand', () => {
  const name = file('items.json', text);
  const absolute = path.join(folder, name);
  assert.is(run(['select', '--multiple', 'concatenated', '/items/2', name]).stdout, '7\n');
  assert.is(run(['--trusted', 'select', '/items/2', '--', name, name]).stdout, '7\n7\n');
  assert.is(run(['select', '/items/2'], { input: text }).stdout, '7\n');
  assert.is(run(['select', '/items/2', '-'], { input: text }).stdout, '7\n');
  assert.is(runNative(['select', '/items/2', absolute]).stdout, '7\n');
});

test('indented', () => {
  const indented = '{\n  "tags": [],\n  "id": []\n}\n';
  assert.is(run(['select', '--indent', '2', '/items/1'], { input: text }).stdout, indented);
  assert.is(runNative(['select', '--tab', '/items/1'], text).stdout, indented.replace(/ {2}/g, '\t'));
  assert.is(runNative(['select', '--indent=0', '/items/1'], text).stdout, indented.replace(/\s(?!$)/g, ''));
});

test('several values in one input', () => {
  assert.is(run(['select', '/0', '--multiple', 'concatenated'], { input: '[1][2] 3 [[4]]' }).stdout, '1\n2\n[4]\n');
  assert.is(run(['select', '/a', '--ndjson'], { input: '{"a":1}\n\n{"b":2}\n{"a":3}' }).stdout, '1\n3\n');
  assert.is(runNative(['select', '/a', '--seq'], '\x1e{"a":1}\n\x1e{"a":2}\n').stdout, '\x1e1\n\x1e2\n');
});

test('an error: the matches before it, and where it is', () => {
  const name = file('bad.json', '[{"a":1},\n {"a":[2,\n}]');
  const { status, stdout, stderr } = run(['select', '/*/a', name]);
  assert.equal([status, stdout], [1, '1\n[2\n']);
  assert.match(stderr, /^bad\.json:3:1: .*\(\/1\/a\/1\)\n/);
  // What is passed over is looked at, unless it is trusted.
  const inside = '[{"b":[tru],"a":1}]';
  assert.is(run(['select', '/0/a'], { input: inside }).status, 1);
  assert.equal(run(['select', '/0/a', '--trusted'], { input: inside }), { status: 0, stdout: '1\n', stderr: '' });
  assert.equal(runNative(['select', '/0', '--max-depth', '2'], '[1,[[2]]]').stdout, '1\n');
  assert.is(runNative(['select', '/0', '--max-depth', '2'], '[1,[[2]]]').status, 1);
});

test('of bad lines nothing is printed', () => {
  const lines = ['{"a":1}', '{"a":2,}', '[[}', '{"b":1}', '{"a":[3,4', '', '{"a":5} x', '{"a":6}', '{"a":"'];
  const args = ['select', '/a', '--ndjson', '--on-bad-line', 'report'];
  const { status, stdout, stderr } = run(args, { input: lines.join('\n') });
  assert.equal([status, stdout], [1, '1\n6\n']);
  assert.equal(
    stderr.match(/^<stdin>:\d+/gm),
    [2, 3, 5, 7, 9].map((line) => `<stdin>:${line}`),
  );
  const long = `{"a":1}\n{"a":["${'x'.repeat(300_000)}" 2]}\n{"a":3}\n`;
  assert.is(runNative(args, long).stdout, '1\n3\n');
});

test('values longer than chunks', () => {
  const long = { skipped: ['y'.repeat(200_000)], a: ['x'.repeat(200_000), [1, 2]], ['k'.repeat(100_000)]: 1, b: 2 };
  const name = file('long.json', JSON.stringify(long));
  for (const trusted of both) {
    assert.ok(run(['select', '/a', ...trusted, name]).stdout === `${JSON.stringify(long.a)}\n`);
    assert.is(runNative(['select', '/b', ...trusted, name]).stdout, '2\n');
  }
});

test('wrong usage: status 2, a message, no output', () => {
  const wrong = [
    [[], /path/],
    [['a'], /'a' is no path/],
    [['/~2'], /'\/~2' is no path/],
    [['items/0'], /no path/],
    [['/a', '--comments', 'keep'], /--comments keep/],
    [['/a', '--indent', '11'], /--indent/],
  ];
  for (const [args, message] of wrong) {
    const { status, stdout, stderr } = run(['select', ...args], { input: '1' });
    assert.equal([status, stdout], [2, ''], args.join(' '));
    assert.match(stderr, message);
  }
  assert.match(runNative(['check', '--trusted'], '1').stderr, /--trusted/);
  assert.is(runNative(['check', '--trusted'], '1').status, 2);
  assert.match(run(['--help']).stdout, 'select PATH');
});

test('real documents', async () => {
  const selections = [
    ['twitter.json', '/statuses/*/user/screen_name', (data) => data.statuses.map((status) => status.user.screen_name)],
    [
      'citm_catalog.json',
      '/performances/*/seatCategories/0',
      (data) => data.performances.map((p) => p.seatCategories[0]),
    ],
    ['github_events.json', '/*/payload', (data) => data.map((event) => event.payload)],
  ];
  for (const [name, pointer, pick] of selections) {
    if (!env.data.documents.includes(name)) continue;
    const bytes = await env.bytes(name);
    file('document.json', bytes);
    const values = pick(JSON.parse(new TextDecoder().decode(bytes)));
    for (const trusted of both) {
      const { status, stdout } = run(['select', pointer, ...trusted, 'document.json']);
      assert.is(status, 0, name);
      assert.equal(stdout.trimEnd().split('\n').map(JSON.parse), values, name);
    }
  }
});

test('the folder of these files is removed', () => {
  remove();
  assert.is(existsSync(folder), false);
});

test.run();
