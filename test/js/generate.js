// Random JSON texts of every kind, and texts that are nearly JSON. `next` gives random numbers of 32 bits (checks.js).
import { bytesOf } from './checks.js';

const KEYS = [
  ...['a', 'b', 'id', 'name', 'value', 'type', '', 'constructor', 'toString', 'length', 'x'.repeat(31), 'y'.repeat(40)],
  ...['__proto__', '\\u005f_proto__', '__proto\\u005f_', 'i\\u0064', '\\u0061', '\\"', '\\\\', '\\n', '/', '~', 'a b'],
  ...['0', '1', '7', '10', '01', '-1', '1.5', '1e3', '4294967294', '4294967295', '4294967296', '9007199254740993'],
  ...['\u00e9', '\u20ac', '\u{1f600}', '\\ud83d\\ude00', '\\ud83d', '\u2028', '\u00df\u00df\u00df'],
];

const NUMBERS = [
  ...[
    '0',
    '-0',
    '1',
    '-1',
    '0.0',
    '-0.0',
    '0e0',
    '-0e-5',
    '1E400',
    '-1e400',
    '1e-400',
    '-1e-999',
    '5e-324',
    '4.9e-324',
  ],
  ...['2.4703282292062327e-324', '2.4703282292062328e-324', '2.2250738585072011e-308', '2.2250738585072014e-308'],
  ...['1.7976931348623157e308', '1.7976931348623159e308', '179769313486231580793e289', '9007199254740991'],
  ...['9007199254740992', '9007199254740993', '-9007199254740993', '67108863', '67108864', '-67108863', '-67108864'],
  ...['2147483647', '2147483648', '-2147483648', '4294967295', '4294967296', '9223372036854775807'],
  ...['18446744073709551615', '18446744073709551616', '99999999', '100000000', '9999999999999999', '0.1', '0.3'],
  ...['0.30000000000000004', '98.88339545701953', '0.95000000000000000000', '1e21', '1e-7', '123456789012345680000'],
];

const ESCAPES = ['\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t', '\\u0000', '\\u001f', '\\u007f', '\\u00e9'];
const CHARACTERS = [
  '\u00e9',
  '\u00ff',
  '\u0100',
  '\u07ff',
  '\u20ac',
  '\uffff',
  '\ufeff',
  '\u2028',
  '\u{1f600}',
  '\u{10ffff}',
];
const SPACES = [' ', '\n', '\t', '\r\n', '  ', '\n    ', ' '.repeat(17), '\n\n\n'];

const pick = (next, list) => list[next() % list.length];
const digits = (next, count) => Array.from({ length: count }, () => next() % 10).join('');

/** How many of something there are: mostly few, sometimes many. */
const count = (next, few, many) => next() % (next() % 16 === 0 ? many : few);

function number(next) {
  const sign = next() % 4 === 0 ? '-' : '';
  const whole = () => (next() % 5 === 0 ? '0' : `${1 + (next() % 9)}${digits(next, count(next, 8, 40))}`);
  switch (next() % 8) {
    case 0:
      return pick(next, NUMBERS);
    case 1:
      return sign + (next() % 1000);
    case 2:
      return sign + whole();
    case 3:
      return `${sign}${whole()}.${digits(next, 1 + count(next, 6, 30))}`;
    case 4:
      return `${sign}${whole()}${pick(next, ['e', 'E'])}${pick(next, ['', '+', '-'])}${digits(next, 1 + (next() % 3))}`;
    case 5:
      return `${sign}${whole()}.${digits(next, 1 + count(next, 20, 400))}e${pick(next, ['', '-'])}${next() % 330}`;
    case 6: {
      const value = new Float64Array(new Uint32Array([next(), next()]).buffer)[0];
      return Number.isFinite(value) ? String(value) : '17';
    }
    default:
      return String((next() / 2 ** 32) * 10 ** (next() % 20));
  }
}

function string(next) {
  let text = '';
  for (let n = count(next, 5, 40); n > 0; n--) {
    switch (next() % 8) {
      case 0:
        text += pick(next, ESCAPES);
        break;
      case 1:
        text += pick(next, CHARACTERS);
        break;
      case 2:
        // Any unit: halves of pairs too.
        text += `\\u${(next() % 3 ? next() & 0xffff : 0xd800 | (next() & 0x7ff)).toString(16).padStart(4, '0')}`;
        break;
      case 3:
        text += pick(next, CHARACTERS).repeat(count(next, 4, 60));
        break;
      default:
        text += 'abcdefghijklmnopqrstuvwxyz 0123456789-_.:;,{}[]'
          .repeat(8)
          .slice(next() % 60)
          .slice(0, count(next, 20, 300));
    }
  }
  return `"${text}"`;
}

/** A random JSON text. `small`: few values, none of them deep. */
export function jsonText(next, small = false) {
  const spaced = next() % 3;
  const space = () => (spaced === 0 || (spaced === 1 && next() % 4) ? '' : pick(next, SPACES));
  const key = () => (next() % 5 === 0 ? string(next) : `"${pick(next, KEYS)}"`);
  const list = (length, make) => Array.from({ length }, () => space() + make() + space()).join(',') || space();
  const member = (name, value) => `${name}${space()}:${space()}${value}`;
  const many = small ? 5 : 25;
  const deepest = small ? 3 : 4;

  // Objects of one kind, and some that are nearly of it.
  function records(depth) {
    const keys = Array.from({ length: 1 + (next() % 8) }, key);
    const record = () => {
      const own = next() % 8 ? keys : [...keys.slice(next() % keys.length), key()];
      return `{${own.map((name) => space() + member(name, value(depth + 2)) + space()).join(',')}}`;
    };
    return `[${list(count(next, 8, many), record)}]`;
  }

  function value(depth) {
    const kind = next() % (depth >= deepest ? 5 : 10);
    if (kind < 2) return string(next);
    if (kind < 4) return number(next);
    if (kind < 5) return pick(next, ['true', 'false', 'null']);
    if (kind < 6) return `[${list(count(next, 8, 4 * many), () => number(next))}]`;
    if (kind < 7) return records(depth);
    if (kind < 8) return `[${list(count(next, 5, many), () => value(depth + 1))}]`;
    return `{${list(count(next, 5, many), () => member(key(), value(depth + 1)))}}`;
  }

  function deep() {
    let text = value(deepest);
    for (let n = next() % 1000; n > 0; n--) text = next() % 2 ? `[${text}]` : `{${member(key(), text)}}`;
    return text;
  }

  return space() + (!small && next() % 100 === 0 ? deep() : value(0)) + space();
}

const special = [...bytesOf('{}[]:,"\\ \n\t0-+.eE1tfnu/'), 0x00, 0x1f, 0x7f, 0x80, 0xbf, 0xc2, 0xe2, 0xed, 0xf0, 0xff];

/** A changed copy: bytes replaced, inserted, removed or doubled, or the end cut off. */
export function mutate(bytes, next) {
  const at = next() % (bytes.length + 1);
  const byte = special[next() % special.length];
  const length = 1 + (next() % 9);
  const before = bytes.subarray(0, at);
  switch (next() % 6) {
    case 0:
      return bytesOf(before, byte, bytes.subarray(at + 1));
    case 1:
      return bytesOf(before, byte, bytes.subarray(at));
    case 2:
      return bytesOf(before, bytes.subarray(at + length));
    case 3:
      return bytesOf(before, bytes.subarray(at, at + length), bytes.subarray(at));
    case 4:
      return bytesOf(before, ' \n\t\r'[next() % 4].repeat(length * 9), bytes.subarray(at));
    default:
      return bytesOf(before);
  }
}
