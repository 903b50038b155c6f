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
    OP_I64,
    OP_U64,
    OP_F64,
    OP_BOOL,
    OP_NULL,
    OP_RAW,
    OP_RAW_KEY,
    OP_KINDS
} op_kind;

/* One call of the writer's. */
typedef struct op {
    op_kind kind;
    uint64_t number; /* the bits of the argument */
    uint8_t *text;
    size_t length;
    bool bad; /* an argument that is to be refused wherever it comes */
} op;

#define MODEL_DEPTH 4000

typedef struct model {
    bytes out;
    uint32_t indent, max_depth, depth;
    char indent_char;
    bool done, after_key;
    bool object[MODEL_DEPTH + 1];
    uint32_t held[MODEL_DEPTH + 1];
} model;

static inline void model_line(model *m, uint32_t depth) {
    if (m->indent > 0) {
        append_byte(&m->out, '\n');
        for (uint32_t i = 0; i < depth * m->indent; i++) {
            append_byte(&m->out, m->indent_char);
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

static inline void model_text(model *m, const uint8_t *text, size_t length) {
    append_byte(&m->out, '"');
    for (size_t i = 0; i < length; i++) {
        const char *escape = text[i] ? strchr("\"\"\\\\\bb\tt\nn\ff\rr", text[i]) : NULL;
        if (text[i] < 0x20 || text[i] == '"' || text[i] == '\\') {
            char buffer[8];
            sprintf(buffer, escape ? "\\%c" : "\\u%04x", escape ? escape[1] : text[i]);
            append(&m->out, buffer, strlen(buffer));
        } else {
            append_byte(&m->out, text[i]);
        }
    }
    append_byte(&m->out, '"');
}

/* Does what the call should do; false where it should be refused. */
static inline bool model_do(model *m, const op *o) {
    bool in_object = m->depth > 0 && m->object[m->depth];
    bool key = o->kind == OP_KEY || o->kind == OP_RAW_KEY;
    if (o->bad) {
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
    m->after_key = key;
    char buffer[64];
    size_t n = 0;
    double f64;
    memcpy(&f64, &o->number, 8);
    switch (o->kind) {
    case OP_KEY:
    case OP_STRING: model_text(m, o->text, o->length); break;
    case OP_RAW:
    case OP_RAW_KEY: append(&m->out, o->text, o->length); break;
    case OP_I64: n = jt_format_i64((int64_t)o->number, buffer); break;
    case OP_U64: n = jt_format_u64(o->number, buffer); break;
    case OP_F64: n = jt_format_f64(f64, buffer); break;
    case OP_BOOL: n = (size_t)sprintf(buffer, o->number ? "true" : "false"); break;
    case OP_NULL: n = (size_t)sprintf(buffer, "null"); break;
    default:
        append_byte(&m->out, o->kind == OP_OBJECT_START ? '{' : '[');
        m->depth++;
        m->object[m->depth] = o->kind == OP_OBJECT_START;
        m->held[m->depth] = 0;
    }
    append(&m->out, buffer, n);
    if (key) {
        append(&m->out, ": ", m->indent > 0 ? 2 : 1);
    }
    if (!start && m->depth == 0) {
        m->done = true;
    }
    return true;
}

/* The call itself. */
static inline jt_status writer_do(jt_writer *w, const op *o) {
    double f64;
    memcpy(&f64, &o->number, 8);
    switch (o->kind) {
    case OP_OBJECT_START: return jt_write_object_start(w);
    case OP_OBJECT_END: return jt_write_object_end(w);
    case OP_ARRAY_START: return jt_write_array_start(w);
    case OP_ARRAY_END: return jt_write_array_end(w);
    case OP_KEY: return jt_write_key(w, o->text, o->length);
    case OP_STRING: return jt_write_string(w, o->text, o->length);
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
