// The backend over the Node.js addon (native/addon.c). Texts are read where they are; tokens go straight into the words
// of a tape that is used again.
import { STATUS_INVALID, STATUS_NEED_MEMORY, STATUS_REFUSED, TAPE_VERSION, TOKEN_WORDS } from '../layout.js';
import { failureOf, outOfMemory, randomSeed, roomFor } from './backend.js';
import { RECORDS_FIRST, recordsResult, recordsSize, setRecordViews } from './records.js';

const NAME = 'native';
const LARGE = 4 << 20; // bytes of text or output from which on blocks may have grown huge

class NativeSink {
  #addon;
  #block = new Uint8Array(RECORDS_FIRST);

  constructor(addon) {
    this.#addon = addon;
    setRecordViews(this, this.#block.buffer, 0, RECORDS_FIRST);
  }

  write(ops, doubles, text, flags) {
    return recordsResult(this.#addon.recordsWrite(this.#block, ops, doubles, text, flags));
  }

  resume() {
    return recordsResult(this.#addon.recordsResume(this.#block));
  }

  take() {
    const bytes = this.out.slice(0, this.#addon.recordsLength(this.#block) - 1);
    this.#addon.recordsDrain(this.#block);
    return bytes;
  }

  reserve(bytes) {
    const size = recordsSize(bytes);
    if (size <= this.#block.length) return;
    const block = new Uint8Array(size);
    block.set(this.#block);
    this.#block = block;
    setRecordViews(this, block.buffer, 0, size);
  }
}

/**
 * @param {object} addon the exports of jsontape.node
 * @param {() => string} sha256 of its file
 * @returns {import('./backend.js').Backend}
 */
export function nativeBackend(addon, sha256) {
  if (addon.tapeVersion !== TAPE_VERSION) {
    throw new Error(`jsontape.node writes tapes of version ${addon.tapeVersion}, not ${TAPE_VERSION}`);
  }
  addon.seed(randomSeed(), randomSeed());
  let large = false;

  function takeOutput() {
    const output = new Uint8Array(addon.outputLength());
    addon.output(output);
    if (output.length > LARGE) large = true;
    return output;
  }

  return {
    name: NAME,
    isa: addon.isa,
    version: addon.version,
    sha256,

    tokenize(text, maxDepth, words) {
      if (text.length > LARGE) large = true;
      const status = addon.tokenize(text, maxDepth, words);
      if (status === STATUS_NEED_MEMORY) throw outOfMemory(NAME);
      return status !== STATUS_INVALID;
    },

    tokens() {
      return Math.abs(addon.tokens());
    },

    failure() {
      const report = addon.describe();
      if (report === undefined) throw outOfMemory(NAME);
      return failureOf(report, report[6], report[7]);
    },

    takeWords(words) {
      const tokens = addon.tokens();
      const target = tokens < 0 ? words : roomFor(tokens * TOKEN_WORDS, words);
      addon.words(target);
      return target;
    },

    write(text, indent, indentChar) {
      if (addon.write(text, undefined, 0, indent, indentChar) === STATUS_NEED_MEMORY) throw outOfMemory(NAME);
      return takeOutput();
    },

    writeTape(text, words, tokens, indent, indentChar) {
      if (text.length > LARGE) large = true;
      const status = addon.write(text, words, tokens, indent, indentChar);
      if (status === STATUS_NEED_MEMORY) throw outOfMemory(NAME);
      return status === STATUS_REFUSED ? undefined : takeOutput();
    },

    done() {
      if (large) addon.trim();
      large = false;
    },

    recordSink: () => new NativeSink(addon),
  };
}
