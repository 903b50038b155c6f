// edit: values replaced, removed and inserted, and all other bytes as they were.
import { bytesOf, caught, generator, minify, same } from '../checks.js';
import { assert, decode, env, jt, suite } from '../harness.js';

const test = suite('edit');

const JSONC = { comments: 'skip', trailingCommas: true };
const edit = (text, ...edits) => decode(jt.edit(text, edits, JSONC));
const refuse = (text, ...edits) => assert.thrown(() => jt.edit(text, edits, JSONC), TypeError).message;

// op, text, pointer, JSON, the edited text (undefined: there is no such place).
const cases = [
  ['replace', ' {"a": [1, {"b" : 2 }]} ', '/a/1/b', '[]', ' {"a": [1, {"b" : [] }]} '],
  ['replace', ' {"a": [1, {"b" : 2 }]} ', '/a/1', '0', ' {"a": [1, 0]} '],
  ['replace', ' 1 ', '', '[2]', ' [2] '],
  ['replace', '{"a":1,"a":2}', '/a', '3', '{"a":1,"a":3}'],
  ['replace', '{"\\u0061":1}', '/a', '3', '{"\\u0061":3}'],
  ['replace', '{"*":1,"b":2}', '/*', '3', '{"*":3,"b":2}'],
  ['replace', '{"__proto__":1}', '/__proto__', '3', '{"__proto__":3}'],
  ['replace', '[1]', '/1', '0'],
  ['replace', '[1]', '/-', '0'],
  ['replace', '[1]', '/00', '0'],
  ['replace', '[1]', '/0/0', '0'],
  ['replace', '{"0":1}', '/1', '0'],

  ['remove', '[1, 2, 3]', '/0', undefined, '[2, 3]'],
  ['remove', '[1, 2, 3]', '/1', undefined, '[1, 3]'],
  ['remove', '[1, 2, 3]', '/2', undefined, '[1, 2]'],
  ['remove', '[ 1 ]', '/0', undefined, '[ ]'],
  ['remove', '{\n  "a": 1,\n  "b": [2]\n}\n', '/a', undefined, '{\n  "b": [2]\n}\n'],
  ['remove', '{\n  "a": 1,\n  "b": [2]\n}\n', '/b', undefined, '{\n  "a": 1\n}\n'],
  ['remove', '{\n  "a": 1\n}', '/a', undefined, '{\n}'],
  ['remove', '[1, 2,]', '/1', undefined, '[1, ]'],
  ['remove', '[1 /*,*/ , // c\n 2]', '/0', undefined, '[ /*,*/ // c\n 2]'],
  ['remove', '[1, // c\n 2]', '/1', undefined, '[1 // c\n]'],
  ['remove', '[ // c\n 1]', '/0', undefined, '[ // c\n]'],
  ['remove', '[1, /*/,*/ 2]', '/0', undefined, '[/*/,*/ 2]'],
  ['remove', '[1 /**/, /***/ 2 // d\n]', '/1', undefined, '[1 /**/ /***/ // d\n]'],
  ['remove', '[1]', '/-'],
  ['remove', '{"a":1}', '/b'],

  ['insert', '[]', '/0', '1', '[1]'],
  ['insert', '[ /* c */ ]', '/-', '1', '[1 /* c */ ]'],
  ['insert', '[1, 2]', '/0', '0', '[0,1, 2]'],
  ['insert', '[1, 2]', '/1', '0', '[1, 0, 2]'],
  ['insert', '[1, 2]', '/2', '0', '[1, 2, 0]'],
  ['insert', '[\n  1\n]', '/-', '0', '[\n  1,\n  0\n]'],
  ['insert', '[\n  1\n]', '/0', '0', '[\n  0,\n  1\n]'],
  ['insert', '[1, 2]', '/3', '0'],
  ['insert', '[1, 2]', '/01', '0'],
  ['insert', '[1,]', '/-', '0', '[1,0,]'],
  ['insert', '{}', '/a', '1', '{"a":1}'],
  ['insert', '{"a": 1}', '/b', '2', '{"a": 1,"b": 2}'],
  ['insert', '{"a": 1}', '/-', '2', '{"a": 1,"-": 2}'],
  ['insert', '{\n  "a" : 1 // one\n}', '/b', '2', '{\n  "a" : 1,\n  "b" : 2 // one\n}'],
  ['insert', '{"a"/**/:1}', '/b', '2', '{"a"/**/:1,"b":2}'],
  ['insert', '{"a": 1}', '/a', '2', '{"a": 2}'],
  ['insert', '{}', '/a~1b~0"\n\u00e9', '1', '{"a/b~\\"\\n\u00e9":1}'],
  ['insert', '{}', '/\ud800', '1', '{"\\ud800":1}'],
  ['insert', '{}', '/a/b', '1'],
  ['insert', '1', '/a', '1'],
  ['insert', '1', '', '2', '2'],
  ['insert', '\ufeff{ "\u20ac": "\u{1f600}" }', '/x', '2', '\ufeff{ "\u20ac": "\u{1f600}", "x": 2 }'],
];

test('one edit, of text and of bytes', () => {
  for (const [op, text, pointer, json, expected] of cases) {
    for (const input of [text, bytesOf(text)]) {
      const one = { op, pointer, json };
      if (expected === undefined) assert.match(refuse(input, one), /^there is no place to/);
      else assert.is(edit(input, one), expected);
    }
  }
});

test('several edits, each of what those before have left', () => {
  const text = '{\n  "name": "x", // the name\n  "list": [1.0, 2e3]\n}\n';
  const edited = edit(
    text,
    { op: 'insert', pointer: '/more', value: {} },
    { op: 'insert', pointer: '/more/deep', value: [1] },
    { op: 'remove', pointer: '/list/0' },
    { op: 'replace', pointer: '/list/0', json: ' 2.50 ' },
    { op: 'insert', pointer: '/list/-', value: 'y' },
    { op: 'replace', pointer: '/name', value: null },
  );
  assert.is(edited, '{\n  "name": null, // the name\n  "list": [2.50,"y"],\n  "more": {"deep":[1]}\n}\n');
  assert.is(edit(text), text);
});

test('values as serialize writes them, JSON as it is written', () => {
  const value = { at: new Date(0), list: [1, undefined], nested: { toJSON: () => 'x' } };
  assert.is(edit('[0]', { op: 'replace', pointer: '/0', value }), `[${env.JSON.stringify(value)}]`);
  assert.is(edit('[0]', { op: 'replace', pointer: '/0', value: jt.tokenize('[1.0]') }), '[[1.0]]');
  for (const json of ['1.0', bytesOf('\n1.0 '), bytesOf('\ufeff1.0').buffer, '/* c */ 1.0 // d']) {
    assert.is(edit('[0]', { op: 'replace', pointer: '/0', json }), '[1.0]');
  }
  assert.is(edit('[0]', { op: 'replace', pointer: '/0', json: '[1, /* c */ 2]' }), '[[1, /* c */ 2]]');
  for (const nothing of [undefined, () => 1, Symbol('x')]) {
    assert.match(refuse('[0]', { op: 'replace', pointer: '/0', value: nothing }), /value/);
  }
});

test('the result is bytes of its own, and the input stays', () => {
  const input = bytesOf('[1,2]');
  const before = input.slice();
  const result = jt.edit(input, [{ op: 'replace', pointer: '/0', value: 'long enough to move all' }]);
  same(input, before);
  assert.is(Object.prototype.toString.call(result), '[object Uint8Array]');
  const none = jt.edit(input, []);
  assert.is.not(none.buffer, input.buffer);
  same(none, before);
});

test('bad JSON is a JSONTapeError', () => {
  const one = { op: 'replace', pointer: '/0', value: 1 };
  assert.is(caught(() => jt.edit('[1,2', [one])).code, 'UNEXPECTED_END');
  assert.is(caught(() => jt.edit('[1,2', [])).code, 'UNEXPECTED_END');
  assert.is(caught(() => jt.edit('[1,2,]', [one])).code, 'EXPECTED_VALUE');
  assert.is(caught(() => jt.edit('[1 /**/]', [one])).code, 'EXPECTED_COMMA_OR_ARRAY_END');
  for (const json of ['', '1,2', '[', '1 /**/', "'x'"]) {
    caught(() => jt.edit('[1]', [{ op: 'replace', pointer: '/0', json }]));
  }
  assert.is(caught(() => jt.edit('[[1]]', [one], { maxDepth: 1 })).code, 'DEPTH');
  assert.is(caught(() => jt.edit('{"a":1,"a":2}', [], { duplicates: 'error' })).code, 'DUPLICATE_KEY');
});

test('misuse is a TypeError', () => {
  for (const edits of [undefined, null, {}, 'x', [null], [1]]) assert.thrown(() => jt.edit('[1]', edits), TypeError);
  const bad = [
    { pointer: '/0', value: 1 },
    { op: 'replace', value: 1 },
    { op: 'replace', pointer: '0', value: 1 },
    { op: 'replace', pointer: '/~2', value: 1 },
    { op: 'replace', pointer: 0, value: 1 },
    { op: 'replace', pointer: '/0' },
    { op: 'replace', pointer: '/0', value: 1, json: '1' },
    { op: 'replace', pointer: '/0', json: 1 },
    { op: 'replace', path: '/0', value: 1 },
    { op: 'replace', pointer: '/0', value: 1n },
    { op: 'remove', pointer: '/0', value: 1 },
    { op: 'remove', pointer: '' },
  ];
  for (const one of bad) assert.thrown(() => jt.edit('[1]', [one]), TypeError);
  for (const options of [{ multiple: 'ndjson' }, { comments: 'keep' }, { unknown: 1 }, 1]) {
    assert.thrown(() => jt.edit('[1]', [], options), TypeError);
  }
  for (const op of ['move', '', 'toString']) {
    const error = assert.thrown(() => jt.edit('[1]', [{ op, pointer: '/0', value: 1 }]), RangeError);
    assert.match(error.message, "edits[0].op must be 'replace', 'remove' or 'insert'");
  }
  assert.thrown(() => jt.edit('[1]', [{ op: 1, pointer: '/0', value: 1 }]), TypeError);
  assert.thrown(() => jt.edit(1, []), TypeError);
});

/** What an edit does to a value; false where there is no such place. */
function editValue(holder, op, steps) {
  let at = holder;
  let key = 'root';
  for (const step of steps) {
    at = at[key];
    if (typeof at !== 'object' || at === null) return false;
    key = step;
    if (step !== steps.at(-1) && !Object.hasOwn(at, key)) return false;
  }
  const has = Object.hasOwn(at, key) && !(Array.isArray(at) && key === 'length');
  if (op === 'insert' && Array.isArray(at)) {
    const index = key === '-' ? at.length : Number(key);
    if (!(index <= at.length)) return false;
    at.splice(index, 0, null);
    return true;
  }
  if (!has && op !== 'insert') return false;
  if (op === 'remove') {
    if (Array.isArray(at)) at.splice(Number(key), 1);
    else delete at[key];
  } else {
    at[key] = null;
  }
  return true;
}

/** Whether a path names a member that is there, which an insertion replaces. */
function isMember(model, path) {
  const at = path.slice(0, -1).reduce((inner, step) => inner?.[step], model.root);
  return typeof at === 'object' && at !== null && !Array.isArray(at) && Object.hasOwn(at, path.at(-1));
}

/** Whether the characters of `part` are some of those of `text`, in their order. */
function isWithin(part, text) {
  let at = 0;
  for (const unit of text) if (unit === part[at]) at++;
  return at === part.length;
}

/** How much two texts, the first one longer, have in common at their start and then at their end. */
function sameAround(longer, text) {
  let start = 0;
  while (start < text.length && longer[start] === text[start]) start++;
  let end = 0;
  while (end < text.length - start && longer.at(-1 - end) === text.at(-1 - end)) end++;
  return start + end;
}

test('random commented documents: the value is edited, and all bytes around the edit stay', () => {
  const next = generator(31);
  const gaps = ['', '', ' ', '\n  ', '/* , */', ' // ,\n', '\n/**/\n', '/*/,*/', '//\n'];
  const gap = () => gaps[next() % gaps.length];
  const random = (depth) => {
    const kind = depth > 0 ? next() % 3 : 0;
    if (kind === 0) return ['1', '10', '"/*"', '"\\"//"'][next() % 4];
    const count = next() % 4;
    let text = (kind === 1 ? '{' : '[') + gap();
    for (let i = 0; i < count; i++) {
      if (kind === 1) text += `"${'abc'[i]}"${gap()}:${gap()}`;
      text += random(depth - 1) + gap();
      if (i + 1 < count || next() % 4 === 0) text += `,${gap()}`;
    }
    return text + (kind === 1 ? '}' : ']');
  };
  const steps = ['a', 'b', 'c', '0', '1', '2', '3', '-'];
  let edits = 0;
  for (let round = 0; round < 8000; round++) {
    const text = random(3);
    const path = Array.from({ length: 1 + (next() % 3) }, (_, i) => ({ step: steps[next() % 8], i }).step);
    if (new Set(path).size < path.length) continue; // the model looks for the last step by its text
    const op = ['replace', 'remove', 'insert'][next() % 3];
    const one = { op, pointer: path.map((step) => `/${step}`).join('') };
    if (op !== 'remove') one.value = null;
    const model = { root: jt.parse(text, JSONC) };
    const replaced = isMember(model, path);
    const possible = editValue(model, op, path);
    if (!possible) {
      refuse(text, one);
      continue;
    }
    edits++;
    const edited = edit(text, one);
    assert.equal(jt.parse(edited, JSONC), model.root, `${op} ${one.pointer} of ${text}`);
    // Taking bytes away leaves all others; adding them, or putting others in their place, is one stretch.
    if (op === 'remove') assert.ok(isWithin(edited, text), `${edited} of ${text}`);
    else if (op === 'insert' && !replaced) assert.is(sameAround(edited, text), text.length);
    assert.is(edit(edited), edited);
    const plain = decode(minify(text, JSONC));
    assert.is(edit(plain, one), decode(minify(edited, JSONC)));
  }
  assert.ok(edits > 500, `${edits} edits`);
});

test.run();
