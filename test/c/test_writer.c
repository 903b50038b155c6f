/* The writer, call by call: random programs of calls in every small buffer against the model of writing.h, refusals
 * that must leave no trace, and single cases of layout, depth and arguments. */
#include "writing.h"

static uint64_t seed = 20;

static uint32_t below(uint32_t limit) {
    return check_random_below(&seed, limit);
}

/* ---- Random programs --------------------------------------------------------------------------------------------- */

/* Text of well-formed UTF-8 or, where `fault`, with something else at its end. */
static void random_text(op *o, uint32_t limit, bool fault) {
    static const char *const parts[] = {"a",
                                        "key",
                                        " ",
                                        "0123456789abcdef",
                                        "\"",
                                        "\\",
                                        "\n",
                                        "\b",
                                        "\x01",
                                        "\x1f",
                                        "\x7f",
                                        "</b>&",
                                        "\xc3\xa9",
                                        "\xe4\xb8\xad",
                                        "\xe2\x80\xa8",
                                        "\xe2\x80\xa9\xe2\x80\xaa",
                                        "\xf0\x9f\x98\x80",
                                        "\xed\x9f\xbf"};
    static const char *const faults[] = {"\x80", "\xc3",         "\xe4\xb8",         "\xed\xa0\x80", "\xf0\x90\x80",
                                         "\xff", "\xf0\x90\x41", "\xf4\x90\x80\x80", "\xc0\xaf"};
    bytes text = {NULL, 0, 0};
    uint32_t length = below(limit), kinds = below(3) ? 4 : 18;
    while (text.length < length) {
        const char *part = parts[below(kinds)];
        append(&text, part, strlen(part));
    }
    if (fault) {
        const char *part = faults[below(9)];
        append(&text, part, strlen(part));
        for (uint32_t n = below(3); n > 0; n--) {
            append(&text, "z", 1);
        }
    }
    o->text = text.data;
    o->length = text.length;
}

static void random_units(op *o, uint32_t limit) {
    bytes text = {NULL, 0, 0};
    bool plain = below(3) > 0;
    for (uint32_t n = below(limit); n > 0; n--) {
        static const uint16_t odd[] = {0xd83d, 0xde00, 0xd800, 0xdfff, 0xe9,   0x4e2d, 0x2028,
                                       '"',    '\n',   0,      '<',    0x7fff, 0x7f,   0xffff};
        uint16_t unit = plain || below(2) ? (uint16_t)('a' + below(26)) : odd[below(14)];
        append(&text, &unit, 2);
    }
    o->text = text.data;
    o->length = text.length;
}

/* A piece: often the beginning or the end of a character, so that pieces make one. */
static void random_piece(op *o) {
    static const char *const parts[] = {"\xe2", "\x80",      "\xa8",  "\xf0\x9f",
                                        "\x98", "\x98\x80x", "y\xf0", "\x9f\x98\x80"};
    if (o->kind == OP_PIECE_16) {
        random_units(o, below(3) ? 3 : 40);
    } else if (below(3)) {
        const char *part = parts[below(8)];
        o->length = strlen(part);
        o->text = memcpy(check_alloc(o->length), part, o->length);
    } else {
        random_text(o, 40, below(8) == 0);
    }
}

static void random_raw(op *o) {
    static const char *const values[] = {"1",     "null",       "[1,2]",
                                         "\"x\"", "{\"a\": 1}", "1234567890123456789012345678901234"};
    static const char *const keys[] = {"\"\"", "\"k\"", "\"a longer key, with an escape \\u0041\""};
    const char *text = o->kind == OP_RAW ? values[below(6)] : keys[below(3)];
    o->length = o->bad ? 0 : strlen(text);
    o->text = check_alloc(o->length);
    memcpy(o->text, text, o->length);
}

static op random_op(const model *m, bool valid_structure) {
    op o = {(op_kind)below(OP_KINDS), check_random(&seed) >> below(64), NULL, 0, false};
    bool in_object = m->depth > 0 && m->object[m->depth];
    if (valid_structure || below(4)) {
        /* Mostly something that may come here. */
        if (m->in_text) {
            static const op_kind fit[] = {OP_PIECE, OP_PIECE, OP_PIECE_16, OP_TEXT_END};
            o.kind = fit[below(4)];
        } else if (in_object && !m->after_key) {
            static const op_kind fit[] = {OP_KEY, OP_KEY_START, OP_KEY_16, OP_RAW_KEY, OP_OBJECT_END};
            o.kind = fit[below(5)];
        } else {
            do {
                o.kind = (op_kind)below(OP_KINDS);
            } while (o.kind == OP_KEY || o.kind == OP_KEY_16 || o.kind == OP_RAW_KEY || o.kind == OP_KEY_START ||
                     o.kind == OP_OBJECT_END || (o.kind >= OP_PIECE && o.kind <= OP_TEXT_END) ||
                     (o.kind == OP_ARRAY_END && (m->depth == 0 || m->after_key)));
        }
    }
    switch (o.kind) {
    case OP_KEY:
    case OP_STRING: random_text(&o, below(6) ? 20 : 300, below(12) == 0); break;
    case OP_KEY_16:
    case OP_STRING_16: random_units(&o, below(6) ? 20 : 600); break;
    case OP_PIECE:
    case OP_PIECE_16: random_piece(&o); break;
    case OP_RAW:
    case OP_RAW_KEY:
        o.bad = below(12) == 0;
        random_raw(&o);
        break;
    case OP_F64: {
        double value = below(2) ? (double)(int64_t)o.number / 8 : 0;
        memcpy(&o.number, &value, below(2) ? 8 : 0);
        if (below(8) == 0) {
            static const uint64_t specials[] = {0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000};
            o.number = specials[below(3)];
        }
        o.bad = (o.number >> 52 & 0x7ff) == 0x7ff;
        break;
    }
    case OP_F32: o.bad = (o.number >> 23 & 0xff) == 0xff; break;
    case OP_BOOL: o.number &= 1; break;
    default: break;
    }
    return o;
}

#define OPS_MAX 80
typedef struct program {
    op ops[OPS_MAX];
    bool accepted[OPS_MAX];
    size_t ends[OPS_MAX]; /* of the output behind each call */
    bool done[OPS_MAX];
    bool in_text[OPS_MAX];
    size_t length;
    model m;
} program;

static void random_program(program *p, const jt_writer_options *options) {
    bool limited = options->max_depth && !options->unchecked;
    model_init(&p->m, options, limited ? options->max_depth : JT_DEFAULT_DEPTH);
    p->length = 1 + below(OPS_MAX - 1);
    for (size_t i = 0; i < p->length; i++) {
        /* A root that is no container would end most programs at once. */
        op o = random_op(&p->m, options->unchecked);
        if (p->m.depth == 0 && i == 0 && below(10)) {
            o = (op){below(2) ? OP_OBJECT_START : OP_ARRAY_START, 0, o.text, o.length, false};
        }
        if (options->unchecked && p->m.done) {
            free(o.text);
            p->length = i;
            break;
        }
        p->ops[i] = o;
        p->accepted[i] = model_do(&p->m, &o);
        p->ends[i] = p->m.out.length;
        p->done[i] = p->m.done;
        p->in_text[i] = p->m.in_text;
    }
}

static void explain(uint64_t failures, size_t capacity, const jt_writer_options *options) {
    if (check_failures != failures) {
        fprintf(stderr, "    capacity %zu, indent '%s', depth %u, unchecked %d, escape %u, utf8 %d\n", capacity,
                options->indent, (unsigned)options->max_depth, options->unchecked, (unsigned)options->escape,
                options->utf8);
    }
}

static void run_program(const program *p, sink *s, size_t capacity, const jt_writer_options *options) {
    const size_t first = capacity;
    sink_init(s, capacity, options);
    jt_writer *w = &s->writer;
    uint64_t failures = check_failures;
    for (size_t i = 0; i < p->length && check_failures == failures; i++) {
        size_t length = w->length;
        uint32_t depth = w->depth;
        jt_status status = writer_do(w, &p->ops[i]);
        CHECK_EQ_U64(status == JT_REFUSED, !p->accepted[i]);
        if (status == JT_REFUSED) {
            CHECK_EQ_U64(w->length, length);
            CHECK_EQ_U64(w->depth, depth);
        }
        while (status == JT_FULL && check_failures == failures) {
            CHECK_EQ_U64(w->length, capacity);
            CHECK(!jt_writer_done(w));
            size_t other = (i + w->length) % p->length;
            CHECK_EQ_U64(writer_do(w, &p->ops[other]), JT_REFUSED);
            sink_drain(s, capacity == 0 ? below(3) : capacity);
            CHECK_EQ_U64(writer_do(w, &p->ops[other]), JT_REFUSED);
            capacity = s->capacity;
            status = jt_writer_continue(w);
            CHECK(status != JT_REFUSED);
        }
        if (!p->in_text[i]) {
            CHECK_EQ_U64(s->out.length + w->length, p->ends[i]);
        }
        CHECK_EQ_U64(jt_writer_done(w), p->done[i]);
    }
    CHECK_EQ_U64(jt_writer_continue(w), JT_OK);
    sink_drain(s, capacity);
    if (p->length > 0 && !p->in_text[p->length - 1]) {
        CHECK_EQ_MEM(s->out.data, s->out.length, p->m.out.data, p->m.out.length);
    }
    explain(failures, first, options);
}

/* A flush function that takes everything, a part, a byte or nothing. */
typedef struct taker {
    bytes out;
    uint32_t manner;
} taker;

static size_t take(void *context, const void *data, size_t length) {
    taker *t = context;
    size_t n = t->manner == 0 ? length : t->manner == 1 ? 1 : below((uint32_t)length + 1);
    append(&t->out, data, n);
    return n;
}

/* The same with a flush function: where it fails the call is gone on with, and nothing is lost. */
static void run_flushed(const program *p, taker *t, size_t capacity, const jt_writer_options *plain) {
    uint64_t failures = check_failures;
    jt_writer_options options = *plain;
    options.flush = take;
    options.flush_context = t;
    uint8_t *memory = check_alloc(capacity);
    jt_writer w;
    t->out.length = 0;
    CHECK_EQ_U64(jt_writer_init(&w, memory, capacity, &options), JT_OK);
    for (size_t i = 0; i < p->length && check_failures == failures; i++) {
        jt_status status = writer_do(&w, &p->ops[i]);
        for (int patience = 0; status == JT_FULL && CHECK(t->manner == 2 && patience < 10000); patience++) {
            status = jt_writer_continue(&w);
        }
        CHECK_EQ_U64(status == JT_REFUSED, !p->accepted[i]);
        if (!p->in_text[i]) {
            CHECK_EQ_U64(t->out.length + w.length, p->ends[i]);
        }
    }
    for (int patience = 0; jt_writer_flush(&w) == JT_FULL && CHECK(patience < 10000); patience++) {
    }
    CHECK_EQ_U64(w.length, 0);
    if (p->length > 0 && !p->in_text[p->length - 1]) {
        CHECK_EQ_MEM(t->out.data, t->out.length, p->m.out.data, p->m.out.length);
    }
    free(memory);
    explain(failures, capacity, plain);
}

static void random_programs(int count) {
    static program p;
    static sink s;
    static taker t;
    static uint8_t stack[4000 / 8 + 1];
    for (int i = 0; i < count; i++) {
        static const char *const indents[] = {
            "  ", " ",         "\t", "   \t", "          ", "12345678901234567890123456789012",
            "",   "\xc2\xa0 ", NULL, NULL,    NULL,         NULL};
        jt_writer_options options = {.indent = indents[below(12)], .crlf = below(4) == 0, .unchecked = below(4) == 0};
        options.escape = below(2) ? below(4) : 0;
        options.utf8 = below(2) ? (jt_utf8)below(options.escape & JT_ESCAPE_ASCII ? 2 : 3) : JT_UTF8_STRICT;
        options.max_depth = below(3) ? 0 : 1 + below(5);
        if (below(4) == 0) {
            options.max_depth = 4000;
            options.stack = stack;
        }
        random_program(&p, &options);
        for (size_t capacity = 0; capacity <= 256; capacity += capacity < 100 || i % 8 == 0 ? 1 : 13) {
            run_program(&p, &s, capacity, &options);
        }
        run_program(&p, &s, 4096, &options);
        for (t.manner = 0; t.manner < 3; t.manner++) {
            run_flushed(&p, &t, 1, &options);
            run_flushed(&p, &t, 1 + below(300), &options);
        }
        for (size_t k = 0; k < p.length; k++) {
            free(p.ops[k].text);
        }
    }
    model_free(&p.m);
    free(s.out.data);
    free(t.out.data);
    s.out = t.out = (bytes){NULL, 0, 0};
}

/* ---- Single cases ------------------------------------------------------------------------------------------------ */

static uint8_t buffer[70000];

static jt_writer writer_of(const char *indent) {
    jt_writer w;
    jt_writer_options options = {.indent = indent};
    CHECK_EQ_U64(jt_writer_init(&w, buffer, sizeof buffer, &options), JT_OK);
    return w;
}

#define CHECK_TEXT(w, expected) CHECK_EQ_MEM((w).buffer, (w).length, (expected), strlen(expected))

static void layout(void) {
    jt_writer w = writer_of("  ");
    jt_write_object_start(&w);
    jt_write_key(&w, "a", 1);
    jt_write_array_start(&w);
    jt_write_array_end(&w);
    jt_write_key(&w, "", 0);
    jt_write_object_start(&w);
    jt_write_object_end(&w);
    jt_write_key(&w, "b", 1);
    jt_write_array_start(&w);
    jt_write_i64(&w, -1);
    jt_write_array_start(&w);
    jt_write_null(&w);
    jt_write_array_end(&w);
    jt_write_array_end(&w);
    CHECK(!jt_writer_done(&w));
    jt_write_object_end(&w);
    CHECK(jt_writer_done(&w));
    CHECK_TEXT(w, "{\n  \"a\": [],\n  \"\": {},\n  \"b\": [\n    -1,\n    [\n      null\n    ]\n  ]\n}");

    w = writer_of("\t");
    jt_write_array_start(&w);
    jt_write_bool(&w, true);
    jt_write_string(&w, NULL, 0);
    jt_write_array_end(&w);
    CHECK_TEXT(w, "[\n\ttrue,\n\t\"\"\n]");
}

/* A refusal leaves no comma and no line behind. */
static void refusals(void) {
    jt_writer w = writer_of(NULL);
    CHECK_EQ_U64(jt_write_key(&w, "a", 1), JT_REFUSED);
    CHECK_EQ_U64(jt_write_array_end(&w), JT_REFUSED);
    jt_write_array_start(&w);
    jt_write_f64(&w, 1.5);
    CHECK_EQ_U64(jt_write_f64(&w, 0.0 / (w.length - 5.0 + 1.0)), JT_REFUSED);
    CHECK_EQ_U64(jt_write_f64(&w, 1e308 * 10), JT_REFUSED);
    CHECK_EQ_U64(jt_write_string(&w, "abc\xed\xa0\x80", 6), JT_REFUSED);
    CHECK_EQ_U64(jt_write_key(&w, "a", 1), JT_REFUSED);
    CHECK_EQ_U64(jt_write_object_end(&w), JT_REFUSED);
    CHECK_TEXT(w, "[1.5");
    CHECK_EQ_U64(jt_write_raw(&w, "{\"x\":[]}", 8), JT_OK);
    CHECK_EQ_U64(jt_write_u64(&w, UINT64_MAX), JT_OK);
    CHECK_EQ_U64(jt_write_array_end(&w), JT_OK);
    CHECK_EQ_U64(jt_write_null(&w), JT_REFUSED);
    CHECK_EQ_U64(jt_write_array_end(&w), JT_REFUSED);
    CHECK_TEXT(w, "[1.5,{\"x\":[]},18446744073709551615]");
}

static void arguments(void) {
    jt_writer w;
    static const jt_writer_options refused[] = {
        {.indent = "123456789012345678901234567890123"},
        {.escape = 4},
        {.utf8 = (jt_utf8)3},
        {.utf8 = JT_UTF8_RAW, .escape = JT_ESCAPE_ASCII},
        {.max_depth = JT_DEFAULT_DEPTH + 1},
        {.indent = "  ", .max_depth = UINT32_MAX / 2, .stack = buffer},
    };
    memset(&w, 0x5a, sizeof w);
    jt_writer before = w;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        CHECK_EQ_U64(jt_writer_init(&w, buffer, 10, &refused[i]), JT_REFUSED);
        CHECK_EQ_MEM(&w, sizeof w, &before, sizeof w);
    }
    CHECK_EQ_U64(jt_writer_init(&w, NULL, 1, NULL), JT_REFUSED);
    CHECK_EQ_U64(jt_writer_init(&w, NULL, 0, NULL), JT_OK);
    CHECK_EQ_U64(jt_write_null(&w), JT_FULL);
    CHECK_EQ_U64(jt_writer_continue(&w), JT_FULL);
    jt_writer_drain(&w, buffer, 4);
    CHECK_EQ_U64(jt_writer_continue(&w), JT_OK);
    CHECK_TEXT(w, "null");
    /* A copy is a writer of its own, stack included. */
    CHECK_EQ_U64(jt_writer_init(&w, buffer, sizeof buffer, NULL), JT_OK);
    jt_write_array_start(&w);
    jt_writer copy = w;
    memset(&w, 0xff, sizeof w);
    jt_write_array_start(&copy);
    jt_write_array_end(&copy);
    CHECK_EQ_U64(jt_write_object_end(&copy), JT_REFUSED);
    CHECK_EQ_U64(jt_write_array_end(&copy), JT_OK);
    CHECK_TEXT(copy, "[[]]");
}

/* Objects and arrays by turns, to the limit and not past it, with a bit for each level that must come back. */
static void depth(uint32_t limit, bool unchecked) {
    static uint8_t stack[25000 / 8 + 1];
    jt_writer w;
    jt_writer_options options = {
        .unchecked = unchecked, .max_depth = limit, .stack = limit > JT_DEFAULT_DEPTH ? stack : NULL};
    CHECK_EQ_U64(jt_writer_init(&w, buffer, sizeof buffer, &options), JT_OK);
    uint32_t opened = 0;
    for (; opened < (limit ? limit : JT_DEFAULT_DEPTH); opened++) {
        bool object = opened * 7 / 3 % 2;
        jt_status status = object ? jt_write_object_start(&w) : jt_write_array_start(&w);
        if (!CHECK_EQ_U64(status, JT_OK)) {
            return;
        }
        if (object) {
            jt_write_key(&w, "", 0);
        }
    }
    if (!unchecked) {
        CHECK_EQ_U64(jt_write_array_start(&w), JT_REFUSED);
        CHECK_EQ_U64(jt_write_object_start(&w), JT_REFUSED);
    }
    CHECK_EQ_U64(jt_write_null(&w), JT_OK);
    while (opened-- > 0) {
        bool object = opened * 7 / 3 % 2;
        if (!unchecked) {
            CHECK_EQ_U64(object ? jt_write_array_end(&w) : jt_write_object_end(&w), JT_REFUSED);
        }
        CHECK_EQ_U64(object ? jt_write_object_end(&w) : jt_write_array_end(&w), JT_OK);
    }
    CHECK(jt_writer_done(&w));
}

/* A value is written in place, once there is room for it and what stands before it; whoever thinks better of it has
 * changed nothing. */
static void reserve(void) {
    static const char *const indents[] = {NULL, "  ", "         "};
    for (size_t i = 0; i < 3; i++) {
        for (uint32_t levels = 0; levels < 30; levels++) {
            jt_writer_options options = {.indent = indents[i], .crlf = i == 2};
            model m = {.out = {NULL, 0, 0}, .text = {NULL, 0, 0}};
            model_init(&m, &options, 1000);
            op start = {.kind = OP_ARRAY_START}, null = {.kind = OP_NULL},
               raw = {OP_RAW, 0, (uint8_t *)"\"abc\"", 5, false};
            jt_writer w;
            jt_writer_init(&w, buffer, sizeof buffer, &options);
            for (uint32_t k = 0; k < levels; k++) {
                writer_do(&w, &start);
                model_do(&m, &start);
            }
            if (levels > 0) {
                writer_do(&w, &null);
                model_do(&m, &null);
            }
            size_t before = w.length;
            model_do(&m, &raw);
            void *target = NULL;
            for (size_t room = 0; before + room < m.out.length; room++) {
                w.capacity = before + room;
                CHECK_EQ_U64(jt_write_reserve(&w, 5, &target), JT_FULL);
                CHECK(target == NULL);
                CHECK_EQ_U64(w.length, before);
                CHECK_EQ_U64(jt_write_advance(&w, 5), JT_REFUSED);
            }
            w.capacity = m.out.length;
            buffer[w.capacity] = 0x5a;
            CHECK_EQ_U64(jt_write_reserve(&w, 6, &target), JT_FULL);
            CHECK_EQ_U64(jt_write_reserve(&w, 0, &target), JT_REFUSED);
            CHECK_EQ_U64(jt_write_reserve(&w, 5, &target), JT_OK);
            CHECK_EQ_U64(w.length, before);
            memcpy(target, "\"abc\"", 5);
            CHECK_EQ_U64(jt_write_advance(&w, 0), JT_REFUSED);
            CHECK_EQ_U64(jt_write_advance(&w, SIZE_MAX), JT_REFUSED);
            CHECK_EQ_U64(jt_write_advance(&w, 5), JT_OK);
            CHECK_EQ_MEM(buffer, w.length, m.out.data, m.out.length);
            CHECK_EQ_U64(buffer[w.capacity], 0x5a);
            CHECK_EQ_U64(jt_writer_done(&w), levels == 0);
            model_free(&m);
        }
    }
    taker t = {{NULL, 0, 0}, 0};
    jt_writer w;
    void *target;
    jt_writer_options options = {.flush = take, .flush_context = &t};
    jt_writer_init(&w, buffer, 10, &options);
    jt_write_array_start(&w);
    jt_write_raw(&w, "12345678", 8);
    CHECK_EQ_U64(jt_write_reserve(&w, 10, &target), JT_FULL);
    CHECK_EQ_U64(jt_write_reserve(&w, 9, &target), JT_OK);
    memcpy(target, "false", 5);
    CHECK_EQ_U64(jt_write_advance(&w, 5), JT_OK);
    CHECK_EQ_U64(jt_write_array_end(&w), JT_OK);
    CHECK_EQ_U64(jt_writer_flush(&w), JT_OK);
    CHECK_EQ_MEM(t.out.data, t.out.length, "[12345678,false]", 16);
    CHECK_EQ_U64(jt_write_reserve(&w, 1, &target), JT_REFUSED);
    free(t.out.data);
    jt_writer_init(&w, buffer, 10, NULL);
    CHECK_EQ_U64(jt_writer_flush(&w), JT_REFUSED);
}

/* A flush function that fails for good, or claims too much: the caller may still take the bytes himself. */
static size_t fail(void *context, const void *data, size_t length) {
    (void)data;
    return *(bool *)context ? length + 1 : 0;
}

static void failing_flush(void) {
    for (int lie = 0; lie < 2; lie++) {
        bool claim = lie;
        jt_writer w;
        jt_writer_options options = {.flush = fail, .flush_context = &claim};
        jt_writer_init(&w, buffer, 4, &options);
        CHECK_EQ_U64(jt_write_string(&w, "abcdef", 6), JT_FULL);
        CHECK_EQ_U64(jt_writer_continue(&w), JT_FULL);
        CHECK_EQ_U64(jt_writer_flush(&w), JT_FULL);
        CHECK_TEXT(w, "\"abc");
        jt_writer_drain(&w, buffer, 4);
        CHECK_EQ_U64(jt_writer_continue(&w), JT_OK);
        CHECK_TEXT(w, "def\"");
        jt_writer_init(&w, NULL, 0, &options);
        CHECK_EQ_U64(jt_write_null(&w), JT_FULL);
    }
}

/* Single cases of text, said in full. */
static void policies(void) {
    static const uint16_t units[] = {'<', 0xe9, 0xd83d, 0xde00, 0xd83d, 'x', 0xde00, 0x2028};
    jt_writer_options options = {.escape = JT_ESCAPE_ASCII};
    jt_writer w;
    jt_writer_init(&w, buffer, sizeof buffer, &options);
    jt_write_string_utf16(&w, units, 8);
    CHECK_TEXT(w, "\"<\\u00e9\\ud83d\\ude00\\ud83dx\\ude00\\u2028\"");
    options.escape = JT_ESCAPE_HTML;
    jt_writer_init(&w, buffer, sizeof buffer, &options);
    jt_write_string_utf16(&w, units, 8);
    CHECK_TEXT(w, "\"\\u003c\xc3\xa9\xf0\x9f\x98\x80\\ud83dx\\ude00\\u2028\"");
    options.escape = 0;
    options.utf8 = JT_UTF8_REPLACE;
    jt_writer_init(&w, buffer, sizeof buffer, &options);
    jt_write_string(&w, "a\xf0\x9f\x98z\xed\xa0\x80\xc3", 9);
    CHECK_TEXT(w, "\"a\xef\xbf\xbdz\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
    /* U+2028 from three pieces, an emoji from units of two. */
    jt_writer_init(&w, buffer, sizeof buffer, NULL);
    CHECK_EQ_U64(jt_write_piece(&w, "a", 1), JT_REFUSED);
    CHECK_EQ_U64(jt_write_text_end(&w), JT_REFUSED);
    CHECK_EQ_U64(jt_write_string_start(&w), JT_OK);
    CHECK_EQ_U64(jt_write_null(&w), JT_REFUSED);
    CHECK_EQ_U64(jt_write_piece(&w, "\xe2", 1), JT_OK);
    CHECK_EQ_U64(jt_write_piece_utf16(&w, units, 1), JT_REFUSED);
    CHECK_EQ_U64(jt_write_text_end(&w), JT_REFUSED);
    CHECK_EQ_U64(jt_write_piece(&w, "x", 1), JT_REFUSED);
    CHECK_EQ_U64(jt_write_piece(&w, "\x80", 1), JT_OK);
    CHECK_EQ_U64(jt_write_piece(&w, "\xa8", 1), JT_OK);
    CHECK_EQ_U64(jt_write_piece(&w, "b\xff", 2), JT_REFUSED);
    CHECK_EQ_U64(jt_write_piece_utf16(&w, units + 2, 1), JT_OK);
    CHECK_EQ_U64(jt_write_piece_utf16(&w, units + 3, 2), JT_OK);
    CHECK(!jt_writer_done(&w));
    CHECK_EQ_U64(jt_write_text_end(&w), JT_OK);
    CHECK(jt_writer_done(&w));
    CHECK_TEXT(w, "\"\xe2\x80\xa8\xf0\x9f\x98\x80\\ud83d\"");
}

int main(void) {
    for (int isa = JT_ISA_SCALAR; isa <= JT_ISA_AVX512; isa++) {
        if (jt_set_isa((jt_isa)isa) == JT_OK) {
            random_programs(150);
        }
    }
    jt_set_isa(JT_ISA_AUTO);
    layout();
    refusals();
    reserve();
    failing_flush();
    policies();
    arguments();
    depth(0, false);
    depth(1, false);
    depth(8, false);
    depth(9, false);
    depth(JT_DEFAULT_DEPTH, false);
    depth(10000, false);
    depth(10000, true);
    return check_report("writer");
}
