// A tokenizer for expectations: the format of the tape, the grammar and the place of every error, written down a byte
// at a time from their definitions and sharing nothing with the library. Slow on purpose.

export const typeNames = [
  undefined,
  'object-start',
  'object-end',
  'array-start',
  'array-end',
  'key',
  'string',
  'number',
  'true',
  'false',
  'null',
];
const typeCode = Object.fromEntries(typeNames.map((name, code) => [name, code]));

const maxKeyBytes = 30;
const maxKeys = 4095;

class Stop {
  constructor(code, offset, tokenStart = offset) {
    this.code = code;
    this.offset = offset;
    this.tokenStart = tokenStart;
  }
}

const isDigit = (byte) => byte >= 0x30 && byte <= 0x39;
const isHex = (byte) => isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
const isSpace = (byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
const char = (byte) => String.fromCharCode(byte);

// The first and last second byte that may follow a lead byte, and how many bytes follow it in all (Unicode, table 3-7).
function sequence(lead) {
  if (lead >= 0xc2 && lead <= 0xdf) return [0x80, 0xbf, 1];
  if (lead === 0xe0) return [0xa0, 0xbf, 2];
  if (lead === 0xed) return [0x80, 0x9f, 2];
  if (lead >= 0xe1 && lead <= 0xef) return [0x80, 0xbf, 2];
  if (lead === 0xf0) return [0x90, 0xbf, 3];
  if (lead >= 0xf1 && lead <= 0xf3) return [0x80, 0xbf, 3];
  if (lead === 0xf4) return [0x80, 0x8f, 3];
  return undefined;
}

/**
 * Tokenizes bytes.
 * @param {Uint8Array} bytes
 * @returns {{ tokens: object[], error?: { code: string, offset: number, tokenStart: number, pointer: string } }}
 *     tokens: { type, start, end, flags, id, match, depth, pointer }
 */
export function tokenizeSlowly(bytes, { maxDepth = 1024 } = {}) {
  const tokens = [];
  const keys = new Map();
  const open = []; // { index, object, count, pointer }, count: of its members or elements so far
  let at = 0;
  let pointer = ''; // of the value that is read, was read or is expected; of the object where a key is

  const fail = (code, offset = at, tokenStart = offset) => {
    throw new Stop(code, offset, tokenStart);
  };

  const push = (type, start, end, flags = 0, id = 0) => {
    const depth = open.length;
    tokens.push({ type, start, end, flags, id, match: -1, depth, pointer });
  };

  function skipSpace() {
    while (at < bytes.length && isSpace(bytes[at])) at++;
  }

  // Where something is missing: the end of the input has a code of its own.
  function expected(code) {
    if (at >= bytes.length) fail('UNEXPECTED_END');
    fail(code);
  }

  // One string from its opening quote on; gives its flags.
  function string() {
    const start = at++;
    let flags = 0;
    for (;;) {
      if (at >= bytes.length) fail('UNEXPECTED_END', at, start);
      const byte = bytes[at];
      if (byte === 0x22) {
        at++;
        return flags;
      }
      if (byte < 0x20) fail('CONTROL_CHARACTER', at, start);
      if (byte === 0x5c) {
        flags |= 1;
        at++;
        if (at >= bytes.length) fail('UNEXPECTED_END', at, start);
        if (bytes[at] === 0x75) {
          at++;
          for (let i = 0; i < 4; i++, at++) {
            if (at >= bytes.length) fail('UNEXPECTED_END', at, start);
            if (!isHex(bytes[at])) fail('INVALID_HEX_DIGIT', at, start);
          }
        } else if ('"\\/bfnrt'.includes(char(bytes[at]))) {
          at++;
        } else {
          fail('INVALID_ESCAPE', at, start);
        }
      } else if (byte >= 0x80) {
        flags |= 2;
        const lead = at;
        const range = sequence(byte);
        if (!range) fail('INVALID_UTF8', lead, start);
        let [low, high, count] = range;
        for (at++; count > 0; count--, at++, low = 0x80, high = 0xbf) {
          if (at >= bytes.length) fail('UNEXPECTED_END', at, start);
          if (bytes[at] < low || bytes[at] > high) fail('INVALID_UTF8', lead, start);
        }
      } else {
        at++;
      }
    }
  }

  function digits(start) {
    if (at >= bytes.length) fail('UNEXPECTED_END', at, start);
    if (!isDigit(bytes[at])) fail('INVALID_NUMBER', at, start);
    while (isDigit(bytes[at])) at++;
  }

  function number() {
    const start = at;
    let flags = 0;
    if (bytes[at] === 0x2d) {
      flags |= 1;
      at++;
    }
    if (bytes[at] === 0x30) at++;
    else digits(start);
    if (bytes[at] === 0x2e) {
      flags |= 2;
      at++;
      digits(start);
    }
    if (bytes[at] === 0x65 || bytes[at] === 0x45) {
      flags |= 4;
      at++;
      if (bytes[at] === 0x2b || bytes[at] === 0x2d) at++;
      digits(start);
    }
    push('number', start, at, flags);
  }

  function literal(text) {
    const start = at;
    for (const expectedChar of text) {
      if (at >= bytes.length) fail('UNEXPECTED_END', at, start);
      if (char(bytes[at]) !== expectedChar) fail('INVALID_LITERAL', at, start);
      at++;
    }
    push(text, start, at);
  }

  function begin(object) {
    if (open.length >= maxDepth) fail('DEPTH');
    push(object ? 'object-start' : 'array-start', at, at + 1);
    open.push({ index: tokens.length - 1, object, count: 0, pointer });
    at++;
  }

  function end() {
    const { index, object, pointer: outer } = open.pop();
    pointer = outer;
    push(object ? 'object-end' : 'array-end', at, at + 1);
    tokens[index].match = tokens.length - 1;
    tokens.at(-1).match = index;
    at++;
  }

  // One value, or the opening bracket of one.
  function value(code) {
    const byte = bytes[at];
    if (byte === 0x7b) begin(true);
    else if (byte === 0x5b) begin(false);
    else if (byte === 0x22) {
      const start = at;
      const flags = string();
      push('string', start, at, flags);
    } else if (byte === 0x2d || isDigit(byte)) number();
    else if (byte === 0x74) literal('true');
    else if (byte === 0x66) literal('false');
    else if (byte === 0x6e) literal('null');
    else expected(code);
  }

  function key(container, code) {
    pointer = container.pointer;
    if (bytes[at] !== 0x22) expected(code);
    const start = at;
    const flags = string();
    const raw = bytes.subarray(start + 1, at - 1);
    let id = 0;
    if (!(flags & 1) && raw.length <= maxKeyBytes) {
      const text = raw.join();
      id = keys.get(text) ?? 0;
      if (id === 0 && keys.size < maxKeys) {
        id = keys.size + 1;
        keys.set(text, id);
      }
    }
    pointer = `${container.pointer}/${escapePointer(decodeString(bytes, start, at))}`;
    push('key', start, at, flags, id);
    skipSpace();
    if (bytes[at] !== 0x3a) expected('EXPECTED_COLON');
    at++;
    skipSpace();
  }

  function run() {
    // A byte order mark, or the beginning of one, which is no beginning of anything else.
    if (bytes[0] === 0xef) {
      for (const byte of [0xef, 0xbb, 0xbf]) {
        if (at >= bytes.length) fail('UNEXPECTED_END');
        if (bytes[at] !== byte) fail('EXPECTED_VALUE');
        at++;
      }
    }
    skipSpace();
    if (at >= bytes.length) fail('EMPTY');
    value('EXPECTED_VALUE');
    while (open.length > 0) {
      const container = open.at(-1);
      const fresh = container.count === 0;
      skipSpace();
      if (bytes[at] === (container.object ? 0x7d : 0x5d)) {
        end();
        continue;
      }
      if (!fresh) {
        if (bytes[at] !== 0x2c)
          expected(container.object ? 'EXPECTED_COMMA_OR_OBJECT_END' : 'EXPECTED_COMMA_OR_ARRAY_END');
        at++;
        skipSpace();
      }
      if (container.object) {
        key(container, fresh ? 'EXPECTED_KEY_OR_OBJECT_END' : 'EXPECTED_KEY');
        container.count++;
        value('EXPECTED_VALUE');
      } else {
        pointer = `${container.pointer}/${container.count}`;
        container.count++;
        value(fresh ? 'EXPECTED_VALUE_OR_ARRAY_END' : 'EXPECTED_VALUE');
      }
    }
    skipSpace();
    if (at < bytes.length) expected('EXPECTED_END');
  }

  try {
    run();
    return { tokens };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { tokens, error: { ...error, pointer } };
  }
}

/** The words of a tape: three for each token. */
export function wordsOf(tokens) {
  const words = new Uint32Array(tokens.length * 3);
  tokens.forEach((token, i) => {
    const bracket = /-(start|end)$/.test(token.type);
    const length = bracket ? (token.match < 0 ? 0 : Math.abs(token.match - i)) : token.end - token.start;
    words.set([token.start, length, (token.id << 8) | (token.flags << 4) | typeCode[token.type]], i * 3);
  });
  return words;
}

const simpleEscapes = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** The text of the string whose quotes lie at start and end - 1. */
export function decodeString(bytes, start, end) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  let from = start + 1;
  for (let i = start + 1; i < end - 1; i++) {
    if (bytes[i] !== 0x5c) continue;
    text += decoder.decode(bytes.slice(from, i));
    const letter = char(bytes[++i]);
    if (letter === 'u') {
      text += String.fromCharCode(Number.parseInt(String.fromCharCode(...bytes.slice(i + 1, i + 5)), 16));
      i += 4;
    } else {
      text += simpleEscapes[letter] ?? letter;
    }
    from = i + 1;
  }
  return text + decoder.decode(bytes.slice(from, end - 1));
}

/** A reference token of a JSON Pointer (RFC 6901). */
export const escapePointer = (key) => key.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Line, column (in UTF-16 units) and byteColumn, 1-based, of an offset in text that is well-formed up to there, but for
 * a sequence that the offset may cut: that counts as if it were whole.
 */
export function locate(bytes, offset) {
  let line = 1;
  let lineStart = 0;
  for (let i = 0; i < offset; i++) {
    if (bytes[i] === 0x0a) {
      line++;
      lineStart = i + 1;
    }
  }
  let column = 1;
  for (let i = lineStart; i < offset; i++) {
    if ((bytes[i] & 0xc0) === 0x80) continue;
    column += bytes[i] >= 0xf0 ? 2 : 1;
  }
  return { line, column, byteColumn: offset - lineStart + 1 };
}
