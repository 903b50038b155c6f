// The numbers that JS shares with C.
// Written by native/scripts/layout.js from core/include/jsontape.h and core/src/bindings.h and core/src/engine.h.

export const VERSION_MAJOR = 0;
export const VERSION_MINOR = 1;
export const VERSION_PATCH = 0;
export const STATUS_OK = 0;
export const STATUS_NEED_MEMORY = 1;
export const STATUS_FULL = 2;
export const STATUS_INVALID = 3;
export const STATUS_REFUSED = 4;
export const STATUS_NEED_DATA = 5;
export const STATUS_END = 6;
export const ISA_AUTO = 0;
export const ISA_SCALAR = 1;
export const ISA_SSE2 = 2;
export const ISA_AVX2 = 3;
export const ISA_NEON = 4;
export const ISA_WASM128 = 5;
export const ISA_AVX512 = 6;
export const TAPE_VERSION = 1;
export const TYPE_OBJECT_START = 1;
export const TYPE_OBJECT_END = 2;
export const TYPE_ARRAY_START = 3;
export const TYPE_ARRAY_END = 4;
export const TYPE_KEY = 5;
export const TYPE_STRING = 6;
export const TYPE_NUMBER = 7;
export const TYPE_TRUE = 8;
export const TYPE_FALSE = 9;
export const TYPE_NULL = 10;
export const TYPE_COMMENT = 11;
export const FLAG_ESCAPED = 1;
export const FLAG_NON_ASCII = 2;
export const FLAG_PARTIAL = 8;
export const FLAG_NEGATIVE = 1;
export const FLAG_FRACTION = 2;
export const FLAG_EXPONENT = 4;
export const AFTER_COMMA = 1;
export const AFTER_LINE = 2;
export const KEY_MAX = 30;
export const KEYS_MAX = 4095;
export const ERROR_NONE = 0;
export const ERROR_EMPTY = 1;
export const ERROR_UNEXPECTED_END = 2;
export const ERROR_EXPECTED_VALUE = 3;
export const ERROR_EXPECTED_VALUE_OR_ARRAY_END = 4;
export const ERROR_EXPECTED_COMMA_OR_ARRAY_END = 5;
export const ERROR_EXPECTED_KEY = 6;
export const ERROR_EXPECTED_KEY_OR_OBJECT_END = 7;
export const ERROR_EXPECTED_COLON = 8;
export const ERROR_EXPECTED_COMMA_OR_OBJECT_END = 9;
export const ERROR_EXPECTED_END = 10;
export const ERROR_INVALID_LITERAL = 11;
export const ERROR_INVALID_NUMBER = 12;
export const ERROR_INVALID_ESCAPE = 13;
export const ERROR_INVALID_HEX_DIGIT = 14;
export const ERROR_CONTROL_CHARACTER = 15;
export const ERROR_INVALID_UTF8 = 16;
export const ERROR_INVALID_COMMENT = 17;
export const ERROR_EXPECTED_LINE_END = 18;
export const ERROR_EXPECTED_SEPARATOR = 19;
export const ERROR_DEPTH = 20;
export const ERROR_TOKEN_TOO_LONG = 21;
export const ERROR_INPUT_TOO_LONG = 22;
export const ERROR_DUPLICATE_KEY = 23;
export const ERROR_LONE_SURROGATE = 24;
export const ERROR_NUMBER_TOO_LARGE = 25;
export const ERROR_CODES = 26;
export const SINGLE = 0;
export const CONCATENATED = 1;
export const NDJSON = 2;
export const SEQ = 3;
export const COMMENTS_REFUSE = 0;
export const COMMENTS_SKIP = 1;
export const COMMENTS_KEEP = 2;
export const UTF8_STRICT = 0;
export const UTF8_REPLACE = 1;
export const UTF8_RAW = 2;
export const DUPLICATES_ALLOW = 0;
export const DUPLICATES_ERROR = 1;
export const DEFAULT_DEPTH = 1024;
export const BLOCK_TAPE = 0;
export const BLOCK_STACK = 1;
export const BLOCK_KEYS = 2;
export const BLOCK_CARRY = 3;
export const BLOCK_PATH = 4;
export const BLOCK_SETS = 5;
export const BLOCK_NUMBERS = 6;
export const BLOCKS = 7;
export const LEVEL_BYTES = 24;
export const KEYS_BYTES_MIN = 4096;
export const KEYS_BYTES_MAX = 311360;
export const ESCAPE_ASCII = 1;
export const ESCAPE_HTML = 2;
export const INDENT_MAX = 32;
export const NUMBER_MAX = 25;
export const RECORD_BEGIN = 0;
export const RECORD_DOUBLE = 1;
export const RECORD_DOUBLES = 2;
export const RECORD_STRING = 3;
export const RECORD_LITERAL = 4;
export const RECORD_RAW = 5;
export const RECORD_KEY = 6;
export const RECORD_KEY_TEXT = 7;
export const RECORD_START = 8;
export const RECORD_END = 9;
export const RECORD_OPEN = 10;
export const RECORD_PIECE = 11;
export const RECORD_RAW_PIECE = 12;
export const RECORD_CLOSE = 13;
export const RECORD_OPS = 14;
export const PIECES_STRING = 0;
export const PIECES_KEY = 1;
export const PIECES_RAW = 2;
export const RECORD_OP_BITS = 4;
export const RECORDS_KEYS = 2048;
export const RECORDS_KEY_BYTES = 64;
export const RECORDS_INDENT_MAX = 32;
export const RECORDS_ASCII = 1;
export const RECORDS_SURROGATES = 2;
export const RECORDS_OPS_CAPACITY = 8192;
export const RECORDS_DOUBLES_CAPACITY = 16384;
export const RECORDS_TEXT_CAPACITY = 131072;
export const RECORDS_TEXT_SLACK = 64;
export const RECORDS_OUT_MIN = 4096;
export const RECORDS_LINES = 32;
export const BUILD_INTEGER = 0;
export const BUILD_DOUBLE = 1;
export const BUILD_STRING = 2;
export const BUILD_STRING16 = 3;
export const BUILD_LITERAL = 4;
export const BUILD_ARRAY = 5;
export const BUILD_DOUBLES = 6;
export const BUILD_INTEGERS = 7;
export const BUILD_APPEND = 8;
export const BUILD_SPREAD = 9;
export const BUILD_OBJECT = 10;
export const BUILD_MEMBERS = 11;
export const BUILD_KEY = 12;
export const BUILD_NEW_KEY = 13;
export const BUILD_NEW_SHAPE = 14;
export const BUILD_TOKEN = 15;
export const BUILD_OPS = 16;
export const BUILD_OP_BITS = 5;
export const BUILD_INTEGER_MAX = 67108863;
export const NUMBERS_DOUBLE = 0;
export const NUMBERS_BIGINT = 1;
export const NUMBERS_TEXT = 2;
export const BUILD_REPLACE = 4;
export const BUILD_FORGET = 8;
export const BUILD_WORDS_USED = 0;
export const BUILD_DOUBLES_USED = 1;
export const BUILD_BYTES_USED = 2;
export const BUILD_UNITS_USED = 3;
export const BUILD_LONE_SURROGATES = 4;
export const BUILD_ANEW = 5;
export const BUILD_NUMBERS = 6;
export const BUILD_WORDS_CAPACITY = 16384;
export const BUILD_DOUBLES_CAPACITY = 8192;
export const BUILD_BYTES_CAPACITY = 65536;
export const BUILD_UNITS_CAPACITY = 32768;
export const BUILD_KEYS = 4096;
export const BUILD_SHAPES = 4096;
export const BUILD_WORDS_AT = 180320;
export const BUILD_DOUBLES_AT = 245856;
export const BUILD_BYTES_AT = 311392;
export const BUILD_UNITS_AT = 376992;
export const BUILD_BYTES = 442528;
export const ENGINE_TAPE = 0;
export const ENGINE_STACK = 1;
export const ENGINE_KEYS = 2;
export const ENGINE_CARRY = 3;
export const ENGINE_PATH = 4;
export const ENGINE_SETS = 5;
export const ENGINE_NUMBERS = 6;
export const ENGINE_OUTPUT = 7;
export const ENGINE_STEPS = 8;
export const ENGINE_MATCHES = 9;
export const ENGINE_PICKED = 10;
export const ENGINE_BLOCKS = 11;
export const ENGINE_STACK_BYTES = 24600;
export const READING_COMMENTS_BIT = 0;
export const READING_MULTIPLE_BIT = 2;
export const READING_UTF8_BIT = 4;
export const READING_TRAILING_COMMAS = 64;
export const READING_SKIP_BAD_LINES = 128;
export const READING_DUPLICATES_BIT = 8;
export const READING_PIECES = 512;
export const WRITING_COMMENTS_BIT = 2;
export const WRITING_ESCAPE_BIT = 4;
export const WRITING_REPLACE = 64;
export const FEED_TOKENS = 0;
export const FEED_BASE = 1;
export const FEED_CHUNK_START = 2;
export const FEED_HEAD = 3;
export const FEED_KEYS = 4;
export const FEED_LINE = 5;
export const FEED_COLUMN = 6;
export const FEED_CHUNK_LINE = 7;
export const FEED_CHUNK_COLUMN = 8;
export const FEED_PASSED = 9;
export const FEED_PATH_KEPT = 10;
export const FEED_PATH_ADDED = 11;
export const FEED_UNFINISHED = 12;
export const FEED_NUMBERS = 13;
export const FAILURE_CODE = 0;
export const FAILURE_OFFSET = 1;
export const FAILURE_LINE = 2;
export const FAILURE_COLUMN = 3;
export const FAILURE_BYTE_COLUMN = 4;
export const FAILURE_TOKEN_START = 5;
export const FAILURE_MESSAGE = 6;
export const FAILURE_POINTER = 7;
export const FAILURE_NUMBERS = 8;
export const MATCH_START = 0;
export const MATCH_LENGTH = 1;
export const MATCH_POINTER = 2;
export const MATCH_INDEX = 3;
export const SELECT_TRUSTED = 1;
export const SELECT_BUILDS = 2;
export const SELECT_BASE = 0;
export const SELECT_WORDS = 1;
export const SELECT_TEXT = 2;
export const SELECT_END = 3;
export const SELECT_KEEP = 4;
export const SELECT_TOKENS = 5;
export const SELECT_NUMBERS = 6;
export const RECORDS_STATE_BYTES = 512;
export const RECORDS_REFUSED = -2147483647;
export const TOKEN_WORDS = 3;

/** A token type by number. */
export const TYPE_NAMES = [
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
  'comment',
];

/** An error code by number. */
export const ERROR_NAMES = [
  'NONE',
  'EMPTY',
  'UNEXPECTED_END',
  'EXPECTED_VALUE',
  'EXPECTED_VALUE_OR_ARRAY_END',
  'EXPECTED_COMMA_OR_ARRAY_END',
  'EXPECTED_KEY',
  'EXPECTED_KEY_OR_OBJECT_END',
  'EXPECTED_COLON',
  'EXPECTED_COMMA_OR_OBJECT_END',
  'EXPECTED_END',
  'INVALID_LITERAL',
  'INVALID_NUMBER',
  'INVALID_ESCAPE',
  'INVALID_HEX_DIGIT',
  'CONTROL_CHARACTER',
  'INVALID_UTF8',
  'INVALID_COMMENT',
  'EXPECTED_LINE_END',
  'EXPECTED_SEPARATOR',
  'DEPTH',
  'TOKEN_TOO_LONG',
  'INPUT_TOO_LONG',
  'DUPLICATE_KEY',
  'LONE_SURROGATE',
  'NUMBER_TOO_LARGE',
];

/** An instruction set by number. */
export const ISA_NAMES = ['auto', 'scalar', 'sse2', 'avx2', 'neon', 'wasm128', 'avx512'];
