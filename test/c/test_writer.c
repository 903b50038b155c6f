/* The writer, call by call: random programs of calls in every small buffer against the model of writing.h, refusals
 * that must leave no trace, and single cases of layout, depth and arguments. */
#include "writing.h"

static uint64_t seed = 20;

static uint32_t below(uint32_t limit) {
    return check_random_below(&seed, limit);
}

/* ---- Random programs --------------------------------------------------------------------------------------------- */

/* Text of well-formed UTF-8 or, where `bad`, with one fault. */
static void random_text(op *o, uint32_t limit) {
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
                                        "\xc3\xa9",
                                        "\xe4\xb8\xad",
                                        "\xe2\x80\xa8",
                                        "\xf0\x9f\x98\x80",
                                        "\xed\x9f\xbf"};
    static const char *const faults[] = {"\x80",     "\xc3", "\xe4\xb8", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                                         "\xc0\xaf", "\xff"};
    bytes text = {NULL, 0, 0};
    uint32_t length = below(limit), kinds = below(3) ? 4 : 16;
    while (text.length < length) {
        const char *part = parts[below(kinds)];
        append(&text, part, strlen(part));
    }
    if (o->bad) {
        const char *fault = faults[below(7)];
        append(&text, fault, strlen(fault));
        for (uint32_t n = below(3); n > 0; n--) {
            append(&text, "z", 1);
        }
    }
    o->text = text.data;
    o->length = text.length;
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
        if (in_object && !m->after_key) {
            static const op_kind fit[] = {OP_KEY, OP_KEY, OP_RAW_KEY, OP_OBJECT_END};
            o.kind = fit[below(4)];
        } else {
            do {
                o.kind = (op_kind)below(OP_KINDS);
            } while (o.kind == OP_KEY || o.kind == OP_RAW_KEY || o.kind == OP_OBJECT_END ||
                     (o.kind == OP_ARRAY_END && (m->depth == 0 || m->after_key)));
        }
    }
    if (o.kind == OP_KEY || o.kind == OP_STRING) {
        o.bad = below(12) == 0;
        random_text(&o, below(6) ? 20 : 300);
    } else if (o.kind == OP_RAW || o.kind == OP_RAW_KEY) {
        o.bad = below(12) == 0;
        random_raw(&o);
    } else if (o.kind == OP_F64) {
        double value = below(2) ? (double)(int64_t)o.number / 8 : 0;
        memcpy(&o.number, &value, below(2) ? 8 : 0);
        o.bad = (o.number >> 52 & 0x7ff) == 0x7ff;
        if (below(8) == 0) {
            static const uint64_t specials[] = {0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000};
            o.number = specials[below(3)];
            o.bad = true;
        }
    } else if (o.kind == OP_BOOL) {
        o.number &= 1;
    }
    return o;
}

#define OPS_MAX 80
typedef struct program {
    op ops[OPS_MAX];
    bool accepted[OPS_MAX];
    size_t ends[OPS_MAX]; /* of the output behind each call */
    bool done[OPS_MAX];
    size_t length;
    model m;
} program;

static void random_program(program *p, const jt_writer_options *options) {
    p->m = (model){.indent = options->indent, .indent_char = options->indent_char, .out = p->m.out};
    p->m.max_depth = options->max_depth && !options->unchecked ? options->max_depth : JT_DEFAULT_DEPTH;
    p->m.out.length = 0;
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
    }
}

static void run_program(const program *p, sink *s, size_t capacity, const jt_writer_options *options) {
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
        CHECK_EQ_U64(s->out.length + w->length, p->ends[i]);
        CHECK_EQ_U64(jt_writer_done(w), p->done[i]);
    }
    CHECK_EQ_U64(jt_writer_continue(w), JT_OK);
    sink_drain(s, capacity);
    CHECK_EQ_MEM(s->out.data, s->out.length, p->m.out.data, p->m.out.length);
    if (check_failures != failures) {
        fprintf(stderr, "    capacity %zu, indent %u, depth %u, unchecked %d\n", capacity, (unsigned)options->indent,
                (unsigned)options->max_depth, options->unchecked);
    }
}

static void random_programs(int count) {
    static program p;
    static sink s;
    static uint8_t stack[4000 / 8 + 1];
    for (int i = 0; i < count; i++) {
        jt_writer_options options = {0, ' ', false, 0, NULL};
        options.indent = below(2) ? below(11) : 0;
        options.indent_char = below(3) ? ' ' : '\t';
        options.unchecked = below(4) == 0;
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
        for (size_t k = 0; k < p.length; k++) {
            free(p.ops[k].text);
        }
    }
    free(p.m.out.data);
    free(s.out.data);
    p.m.out = s.out = (bytes){NULL, 0, 0};
}

/* ---- Single cases ------------------------------------------------------------------------------------------------ */

static uint8_t buffer[70000];

static jt_writer writer_of(uint32_t indent, char indent_char) {
    jt_writer w;
    jt_writer_options options = {indent, indent_char, false, 0, NULL};
    CHECK_EQ_U64(jt_writer_init(&w, buffer, sizeof buffer, &options), JT_OK);
    return w;
}

#define CHECK_TEXT(w, expected) CHECK_EQ_MEM((w).buffer, (w).length, (expected), strlen(expected))

static void layout(void) {
    jt_writer w = writer_of(2, ' ');
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

    w = writer_of(1, '\t');
    jt_write_array_start(&w);
    jt_write_bool(&w, true);
    jt_write_string(&w, NULL, 0);
    jt_write_array_end(&w);
    CHECK_TEXT(w, "[\n\ttrue,\n\t\"\"\n]");
}

/* A refusal leaves no comma and no line behind. */
static void refusals(void) {
    jt_writer w = writer_of(0, ' ');
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
    jt_writer_options options = {11, ' ', false, 0, NULL};
    CHECK_EQ_U64(jt_writer_init(&w, buffer, 10, &options), JT_REFUSED);
    options = (jt_writer_options){2, 'x', false, 0, NULL};
    CHECK_EQ_U64(jt_writer_init(&w, buffer, 10, &options), JT_REFUSED);
    options = (jt_writer_options){2, ' ', false, JT_DEFAULT_DEPTH + 1, NULL};
    CHECK_EQ_U64(jt_writer_init(&w, buffer, 10, &options), JT_REFUSED);
    options = (jt_writer_options){10, ' ', false, UINT32_MAX, buffer};
    CHECK_EQ_U64(jt_writer_init(&w, buffer, 10, &options), JT_REFUSED);
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
    jt_writer_options options = {0, ' ', unchecked, limit, limit > JT_DEFAULT_DEPTH ? stack : NULL};
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

int main(void) {
    for (int isa = JT_ISA_SCALAR; isa <= JT_ISA_WASM128; isa++) {
        if (jt_set_isa((jt_isa)isa) == JT_OK) {
            random_programs(150);
        }
    }
    jt_set_isa(JT_ISA_AUTO);
    layout();
    refusals();
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
