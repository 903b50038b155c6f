// A module's bytes as a string literal. One printable character stands for each of the bytes that code is full of - small
// numbers of either sign and what is above them - and two for the others, so that the text is shorter than base64, and,
// because a byte always looks the same, compresses like the bytes themselves: base64 takes a quarter more when gzipped.

const FIRST = 251; // the byte of value 0; values go on from there, behind 255 with 0
const SINGLE = 88; // values below have one character, and the three characters behind those begin pairs
const CHARACTERS = 91; // from '#' to '~', without the backslash

const characterOf = (index) => String.fromCharCode(index + (index < 57 ? 35 : 36));
const indexAt = (text, i) => {
  const code = text.charCodeAt(i);
  return code - (code < 92 ? 35 : 36);
};

/** @param {Uint8Array} bytes */
export function pack(bytes) {
  let text = '';
  for (const byte of bytes) {
    const value = (byte - FIRST) & 255;
    const rest = value - SINGLE;
    text +=
      rest < 0
        ? characterOf(value)
        : characterOf(SINGLE + Math.floor(rest / CHARACTERS)) + characterOf(rest % CHARACTERS);
  }
  return text;
}

/** @param {string} text of `pack` */
export function unpack(text) {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    let value = indexAt(text, i);
    if (value >= SINGLE) value = SINGLE + (value - SINGLE) * CHARACTERS + indexAt(text, ++i);
    bytes[length++] = value + FIRST;
  }
  return bytes.subarray(0, length);
}
