// Makes a module smaller where the compilers' tools leave something, without changing what it does:
//
//   - a vector of 16 equal bytes is a constant of 18 bytes in code: the byte and a splat take 4 or 5 (1 KB in all)
//   - the low half of 64 bits is taken by a mask of 6 bytes: going by way of 32 bits takes 2
//   - a double takes 9 bytes: small integers are converted in 3
//   - of what the linker exports beside the functions that are marked for it, nothing is used
//
//   node wasm/shrink.js FILE.wasm      writes the file anew
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const EXPORTS = 7;
const CODE = 10;
const LINKER_EXPORTS = /^(stackSave|stackRestore|stackAlloc|__indirect_function_table)$/;

/** Reads a module's bytes from a place on. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  u32() {
    let value = 0;
    for (let shift = 0, byte = 128; byte & 128; shift += 7) {
      byte = this.byte();
      value += (byte & 127) * 2 ** shift;
    }
    return value;
  }

  skipLeb(count) {
    for (let i = 0; i < count; i++) while (this.byte() & 128);
  }

  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}

function u32(value) {
  const bytes = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}

const sized = (bytes) => [...u32(bytes.length), ...bytes];

/** Passes over the immediates of an instruction with the opcode `op`. Throws where it is none of those that C becomes. */
function skipImmediates(code, op) {
  if (op <= 0x01 || op === 0x05 || op === 0x0b || op === 0x0f || op === 0x1a || op === 0x1b) return;
  if (op >= 0x45 && op <= 0xc4) return;
  if ((op >= 0x02 && op <= 0x04) || op === 0x0c || op === 0x0d || op === 0x10) code.skipLeb(1);
  else if ((op >= 0x20 && op <= 0x24) || (op >= 0x3f && op <= 0x42)) code.skipLeb(1);
  else if (op === 0x11 || (op >= 0x28 && op <= 0x3e)) code.skipLeb(2);
  else if (op === 0x0e) code.skipLeb(code.u32() + 1);
  else if (op === 0x43) code.at += 4;
  else if (op === 0x44) code.at += 8;
  else if (op === 0xfc) skipBulkImmediates(code, code.u32());
  else throw new Error(`an instruction ${op.toString(16)} that is not known`);
}

function skipBulkImmediates(code, op) {
  if (op <= 7) return;
  if (op !== 10 && op !== 11) throw new Error(`an instruction fc ${op.toString(16)} that is not known`);
  code.at += op === 10 ? 2 : 1;
}

function skipVectorImmediates(code, op) {
  if (op <= 11 || op === 92 || op === 93) code.skipLeb(2);
  else if (op === 12 || op === 13) code.at += 16;
  else if (op >= 21 && op <= 34) code.at += 1;
  else if (op >= 84 && op <= 91) {
    code.skipLeb(2);
    code.at += 1;
  } else if (op > 255) throw new Error(`an instruction fd ${op.toString(16)} that is not known`);
}

/** i32.const and i8x16.splat. */
function splat(byte) {
  const low = byte & 127;
  const more = byte >= 64 && byte < 192;
  return [0x41, ...(more ? [low | 128, byte >= 128 ? 127 : 0] : [low]), 0xfd, 0x0f];
}

/** i32.const and f64.convert_i32_s, of a double that is a small integer. */
function smallDouble(body, at) {
  const value = new DataView(body.buffer, body.byteOffset).getFloat64(at, true);
  return Number.isInteger(value) && value >= 0 && value < 64 && !Object.is(value, -0) ? [0x41, value, 0xb7] : undefined;
}

const LOW_HALF = Uint8Array.of(0x42, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x83); // i64.const and i64.and
const BY_32_BITS = [0xa7, 0xad]; // i32.wrap_i64 and i64.extend_i32_u

/** What says the same as the instruction at body[start .. code.at), in fewer bytes; moves on behind what it stands for. */
function shorter(body, start, code) {
  const op = body[start];
  if (op === 0x44) return smallDouble(body, start + 1);
  if (op === 0x42 && LOW_HALF.every((byte, i) => body[start + i] === byte)) {
    code.at = start + LOW_HALF.length;
    return BY_32_BITS;
  }
  const bytes = body.subarray(start + 2, code.at);
  if (op === 0xfd && body[start + 1] === 12 && bytes.every((byte) => byte === bytes[0])) return splat(bytes[0]);
}

function shrinkBody(body) {
  const code = new Reader(body);
  for (let groups = code.u32(); groups > 0; groups--) {
    code.u32();
    code.byte();
  }
  const parts = [];
  let copied = 0;
  while (code.at < body.length) {
    const { at } = code;
    const op = code.byte();
    if (op === 0xfd) skipVectorImmediates(code, code.u32());
    else skipImmediates(code, op);
    const replaced = shorter(body, at, code);
    if (replaced) {
      parts.push(body.subarray(copied, at), replaced);
      copied = code.at;
    }
  }
  return parts.concat([body.subarray(copied)]).flatMap((part) => [...part]);
}

function shrinkCode(section) {
  const reader = new Reader(section);
  const count = reader.u32();
  const bodies = Array.from({ length: count }, () => sized(shrinkBody(reader.take(reader.u32()))));
  return [...u32(count), ...bodies.flat()];
}

function shrinkExports(section) {
  const reader = new Reader(section);
  const kept = [];
  for (let count = reader.u32(); count > 0; count--) {
    const start = reader.at;
    const name = Buffer.from(reader.take(reader.u32())).toString();
    reader.byte();
    reader.u32();
    if (!LINKER_EXPORTS.test(name)) kept.push([...section.subarray(start, reader.at)]);
  }
  return [...u32(kept.length), ...kept.flat()];
}

/** @param {Uint8Array} module @returns {Uint8Array} */
export function shrink(module) {
  const reader = new Reader(module, 8);
  const parts = [...module.subarray(0, 8)];
  while (reader.at < module.length) {
    const id = reader.byte();
    const section = reader.take(reader.u32());
    const smaller = id === CODE ? shrinkCode(section) : id === EXPORTS ? shrinkExports(section) : [...section];
    parts.push(id, ...u32(smaller.length));
    for (const byte of smaller) parts.push(byte);
  }
  const result = Uint8Array.from(parts);
  if (!WebAssembly.validate(result)) throw new Error('the smaller module is not valid');
  return result;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = process.argv[2];
  writeFileSync(file, shrink(readFileSync(file)));
}
