// PartialParser: at every prefix of a text the value that the text shows, however it is cut.
import { partialDifference } from '../against_engine.js';
import { bytesOf, caught, errorFields, generator } from '../checks.js';
import { jsonText } from '../generate.js';
import { assert, decode, encode, env, jt, suite } from '../harness.js';
import { completed, SHOWING } from '../prefix.js';
import { cutAt, inPieces, readChunks } from '../streams.js';
import { define, difference } from '../values.js';

const test = suite('partial');

const parse = (text) => (text === undefined ? undefined : env.JSON.parse(text));

const SMALL = [
  '0',
  '-12.5e+3',
  'true',
  'null ',
  '"s\\u0041\\n\u00e9"',
  '[]',
  ' {} ',
  '[[],[[]],{}]',
  '{"a":{"b":[1,{"c":[-2,[0.5]]}],"d":4},"e":[]}',
  '[\n  {"id": 1, "na\\u006de": "\u00e9\\n\u{1f600}"},\n  {"id": 2.5e3, "name": null}\n]\n',
  '{"a~b/c":[true,false,{"":"x"}],\r\n"\u20ac\u{1f600}":\n"\u20ac\u{1f600}", "z" :-0}',
  '{"\\ud83d\\ude00\\n":{"k":"\\ud834\\udd1e\\\\ud83d"},"w":"\\ud834x\\udd1e\\ud834\\ud834\\udd1e"}',
  '{"constructor":1,"hasOwnProperty":2,"toString":3,"__proto__":{"__proto__":null}}',
  '{"2":"b","1":["a"],"k":{"0":0}}',
  '["\u201d","c\u030c",7777.0,{"n":-2},743,2e+2,1E400,-1e-999]',
];

// The value after each chunk, and the one at the end, against what the oracle says of the text so far.
function checkChunks(chunks, incomplete, message) {
  const parser = new jt.PartialParser({ incomplete });
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  for (const chunk of chunks) {
    const value = parser.write(chunk);
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    assert.is(difference(value, parse(completed(text, incomplete))), '', `${message}: ${text}`);
  }
  assert.is(difference(parser.end(), env.JSON.parse(text)), '', message);
  assert.is(parser.done, true, message);
}

test('every prefix of small documents, by units and by bytes, in every way of showing', () => {
  for (const text of SMALL) {
    for (const incomplete of SHOWING) checkChunks(text.split(''), incomplete, text);
    checkChunks(inPieces(encode(text), 1), undefined, `${text} by bytes`);
    const pairs = text.split('').flatMap((unit) => [unit, '', new Uint8Array(0)]);
    // Half of a surrogate pair does not wait for the other one where bytes come between.
    if (!/[\ud800-\udfff]/.test(text)) checkChunks(pairs, undefined, `${text} with nothing between`);
  }
});

test('every two-way cut of small documents', () => {
  for (const text of SMALL) {
    const bytes = encode(text);
    for (let at = 0; at <= bytes.length; at++) checkChunks(cutAt(bytes, at), undefined, `${text} at ${at}`);
    for (let at = 0; at <= text.length; at++) {
      checkChunks([text.slice(0, at), text.slice(at)], undefined, `${text} at unit ${at}`);
    }
  }
});

test('cases of the public suite, by bytes and at every two-way cut', async () => {
  for (const file of env.data.parsing) {
    if (!/\/y_/.test(file)) continue;
    const bytes = await env.bytes(file);
    checkChunks(inPieces(bytes, 1), { numbers: true, literals: true }, file);
    const expected = parse(decode(bytes));
    for (let at = 0; at <= bytes.length; at++) {
      const parser = new jt.PartialParser();
      for (const chunk of cutAt(bytes, at)) parser.write(chunk);
      assert.is(difference(parser.end(), expected), '', `${file} at ${at}`);
    }
  }
});

// One pass over a document in chunks of up to `most` units, of whose values some are compared.
function checkDocument(text, { most, samples, whole, message, ...options }) {
  const next = generator(text.length);
  const parser = new jt.PartialParser(options);
  const every = Math.max(1, Math.floor(text.length / samples));
  let compared = 0;
  for (let at = 0; at < text.length; ) {
    const end = Math.min(text.length, at + 1 + (next() % most));
    const value = parser.write(text.slice(at, end));
    if (Math.floor(end / every) > Math.floor(at / every)) {
      compared++;
      const expected = parse(completed(text.slice(0, end), options.incomplete));
      assert.is(difference(value, expected), '', `${message} up to ${end}`);
    }
    at = end;
  }
  assert.ok(compared >= Math.min(samples, 20), `${message}: ${compared} prefixes compared`);
  if (whole) assert.is(difference(parser.end(), env.JSON.parse(text)), '', message);
}

test('documents up to 100 KB, a unit at a time, and the beginnings of larger ones', async () => {
  for (const file of env.data.documents) {
    const text = decode(await env.bytes(file));
    const whole = text.length < 100_000;
    checkDocument(whole ? text : text.slice(0, 30_000), { most: 1, samples: 40, whole, message: file });
    const incomplete = { numbers: true, literals: true };
    checkDocument(text.slice(0, 100_000), {
      most: 200,
      samples: 40,
      whole,
      immutable: true,
      incomplete,
      message: file,
    });
  }
});

test('generated documents, by units and by chunks of a few, each value compared', () => {
  // Others in each run.
  const next = generator([...env.name].reduce((sum, unit) => sum * 31 + unit.charCodeAt(0), 6) | 0);
  for (let i = 0; i < 600; i++) {
    const text = jsonText(next, true);
    const most = i % 4 === 0 ? 1 : 7;
    const chunks = [];
    for (let at = 0; at < text.length; at += chunks.at(-1).length)
      chunks.push(text.slice(at, at + 1 + (next() % most)));
    assert.is(partialDifference(chunks, { incomplete: SHOWING[i % 8], immutable: i % 3 === 0 }), '', text);
  }
});

test('strings, numbers and literals are kept back when asked', () => {
  const last = (text, incomplete, options) => new jt.PartialParser({ incomplete, ...options }).write(text);
  assert.equal(last('["hel'), ['hel']);
  assert.equal(last('["hel', { strings: false }), []);
  assert.equal(last('{"a":1,"b'), { a: 1 });
  assert.equal(last('{"a":1,"b":'), { a: 1 });
  assert.equal(last('{"a":1,"b":"'), { a: 1, b: '' });
  assert.equal(last('[12'), []);
  assert.equal(last('[12', { numbers: true }), [12]);
  assert.equal(last('[-', { numbers: true }), []);
  assert.equal(last('[1.', { numbers: true }), [1]);
  assert.equal(last('[1.5e-', { numbers: true }), [1.5]);
  assert.equal(last('[1.', { numbers: true }, { numbers: 'text' }), ['1']);
  assert.equal(last('[t', { literals: true }), [true]);
  assert.equal(last('[fals', { literals: true }), [false]);
  assert.equal(last('[n', { literals: true }), [null]);
  assert.equal(last('[n', { literals: false }), []);
  assert.equal(last('[true'), [true]);
  assert.is(last('12'), undefined);
  assert.is(last('12', { numbers: true }), 12);
  assert.is(last('tr', { literals: true }), true);
  assert.is(last(' '), undefined);
});

test('half an escape, half a pair and half a character are never shown', () => {
  const parser = new jt.PartialParser();
  const values = ['"a\\', 'u', 'd83', 'd', '\\', 'ude0', '0b\\', 'n', '\\ud83d', 'c'].map((part) => parser.write(part));
  assert.equal(values, ['a', 'a', 'a', 'a', 'a', 'a', 'a😀b', 'a😀b\n', 'a😀b\n', 'a😀b\n\ud83dc']);
  const byBytes = new jt.PartialParser();
  const shown = inPieces(encode('"é€😀'), 1).map((byte) => byBytes.write(byte));
  assert.equal(shown, ['', '', 'é', 'é', 'é', 'é€', 'é€', 'é€', 'é€', 'é€😀']);
  const byUnits = new jt.PartialParser();
  assert.equal(
    ['"\ud83d', '\ude00', 'x"'].map((part) => byUnits.write(part)),
    ['', '😀', '😀x'],
  );
});

test('numbers: double, bigint and text', () => {
  const text = '[9007199254740991,9007199254740993,-18446744073709551616,1e30,1.0,-0,12345678901234567890.5,0.10]';
  const read = (numbers) => {
    for (const size of [1, 5, text.length]) {
      const parser = new jt.PartialParser({ numbers });
      for (const piece of inPieces(encode(text), size)) parser.write(piece);
      if (size === text.length) return parser.end();
      const value = parser.end();
      const again = new jt.PartialParser({ numbers }).write(text);
      assert.is(difference(value, again), '', `${numbers} by ${size}`);
    }
  };
  assert.is(difference(read('double'), env.JSON.parse(text)), '');
  assert.is(difference(read(undefined), env.JSON.parse(text)), '');
  const expected = [
    9007199254740991,
    9007199254740993n,
    -18446744073709551616n,
    1e30,
    1,
    -0,
    12345678901234567000,
    0.1,
  ];
  assert.is(difference(read('bigint'), expected), '');
  assert.equal(read('text'), text.slice(1, -1).split(','));
  const growing = new jt.PartialParser({ numbers: 'bigint', incomplete: { numbers: true } });
  assert.equal(growing.write('[900719925474099'), [900719925474099]);
  assert.equal(growing.write('33'), [90071992547409933n]);
});

test('a long number is shown now and then', () => {
  const parser = new jt.PartialParser({ numbers: 'text', incomplete: { numbers: true } });
  parser.write('[1');
  let shown = 0;
  for (let i = 1; i < 20_000; i++) {
    parser.write('1');
    shown += parser.changed.length;
  }
  assert.ok(shown > 1000 && shown < 1100, `${shown} times`);
  assert.is(parser.write(']')[0].length, 20_000);
});

test('duplicates: the last, the first, an error', () => {
  const text = '{"a":"one","b":[{"x":1,"x":{"y":2}}],"\\u0061":{"c":[]},"a":"two"}';
  const read = (options) => {
    const parser = new jt.PartialParser(options);
    const seen = [];
    parser.onValue('/*', (_value, pointer) => seen.push(pointer));
    for (const unit of text) parser.write(unit);
    return [parser.end(), seen];
  };
  assert.equal(read({}), [{ a: 'two', b: [{ x: { y: 2 } }] }, ['/a', '/b', '/a', '/a']]);
  assert.equal(read({ duplicates: 'last' }), read({}));
  assert.equal(read({ duplicates: 'first' }), [{ a: 'one', b: [{ x: 1 }] }, ['/a', '/b']]);
  assert.equal(read({ duplicates: 'first', immutable: true }), read({ duplicates: 'first' }));
  const error = caught(() => read({ duplicates: 'error' }));
  assert.equal([error.code, error.offset], ['DUPLICATE_KEY', text.indexOf('"x":{')]);
  assert.throws(() => new jt.PartialParser({ duplicates: 'allow' }), /duplicates must be 'last', 'first' or 'error'/);
});

test('own properties, whatever their keys', () => {
  const text = '{"__proto__":{"x":1},"constructor":{"__proto__":[2]},"\\u005f_proto__":3}';
  for (const immutable of [false, true]) {
    const parser = new jt.PartialParser({ immutable });
    for (const unit of text) parser.write(unit);
    const value = parser.end();
    assert.is(difference(value, env.JSON.parse(text)), '');
    assert.is(Object.getPrototypeOf(value), Object.prototype);
    assert.is({}.x, undefined);
  }
});

test('members are defined: what others do to Object.prototype does not matter', () => {
  const text = '[{"seen":"ab","other":2},{"other":[3],"seen":4}]';
  for (const immutable of [false, true]) {
    Object.defineProperty(Object.prototype, 'seen', { set() {}, get: () => 'got', configurable: true });
    Object.defineProperty(Object.prototype, 'other', { value: 'kept', writable: false, configurable: true });
    try {
      for (let at = 0; at <= text.length; at++) {
        const parser = new jt.PartialParser({ immutable });
        parser.write(text.slice(0, at));
        parser.write(text.slice(at));
        parser.end();
        assert.is(difference(parser.value, parse(text)), '');
        assert.equal(Object.keys(parser.value[1]), ['other', 'seen']);
      }
    } finally {
      delete Object.prototype.seen;
      delete Object.prototype.other;
    }
  }
});

test('options of reading', () => {
  const read = (text, options) => {
    const parser = new jt.PartialParser(options);
    for (const byte of inPieces(bytesOf(text), 1)) parser.write(byte);
    return parser.end();
  };
  const code = (text, options) => caught(() => read(text, options)).code;
  assert.equal(read('/*a*/[1,//b\n{"k"/**/:2},]', { comments: 'skip', trailingCommas: true }), [1, { k: 2 }]);
  assert.is(code('[1,]', { comments: 'skip' }), 'EXPECTED_VALUE');
  assert.is(code('[/**/]', { trailingCommas: true }), 'EXPECTED_VALUE_OR_ARRAY_END');
  assert.is(code('[[[0]]]', { maxDepth: 2 }), 'DEPTH');
  assert.is(code('["abcdef"]', { maxTokenLength: 5 }), 'TOKEN_TOO_LONG');
  assert.is(code('[1,2,3]', { maxLength: 5 }), 'INPUT_TOO_LONG');
  const bad = bytesOf('["a', 0xff, 'b', 0xe2, 0x82, '"]');
  assert.is(code(bad, {}), 'INVALID_UTF8');
  assert.equal(read(bad, { utf8: 'replace' }), ['a\ufffdb\ufffd']);
  assert.equal(read('\ufeff[1]'), [1]);
});

test('what can not be JSON any more is an error at once, with its place, and the value stays', () => {
  const wrong = [
    '[1 2]',
    '[1,]',
    '[nul l]',
    '[- 1]',
    '{"x":1]',
    'tb:',
    '{/',
    '1 2',
    '[1] x',
    '"\\u0z',
    '{"":"\\u20A"}',
    '["\u0001"]',
    '[[1],]',
    '{"a":[1,{"b":"c"}}',
  ];
  for (const text of wrong) {
    const parser = new jt.PartialParser();
    const expected = readChunks([...text]).outcome;
    let seen = '';
    let before;
    const error = caught(() => {
      for (const unit of text) {
        before = parser.value;
        seen += unit;
        parser.write(unit);
      }
    });
    assert.equal({ ...errorFields(error), tokenStart: error.tokenStart, message: error.message }, expected, text);
    assert.is(seen.length, error.offset + 1, `${text}: at once`);
    assert.is(parser.value, before, text);
    assert.is(error.tokens.length, 0);
    assert.throws(() => parser.write(' '), /has ended/);
    assert.throws(() => parser.end(), /has ended/);
  }
  const parser = new jt.PartialParser();
  assert.is(caught(() => parser.write('[1,"a",}')).offset, 7);
  assert.equal(parser.value, [1, 'a']);
});

test('what is incomplete at the end is an error', () => {
  for (const text of ['', ' ', '[', '{"a":', '{"d": 42.', '{"d":tru', '"abc', '-', '[1,']) {
    const parser = new jt.PartialParser();
    parser.write(text);
    const error = caught(() => parser.end());
    assert.equal(errorFields(error), readChunks([text]).outcome && errorFields(caught(() => jt.tokenize(text))), text);
    assert.throws(() => parser.end(), /has ended/);
  }
});

test('done', () => {
  const states = (text) => {
    const parser = new jt.PartialParser();
    const seen = [parser.done];
    for (const unit of text) {
      parser.write(unit);
      seen.push(parser.done);
    }
    parser.end();
    return [...seen, parser.done].map(Number).join('');
  };
  assert.is(states('[1] '), '000111');
  assert.is(states('"a"'), '00011');
  assert.is(states('12'), '0001');
  assert.is(states('12 '), '00011');
  assert.is(states('null'), '000011');
});

test('in place: the containers stay the same', () => {
  const parser = new jt.PartialParser();
  const root = parser.write('{"a":[{"b":"x');
  const inner = root.a[0];
  assert.is(parser.write('y","c":1},2],"d":{'), root);
  assert.is(root.a[0], inner);
  assert.equal(root, { a: [{ b: 'xy', c: 1 }, 2], d: {} });
  assert.is(parser.value, root);
});

// A copy of a value in which nothing is shared.
const frozen = (value) => env.JSON.parse(env.JSON.stringify(value));

test('immutable: what was returned stays, what did not change is shared, and each container is copied once a write', () => {
  const text = '{"a":[{"b":"text","c":[1,2]},{"b":"more"}],"d":{"e":{"f":[true,"x"]},"__proto__":[0]},"g":"end"}';
  for (const size of [1, 2, 7, 20]) {
    const parser = new jt.PartialParser({ immutable: true });
    const kept = [];
    for (let at = 0; at < text.length; at += size) {
      const before = parser.value;
      const value = parser.write(text.slice(at, at + size));
      const { changed } = parser;
      if (changed.length === 0) assert.is(value, before, `nothing changed at ${at}`);
      kept.push([value, frozen(value)]);
      if (before === undefined) continue;
      // Containers on the way to a change are other ones, all others the same.
      const touched = (pointer) =>
        changed.some((change) => change === pointer || change.startsWith(`${pointer}/`)) || undefined;
      const walk = (now, then, pointer) => {
        if (typeof then !== 'object' || then === null) return;
        assert.is(now === then, touched(pointer) === undefined, `${pointer} at ${at} by ${size}`);
        for (const key of Object.keys(then)) walk(now[key], then[key], `${pointer}/${key}`);
      };
      walk(value, before, '');
    }
    for (const [value, copy] of kept) assert.is(difference(frozen(value), copy), '');
    assert.is(difference(parser.end(), env.JSON.parse(text)), '');
  }
});

test('changed: the places that a write has changed', () => {
  const parser = new jt.PartialParser({ incomplete: { literals: true } });
  const changes = [
    ['', []],
    [' ', []],
    ['{', ['']],
    ['"a~/b":', []],
    ['"', ['/a~0~1b']],
    ['x', ['/a~0~1b']],
    ['\\', []],
    ['n', ['/a~0~1b']],
    ['"', []],
    [',"c":[', ['/c']],
    ['1,2,"y"', ['/c/0', '/c/1', '/c/2']],
    [',{"d":{}, "e":[1]', ['/c/3']],
    [',"f":t', ['/c/3/f']],
    ['rue', []],
    [',"f":1,"f":2 ', ['/c/3/f']],
    ['}],"":[[]', ['/']],
    [',[[', ['//1']],
    ['"z"]]],"n":4', ['//1/0/0']],
    ['}', ['/n']],
    [' ', []],
  ];
  for (const [delta, expected] of changes) {
    parser.write(delta);
    assert.equal(parser.changed, expected, delta);
    assert.is(parser.changed, parser.changed);
  }
  parser.end();
  assert.equal(parser.changed, []);
  const number = new jt.PartialParser();
  number.write('12');
  assert.equal(number.changed, []);
  number.end();
  assert.equal(number.changed, ['']);
});

test('changed, applied to a copy, makes the value', () => {
  const next = generator(12);
  for (let i = 0; i < 60; i++) {
    const text = `[${jsonText(next, true)},${jsonText(next, true)}]`;
    const parser = new jt.PartialParser({ incomplete: SHOWING[i % 8] });
    const copy = { root: undefined };
    for (let at = 0; at < text.length; ) {
      const end = at + 1 + (next() % 5);
      const value = parser.write(text.slice(at, end));
      at = end;
      for (const pointer of parser.changed) {
        const steps = ['root', ...pointer.split('/').slice(1)].map((step) =>
          step.replaceAll('~1', '/').replaceAll('~0', '~'),
        );
        const key = steps.pop();
        let to = copy;
        let from = { root: value };
        for (const step of steps) {
          to = to[step];
          from = from[step];
        }
        define(to, key, from[key] === undefined ? undefined : frozen(from[key]));
      }
      if (value !== undefined) assert.is(difference(copy.root, frozen(value)), '', `${text} up to ${end}`);
    }
  }
});

test('onValue: each value as soon as it is whole', () => {
  const text = '{"items":[{"id":1,"tags":["a","b"]},{"id":2,"tags":[]},"s"],"~/":{"*":5},"n":null}';
  const paths = ['/items/*', '/items/*/id', '/items/0/tags/*', '/*', '', '/~0~1/*', '/items/00', '/*/*/tags', '/n/x'];
  for (const size of [1, 3, 1000]) {
    const parser = new jt.PartialParser();
    const seen = [];
    for (const path of paths) {
      assert.is(
        parser.onValue(path, (value, pointer) => seen.push([path, pointer, frozen(value), parser.done])),
        parser,
      );
    }
    for (let at = 0; at < text.length; at += size) parser.write(text.slice(at, at + size));
    parser.end();
    const done = size === 1000;
    const first = { id: 1, tags: ['a', 'b'] };
    const second = { id: 2, tags: [] };
    const items = [first, second, 's'];
    const expected = [
      ['/items/*/id', '/items/0/id', 1, done],
      ['/items/0/tags/*', '/items/0/tags/0', 'a', done],
      ['/items/0/tags/*', '/items/0/tags/1', 'b', done],
      ['/*/*/tags', '/items/0/tags', ['a', 'b'], done],
      ['/items/*', '/items/0', first, done],
      ['/items/*/id', '/items/1/id', 2, done],
      ['/*/*/tags', '/items/1/tags', [], done],
      ['/items/*', '/items/1', second, done],
      ['/items/*', '/items/2', 's', done],
      ['/*', '/items', items, done],
      ['/~0~1/*', '/~0~1/*', 5, done],
      ['/*', '/~0~1', { '*': 5 }, done],
      ['/*', '/n', null, done],
      ['', '', { items, '~/': { '*': 5 }, n: null }, true],
    ];
    assert.equal(seen, expected, `by ${size}`);
  }
  const number = new jt.PartialParser();
  const roots = [];
  number.onValue('', (value) => roots.push(value)).write('1');
  number.write('2');
  assert.equal(roots, []);
  number.end();
  assert.equal(roots, [12]);
});

test('onValue names keys with lone surrogates as select does', () => {
  const text = '{"a\\ud800":{"\\udc00\\ud83d\\ude00~":1}}';
  const seen = [];
  const parser = new jt.PartialParser().onValue('/*/*', (value, pointer) => seen.push([pointer, value]));
  parser.write(text);
  assert.equal(
    seen,
    [...jt.select(text, '/*/*')].map(({ pointer, value }) => [pointer, value]),
  );
  assert.equal(seen, [['/a\ufffd/\ufffd\u{1f600}~0', 1]]);
});

test('onValue in the middle of the text, functions that throw, and those that write', () => {
  const parser = new jt.PartialParser();
  parser.write('{"a":[1,');
  const seen = [];
  parser.onValue('/a/*', (value) => seen.push(value));
  parser.write('2,3],"b":');
  assert.equal(seen, [2, 3]);
  parser.onValue('/b', () => {
    throw new RangeError('first');
  });
  parser.onValue('/b', (value) => {
    seen.push(value);
    throw new RangeError('second');
  });
  assert.throws(() => parser.write('4,'), /first/);
  assert.equal(seen, [2, 3, 4]);
  assert.equal(parser.value, { a: [1, 2, 3], b: 4 });
  parser.onValue('/c', () => parser.write('}'));
  assert.throws(() => parser.write('"c":5 '), /does not write/);
  assert.equal(parser.write('}'), { a: [1, 2, 3], b: 4, c: 5 });
  // What was completed before an error is told, and the error is what is thrown.
  const wrong = new jt.PartialParser().onValue('/*', (value) => {
    seen.push(value);
    throw new Error('of the function');
  });
  assert.is(caught(() => wrong.write('[6,7,}')).offset, 5);
  assert.equal(seen.slice(3), [6, 7]);
});

test('fences', () => {
  const read = (text, size, options) => {
    const parser = new jt.PartialParser({ lenient: { fence: true }, ...options });
    for (const piece of inPieces(encode(text), size)) parser.write(piece);
    return parser.end();
  };
  const good = [
    ['```json\n{"a":[1,"```"]}\n```', { a: [1, '```'] }],
    ['```\n[1]\n```\n', [1]],
    ['Sure! [Here] {it} is:\n\n```JSON\n{"a":\n1}\n```\nHope {this} helps ```', { a: 1 }],
    ['~~~ json title\r\n"x"\r\n~~~ \r\n', 'x'],
    ['1. item\n   ````jsonc\n   {"a": 1}\n   ````', { a: 1 }],
    ['```` json\n[\n```\n', undefined],
    ['```js\nlet a = {};\n```\n```json\n2\n```', 2],
    ['```js `x` ``` {\n```json\n3\n```', 3],
    ['see `code` and ```inline``` {\n```\n4\n```\n```\n5\n```', 4],
    ['{"a":1}', { a: 1 }],
    ['\ufeff \n [1, 2] ', [1, 2]],
    ['\ufeff```json\n[1]', [1]],
    ['```json\n[1]\n`', undefined],
    ['```\n{"a":"x\u20ac"}\n  ```{"not":"this"}', { a: 'x\u20ac' }],
    [`${' '.repeat(300)}{"a":1}`, { a: 1 }],
    [`${'x'.repeat(300)}\n${'y'.repeat(300)}\n\`\`\`json${' '.repeat(300)}z\n7\n\`\`\``, 7],
  ];
  for (const [text, expected] of good) {
    const { length } = encode(text);
    for (const size of [1, 2, 3, length]) {
      if (expected === undefined) caught(() => read(text, size));
      else assert.equal(read(text, size), expected, `${text} by ${size}`);
    }
    for (let at = 0; expected !== undefined && at <= length; at++) {
      const parser = new jt.PartialParser({ lenient: { fence: true } });
      for (const part of cutAt(encode(text), at)) parser.write(part);
      assert.equal(parser.end(), expected, `${text} at ${at}`);
    }
  }
  const failure = (text) => {
    const all = [1, 2, 1000].map((size) => {
      const { code, offset, line, column } = caught(() => read(text, size));
      return [code, offset, line, column];
    });
    assert.equal(all[0], all[1], text);
    assert.equal(all[0], all[2], text);
    return all[0];
  };
  assert.equal(failure('no JSON here'), ['EMPTY', 12, 1, 13]);
  assert.equal(failure('é:\n```json\n[1,}\n```'), ['EXPECTED_VALUE', 15, 3, 4]);
  assert.equal(failure('```json\n[1,\n```'), ['UNEXPECTED_END', 12, 3, 1]);
  assert.equal(failure('```json\n[1]\n``x'), ['EXPECTED_END', 12, 3, 1]);
  assert.equal(failure('```json\n[1] x\n```'), ['EXPECTED_END', 12, 2, 5]);
  assert.equal(failure('[1] and more'), ['EXPECTED_END', 4, 1, 5]);
  assert.equal(failure('```json\n[1]\n``'), ['EXPECTED_END', 12, 3, 1]);
  // Behind a byte order mark, which is one unit wide, as without the option.
  for (const text of ['\ufeff{"a":}', '\ufeff [1,}', '\ufeff\n[1,}', '\ufeff', '\ufeff ']) {
    const { code, offset, line, column } = caught(() => jt.tokenize(text));
    assert.equal(failure(text), [code, offset, line, column], text);
  }
  assert.equal(failure('\ufeffx\n```\n[1,}\n```'), ['EXPECTED_VALUE', 12, 3, 4]);
  assert.equal(failure('\uff21 no mark'), ['EMPTY', 11, 1, 12]);
  // Without the option it is no JSON.
  assert.is(caught(() => read('```json\n1\n```', 1, { lenient: { fence: false } })).offset, 0);
  // Behind the fence nothing is read, and the value is whole.
  const parser = new jt.PartialParser({ lenient: { fence: true } });
  parser.write('```\n12\n```');
  assert.is(parser.done, true);
  assert.equal([parser.write('{"'), parser.changed, parser.end()], [12, [], 12]);
  assert.throws(() => parser.write(''), /has ended/);
});

test('deep nesting', () => {
  const depth = 100_000;
  const parser = new jt.PartialParser({ maxDepth: depth });
  for (let i = 0; i < 10; i++) parser.write('['.repeat(depth / 10));
  assert.is(parser.changed.length, 1);
  assert.is(parser.changed[0].length, 2 * ((depth / 10) * 9));
  parser.write('"x"');
  assert.is(parser.changed[0].length, 2 * depth);
  for (let i = 0; i < 10; i++) parser.write(']'.repeat(depth / 10));
  let levels = 0;
  for (let at = parser.end(); at !== 'x'; at = at[0]) levels++;
  assert.is(levels, depth);
  assert.is(caught(() => new jt.PartialParser().write('['.repeat(2000))).code, 'DEPTH');
});

test('what the parser is given is not kept', () => {
  const parser = new jt.PartialParser();
  const chunk = encode('{"key":"a long enough value", "n":123');
  parser.write(chunk);
  chunk.fill(0);
  assert.equal(parser.write('4}'), { key: 'a long enough value', n: 1234 });
});

test('several at a time', () => {
  const texts = SMALL.map((text) => ({ text, parser: new jt.PartialParser() }));
  for (let i = 0; i < 100; i++) {
    for (const { text, parser } of texts) {
      if (i < text.length) parser.write(text[i]);
      jt.validate('[1]');
    }
  }
  for (const { text, parser } of texts) assert.is(difference(parser.end(), env.JSON.parse(text)), '');
});

test('misuse', () => {
  const fails = (action, type, message) => assert.match(assert.thrown(action, type).message, message);
  const make = (options) => () => new jt.PartialParser(options);
  fails(make(null), TypeError, /options must be an object/);
  fails(make({ multiple: 'ndjson' }), TypeError, /no option 'multiple'/);
  fails(make({ onBadLine: () => {} }), TypeError, /no option 'onBadLine'/);
  fails(make({ comments: 'keep' }), TypeError, /comments must be 'skip' or false/);
  fails(make({ numbers: 'exact' }), RangeError, /numbers must be 'double', 'bigint' or 'text'/);
  fails(make({ immutable: 1 }), TypeError, /immutable must be a boolean/);
  fails(make({ incomplete: true }), TypeError, /incomplete must be an object/);
  fails(make({ incomplete: { keys: true } }), TypeError, /no 'keys' in the option 'incomplete'/);
  fails(make({ incomplete: { strings: 1 } }), TypeError, /incomplete.strings must be a boolean/);
  fails(make({ lenient: { fence: 'x' } }), TypeError, /lenient.fence must be a boolean/);
  fails(make({ maxDepth: 0 }), RangeError, /maxDepth/);
  fails(() => jt.PartialParser(), TypeError, /class|new/i);
  const parser = new jt.PartialParser();
  for (const path of [1, undefined, 'a', '/a~', '~0'])
    fails(() => parser.onValue(path, () => {}), TypeError, /path must/);
  fails(() => parser.onValue('/a', 'x'), TypeError, /function/);
  for (const delta of [undefined, null, 1, {}, []]) fails(() => parser.write(delta), TypeError, /input must be/);
  assert.equal(parser.write('[1]'), [1]);
  assert.throws(() => {
    parser.value = 1;
  });
  assert.ok(Object.isFrozen(parser.changed));
});

test.run();
