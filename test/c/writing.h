/* A writer to compare with, for the tests of the writer: it has unlimited memory, knows what may come next by looking
 * at a stack of containers, and lays text out from the number of things that each holds. It shares nothing with the
 * core but jt_format_* for the digits of numbers. */
#ifndef JSONTAPE_TEST_WRITING_H
#define JSONTAPE_TEST_WRITING_H

#include "check.h"

#include "../../core/include/jsontape.h"

typedef struct bytes {
    uint8_t *data;
    size_t length, size;
} bytes;

static inline void append(bytes *b, const void *data, size_t length) {
    if (b->length + length > b->size) {
        b->size = 2 * (b->length + length) + 64;
        b->data = realloc(b->data, b->size);
        if (!b->data) {
            check_fatal("out of memory", "append");
        }
    }
    if (length > 0) {
        memcpy(b->data + b->length, data, length);
        b->length += length;
    }
}

static inline void append_byte(bytes *b, int c) {
    uint8_t byte = (uint8_t)c;
    append(b, &byte, 1);
}

typedef enum op_kind {
    OP_OBJECT_START,
    OP_OBJECT_END,
    OP_ARRAY_START,
    OP_ARRAY_END,
    OP_KEY,
    OP_STRING,
    OP_KEY_16,
    OP_STRING_16,
    OP_I64,
    OP_U64,
    OP_F64,
    OP_F32,
    OP_BOOL,
    OP_NULL,
    OP_RAW,
    OP_RAW_KEY,
    OP_KEY_START,
    OP_STRING_START,
    OP_PIECE,
    OP_PIECE_16,
    OP_TEXT_END,
    OP_KINDS
} op_kind;

/* One call of the writer's. */
typedef struct op {
    op_kind kind;
    uint64_t number; /* the bits of the argument */
    uint8_t *text;
    size_t length; /* in bytes, of UTF-16 too */
    bool bad;      /* an argument that is to be refused wherever it comes */
} op;

#define MODEL_DEPTH 4000

typedef struct model {
    bytes out;
    const jt_writer_options *options;
    uint32_t max_depth, depth;
    bool done, after_key;
    bool in_text, text_is_key; /* in pieces; then texts holds them: a byte for the kind of each, and its own two */
    bytes text;
    bool object[MODEL_DEPTH + 1];
    uint32_t held[MODEL_DEPTH + 1];
} model;

static inline bool model_indented(const model *m) {
    return m->options->indent && *m->options->indent;
}

static inline void model_line(model *m, uint32_t depth) {
    if (model_indented(m)) {
        append(&m->out, m->options->crlf ? "\r\n" : "\n", m->options->crlf ? 2 : 1);
        for (uint32_t i = 0; i < depth; i++) {
            append(&m->out, m->options->indent, strlen(m->options->indent));
        }
    }
}

static inline void model_item(model *m) {
    if (m->depth == 0 || m->after_key) {
        return;
    }
    if (m->held[m->depth]++ > 0) {
        append_byte(&m->out, ',');
    }
    model_line(m, m->depth);
}

/* The code point of the UTF-8 sequence at text, its bytes to *size. Of an ill-formed one -1 and the size of its maximal
 * part (Unicode 15, section 3.9); -2 where more text could make it well-formed. Tries all that a table lists. */
static inline int32_t model_sequence(const uint8_t *text, size_t length, size_t *size) {
    static const uint8_t rows[][8] = {
        {0x00, 0x7f},
        {0xc2, 0xdf, 0x80, 0xbf},
        {0xe0, 0xe0, 0xa0, 0xbf, 0x80, 0xbf},
        {0xe1, 0xec, 0x80, 0xbf, 0x80, 0xbf},
        {0xed, 0xed, 0x80, 0x9f, 0x80, 0xbf},
        {0xee, 0xef, 0x80, 0xbf, 0x80, 0xbf},
        {0xf0, 0xf0, 0x90, 0xbf, 0x80, 0xbf, 0x80, 0xbf},
        {0xf1, 0xf3, 0x80, 0xbf, 0x80, 0xbf, 0x80, 0xbf},
        {0xf4, 0xf4, 0x80, 0x8f, 0x80, 0xbf, 0x80, 0xbf},
    };
    static const uint8_t lengths[] = {1, 2, 3, 3, 3, 3, 4, 4, 4};
    *size = 1;
    for (size_t r = 0; r < sizeof lengths; r++) {
        size_t n = 0;
        while (n < lengths[r] && n < length && text[n] >= rows[r][2 * n] && text[n] <= rows[r][2 * n + 1]) {
            n++;
        }
        if (n == 0) {
            continue;
        }
        *size = n;
        if (n < lengths[r]) {
            return n == length ? -2 : -1;
        }
        int32_t code = n == 1 ? text[0] : text[0] & (0x3f >> (n - 1));
        for (size_t i = 1; i < n; i++) {
            code = code << 6 | (text[i] & 0x3f);
        }
        return code;
    }
    return -1;
}

static inline void model_character(model *m, uint32_t code) {
    bool html = code == '<' || code == '>' || code == '&' || code == 0x2028 || code == 0x2029;
    const char *escape =
        (code && code < 0x20) || code == '"' || code == '\\' ? strchr("\"\"\\\\\bb\tt\nn\ff\rr", (int)code) : NULL;
    char buffer[16];
    if (escape) {
        sprintf(buffer, "\\%c", escape[1]);
    } else if (code < 0x20 || (html && (m->options->escape & JT_ESCAPE_HTML)) || (code >= 0xd800 && code < 0xe000) ||
               (code >= 0x80 && code < 0x10000 && (m->options->escape & JT_ESCAPE_ASCII))) {
        sprintf(buffer, "\\u%04x", (unsigned)code);
    } else if (code >= 0x10000 && (m->options->escape & JT_ESCAPE_ASCII)) {
        sprintf(buffer, "\\u%04x\\u%04x", 0xd800u + ((unsigned)code - 0x10000) / 0x400,
                0xdc00u + (unsigned)code % 0x400);
    } else {
        size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        for (size_t i = n; i-- > 1; code >>= 6) {
            buffer[i] = (char)(0x80 | (code & 0x3f));
        }
        buffer[0] = (char)(n == 1 ? code : (0xf00u >> n & 0xf0) | code);
        buffer[n] = 0;
        append(&m->out, buffer, n);
        return;
    }
    append(&m->out, buffer, strlen(buffer));
}

static inline void model_utf8(model *m, const uint8_t *text, size_t length) {
    for (size_t i = 0, size; i < length; i += size) {
        int32_t code = model_sequence(text + i, length - i, &size);
        if (code < 0 && m->options->utf8 == JT_UTF8_RAW) {
            append(&m->out, text + i, size);
        } else {
            model_character(m, code < 0 ? 0xfffd : (uint32_t)code);
        }
    }
}

static inline void model_utf16(model *m, const uint8_t *text, size_t length) {
    for (size_t i = 0; i < length; i += 2) {
        uint16_t unit, next = 0;
        memcpy(&unit, text + i, 2);
        if (i + 2 < length) {
            memcpy(&next, text + i + 2, 2);
        }
        if (unit >> 10 == 0xd800 >> 10 && next >> 10 == 0xdc00 >> 10) {
            model_character(m, 0x10000u + (unit - 0xd800u) * 0x400 + (next - 0xdc00u));
            i += 2;
        } else {
            model_character(m, unit);
        }
    }
}

/* Whether UTF-8 passes; `open`: it may end inside a sequence. */
static inline bool model_accepts(const model *m, const uint8_t *text, size_t length, bool open) {
    if (m->options->utf8 != JT_UTF8_STRICT) {
        return true;
    }
    for (size_t i = 0, size; i < length; i += size) {
        int32_t code = model_sequence(text + i, length - i, &size);
        if (code < 0) {
            return open && code == -2;
        }
    }
    return true;
}

/* Behind the text of a key, or where a value is complete. */
static inline void model_after(model *m, bool key) {
    m->after_key = key;
    if (key) {
        append(&m->out, ": ", model_indented(m) ? 2 : 1);
    } else if (m->depth == 0) {
        m->done = true;
    }
}

/* The calls between the start and the end of a text. Pieces of a kind that follow each other are one text. */
static inline bool model_piece(model *m, const op *o) {
    const uint8_t *all = m->text.data;
    size_t length = m->text.length, run = 0;
    uint8_t kind = o->kind == OP_PIECE_16;
    if (o->kind != OP_PIECE && o->kind != OP_PIECE_16 && o->kind != OP_TEXT_END) {
        return false;
    }
    if (o->kind != OP_TEXT_END && o->length == 0) {
        return true;
    }
    bytes last = {NULL, 0, 0}; /* the run that the text ends with */
    for (run = length; run > 0 && all[run - 2] == all[length - 2]; run -= 2) {
    }
    for (size_t i = run; i < length; i += 2) {
        append_byte(&last, all[i + 1]);
    }
    bool last_is_utf8 = length > 0 && all[length - 2] == 0, good = true;
    if (o->kind == OP_PIECE) {
        last.length = last_is_utf8 ? last.length : 0;
        append(&last, o->text, o->length);
        good = model_accepts(m, last.data, last.length, true);
    } else if (last_is_utf8) {
        good = model_accepts(m, last.data, last.length, false);
    }
    free(last.data);
    if (good && o->kind != OP_TEXT_END) {
        for (size_t i = 0; i < o->length; i++) {
            append_byte(&m->text, kind);
            append_byte(&m->text, o->text[i]);
        }
    }
    if (!good || o->kind != OP_TEXT_END) {
        return good;
    }
    append_byte(&m->out, '"');
    bytes part = {NULL, 0, 0};
    for (size_t i = 0; i < length; i += 2) {
        append_byte(&part, all[i + 1]);
        if (i + 2 == length || all[i + 2] != all[i]) {
            (all[i] ? model_utf16 : model_utf8)(m, part.data, part.length);
            part.length = 0;
        }
    }
    free(part.data);
    append_byte(&m->out, '"');
    m->in_text = false;
    model_after(m, m->text_is_key);
    return true;
}

/* Does what the call should do; false where it should be refused. */
static inline bool model_do(model *m, const op *o) {
    bool in_object = m->depth > 0 && m->object[m->depth];
    bool key = o->kind == OP_KEY || o->kind == OP_KEY_16 || o->kind == OP_RAW_KEY || o->kind == OP_KEY_START;
    if (m->in_text) {
        return model_piece(m, o);
    }
    if (o->bad || (o->kind >= OP_PIECE && o->kind <= OP_TEXT_END)) {
        return false;
    }
    if ((o->kind == OP_KEY || o->kind == OP_STRING) && !model_accepts(m, o->text, o->length, false)) {
        return false;
    }
    if (o->kind == OP_OBJECT_END || o->kind == OP_ARRAY_END) {
        if (m->depth == 0 || m->after_key || in_object != (o->kind == OP_OBJECT_END)) {
            return false;
        }
        if (m->held[m->depth] > 0) {
            model_line(m, m->depth - 1);
        }
        append_byte(&m->out, in_object ? '}' : ']');
        m->depth--;
        m->done = m->depth == 0;
        m->after_key = false;
        return true;
    }
    if (key ? !in_object || m->after_key : m->done || (in_object && !m->after_key)) {
        return false;
    }
    bool start = o->kind == OP_OBJECT_START || o->kind == OP_ARRAY_START;
    if (start && m->depth == m->max_depth) {
        return false;
    }
    model_item(m);
    if (o->kind == OP_KEY_START || o->kind == OP_STRING_START) {
        m->in_text = true;
        m->text_is_key = key;
        m->text.length = 0;
        return true;
    }
    char buffer[64];
    size_t n = 0;
    double f64;
    float f32;
    memcpy(&f64, &o->number, 8);
    memcpy(&f32, &o->number, 4);
    switch (o->kind) {
    case OP_KEY:
    case OP_STRING:
    case OP_KEY_16:
    case OP_STRING_16:
        append_byte(&m->out, '"');
        (o->kind == OP_KEY || o->kind == OP_STRING ? model_utf8 : model_utf16)(m, o->text, o->length);
        append_byte(&m->out, '"');
        break;
    case OP_RAW:
    case OP_RAW_KEY: append(&m->out, o->text, o->length); break;
    case OP_I64: n = jt_format_i64((int64_t)o->number, buffer); break;
    case OP_U64: n = jt_format_u64(o->number, buffer); break;
    case OP_F64: n = jt_format_f64(f64, buffer); break;
    case OP_F32: n = jt_format_f32(f32, buffer); break;
    case OP_BOOL: n = (size_t)sprintf(buffer, o->number ? "true" : "false"); break;
    case OP_NULL: n = (size_t)sprintf(buffer, "null"); break;
    default:
        append_byte(&m->out, o->kind == OP_OBJECT_START ? '{' : '[');
        m->depth++;
        m->object[m->depth] = o->kind == OP_OBJECT_START;
        m->held[m->depth] = 0;
        m->after_key = false;
        return true;
    }
    append(&m->out, buffer, n);
    model_after(m, key);
    return true;
}

/* A model for a writer with these options, which must stay. It keeps the memory of the one before. */
static inline void model_init(model *m, const jt_writer_options *options, uint32_t max_depth) {
    *m = (model){.options = options, .max_depth = max_depth, .out = m->out, .text = m->text};
    m->out.length = m->text.length = 0;
}

static inline void model_free(model *m) {
    free(m->out.data);
    free(m->text.data);
    m->out = m->text = (bytes){NULL, 0, 0};
}

/* The call itself. */
static inline jt_status writer_do(jt_writer *w, const op *o) {
    double f64;
    float f32;
    memcpy(&f64, &o->number, 8);
    memcpy(&f32, &o->number, 4);
    switch (o->kind) {
    case OP_OBJECT_START: return jt_write_object_start(w);
    case OP_OBJECT_END: return jt_write_object_end(w);
    case OP_ARRAY_START: return jt_write_array_start(w);
    case OP_ARRAY_END: return jt_write_array_end(w);
    case OP_KEY: return jt_write_key(w, o->text, o->length);
    case OP_STRING: return jt_write_string(w, o->text, o->length);
    case OP_KEY_16: return jt_write_key_utf16(w, (const uint16_t *)(const void *)o->text, o->length / 2);
    case OP_STRING_16: return jt_write_string_utf16(w, (const uint16_t *)(const void *)o->text, o->length / 2);
    case OP_KEY_START: return jt_write_key_start(w);
    case OP_STRING_START: return jt_write_string_start(w);
    case OP_PIECE: return jt_write_piece(w, o->text, o->length);
    case OP_PIECE_16: return jt_write_piece_utf16(w, (const uint16_t *)(const void *)o->text, o->length / 2);
    case OP_TEXT_END: return jt_write_text_end(w);
    case OP_F32: return jt_write_f32(w, f32);
    case OP_I64: return jt_write_i64(w, (int64_t)o->number);
    case OP_U64: return jt_write_u64(w, o->number);
    case OP_F64: return jt_write_f64(w, f64);
    case OP_BOOL: return jt_write_bool(w, o->number != 0);
    case OP_NULL: return jt_write_null(w);
    case OP_RAW: return jt_write_raw(w, o->text, o->length);
    default: return jt_write_raw_key(w, o->text, o->length);
    }
}

/* A writer over a small buffer with canaries on both sides, which is emptied into `out` whenever it is full. */
#define SINK_MARGIN 64
typedef struct sink {
    jt_writer writer;
    uint8_t memory[SINK_MARGIN + 4096 + SINK_MARGIN];
    size_t capacity;
    bytes out;
} sink;

static inline void sink_init(sink *s, size_t capacity, const jt_writer_options *options) {
    memset(s->memory, 0xa5, sizeof s->memory);
    s->capacity = capacity;
    s->out.length = 0;
    CHECK_EQ_U64(jt_writer_init(&s->writer, s->memory + SINK_MARGIN, capacity, options), JT_OK);
}

/* Takes what has been written and gives a buffer of another size. */
static inline void sink_drain(sink *s, size_t capacity) {
    bool whole = s->writer.length <= s->capacity;
    for (size_t i = 0; i < SINK_MARGIN; i++) {
        whole = whole && s->memory[i] == 0xa5 && s->memory[SINK_MARGIN + s->capacity + i] == 0xa5;
    }
    CHECK(whole);
    append(&s->out, s->memory + SINK_MARGIN, s->writer.length);
    memset(s->memory, 0xa5, sizeof s->memory);
    s->capacity = capacity;
    jt_writer_drain(&s->writer, capacity ? s->memory + SINK_MARGIN : NULL, capacity);
}

#endif
