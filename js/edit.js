// edit(input, edits): values of a text replaced, removed and inserted, so that all other bytes stay as they are. The
// whitespace of what comes is copied from its neighbours, and comments stay, as core/src/write/edit.c has it.
import { inputBytes, joinBytes } from './input.js';
import { COMMENTS_KEEP, SINGLE, UTF8_REPLACE } from './layout.js';
import { READING_NAMES, readOptions, word, wrongType } from './options.js';
import { stepsOf } from './pointer.js';
import { decodeLatin1 } from './text.js';

const EDIT = ['backend', ...READING_NAMES];
const PROPERTIES = ['op', 'pointer', 'value', 'json'];
const OPS = { replace: 1, remove: 1, insert: 1 };
const INDEX = /^(?:0|[1-9]\d*)$/;
const WHITESPACE = [0x20, 0x0a, 0x0d, 0x09];
const COMMA = Uint8Array.of(0x2c);
const COLON = Uint8Array.of(0x3a);
const SLASH = 0x2f;

const isObject = (value) => typeof value === 'object' && value !== null;

function beforeWhitespace(bytes, at) {
  while (at > 0 && WHITESPACE.includes(bytes[at - 1])) at--;
  return at;
}

function behindWhitespace(bytes, at) {
  while (WHITESPACE.includes(bytes[at])) at++;
  return at;
}

/** Of what lies between two tokens: where the comma is (or `to`), and the place behind the last line comment (or `from`). */
function lookBetween(bytes, from, to) {
  let comma = to;
  let line = from;
  for (const { 0: part, index } of decodeLatin1(bytes, from, to).matchAll(/,|\/\/[^\n]*\n|\/\*[\s\S]*?\*\//g)) {
    if (part === ',') comma = from + index;
    else if (part[1] === '/') line = from + index + part.length;
  }
  return { comma, line };
}

/** The children of a container: of each its first token, the token of its value, and, of a member, its key. */
function childrenOf(tape, container) {
  const isMember = tape.type(container) === 'object-start';
  const end = tape.match(container);
  const children = [];
  for (let first = container + 1; first < end; ) {
    const value = isMember ? first + 1 : first;
    children.push({ first, value, key: isMember ? tape.string(first) : undefined });
    first = tape.skip(value);
  }
  return children;
}

const isContainer = (type) => type === 'object-start' || type === 'array-start';

/** Which of the children a step names: of several with one key the last one; -1 for none. */
function indexOf(children, isMember, step) {
  if (isMember) return children.findLastIndex(({ key }) => key === step);
  return INDEX.test(step) && Number(step) < children.length ? Number(step) : -1;
}

/** The token of the value that steps lead to, or undefined. */
function find(tape, steps) {
  let at = 0;
  for (const step of steps) {
    const type = tape.type(at);
    if (!isContainer(type)) return undefined;
    const children = childrenOf(tape, at);
    at = children[indexOf(children, type === 'object-start', step)]?.value;
    if (at === undefined) return undefined;
  }
  return at;
}

const endOf = (tape, value) => tape.end(tape.skip(value) - 1);

/**
 * What goes and what comes: the text from `start` to `end` makes way for `parts`. Several lie in the order of the text.
 * @typedef {{ start: number, end: number, parts: Uint8Array[] }} Splice
 */

const splice = (start, end, ...parts) => ({ start, end, parts });

const replacement = (tape, value, json) => [splice(tape.start(value), endOf(tape, value), json)];

/** A child goes, with a comma and the whitespace beside that. */
function removal(tape, { first, value }) {
  const { bytes } = tape;
  const start = tape.start(first);
  const end = endOf(tape, value);
  const next = tape.start(tape.skip(value));
  const behind = lookBetween(bytes, end, next).comma;
  if (behind < next) {
    const stop = behindWhitespace(bytes, behind + 1);
    if (beforeWhitespace(bytes, behind) <= end) return [splice(start, stop)];
    return [splice(start, end), splice(behind, stop)]; // a comment lies between
  }
  const { comma, line } = lookBetween(bytes, tape.end(first - 1), start);
  const from = Math.max(beforeWhitespace(bytes, start), line);
  if (comma === start) return [splice(from, end)]; // it is the only child
  return comma + 1 === from ? [splice(comma, end)] : [splice(comma, comma + 1), splice(from, end)];
}

/** A value comes before a child, or last. `key`: that of a new member, as JSON. */
function insertion(tape, container, child, last, json, key) {
  const { bytes } = tape;
  const spaceBefore = ({ first }) => bytes.subarray(beforeWhitespace(bytes, tape.start(first)), tape.start(first));
  if (child !== undefined) {
    const at = tape.start(child.first);
    return [splice(at, at, json, COMMA, spaceBefore(child))];
  }
  const at = last === undefined ? tape.end(container) : endOf(tape, last.value);
  const parts = last === undefined ? [] : [COMMA, spaceBefore(last)];
  if (key !== undefined) {
    const colon = last && bytes.subarray(tape.end(last.first), tape.start(last.value));
    parts.push(key, colon === undefined || colon.includes(SLASH) ? COLON : colon); // comments are not copied
  }
  return [splice(at, at, ...parts, json)];
}

/** @returns {Splice[] | undefined}  undefined where there is no such place */
function splicesOf(tape, { op, steps, json }, serialize) {
  const found = find(tape, steps);
  if (op !== 'insert' && found === undefined) return undefined;
  if (op === 'replace' || steps.length === 0) return replacement(tape, found, json);
  const container = find(tape, steps.slice(0, -1));
  if (container === undefined || !isContainer(tape.type(container))) return undefined;
  const children = childrenOf(tape, container);
  const child = children.find(({ value }) => value === found);
  if (op === 'remove') return removal(tape, child);
  const step = steps.at(-1);
  const last = children.at(-1);
  if (tape.type(container) === 'object-start') {
    if (child !== undefined) return replacement(tape, found, json);
    return insertion(tape, container, undefined, last, json, serialize(step));
  }
  if (child === undefined && step !== '-' && step !== String(children.length)) return undefined;
  return insertion(tape, container, child, last, json);
}

function applySplices(bytes, splices) {
  const parts = [];
  let at = 0;
  for (const { start, end, parts: come } of splices) {
    parts.push(bytes.subarray(at, start), ...come);
    at = end;
  }
  return joinBytes([...parts, bytes.subarray(at)]);
}

/**
 * @param {(bytes: Uint8Array, reading: object, name?: string) => import('./tape.js').Tape} tokenizeBytes
 * @param {(value: unknown) => Uint8Array | undefined} serialize
 */
export function createEdit(tokenizeBytes, serialize) {
  /** Checks an edit, and makes JSON of its value. */
  function read(given, index, tokenize) {
    const place = `edits[${index}]`;
    if (!isObject(given)) wrongType(place, 'an object', given);
    for (const name in given) {
      if (!PROPERTIES.includes(name)) throw new TypeError(`there is no '${name}' in an edit`);
    }
    const { op, pointer, value, json } = given;
    word(`${place}.op`, op, OPS);
    const steps = stepsOf(pointer, 'pointer');
    if (op === 'remove') {
      if (value !== undefined || json !== undefined) throw new TypeError(`${place} removes, and takes no value`);
      if (steps.length === 0) throw new TypeError('the root value can be replaced, not removed');
      return { op, pointer, steps };
    }
    if ((value === undefined) === (json === undefined)) {
      throw new TypeError(`${place} needs a value that JSON has, or json: one of the two`);
    }
    if (json === undefined) {
      const bytes = serialize(value);
      if (bytes === undefined) throw new TypeError(`the value of ${place} has no JSON text`);
      return { op, pointer, steps, json: bytes };
    }
    // The value alone: what is around it might not fit its new place.
    const tape = tokenize(inputBytes(json));
    return { op, pointer, steps, json: tape.bytes.slice(tape.start(0), endOf(tape, 0)) };
  }

  return function edit(input, edits, options) {
    const { reading, backend } = readOptions(options, EDIT);
    if (reading.multiple !== SINGLE) throw new TypeError('edit takes one value: multiple must be false');
    if (reading.comments === COMMENTS_KEEP) throw new TypeError("edit keeps comments with comments: 'skip'");
    if (!Array.isArray(edits)) wrongType('edits', 'an array', edits);
    const tokenize = (bytes) => tokenizeBytes(bytes, reading, backend);
    // No code of the caller's runs once this is done.
    const all = Array.from(edits, (given, index) => read(given, index, tokenize));
    let bytes = inputBytes(input, reading.utf8 === UTF8_REPLACE);
    if (all.length === 0) return tokenize(bytes).bytes.slice();
    for (const one of all) {
      const splices = splicesOf(tokenize(bytes), one, serialize);
      if (splices === undefined) throw new TypeError(`there is no place to ${one.op} at '${one.pointer}'`);
      bytes = applySplices(bytes, splices);
    }
    return bytes;
  };
}
