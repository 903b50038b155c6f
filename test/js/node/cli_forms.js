// The command line's forms: comments that are kept, sorted keys, the canonical form, ASCII; natively, under wasmtime and
// by js/cli.js.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../data.js';
import { assert, suite } from '../harness.js';
import { newFolder } from '../programs.js';

const test = suite('cli forms');

const { folder, file, run, runNative, remove } = newFolder();

const commented = '// head\r\n{ "b": 1, // one\n  "a": [ /* none */ ] /* end */ }\n// tail';

test('comments that are kept', () => {
  const keep = ['--comments', 'keep'];
  const indented = '// head\n{\n  "b": 1, // one\n  "a": [ /* none */\n  ] /* end */\n}\n// tail\n';
  assert.equal(run(['format', ...keep], { input: commented }), { status: 0, stdout: indented, stderr: '' });
  assert.is(run(['format', ...keep], { input: indented }).stdout, indented);
  const minified = '// head\n{"b":1,// one\n"a":[/* none */]/* end */}\n// tail\n';
  assert.is(run(['minify', ...keep], { input: commented }).stdout, minified);
  assert.is(run(['minify', ...keep], { input: indented }).stdout, minified);
  assert.is(runNative(['minify', ...keep, '--ndjson'], '[1] // a\n/* b */ [2]\n').stdout, '[1]\n// a\n/* b */[2]\n');
});

test('comments over many chunks', () => {
  const item = '  { "k": /* a */ 1.0 }, // of this one\n  // before the next\n';
  const text = `[\n${item.repeat(10000)}  0\n]\n`;
  const name = file('long.jsonc', text);
  const once = run(['format', '--comments', 'keep', name]).stdout;
  assert.is(once, `[\n${item.repeat(10000)}  0\n]\n`.replace(/\{ (.*) \}/g, '{\n    $1\n  }'));
  const { stdout } = runNative(['minify', '--comments', 'keep', name]);
  assert.is(stdout, `[${'{"k":/* a */1.0},// of this one\n// before the next\n'.repeat(10000)}0]\n`);
});

test('sorted keys', () => {
  const text = '{"b":{"z":1.50,"y":"\\u0041"},"a":[{"d":1,"c":2}],"\\u0061":3}';
  const sorted = '{"a":[{"c":2,"d":1}],"\\u0061":3,"b":{"y":"\\u0041","z":1.50}}\n';
  assert.equal(run(['minify', '-S'], { input: text }), { status: 0, stdout: sorted, stderr: '' });
  assert.is(runNative(['minify', '--sort-keys'], text).stdout, sorted);
  assert.is(runNative(['format', '-S', '--indent=0'], text).stdout, sorted);
  assert.is(runNative(['format', '-S', '--tab'], '{"b":[],"a":1}').stdout, '{\n\t"a": 1,\n\t"b": []\n}\n');
  assert.is(runNative(['minify', '-S', '--comments', 'skip'], '{"b":1,//x\n"a":2}').stdout, '{"a":2,"b":1}\n');
  assert.is(
    run(['minify', '-S', '--seq'], { input: '\x1e{"b":1,"a":2}\n\x1etrue\n' }).stdout,
    '\x1e{"a":2,"b":1}\n\x1etrue\n',
  );
  const { status, stdout, stderr } = runNative(['minify', '-S'], '{"b":1,"a":2} {}');
  assert.equal([status, stdout], [1, '{"a":2,"b":1}\n']);
  assert.match(stderr, /^<stdin>:1:15: expected the end of the input/);
});

test('roots of many chunks, and many roots', () => {
  const members = Array.from({ length: 20000 }, (_, i) => [`k${(i * 7919) % 20000}`, i]);
  const sorted = Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const name = file('keys.json', ` ${JSON.stringify(Object.fromEntries(members))} `);
  assert.is(run(['minify', '-S', name, name]).stdout, `${JSON.stringify(sorted)}\n`.repeat(2));
  const small = '{"b":1,"a":"é"}\n  tru';
  const many = `${small.repeat(8000).replaceAll('tru{', 'true{')}e`;
  const expected = '{"a":"é","b":1}\ntrue\n'.repeat(8000);
  assert.is(runNative(['minify', '-S', '--multiple', 'concatenated'], many).stdout, expected);
});

test('the canonical form, and what has none', () => {
  const canonical = (input, ...more) => run(['format', '--canonical', ...more], { input });
  assert.is(canonical('{"b": 1.50e2, "a": "\\u00e9\\/"}').stdout, '{"a":"é/","b":150}\n');
  const faults = {
    '{"a":1,\n"a":2}': '2:1: expected a key that its object does not have yet, found "a"\n  "a":2}\n  ^\n',
    '{"a":[1e999]}': "1:7: expected a number within the range of doubles in canonical JSON, found '1' (/a/0)\n",
    '["\\ud800"]': "1:2: expected text without lone surrogates in canonical JSON, found '\"' (/0)\n",
  };
  for (const [input, message] of Object.entries(faults)) {
    const { status, stdout, stderr } = canonical(input);
    assert.equal([status, stdout], [1, ''], input);
    assert.ok(stderr.startsWith(`<stdin>:${message}`), stderr);
  }
  // Of each line one fault: the grammar's within a value, else that of the value that ends first.
  const lines = '{"b":1,"a":2}\n {"x":0,"x":1}\n{"x":\n[1e999] 2\n{"d":1,"c":2}\n[1e999,}\n';
  const { status, stdout, stderr } = canonical(lines, '--ndjson', '--on-bad-line', 'report');
  assert.equal([status, stdout], [1, '{"a":2,"b":1}\n{"c":2,"d":1}\n']);
  assert.equal(stderr.match(/^<stdin>:\d+:\d+/gm), ['<stdin>:2:9', '<stdin>:3:6', '<stdin>:4:2', '<stdin>:6:8']);
  const stopped = canonical(lines, '--ndjson');
  assert.equal([stopped.status, stopped.stdout], [1, '{"a":2,"b":1}\n']);
});

const vectors = path.join(root, '..', 'shared', 'corpus', 'jcs', 'input');
if (!existsSync(vectors)) console.log('cli forms: the public vectors of RFC 8785 are not here');
else {
  test('the public vectors of RFC 8785', () => {
    const names = readdirSync(vectors);
    assert.ok(names.length > 0);
    for (const name of names) {
      const expected = readFileSync(path.join(vectors, '..', 'output', name), 'utf8');
      file(name, readFileSync(path.join(vectors, name)));
      assert.is(run(['format', '--canonical', name]).stdout, `${expected}\n`);
    }
  });
}

test('ASCII', () => {
  const text = '{"é":["\\u00e9 😀","x"]}';
  assert.is(run(['minify', '--ascii'], { input: text }).stdout, '{"\\u00e9":["\\u00e9 \\ud83d\\ude00","x"]}\n');
  assert.is(
    runNative(['format', '--ascii', '-S', '--indent=0'], text).stdout,
    '{"\\u00e9":["\\u00e9 \\ud83d\\ude00","x"]}\n',
  );
  assert.is(runNative(['select', '/é/0', '--ascii'], text).stdout, '"\\u00e9 \\ud83d\\ude00"\n');
  const long = `"${'é'.repeat(100000)}"`;
  assert.is(runNative(['minify', '--ascii'], long).stdout, `"${'\\u00e9'.repeat(100000)}"\n`);
});

test('safe in HTML', () => {
  const text = '{"<é>":["</script>&\u2028"]}';
  const safe = '{"\\u003cé\\u003e":["\\u003c/script\\u003e\\u0026\\u2028"]}\n';
  assert.is(run(['minify', '--html-safe'], { input: text }).stdout, safe);
  assert.is(run(['minify', '--html-safe', '--ascii'], { input: text }).stdout, safe.replace('é', '\\u00e9'));
  assert.is(runNative(['select', '/*/0', '--html-safe'], text).stdout, '"\\u003c/script\\u003e\\u0026\\u2028"\n');
});

test('options that do not go together', () => {
  const cases = [
    [['tokens', '-S'], /-S and --canonical/],
    [['check', '--canonical'], /-S and --canonical/],
    [['select', '/a', '-S'], /-S and --canonical/],
    [['tokens', '--ascii'], /--ascii/],
    [['check', '--html-safe'], /--html-safe/],
    [['minify', '--html-safe', '--comments', 'keep'], /--html-safe/],
    [['minify', '--html-safe', '--canonical'], /--html-safe/],
    [['format', '-S', '--comments', 'keep'], /-S prints no comments/],
    [['format', '--canonical', '--comments=keep'], /--canonical prints no comments/],
    [['format', '--canonical', '-S'], /--canonical/],
    [['format', '--canonical', '--tab'], /--canonical/],
    [['minify', '--canonical', '--ascii'], /--canonical/],
    [['minify', '--canonical', '--utf8', 'raw'], /--utf8/],
  ];
  for (const [args, message] of cases) {
    const { status, stdout, stderr } = run(args, { input: '1' });
    assert.equal([status, stdout], [2, ''], args.join(' '));
    assert.match(stderr, message);
  }
});

test('the folder of these files is removed', () => {
  remove();
  assert.is(existsSync(folder), false);
});

test.run();
