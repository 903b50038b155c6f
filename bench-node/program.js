// What the programs of the JavaScript benchmarks share: words of the command line, progress, what comes of results, and
// how they end. native/bench/program.c has the like for C.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultsText } from './report.js';

/** What is wrong with a command line. */
export class UsageError extends Error {}

/** The number of rounds that a word says. */
export function roundsOf(word) {
  const rounds = Number(word);
  if (!(Number.isInteger(rounds) && rounds >= 1 && rounds <= 1000)) {
    throw new UsageError(`--rounds takes 1 to 1000, not '${word}'`);
  }
  return rounds;
}

/** Throws where an option has other words than the known ones. */
export function checkWords(option, words, known) {
  const unknown = words.find((word) => !known.includes(word));
  if (unknown !== undefined) throw new UsageError(`${option} takes ${known.join(', ')}, not '${unknown}'`);
}

/** A function that shows how far a program is, on a terminal; without a text it clears the line. */
export const progressOf = (program) => (text) => {
  if (process.stderr.isTTY) process.stderr.write(text ? `\r\x1b[K${program}: ${text}` : '\r\x1b[K');
};

/** Results as FOLDER/BENCHMARK.json. */
export function writeResults(folder, results) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${results.benchmark}.json`), `${JSON.stringify(results, null, 1)}\n`);
}

/** Prints the table of results, and writes them where that is wanted. */
export function tell(results, { markdown, json }) {
  console.log(`\n${resultsText(results, markdown)}`);
  if (json !== undefined) writeResults(json, results);
}

/** Runs a program to its end: the exit status is 2 where the command line is wrong, 1 where it fails. */
export async function runProgram(name, main) {
  try {
    await main();
  } catch (error) {
    console.error(`${name}: ${error.message}`);
    process.exitCode = error instanceof UsageError || error.code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
  }
}
