// The text that a module's bytes are shipped as.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pack, unpack } from '../../js/packed.js';

test('every byte survives behind every other', () => {
  const bytes = Uint8Array.from({ length: 256 * 256 * 2 }, (_, i) => (i & 1 ? i >> 9 : i >> 1));
  const text = pack(bytes);
  assert.match(text, /^[#-[\]-~]*$/, 'printable, without quote and backslash');
  assert.equal(Buffer.from(unpack(text)), Buffer.from(bytes));
  assert.is(unpack('').length, 0);
});

test.run();
