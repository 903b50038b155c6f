// The numbers of core/src/bindings.h that the walk needs; a test compares them with that header.

export const RECORD_BEGIN = 0;
export const RECORD_INTEGER = 1;
export const RECORD_DOUBLE = 2;
export const RECORD_DOUBLES = 3;
export const RECORD_STRING = 4;
export const RECORD_LITERAL = 5;
export const RECORD_RAW = 6;
export const RECORD_KEY = 7;
export const RECORD_KEY_TEXT = 8;
export const RECORD_START = 9;
export const RECORD_END = 10;
export const RECORD_OPEN = 11;
export const RECORD_PIECE = 12;
export const RECORD_RAW_PIECE = 13;
export const RECORD_CLOSE = 14;

export const PIECES_STRING = 0;
export const PIECES_KEY = 1;
export const PIECES_RAW = 2;

export const RECORD_OP_BITS = 4;
export const RECORD_INTEGER_MAX = 0x7ffffff;

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
