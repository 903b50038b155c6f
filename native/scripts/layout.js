// Writes js/layout.js: the numbers that JS shares with C. Their names are read from the two C headers, their values are
// what a C compiler says, so that neither is written twice.
//
//   node native/scripts/layout.js            writes the file
//   node native/scripts/layout.js --check    fails when the file is stale
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const target = join(root, 'js/layout.js');
const headers = ['core/include/jsontape.h', 'core/src/bindings.h', 'core/src/engine.h'].filter((path) =>
  existsSync(join(root, path)),
);

// How the enumerations and the flags are called in JS; everything else just loses its JT_.
const PREFIX = { jt_type: 'TYPE_', jt_status: 'STATUS_' };
const FLAGS = /^JT_(ESCAPED|NON_ASCII|PARTIAL|NEGATIVE|FRACTION|EXPONENT)$/;
const jsName = (name, enumeration) => {
  if (FLAGS.test(name)) return name.replace('JT_', 'FLAG_');
  return name.replace('JT_', PREFIX[enumeration] ?? '');
};

/** The names that the headers give to numbers: [{ name, enumeration }], in their order. */
function numbersOf(source) {
  const text = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
  const numbers = [];
  for (const match of text.matchAll(/^#define (JT_\w+) (.+)$|enum (?:\w+ )?\{([^}]*)\}\s*(\w*)/gm)) {
    const [, macro, value, body, enumeration] = match;
    if (macro && /^[\w\s()+*/<|-]*$/.test(value) && /\d/.test(value)) numbers.push({ name: macro });
    for (const item of body?.split(',') ?? []) {
      const name = item.trim().split(/\W/)[0];
      if (name.startsWith('JT_')) numbers.push({ name, enumeration });
    }
  }
  return numbers;
}

/** What the C compiler says of expressions. */
function evaluate(expressions) {
  const folder = mkdtempSync(join(tmpdir(), 'jsontape-layout-'));
  try {
    const includes = headers.map((path) => `#include "${join(root, path)}"\n`).join('');
    const prints = expressions.map((text) => `    printf("%lld\\n", (long long)(${text}));\n`).join('');
    writeFileSync(join(folder, 'a.c'), `#include <stdio.h>\n${includes}int main(void) {\n${prints}}\n`);
    execFileSync(process.env.CC ?? 'cc', [join(folder, 'a.c'), '-o', join(folder, 'a')], { stdio: 'inherit' });
    return execFileSync(join(folder, 'a'), { encoding: 'utf8' }).trim().split('\n').map(Number);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function layout() {
  const numbers = headers.flatMap((path) => numbersOf(readFileSync(join(root, path), 'utf8')));
  const values = evaluate([...numbers.map(({ name }) => name), 'sizeof(jt_token) / 4']);
  const constants = numbers.map(({ name, enumeration }, i) => ({
    key: jsName(name, enumeration),
    enumeration,
    value: values[i],
  }));
  const named = (enumeration, prefix, change) => {
    const list = [];
    for (const constant of constants) {
      if (constant.enumeration === enumeration) list[constant.value] = change(constant.key.slice(prefix.length));
    }
    return list;
  };
  const lower = (name) => name.toLowerCase();
  const array = (name, about, list) => {
    const items = Array.from(list, (item) => (item === undefined ? 'undefined' : `'${item}'`));
    const line = `export const ${name} = [${items.join(', ')}];`;
    const text =
      line.length <= 120 ? line : `export const ${name} = [\n${items.map((item) => `  ${item},\n`).join('')}];`;
    return `\n/** ${about} */\n${text}\n`;
  };

  return [
    `// The numbers that JS shares with C.\n// Written by native/scripts/layout.js from ${headers.join(' and ')}.\n\n`,
    ...constants.map(({ key, value }) => `export const ${key} = ${value};\n`),
    `export const TOKEN_WORDS = ${values.at(-1)};\n`,
    array(
      'TYPE_NAMES',
      'A token type by number.',
      named('jt_type', 'TYPE_', (name) => lower(name).replace('_', '-')),
    ),
    array('ERROR_NAMES', 'An error code by number.', named('jt_error_code', 'ERROR_', String).slice(0, -1)),
    array('ISA_NAMES', 'An instruction set by number.', named('jt_isa', 'ISA_', lower)),
  ].join('');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = layout();
  if (process.argv.includes('--check')) {
    if (readFileSync(target, 'utf8') !== text) {
      console.error('js/layout.js is stale: run node native/scripts/layout.js');
      process.exitCode = 1;
    }
  } else {
    writeFileSync(target, text);
  }
}
