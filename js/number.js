// The numbers that number tokens stand for.
import { FLAG_EXPONENT, FLAG_FRACTION, FLAG_NEGATIVE } from './layout.js';

const EXACT_DIGITS = 15; // an integer of so many digits is a double
const POWERS = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`)); // the powers of ten that are doubles

/**
 * The double nearest to a number token of these flags.
 * @param {import('./text.js').Text} text
 */
export function numberOf(text, start, end, flags) {
  const negative = flags & FLAG_NEGATIVE;
  // Digits and divisor are both exact here, so that the one division rounds correctly.
  if ((flags & FLAG_EXPONENT) === 0 && end - start <= EXACT_DIGITS) {
    const { bytes, offset } = text;
    const last = end - offset;
    let value = 0;
    let fraction = 0;
    for (let at = start - offset + (negative ? 1 : 0); at < last; at++) {
      const digit = bytes[at] - 0x30;
      if (digit >= 0) value = value * 10 + digit;
      else fraction = last - at - 1;
    }
    if (flags & FLAG_FRACTION) value /= POWERS[fraction];
    return negative ? -value : value;
  }
  return Number(text.ascii(start, end));
}

/**
 * What the text of a number is among values.
 * @param {string} numbers 'double'; 'bigint', integers past 2^53 - 1 being BigInts; or 'text', the text itself
 */
export function valueOfNumber(source, numbers) {
  if (numbers === 'text') return source;
  const value = Number(source);
  if (numbers === 'bigint' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)) return BigInt(source);
  return value;
}

/** More digits than this are not made from an exponent: 13 bytes of text could ask for gigabytes of zeros. */
const EXPONENT_DIGITS = 1_000_000;

/**
 * The integer that a number token stands for.
 * @throws {RangeError} where it is not an integer, or one of more than a million digits that has an exponent
 */
export function bigintOf(text, start, end, flags) {
  const source = text.ascii(start, end);
  if ((flags & (FLAG_FRACTION | FLAG_EXPONENT)) === 0) return BigInt(source);
  const [, sign, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(source);
  let last = whole.length + fraction.length;
  const all = whole + fraction;
  while (last > 0 && all.charCodeAt(last - 1) === 0x30) last--;
  if (last === 0) return 0n;
  const digits = all.slice(0, last);
  const zeros = Number(exponent) - fraction.length + (all.length - last);
  if (zeros < 0) throw new RangeError(`${shorten(source)} is not an integer`);
  if (zeros > EXPONENT_DIGITS) throw new RangeError(`${shorten(source)} has more than a million digits`);
  const value = BigInt(digits) * 10n ** BigInt(zeros);
  return sign ? -value : value;
}

const shorten = (source) => (source.length > 40 ? `${source.slice(0, 40)}...` : source);
