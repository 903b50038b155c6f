/** What is one input: a string, or bytes in any kind of view or buffer, which must not change while a Tape of them is used. */
export type Input = string | ArrayBufferView | ArrayBuffer | SharedArrayBuffer;

/** Where the work is done: by the Node.js addon, the browser module or the WASI reactor. */
export type BackendName = 'native' | 'wasm' | 'wasi';

export type TokenType =
  | 'object-start'
  | 'object-end'
  | 'array-start'
  | 'array-end'
  | 'key'
  | 'string'
  | 'number'
  | 'true'
  | 'false'
  | 'null'
  | 'comment';

export interface BackendOptions {
  /**
   * The backend that does this call; an Error where it does not load. Default: in Node.js what the environment variable
   * `JSONTAPE_BACKEND` says when the library is loaded, else the addon where it loads and the browser module otherwise; in
   * browsers the module.
   */
  backend?: BackendName;
}

/** What is read is RFC 8259, unless options say otherwise. */
export interface ReadOptions extends BackendOptions {
  /** The deepest nesting that is allowed, from 1 to 2^32 - 1 as far as memory goes. Default: 1024. */
  maxDepth?: number;

  /** How many bytes a token may have, quotes included. Default: as many as memory holds, less than 4 GiB. */
  maxTokenLength?: number;

  /** How many bytes the whole input may have. Default: any number. */
  maxLength?: number;

  /**
   * Comments, from `//` to the end of the line and from `/*` to `*\/`: 'skip' passes over them, 'keep' makes them tokens
   * of type 'comment'. Default: false, they are an error.
   */
  comments?: false | 'skip' | 'keep';

  /** Whether a comma may stand before a closing bracket. Default: false. */
  trailingCommas?: boolean;

  /**
   * Any number of values instead of one: 'concatenated' with or without whitespace between them; 'ndjson' one on a line,
   * blank lines being passed over; 'seq' each behind a record separator, U+001E (RFC 7464). Default: false.
   */
  multiple?: false | 'concatenated' | 'ndjson' | 'seq';

  /**
   * With `multiple: 'ndjson'`: a function is called with the error of each line that is not JSON, once the tokens of the
   * input or chunk have been read; the line is left out, and reading goes on behind it. Of a line that chunks cut, tokens
   * may have been on an earlier tape. Default: 'stop', the error is thrown.
   */
  onBadLine?: 'stop' | ((error: JSONTapeError) => void);

  /**
   * What ill-formed UTF-8 in strings and comments is: 'strict' an error; 'replace' U+FFFD where a string is asked for, and
   * in what `format` writes; 'raw' U+FFFD where a string is asked for, but kept in what is written, and so are the lone
   * surrogates of input that is a string, as the ill-formed bytes that they would be. Anywhere else it is an error.
   * Default: 'strict'.
   */
  utf8?: 'strict' | 'replace' | 'raw';

  /** Whether a key that its object has already is an error; keys are compared unescaped. Default: 'allow'. */
  duplicates?: 'allow' | 'error';
}

export interface TokenizeOptions extends ReadOptions {
  /**
   * A Tape whose memory is used again: it becomes the new tape, and is returned. When the input is not JSON it holds the
   * tokens before the error, when anything else fails it is empty.
   */
  into?: Tape;
}

/** A reviver as JSON.parse takes it; `context` is given in engines whose JSON.parse gives it. */
export type Reviver = (this: any, key: string, value: any, context?: { source?: string }) => unknown;

/** How values are built. */
export interface BuildOptions extends Omit<ReadOptions, 'comments' | 'duplicates'> {
  /**
   * What numbers become. 'double': the nearest double, as with JSON.parse. 'bigint': likewise, but integers (without
   * fraction and exponent) beyond Number.MAX_SAFE_INTEGER or below its negative become BigInts. 'text': strings, the
   * numbers as they are written. Default: 'double'.
   */
  numbers?: 'double' | 'bigint' | 'text';

  /**
   * Which of several members with equal keys counts; its place is that of the first one. 'error': a JSONTapeError at the
   * second key. Default: 'last', as with JSON.parse.
   */
  duplicates?: 'last' | 'first' | 'error';

  /** Whether comments are passed over. Default: false, they are an error. */
  comments?: false | 'skip';
}

export interface ParseOptions extends Omit<BuildOptions, 'multiple' | 'onBadLine'> {
  /** Called with every member and element, from the inside, as by JSON.parse, but for values of any depth. */
  reviver?: Reviver;

  /**
   * 'auto': the engine's JSON.parse is used where it is the fastest way (a small or an early input, a reviver) and the
   * outcome is the same. 'own': never. Default: 'auto'.
   */
  engine?: 'auto' | 'own';
}

export interface TokensOptions extends ReadOptions {
  /** An abort closes the source and makes the loop throw `signal.reason`, also while it waits for a chunk. */
  signal?: AbortSignal;
}

/** A part of the input: a string or bytes, which must not change while its Tape is used. */
export type Chunk = Input;

/**
 * Where chunks come from: any iterable of them, a Node.js stream being one, or a ReadableStream, or a Response, of which
 * the body is read; or one input.
 */
export type Source =
  | Input
  | AsyncIterable<Chunk>
  | Iterable<Chunk | PromiseLike<Chunk>>
  | {
      getReader(): {
        read(): Promise<{ done: boolean; value?: any }>;
        cancel(reason?: unknown): Promise<void>;
        releaseLock(): void;
      };
    }
  | { readonly body: unknown; readonly bodyUsed: boolean; readonly [Symbol.toStringTag]?: string };

export interface IndentOptions {
  /** Spaces a level, 0 to 10, where 0 is minified; or the indentation of a level itself: up to 10 spaces or 10 tabs. */
  indent?: number | string;
}

/** What is escaped in keys and strings beyond what they have escaped already. Comments stay as they are. */
export interface EscapeOptions {
  /** Whether characters beyond ASCII are escaped, ill-formed UTF-8 as U+FFFD. Default: false. */
  ascii?: boolean;

  /**
   * Whether `<`, `>`, `&`, U+2028 and U+2029 are escaped, so that the output may stand in an HTML script element. Not
   * together with `comments: 'keep'`. Default: false.
   */
  htmlSafe?: boolean;
}

/**
 * `indent` is 2 by default, with `multiple: 'ndjson'` 0. With `multiple` each value ends with a line feed, and begins with
 * a record separator if that is 'seq'.
 */
export interface FormatOptions extends ReadOptions, IndentOptions, EscapeOptions {
  /**
   * 'skip' passes over comments, which are not written. 'keep' writes them: on the same side of the comma as in the input,
   * on a line of their own where they have one there and the output is indented; those behind the root value follow it on
   * the next line. A comma that is allowed by `trailingCommas` stays where a comment follows it. Not with `sortKeys` or
   * `canonical`. Default: false, they are an error.
   */
  comments?: false | 'skip' | 'keep';

  /**
   * Whether the members of each object are sorted by the UTF-16 units of their keys, unescaped; those with equal keys stay
   * in their order. Default: false.
   */
  sortKeys?: boolean;

  /**
   * Whether the canonical form is written (RFC 8785): no whitespace, keys sorted, numbers as ECMAScript writes the nearest
   * double, in strings only the escapes that have to be. Not together with `indent`, `ascii`, `htmlSafe` or a `utf8` but
   * 'strict'. Of text that is JSON but has no such form, the JSONTapeError lies at the first token that it is because of: a
   * key that its object has already ('DUPLICATE_KEY'), a lone surrogate ('LONE_SURROGATE'), a number beyond the doubles
   * ('NUMBER_TOO_LARGE').
   * Default: false.
   */
  canonical?: boolean;
}

/** What `edit` does to the value that a JSON Pointer (RFC 6901) names, of several with equal keys the last one. */
export type Edit =
  | ({
      /**
       * 'replace': the value must be there. 'insert', which is RFC 6902's "add": what it goes into must be there; in an
       * object a member that is there is replaced, and a new one comes last; in an array the value comes before that of
       * the index, or last for the length and for `-`.
       */
      op: 'replace' | 'insert';
      pointer: string;
    } & (
      | {
          /** The new value, written as `serialize` does; or a Tape. */
          value: unknown;
          json?: undefined;
        }
      | {
          /** The new value as JSON, which is checked and written as it is, without what is around it. */
          json: Input;
          value?: undefined;
        }
    ))
  | {
      /** The member or element goes; the root value can't. */
      op: 'remove';
      pointer: string;
      value?: undefined;
      json?: undefined;
    };

/** Comments are kept with `comments: 'skip'`. */
export interface EditOptions extends Omit<ReadOptions, 'comments' | 'multiple' | 'onBadLine'> {
  /** Whether there may be comments. Default: false, they are an error. */
  comments?: false | 'skip';
}

export interface SerializeTapeOptions extends BackendOptions, IndentOptions, EscapeOptions {
  /** As JSON.stringify takes it, but spaces or tabs alone; not together with `indent`. */
  space?: number | string;
  /** What becomes of comments on the tape, as with `format`. Default: false, a tape that holds any is a TypeError. */
  comments?: false | 'skip' | 'keep';
  /** Nothing changes by it: a tape is never given to JSON.stringify. */
  engine?: 'auto' | 'own';
}

export interface SerializeOptions extends BackendOptions {
  /** As JSON.stringify takes it. */
  replacer?: ((this: any, key: string, value: any) => unknown) | (string | number)[] | null;
  /** As JSON.stringify takes it. */
  space?: string | number;
  /** 'own': never by JSON.stringify, even where that is the fastest way. Default: 'auto'. */
  engine?: 'auto' | 'own';
  /** 'array': typed arrays are written as arrays. Default: 'object', as JSON.stringify does it. */
  typedArrays?: 'object' | 'array';
  /** 'digits': a BigInt is written as an integer. Default: 'error', a TypeError as from JSON.stringify. */
  bigint?: 'error' | 'digits';
  /**
   * Whether the canonical form is written (RFC 8785): as otherwise, but the keys of each object are visited and written
   * sorted by their UTF-16 units, raw JSON too as what it stands for, and a number that is not finite or a lone surrogate
   * is a TypeError. Not together with `space` or digits of BigInts. Default: false.
   */
  canonical?: boolean;
}

/**
 * Tokenizes JSON to a Tape.
 *
 * @throws {JSONTapeError} where the input is not JSON or is nested too deep
 * @throws {TypeError} for an input or an option of the wrong kind, and for detached memory
 * @throws {RangeError} for an option out of range, an input of 4 GiB or more, or one that memory does not suffice for
 */
export function tokenize(input: Input, options?: TokenizeOptions): Tape;

/**
 * The value of a text, as JSON.parse gives it: own members in the same order, `__proto__` one like any other, -0, of equal
 * keys the last one. Unlike JSON.parse it takes bytes, of more than a string can hold too, and a byte order mark at the
 * start; it refuses ill-formed UTF-8 (and lone surrogates in a string input) and nesting deeper than `maxDepth`.
 *
 * Nothing of the input is kept alive by the value: a string that is kept holds at most the 64 KB alive that it was made
 * with.
 *
 * @param reviver a function as JSON.parse takes it, or options
 * @throws {JSONTapeError} where the input is not JSON or breaks a limit
 * @throws {TypeError} for an input or an option of the wrong kind, and for detached memory
 * @throws {RangeError} for an option out of range, an input of 4 GiB or more, or one that memory does not suffice for
 */
export function parse(input: Input, reviver?: Reviver | ParseOptions | null): any;

/** Says whether the input is JSON, and why it is not. Throws a TypeError or RangeError as `tokenize` does. */
export function validate(
  input: Input,
  options?: ReadOptions,
): { valid: true; error?: undefined } | { valid: false; error: JSONTapeError };

/**
 * Writes JSON anew, indented or minified; strings and numbers as they are written in the input. Throws as `tokenize`
 * does.
 */
export function format(input: Input, options?: FormatOptions): Uint8Array;

/**
 * Replaces, removes and inserts values in a text; all other bytes stay as they are. Each edit is of the text that those
 * before it have left, which is read anew for each.
 *
 * A comma comes or goes with a value, and with one that goes the whitespace beside its comma; what comes has the
 * whitespace, and a key the colon, that a neighbour has.
 *
 * @returns bytes of its own
 * @throws {JSONTapeError} where the input or a `json` is not JSON or breaks a limit
 * @throws {TypeError} where there is no such value or place, and for what is no edit; otherwise, and RangeErrors, as
 *   `tokenize`
 */
export function edit(input: Input, edits: readonly Edit[], options?: EditOptions): Uint8Array;

/** The JSON text of a tape, minified unless it is said otherwise. A TypeError where it does not hold one whole value. */
export function serialize(tape: Tape, options?: SerializeTapeOptions | null, space?: string | number): Uint8Array;

/**
 * The JSON text of a value, byte for byte what JSON.stringify gives, as UTF-8; undefined where that has none (undefined,
 * functions, symbols). A plain object in second place is taken for options.
 *
 * The bytes are the caller's, and no later call changes them. In Node.js those of a small value may lie in an ArrayBuffer
 * together with other results, as those of Buffer.from do (`Buffer.poolSize` says which are small), so `byteOffset` counts;
 * elsewhere each has an ArrayBuffer of its own.
 *
 * @throws {TypeError} for a BigInt, unless asked for digits, and for a cycle, whose path it names
 */
export function serialize(
  value: unknown,
  options?: SerializeOptions | SerializeOptions['replacer'],
  space?: string | number,
): Uint8Array | undefined;

/**
 * As `serialize`, into memory of the caller's: `written` bytes from the start of `target` on are the JSON text.
 *
 * Where the text does not fit, `written` is 0, `target` is as it was, and `bytes` has the text in an array of its own, so
 * that nothing is lost: the value has been visited, its getters and `toJSON` methods have run. Where the value has no JSON
 * text, `written` is 0 and `bytes` undefined.
 *
 * @throws {TypeError} as `serialize`, and for a target that is no Uint8Array; what is in `target` does not change
 */
export function serializeInto(
  target: Uint8Array,
  value: unknown,
  options?: SerializeOptions | SerializeOptions['replacer'],
  space?: string | number,
): { written: number; bytes?: Uint8Array };

/** What `serializer` makes: a function that does what `serialize` does with the options that were given. */
export interface ValueSerializer {
  (value: unknown): Uint8Array | undefined;

  /** As `serializeInto`. */
  into(target: Uint8Array, value: unknown): { written: number; bytes?: Uint8Array };

  /**
   * The same bytes without a copy that is the caller's: a view that is valid until the next call of this `view`, which
   * uses its memory again. undefined where the value has no JSON text.
   */
  view(value: unknown): Uint8Array | undefined;
}

/**
 * A function that serializes with options that are read once, for values of a kind that is known beforehand: a sample, or
 * a JSON Schema (told by `$schema`, or by `type` with `properties` or `items`). The kind is a matter of speed alone: every
 * value is written as `serialize` writes it, whatever it is. No code is made from text where that is not allowed.
 */
export function serializer(sampleOrSchema?: unknown, options?: SerializeOptions): ValueSerializer;

/** `indent` as in `format`, or `space` as JSON.stringify takes it: indentation of everything but raw JSON. */
export interface SerializerOptions extends Omit<SerializeOptions, 'replacer' | 'canonical'>, IndentOptions {
  /** How many bytes a chunk has, from 16 to 2^30, but for the last one and those that `flush` makes. Default: 16384. */
  chunkSize?: number;
  /**
   * What ill-formed UTF-8 in the chunks of `pipeString` is: 'strict', a TypeError; 'replace', U+FFFD. Lone surrogates in
   * text become escapes, as everywhere in `serialize`. Default: 'strict'.
   */
  utf8?: 'strict' | 'replace';
  /**
   * Any number of root values instead of one, a line feed behind each: 'ndjson' one on a line, which is not indented;
   * 'seq' each behind a record separator, U+001E (RFC 7464); 'concatenated'. Default: false.
   */
  multiple?: false | 'concatenated' | 'ndjson' | 'seq';
}

export interface PipeOptions {
  /** An abort stops the pipe, which rejects with `signal.reason`, and has the consequences of any other error in it. */
  signal?: AbortSignal;
}

/** Values of an array: any iterable of them, sync or async, a Node.js stream in object mode being one, or a ReadableStream. */
export type ValueSource =
  | Iterable<unknown>
  | AsyncIterable<unknown>
  | {
      getReader(): {
        read(): Promise<{ done: boolean; value?: any }>;
        cancel(reason?: unknown): Promise<void>;
        releaseLock(): void;
      };
    };

/**
 * JSON that is written a piece at a time and read as chunks of bytes, in memory that does not grow with it.
 *
 * Writing: calls that write what they are given at once, and pipes, which write what a source gives as there is room.
 * Reading, once and by one reader: `for await` over the Serializer, `pipeTo` or `toReadableStream`. The calls never wait:
 * who makes many of them awaits `ready` now and then. Pipes do so themselves; something has to read while they run.
 *
 * A call in the wrong place is a TypeError, and a value that has no text or throws leaves everything as it was: nothing
 * has been written, and another call may follow. When a pipe fails, its source is closed and the text ends where it
 * stands: the reader gets the bytes up to there and then the error, with which every later call fails too. When the
 * reader leaves (a loop is left, a sink fails) the sources are closed, and pipes and calls fail with its error, or an
 * AbortError where it gives none.
 */
export class Serializer implements AsyncIterable<Uint8Array> {
  constructor(options?: SerializerOptions);

  beginObject(): this;
  endObject(): this;
  beginArray(): this;
  endArray(): this;

  /** The key of the next value. Whether the object has it already is not looked at. */
  key(key: string): this;

  /**
   * A value as `serialize` writes it, or a Tape. Where it has no JSON text it is null in an array and drops its key in an
   * object, as with JSON.stringify, and is a TypeError at the root.
   */
  value(value: unknown): this;

  /**
   * JSON text, which is checked and written as it is. A JSONTapeError where it is not one JSON value, a TypeError where it is
   * more than one line of NDJSON.
   */
  raw(json: Input): this;

  /** The values that a source gives, as an array. Resolves when it is written. */
  pipeArray(source: ValueSource, options?: PipeOptions): Promise<void>;

  /** The text that a source gives in chunks of text or UTF-8, cut anywhere, as one string. Resolves when it is written. */
  pipeString(source: Source, options?: PipeOptions): Promise<void>;

  /** Makes what has been written so far a chunk. */
  flush(): this;

  /** The text is complete; a TypeError where it is not. */
  end(): this;

  /** The text ends where it stands: the reader gets what is there and then the reason, every later call fails with it. */
  abort(reason?: unknown): void;

  /** Resolves when few enough bytes wait to be read; rejects when this Serializer has failed. */
  readonly ready: Promise<void>;

  /** The chunks, each in memory of its own. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, void, void>;

  /**
   * Writes the chunks to a WritableStream, or a Writable of Node.js, as it takes them, and then closes it (unless that is
   * prevented). Where either side fails, it rejects with the error, and the sink is aborted or destroyed with it.
   */
  pipeTo(
    sink:
      | { getWriter(): any }
      | { write(chunk: any): boolean; on(event: string, listener: (...args: any[]) => void): any },
    options?: PipeOptions & { preventClose?: boolean },
  ): Promise<void>;

  /** The chunks as a ReadableStream: the body of a Request or a Response. */
  toReadableStream(): ReadableStream<Uint8Array>;
}

/**
 * Reads input that comes in chunks, which may be cut anywhere, inside a character too, and be empty. Strings and bytes may
 * be mixed; the halves of a surrogate pair in two strings make one character.
 *
 * A token is on the tape of the chunk that ends it, and every token is given as soon as its last byte is there (a number
 * only when another byte, or the end, shows that it has ended). Many Tokenizers can be at work at the same time.
 *
 * When `write` or `end` throws, and after `end`, the input has ended, and both throw a TypeError.
 */
export class Tokenizer {
  constructor(options?: ReadOptions);

  /**
   * The tape of the next chunk.
   *
   * @throws {JSONTapeError} where the input can't go on as JSON any more, or breaks a limit; its `tokens` are those of this
   *   chunk
   * @throws {TypeError} for a chunk of the wrong kind, and for detached memory; the chunk then counts as not given
   * @throws {RangeError} for a token of 4 GiB or more, or one that memory does not suffice for
   */
  write(chunk: Chunk): Tape;

  /** The input is complete. The tape has what its end has completed: a number at the root, or nothing. Throws as `write`. */
  end(): Tape;
}

/**
 * The tapes of a source, one a chunk and as soon as the chunk is there; one more where the end completes a token. A chunk
 * is asked for only when the loop comes for its tape. Leaving the loop closes the source, as an error and an abort do;
 * an error of the source's own is thrown on.
 *
 * @throws {TypeError} for what is no source, a locked stream, a used body or an option of the wrong kind
 */
export function tokens(source: Source, options?: TokensOptions): AsyncGenerator<Tape, void, void>;

export interface PartialOptions extends Omit<BuildOptions, 'multiple' | 'onBadLine'> {
  /** What is shown before its end is there. Keys never are. */
  incomplete?: {
    /** A string as far as it goes: `"hel` is shown as `hel`. An escape or a character is shown when it is whole. Default: true. */
    strings?: boolean;
    /**
     * A number as far as it is one: `-1.5e` is shown as -1.5. One of more than 1,024 characters is shown anew when an
     * eighth has been added to it. Default: false, it is shown when something else follows.
     */
    numbers?: boolean;
    /** A literal of which there is the beginning: `tr` is shown as true. Default: false. */
    literals?: boolean;
  };

  /**
   * Whether what a write returned stays as it is: a write copies the containers that it changes, each once, and shares all
   * others. Default: false, containers grow in place.
   */
  immutable?: boolean;

  /**
   * `fence`: the JSON may lie in a Markdown fence, as language models write it. A fence is a line that begins, indented or
   * not, with three or more backticks or tildes; the JSON is what lies between the first one behind which nothing, `json`
   * or `jsonc` stands, as the first word and in any case, and the next line that begins with as many of the same. What
   * comes before and behind is passed over, fences around anything else too. A text that begins with `{` or `[` is JSON
   * without a fence. Offsets and lines count from the start of the text. Default: false.
   */
  lenient?: { fence?: boolean };
}

/**
 * Reads JSON that is still being written, such as the arguments of a language model's tool call: what there is of the
 * value can be had at any time. All writes together take time linear in the text.
 *
 * Containers are there from their opening bracket on; of a member first its value is seen. When `write` or `end` throws,
 * and after `end`, the input has ended, and both throw a TypeError; `value` and `changed` then stand as the last write left
 * them.
 */
export class PartialParser {
  constructor(options?: PartialOptions);

  /** What there is of the value; undefined before any of it. Containers belong to the parser until `done`. */
  readonly value: unknown;

  /** Whether the value is whole; a number that is not in a container is when the input ends. */
  readonly done: boolean;

  /**
   * The JSON Pointers (RFC 6901) of the values that the last write has put in place or changed, in the order of the text:
   * not of what lies in them, nor of the containers around them, though `immutable` copies these.
   */
  readonly changed: readonly string[];

  /**
   * Calls a function with each value that a path names, as soon as it is whole, when the tokens of its write have been
   * read. Only for what is completed from now on; not for members that `duplicates` leaves out. What a function throws,
   * the write throws, once all have been called. It must not write to the parser. In the pointer lone surrogates of keys are
   * U+FFFD, as in those of `select`.
   *
   * @param path a JSON Pointer in which a step that is `*` stands for every member and element; '' is the whole value
   * @returns the parser
   * @throws {TypeError} for what is no such path, and for what is no function
   */
  onValue(path: string, call: (value: any, pointer: string) => void): this;

  /**
   * Goes on with the next part of the text, which may be cut anywhere. Strings and bytes may be mixed. What is given is
   * not kept.
   *
   * @returns `value`
   * @throws {JSONTapeError} where the text can't be JSON any more, or breaks a limit; its `tokens` are empty
   * @throws {TypeError} for a part of the wrong kind, and for detached memory; it then counts as not given
   * @throws {RangeError} for a key or comment of 4 GiB or more, or where memory does not suffice
   */
  write(delta: Chunk): any;

  /** The text is complete. Throws a JSONTapeError where the value is not, or as `write` does. */
  end(): any;
}

export interface SelectOptions extends ReadOptions {
  /**
   * Objects and arrays in which nothing can match are passed over without a look at what they hold, where reading
   * options don't ask for one: of their bytes only quotes, backslashes and brackets count. Default: false, all that is
   * read is validated.
   */
  trusted?: boolean;
}

/** With `signal`, an abort closes the source and makes the loop throw `signal.reason`, also while it waits for a chunk. */
export interface SelectFromOptions extends SelectOptions {
  signal?: AbortSignal;
}

/** A value that `select` has found, immutable. */
export interface Match {
  /** Its JSON Pointer (RFC 6901) from its root value, in which lone surrogates of keys are U+FFFD. */
  readonly pointer: string;

  /** The offset of its first byte from the start of the input; of a string that is the opening quote. */
  readonly start: number;

  /** The offset behind its last byte. */
  readonly end: number;

  /**
   * Its text as it is written: a view of the input's bytes, or of the chunk's (of a string, of its UTF-8); where it has
   * parts in several chunks, a copy.
   */
  readonly bytes: Uint8Array;

  /**
   * What it stands for, as `parse` gives it, made anew each time that it is asked for. A JSONTapeError, whose place counts
   * from the match, where nobody has looked yet at what is in it (`trusted`).
   */
  readonly value: any;
}

/**
 * The values that a path names, in the order of the text, each when the loop comes for it: with several equal keys the
 * value of each, with `multiple` those in every root value. An error of the input is thrown, or a bad line reported,
 * behind the matches before it; of a bad line these have been given. Leaving the loop ends the work.
 *
 * The input, and chunks that a match lies in, must not change while matches of them are used. `tokens` of an error are
 * none.
 *
 * @param path a JSON Pointer (RFC 6901), in which a step that is `*` stands for every member and every element; a key
 *   that is `*` itself is reached through that alone. A step names an element by its index: 0, or digits that do not
 *   begin with 0.
 * @throws {JSONTapeError} from the loop, where the input is not JSON or breaks a limit
 * @throws {TypeError} for a path that is no such string, an input or an option of the wrong kind, and for detached memory
 * @throws {RangeError} for an option out of range, an input or match of 4 GiB or more, or one that memory does not
 *   suffice for
 */
export function select(input: Input, path: string, options?: SelectOptions): Generator<Match, void, void>;

/**
 * The same out of the chunks of a source. One is asked for only when the matches in those before have been given. Leaving
 * the loop closes the source, as an error and an abort do; an error of the source's own is thrown on.
 */
export function select(
  source: Exclude<Source, Input>,
  path: string,
  options?: SelectFromOptions,
): AsyncGenerator<Match, void, void>;

export interface ValuesOptions extends BuildOptions, Omit<SelectFromOptions, keyof ReadOptions> {
  /**
   * Which values: a JSON Pointer (RFC 6901) in which a step that is `*` stands for every member and every element, such as
   * `/items/*` for the elements of a long array. Where it names members with equal keys, each is a record. Default: '', each
   * root value, of which there are many with `multiple`.
   */
  path?: string;
}

/** A value that `values` has built. */
export interface ValueRecord {
  /** Its JSON Pointer from its root value. */
  pointer: string;
  value: any;
}

/**
 * The records of a source: the values that a path names, in the order of the text, each as soon as it is whole; of a line
 * that `onBadLine` passes over, those before its error. No more is held than the records that one chunk completes, and the
 * bytes of one that is not whole yet. A chunk is asked for only when the records before have been given. Leaving the loop
 * closes the source, as an error and an abort do; an error of the source's own is thrown on.
 *
 * Throws in the loop what `tokens` throws there.
 *
 * @throws {TypeError} for what is no source, a locked stream, a used body, or an option of the wrong kind
 */
export function values(source: Source, options?: ValuesOptions): AsyncGenerator<ValueRecord, void, void>;

/** Which backend is in use, with its instruction set, its version and the SHA-256 of its module's file. */
export function backend(options?: BackendOptions): {
  name: BackendName;
  isa: 'scalar' | 'sse2' | 'avx2' | 'neon' | 'wasm128' | 'avx512';
  version: string;
  sha256: string;
};

/**
 * The tokens of a text, or of a chunk of a stream, in their order. It owns its memory, keeps the bytes of the text, and
 * stays what it is until it is given to `tokenize` as `into`. It takes no further properties.
 *
 * Methods take the index of a token: a TypeError where that is not a number, a RangeError where there is no such token.
 * Visits in order cost linear time in total, whichever methods are called.
 *
 * On the tape of a chunk a token that an earlier chunk began is the first; everything that is said of a token counts from
 * the start of the stream, but indices are those of the tape.
 */
export class Tape implements Iterable<Token> {
  private constructor();

  /** The number of tokens. */
  readonly length: number;

  /**
   * Three words a token: the offset of its first byte from `base`; its length in bytes, or for a bracket the distance to
   * its partner in tokens (0 where that is missing or on another tape); and id << 8 | flags << 4 | type. The types are
   * numbered from 1 in the order of `TokenType`; flags of keys and strings: 1 has escapes, 2 has bytes above 0x7f; of
   * numbers: 1 negative, 2 has a fraction, 4 has an exponent; id: see `keys`.
   */
  readonly words: Uint32Array;

  /** What offsets in `words` count from: an offset from the start of the stream; 0 for whole input. */
  readonly base: number;

  /** The text that the tokens describe, or the chunk: the caller's bytes, or for a string its UTF-8. */
  readonly bytes: Uint8Array;

  /** The offset of the first of `bytes` from the start of the stream; 0 for whole input. */
  readonly bytesStart: number;

  /**
   * The interned keys; the index of each is its id, from 1 on by first appearance (`keys[0]` is empty and stands for no
   * key). Keys of more than 30 bytes, keys written with escapes and those past the first 4,095 are not interned. In a
   * stream ids are those of the stream, and the keys are all those up to this tape's end.
   */
  readonly keys: readonly string[];

  /** A fresh Token, which stays as it is whatever becomes of the tape. */
  at(index: number): Token;

  [Symbol.iterator](): IterableIterator<Token>;

  type(index: number): TokenType;

  /** The offset of its first byte; of a string or key that is the opening quote. */
  start(index: number): number;

  /** The offset behind its last byte. A bracket is one byte. */
  end(index: number): number;

  /** The index of a bracket's partner, -1 where that is missing or on another tape. A TypeError for other tokens. */
  match(index: number): number;

  /**
   * The index behind the token, and behind all of its container if it is an opening bracket (-1 where its partner is
   * missing or on another tape).
   */
  skip(index: number): number;

  /** How many containers are open around it; a bracket is outside its own. */
  depth(index: number): number;

  /** Its text as it is written. */
  raw(index: number): string;

  /** What a string or key stands for; lone surrogates are kept. A TypeError for other tokens. */
  string(index: number): string;

  /** The double nearest to a number. A TypeError for other tokens. */
  number(index: number): number;

  /**
   * The integer that a number stands for, exactly; it may be written with a fraction or an exponent (`1.0`, `1e3`). A
   * RangeError where it is not an integer, or one of more than a million digits by its exponent; a TypeError for other
   * tokens.
   */
  bigint(index: number): bigint;

  /**
   * The value that begins with a token, as `parse` would give it. A TypeError for keys, closing brackets and comments, and
   * where the value's end lies on another tape.
   */
  value(index: number): any;

  /**
   * The JSON Pointer (RFC 6901): of a value, its own; of a key, its member's; of a closing bracket or a comment, its
   * container's.
   */
  pointer(index: number): string;

  /** The line of its first byte, from 1; only LF ends a line. */
  line(index: number): number;

  /** The column of its first byte, from 1, in UTF-16 units. */
  column(index: number): number;
}

/**
 * One token of a tape, immutable. Its properties are what the methods of Tape give, and throw what those throw; `value`
 * throws a TypeError for an array or object of a tape that has been used again since.
 */
export class Token {
  private constructor();

  readonly index: number;
  readonly type: TokenType;
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  readonly string: string;
  readonly number: number;
  readonly bigint: bigint;
  readonly value: any;
}

/** The input is not JSON, or breaks a limit. */
export class JSONTapeError extends SyntaxError {
  private constructor();

  readonly name: 'JSONTapeError';

  /** What is wrong: the name of the code in the C header without its prefix, such as 'EXPECTED_COLON'. */
  readonly code: string;

  /** The byte at which the input stops being the beginning of any valid input. */
  readonly offset: number;

  /** Its line, from 1; only LF ends a line. */
  readonly line: number;

  /** Its column, from 1, in UTF-16 units. */
  readonly column: number;

  /** Its column, from 1, in bytes. */
  readonly byteColumn: number;

  /** The offset of the token that holds the place, or the place itself between tokens. */
  readonly tokenStart: number;

  /** The JSON Pointer of the place: of the value that is read, was just read or is expected; of the object at a key. */
  readonly pointer: string;

  /** The tokens completed before it; in a stream, those of its chunk. */
  readonly tokens: Tape;
}
