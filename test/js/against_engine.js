// What the library makes of any bytes beside what JSON.parse and a decoder make of them, in one sentence: for the suites
// and for generated.js.
import { env, jt } from './harness.js';
import { completed } from './prefix.js';
import { difference } from './values.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const quote = (error) => `${error.code} at ${error.offset}`;

// The value of bytes as the engine has it, or { error }. A byte order mark is passed over, ill-formed bytes are an error.
function byEngine(bytes) {
  try {
    return { value: env.JSON.parse(utf8.decode(bytes)) };
  } catch (error) {
    return { error };
  }
}

// What something gives, or { error } where it throws one of ours.
function outcomeOf(action) {
  try {
    return { value: action() };
  } catch (error) {
    if (!(error instanceof jt.JSONTapeError)) throw error;
    return { error };
  }
}

/**
 * Where parse by the library's own engine differs from JSON.parse: '' where it does not. Nothing may be nested deeper than
 * by maxDepth.
 */
export function parseDifference(bytes, backend) {
  const expected = byEngine(bytes);
  const actual = outcomeOf(() => jt.parse(bytes, { engine: 'own', backend }));
  if (expected.error && actual.error) return '';
  if (actual.error) return `${quote(actual.error)}, but JSON.parse has a value`;
  if (expected.error) return `a value, but JSON.parse says: ${expected.error.message}`;
  return difference(actual.value, expected.value);
}

/**
 * Where the values that a PartialParser shows of a valid text, cut into chunks, are not those of its beginnings, or the one
 * at the end not the whole: '' where all are right.
 */
export function partialDifference(chunks, options) {
  const parser = new jt.PartialParser(options);
  let seen = '';
  for (const chunk of chunks) {
    seen += chunk;
    const shown = completed(seen, options.incomplete);
    const said = difference(parser.write(chunk), shown === undefined ? undefined : env.JSON.parse(shown));
    if (said !== '') return `up to ${seen.length}: ${said}`;
  }
  return difference(parser.end(), env.JSON.parse(seen));
}
