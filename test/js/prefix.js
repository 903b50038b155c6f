// An oracle for values whose text has not ended: the text is completed by closing what is open, and given to JSON.parse.

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/;
const LITERALS = ['true', 'false', 'null'];
const ESCAPES = /^(?:[^\\]|\\[^u]|\\u[\da-fA-F]{4})*/;
const HALF = /[\ud800-\udbff]$/;
const HALF_ESCAPE = /\\u[dD][89abAB][\da-fA-F]{2}$/;

// What there is of a string value behind its quote, as the text of a whole string.
function wholeString(text) {
  let kept = ESCAPES.exec(text)[0].replace(HALF, '');
  // The first half of a pair waits for the second; but a backslash that is itself escaped begins no escape.
  const half = HALF_ESCAPE.exec(kept)?.index;
  if (half !== undefined && ESCAPES.exec(kept.slice(0, half))[0].length === half) kept = kept.slice(0, half);
  return `"${kept}"`;
}

// What there is of a number or literal, or undefined where it is not shown. `ended`: something follows.
function wholeWord(word, ended, { numbers, literals }) {
  if (ended) return word;
  if (/[-\d]/.test(word[0])) return numbers ? NUMBER.exec(word)?.[0] : undefined;
  // A whole literal needs nothing behind it.
  const literal = LITERALS.find((whole) => whole.startsWith(word));
  return literals || literal === word ? literal : undefined;
}

/** Every way of showing what is incomplete, by number. */
export const SHOWING = Array.from({ length: 8 }, (_, bits) => ({
  strings: (bits & 1) > 0,
  numbers: (bits & 2) > 0,
  literals: (bits & 4) > 0,
}));

/**
 * The JSON text of what a prefix of valid JSON shows; undefined where that is nothing.
 * @param {string} text
 * @param {{ strings?: boolean, numbers?: boolean, literals?: boolean }} incomplete
 * @param {boolean} last whether the text has ended, which only matters to a number
 */
export function completed(text, incomplete = {}, last = false) {
  const options = { strings: true, numbers: false, literals: false, ...incomplete };
  const closers = [];
  const isKey = []; // of each object that is open: whether a key comes next
  let shown = '';
  for (let at = 0; at < text.length; ) {
    const c = text[at];
    const close = () => closers.toReversed().join('');
    if (c === '{' || c === '[') {
      closers.push(c === '{' ? '}' : ']');
      isKey.push(c === '{');
      shown = text.slice(0, ++at);
    } else if (c === '}' || c === ']') {
      closers.pop();
      isKey.pop();
      shown = text.slice(0, ++at);
    } else if (c === ',' || c === ':') {
      if (closers.at(-1) === '}') isKey[isKey.length - 1] = c === ',';
      at++;
    } else if (c === '"') {
      let end = at + 1;
      while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
      const key = isKey.at(-1) === true;
      if (end >= text.length) {
        if (key || !options.strings) break;
        return text.slice(0, at) + wholeString(text.slice(at + 1)) + close();
      }
      at = end + 1;
      if (!key) shown = text.slice(0, at);
    } else if (/[\w+.-]/.test(c)) {
      const word = /^[\w+.-]+/.exec(text.slice(at, at + 1000))[0];
      const whole = wholeWord(word, last || at + word.length < text.length, options);
      if (whole === undefined) break;
      at += word.length;
      if (at === text.length) return text.slice(0, at - word.length) + whole + close();
      shown = text.slice(0, at);
    } else {
      at++;
    }
  }
  return shown === '' ? undefined : shown + closers.toReversed().join('');
}
