// Real documents: the tape against the reference tokenizer in Python, and round trips.
import { minify, same } from '../checks.js';
import { assert, decode, env, jt, suite } from '../harness.js';

const test = suite('documents');

async function digest(words) {
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

test('the words of each tape are those of the reference', async () => {
  const files = Object.keys(env.data.references);
  assert.ok(files.length >= env.data.documents.length + 90, 'references for documents and suite');
  for (const file of files) {
    const tape = jt.tokenize(await env.bytes(file));
    const reference = env.data.references[file];
    assert.is(tape.length, reference.tokens, file);
    assert.is(await digest(tape.words), reference.digest, file);
  }
});

test('a reused tape gives the same words', async () => {
  const spare = jt.tokenize('[]');
  for (const file of env.data.documents) {
    const bytes = await env.bytes(file);
    const tape = jt.tokenize(bytes, { into: spare });
    assert.is(await digest(tape.words), env.data.references[file].digest, file);
  }
});

test('format, minify and value agree with JSON.parse and JSON.stringify', async () => {
  for (const file of env.data.documents) {
    const bytes = await env.bytes(file);
    const value = env.JSON.parse(decode(bytes));
    const pretty = jt.format(bytes, { indent: 2 });
    const minified = minify(pretty);
    same(minified, minify(bytes), `${file}: minified over indented`);
    same(jt.serialize(jt.tokenize(bytes)), minified, `${file}: minified from the tape`);
    same(jt.format(minified, { indent: 2 }), pretty, `${file}: indented over minified`);
    // Numbers and strings pass untouched, so equal as values and not as bytes.
    assert.is(env.JSON.stringify(env.JSON.parse(decode(pretty))), env.JSON.stringify(value), `${file}: indented`);
    assert.is(env.JSON.stringify(env.JSON.parse(decode(minified))), env.JSON.stringify(value), `${file}: minified`);
    // Written anew, they are JSON.stringify's bytes.
    const rewritten = jt.serialize(value, null, 1);
    assert.is(decode(rewritten), env.JSON.stringify(value, null, 1), `${file}: serialized`);
  }
});

test('the layout of an indented document is that of JSON.stringify', async () => {
  for (const file of env.data.documents) {
    const text = env.JSON.stringify(env.JSON.parse(decode(await env.bytes(file))));
    for (const indent of [0, 1, 4, '\t']) {
      const expected = env.JSON.stringify(env.JSON.parse(text), null, indent);
      assert.is(decode(jt.format(text, { indent })) === expected, true, `${file}, indent ${indent}`);
    }
  }
});

test('every string, key and number of a document decodes to JSON.parse of its text', async () => {
  for (const file of env.data.documents) {
    const bytes = await env.bytes(file);
    if (bytes.length > 800_000) continue;
    const tape = jt.tokenize(bytes);
    const latin1 = new TextDecoder('latin1').decode(bytes);
    let wrong = 0;
    let seen = 0;
    for (let i = 0; i < tape.length; i++) {
      const type = tape.type(i);
      if (type !== 'string' && type !== 'key' && type !== 'number') continue;
      seen++;
      const start = tape.start(i);
      const end = tape.end(i);
      if (type === 'number') {
        if (!Object.is(tape.number(i), Number(latin1.slice(start, end)))) wrong++;
      } else if (tape.string(i) !== env.JSON.parse(decode(bytes.subarray(start, end)))) wrong++;
    }
    assert.ok(seen > 100, file);
    assert.is(wrong, 0, file);
  }
});

test.run();
