/* Records of JS values to JSON, against a model that keeps strings as UTF-16 units and writes byte by byte: random
 * values in random batches, into buffers that are drained or enlarged, with guard pages behind every block; and records
 * that are not as bindings.h says, which are refused. */
#include "check.h"

#include "../../core/src/bindings.h"

static uint64_t random_state = 1;

static uint32_t random_below(uint32_t n) {
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((random_state >> 33) % n);
}

/* ---- The model ----------------------------------------------------------------------------------------------------
 */

typedef struct bytes {
    uint8_t *data;
    size_t length, capacity;
} bytes;

static void put(bytes *b, const void *data, size_t length) {
    if (b->length + length > b->capacity) {
        b->capacity = 2 * (b->length + length) + 64;
        b->data = realloc(b->data, b->capacity);
        if (b->data == NULL)
            check_fatal("out of memory", "realloc");
    }
    if (length != 0)
        memcpy(b->data + b->length, data, length);
    b->length += length;
}

static void put_byte(bytes *b, uint32_t byte) {
    uint8_t c = (uint8_t)byte;
    put(b, &c, 1);
}

static void put_text(bytes *b, const char *text) {
    put(b, text, strlen(text));
}

/* A code point as UTF-8; a lone surrogate as the three bytes that it would have. */
static void put_utf8(bytes *b, uint32_t c) {
    if (c < 0x80) {
        put_byte(b, c);
    } else if (c < 0x800) {
        put_byte(b, 0xc0 | c >> 6);
        put_byte(b, 0x80 | (c & 63));
    } else if (c < 0x10000) {
        put_byte(b, 0xe0 | c >> 12);
        put_byte(b, 0x80 | (c >> 6 & 63));
        put_byte(b, 0x80 | (c & 63));
    } else {
        put_byte(b, 0xf0 | c >> 18);
        put_byte(b, 0x80 | (c >> 12 & 63));
        put_byte(b, 0x80 | (c >> 6 & 63));
        put_byte(b, 0x80 | (c & 63));
    }
}

static bool is_high(uint32_t unit) {
    return unit >> 10 == 0xd800 >> 10;
}
static bool is_low(uint32_t unit) {
    return unit >> 10 == 0xdc00 >> 10;
}

/* The code point at units[*i], which moves behind it. */
static uint32_t next_point(const uint16_t *units, size_t length, size_t *i) {
    uint32_t c = units[(*i)++];
    if (is_high(c) && *i < length && is_low(units[*i])) {
        c = 0x10000 + ((c - 0xd800) << 10) + (units[(*i)++] - 0xdc00u);
    }
    return c;
}

static void put_json(bytes *b, const uint16_t *units, size_t length) {
    static const char letters[32] = {[8] = 'b', [9] = 't', [10] = 'n', [12] = 'f', [13] = 'r'};
    for (size_t i = 0; i < length;) {
        uint32_t c = next_point(units, length, &i);
        char text[8];
        if (c == '"' || c == '\\') {
            put_byte(b, '\\');
            put_byte(b, c);
        } else if (c < 32 && letters[c] != 0) {
            put_byte(b, '\\');
            put_byte(b, (uint8_t)letters[c]);
        } else if (c < 32 || is_high(c) || is_low(c)) {
            snprintf(text, sizeof text, "\\u%04x", c);
            put_text(b, text);
        } else {
            put_utf8(b, c);
        }
    }
}

/* ---- A value as it is made: records in batches, and what they should come to ----------------------------------------
 */

typedef struct batch {
    int32_t *ops;
    double *doubles;
    uint16_t *units;
    size_t op_count, double_count, unit_count;
} batch;

#define BATCHES_MAX 4000
#define BATCH_OPS 64
#define BATCH_DOUBLES 4096
#define BATCH_UNITS 30000
#define PIECE_UNITS 9000

typedef struct maker {
    batch *batches;
    size_t count; /* of batches; the last one is being filled */
    uint8_t keys[JT_RECORDS_KEYS * JT_RECORDS_KEY_BYTES];
    bytes wanted;
    bytes unit; /* of the indentation, as UTF-8 */
    bool indented, ascii;
    uint32_t depth;
    uint32_t per_batch; /* ops before the next batch begins */
    bool comma;         /* a value stands before in the same container */
} maker;

static batch *now(maker *m, size_t doubles, size_t units) {
    batch *last = &m->batches[m->count - 1];
    if (last->op_count >= m->per_batch || last->double_count + doubles > BATCH_DOUBLES ||
        last->unit_count + units > BATCH_UNITS) {
        if (m->count == BATCHES_MAX)
            check_fatal("too many batches", "maker");
        last = &m->batches[m->count++];
        last->ops = check_alloc(BATCH_OPS * sizeof(int32_t));
        last->doubles = check_alloc(BATCH_DOUBLES * sizeof(double));
        last->units = check_alloc(BATCH_UNITS * sizeof(uint16_t));
    }
    return last;
}

static void add_op(maker *m, jt_record_op op, int32_t payload) {
    batch *last = now(m, 0, 0);
    last->ops[last->op_count++] = (int32_t)((uint32_t)payload << JT_RECORD_OP_BITS | (uint32_t)op);
}

static void add_units(maker *m, jt_record_op op, const uint16_t *units, size_t length) {
    batch *last = now(m, 0, length);
    memcpy(last->units + last->unit_count, units, length * sizeof *units);
    last->unit_count += length;
    last->ops[last->op_count++] = (int32_t)((uint32_t)length << JT_RECORD_OP_BITS | (uint32_t)op);
}

static void want_line(maker *m) {
    if (!m->indented)
        return;
    put_byte(&m->wanted, '\n');
    for (uint32_t i = 0; i < m->depth; i++)
        put(&m->wanted, m->unit.data, m->unit.length);
}

/* What separates an element, or a key, from what stands before. */
static void want_separator(maker *m) {
    if (m->comma)
        put_byte(&m->wanted, ',');
    if (m->depth != 0)
        want_line(m);
    m->comma = true;
}

static size_t make_units(maker *m, uint16_t *units, size_t most) {
    static const uint16_t odd[] = {'"', '\\', 0, 8, 10, 31, 127, 0x80, 0x7ff, 0x800, 0x2028, 0xffff, 0xfffd, 'x', ' '};
    size_t length = random_below(3) == 0 ? random_below((uint32_t)most) : random_below(24);
    uint32_t style = m->ascii ? random_below(2) : random_below(4);
    for (size_t i = 0; i < length; i++) {
        uint32_t kind = random_below(20);
        uint16_t unit = (uint16_t)('a' + random_below(26));
        if (style >= 1 && kind == 0)
            unit = odd[random_below(m->ascii ? 7 : sizeof odd / sizeof *odd)];
        if (style >= 2 && kind == 1)
            unit = (uint16_t)(0xd800 + random_below(0x400));
        if (style >= 2 && kind == 2)
            unit = (uint16_t)(0xdc00 + random_below(0x400));
        if (style == 3 && kind >= 3)
            unit = (uint16_t)(kind & 1 ? 0xdc00 + random_below(0x400) : 0xd800 + random_below(0x400));
        units[i] = unit;
    }
    return length;
}

/* Text: whole, or in pieces that cut no pair. */
static void add_text(maker *m, jt_record_pieces kind, const uint16_t *units, size_t length) {
    if (random_below(4) != 0) {
        add_units(m, kind == JT_PIECES_KEY ? JT_RECORD_KEY_TEXT : JT_RECORD_STRING, units, length);
        return;
    }
    add_op(m, JT_RECORD_OPEN, kind);
    for (size_t from = 0; from < length;) {
        size_t to = from + 1 + random_below((uint32_t)(length - from));
        while (to < length && is_high(units[to - 1]) && is_low(units[to]))
            to++;
        add_units(m, JT_RECORD_PIECE, units + from, to - from);
        from = to;
    }
    add_op(m, JT_RECORD_CLOSE, kind);
}

static void add_string(maker *m, jt_record_pieces kind) {
    static uint16_t units[PIECE_UNITS];
    size_t length = make_units(m, units, PIECE_UNITS);
    put_byte(&m->wanted, '"');
    put_json(&m->wanted, units, length);
    put_text(&m->wanted, kind == JT_PIECES_KEY ? m->indented ? "\": " : "\":" : "\"");
    add_text(m, kind, units, length);
}

static void add_raw(maker *m) {
    static const uint16_t raw[] = {'[', '1', ',', '"', 0xe9, '"', ']'};
    uint16_t units[3000];
    size_t length = 0;
    if (m->ascii || random_below(2) == 0) {
        for (length = 1 + random_below(2999); length > 0; length--)
            units[length - 1] = '7';
        length = 1 + random_below(2999);
        for (size_t i = 0; i < length; i++)
            units[i] = (uint16_t)('0' + i % 10);
    } else {
        length = sizeof raw / sizeof *raw;
        memcpy(units, raw, sizeof raw);
    }
    for (size_t i = 0; i < length; i++)
        put_utf8(&m->wanted, units[i]);
    if (random_below(2) == 0) {
        add_units(m, JT_RECORD_RAW, units, length);
        return;
    }
    size_t cut = random_below((uint32_t)length);
    add_op(m, JT_RECORD_OPEN, JT_PIECES_RAW);
    add_units(m, JT_RECORD_RAW_PIECE, units, cut);
    add_units(m, JT_RECORD_RAW_PIECE, units + cut, length - cut);
    add_op(m, JT_RECORD_CLOSE, JT_PIECES_RAW);
}

static double make_double(void) {
    static const double odd[] = {0.0, -0.0, 0.1, 1e21, 1e-7, 5e-324, -1.7976931348623157e308, 123456789012345680000.0};
    switch (random_below(4)) {
    case 0: return odd[random_below(sizeof odd / sizeof *odd)];
    case 1: return (double)random_below(100000);
    case 2: return random_below(2) ? 0.0 / 1e-300 + 1e308 * 10 : -1e308 * 10; /* not finite */
    default: return ((double)random_below(1u << 30) - 5e8) / 997;
    }
}

static void want_double(maker *m, double value) {
    char text[JT_NUMBER_MAX];
    size_t length = jt_format_f64(value, text);
    if (length == 0)
        put_text(&m->wanted, "null");
    else
        put(&m->wanted, text, length);
}

static void add_doubles(maker *m, bool run) {
    uint32_t count = run ? 1 + random_below(random_below(4) == 0 ? 3000 : 4) : 1;
    batch *last = now(m, count, 0);
    for (uint32_t i = 0; i < count; i++) {
        double value = make_double();
        last->doubles[last->double_count++] = value;
        if (i != 0)
            want_separator(m);
        want_double(m, value);
    }
    if (run)
        last->ops[last->op_count++] = (int32_t)(count << JT_RECORD_OP_BITS | JT_RECORD_DOUBLES);
    else
        last->ops[last->op_count++] = JT_RECORD_DOUBLE;
}

static void add_key(maker *m) {
    want_separator(m);
    if (random_below(3) == 0) {
        add_string(m, JT_PIECES_KEY);
        return;
    }
    uint32_t slot = random_below(JT_RECORDS_KEYS);
    const uint8_t *text = m->keys + slot * JT_RECORDS_KEY_BYTES;
    put(&m->wanted, text, text[JT_RECORDS_KEY_BYTES - 1]);
    if (m->indented)
        put_byte(&m->wanted, ' ');
    add_op(m, JT_RECORD_KEY, (int32_t)slot);
}

static void add_value(maker *m, uint32_t levels, bool in_array) {
    static const char *const literals[] = {"null", "true", "false"};
    if (in_array)
        want_separator(m);
    uint32_t kind = random_below(levels > 0 ? 12 : 7);
    switch (kind) {
    case 0:
    case 1: {
        uint32_t literal = random_below(3);
        put_text(&m->wanted, literals[literal]);
        add_op(m, JT_RECORD_LITERAL, (int32_t)literal);
        break;
    }
    case 2: add_doubles(m, false); break;
    case 3: add_doubles(m, in_array); break;
    case 4:
    case 5: add_string(m, JT_PIECES_STRING); break;
    case 6: add_raw(m); break;
    default: {
        bool array = kind < 10;
        uint32_t children = random_below(6);
        put_byte(&m->wanted, array ? '[' : '{');
        add_op(m, JT_RECORD_START, array);
        m->depth++;
        m->comma = false;
        for (uint32_t i = 0; i < children; i++) {
            if (!array)
                add_key(m);
            add_value(m, levels - 1, array);
            m->comma = true;
        }
        m->depth--;
        if (children != 0)
            want_line(m);
        put_byte(&m->wanted, array ? ']' : '}');
        add_op(m, JT_RECORD_END, array);
        m->comma = true;
    }
    }
}

/* ---- Writing ------------------------------------------------------------------------------------------------------
 */

/* The text block of a batch. */
static uint32_t encode(const batch *b, bytes *text) {
    uint32_t flags = JT_RECORDS_ASCII;
    text->length = 0;
    for (size_t i = 0; i < b->unit_count;) {
        uint32_t c = next_point(b->units, b->unit_count, &i);
        if (c >= 0x80)
            flags &= ~JT_RECORDS_ASCII;
        if (is_high(c) || is_low(c))
            flags |= JT_RECORDS_SURROGATES;
        put_utf8(text, c);
    }
    return flags;
}

typedef struct output {
    check_guard guard;
    bytes taken;
    bool enlarge; /* rather than drain */
} output;

/* After a call: makes room as a binding does, until the batch is done. */
static jt_status finish_batch(jt_records *r, jt_status status, output *o) {
    while (status == JT_FULL) {
        CHECK(r->wanted >= JT_RECORDS_OUT_MIN);
        if (o->enlarge || r->wanted > r->capacity) {
            size_t capacity = r->wanted > 2 * r->capacity ? r->wanted : 2 * r->capacity;
            check_guard larger = check_guard_new(capacity);
            uint8_t *out = check_guard_end(&larger, capacity);
            memcpy(out, r->out, r->length);
            check_guard_free(&o->guard);
            o->guard = larger;
            r->out = out;
            r->capacity = capacity;
        } else {
            put(&o->taken, r->out, r->length - 1);
            jt_records_drain(r);
            CHECK_EQ_U64(r->length, 1);
        }
        status = jt_records_resume(r);
    }
    return status;
}

static void check_value(maker *m, jt_records *r, output *o, check_guard *text_guard) {
    bytes text = {NULL, 0, 0};
    o->taken.length = 0;
    for (size_t i = 0; i < m->count; i++) {
        const batch *b = &m->batches[i];
        uint32_t flags = encode(b, &text);
        r->text = check_guard_end(text_guard, text.length + JT_RECORDS_TEXT_SLACK);
        if (text.length != 0)
            memcpy(text_guard->start + (r->text - text_guard->start), text.data, text.length);
        r->ops = b->ops;
        r->doubles = b->doubles;
        jt_status status = jt_records_write(r, b->op_count, b->double_count, text.length, flags);
        CHECK_EQ_U64(finish_batch(r, status, o), JT_OK);
    }
    put(&o->taken, r->out, r->length);
    put_byte(&m->wanted, ',');
    CHECK_EQ_MEM(o->taken.data, o->taken.length, m->wanted.data, m->wanted.length);
    free(text.data);
}

static void start_value(maker *m, const char *unit, bool ascii) {
    for (size_t i = 0; i < m->count; i++) {
        free(m->batches[i].ops);
        free(m->batches[i].doubles);
        free(m->batches[i].units);
        memset(&m->batches[i], 0, sizeof m->batches[i]);
    }
    m->count = 1;
    m->batches[0].op_count = BATCH_OPS + 1; /* so that the first batch is made anew */
    m->wanted.length = m->unit.length = 0;
    put_text(&m->unit, unit);
    m->indented = *unit != 0;
    m->ascii = ascii;
    m->depth = 0;
    m->comma = false;
    m->per_batch = 1 + random_below(BATCH_OPS - 1);
    now(m, 0, 0);
    m->batches[0] = m->batches[1];
    memset(&m->batches[1], 0, sizeof m->batches[1]);
    m->count = 1;
}

static void add_begin(maker *m, const uint16_t *units, size_t length) {
    uint32_t size = (uint32_t)m->unit.length;
    batch *first = &m->batches[0];
    for (int part = 0; part < 2; part++) {
        for (size_t i = 0; i < length; i++)
            first->units[first->unit_count++] = units[i];
    }
    first->ops[first->op_count++] = (int32_t)((size << 8 | size << 16) << JT_RECORD_OP_BITS | JT_RECORD_BEGIN);
}

static void random_values(void) {
    static maker m;
    static const char *const units_of[] = {"", "  ", "\t", "\xc3\xa9-"};
    static const uint16_t indents[][2] = {{0}, {' ', ' '}, {'\t'}, {0xe9, '-'}};
    static const size_t indent_lengths[] = {0, 2, 1, 2};
    m.batches = check_alloc(BATCHES_MAX * sizeof *m.batches);
    memset(m.batches, 0, BATCHES_MAX * sizeof *m.batches);
    for (uint32_t i = 0; i < JT_RECORDS_KEYS; i++) {
        uint8_t *slot = m.keys + i * JT_RECORDS_KEY_BYTES;
        size_t length = 3 + i % (JT_RECORDS_KEY_BYTES - 3);
        if (length >= JT_RECORDS_KEY_BYTES)
            length = JT_RECORDS_KEY_BYTES - 1;
        memset(slot, 'a' + (int)(i % 26), length);
        slot[0] = slot[length - 2] = '"';
        slot[length - 1] = ':';
        slot[JT_RECORDS_KEY_BYTES - 1] = (uint8_t)length;
    }
    check_guard keys = check_guard_new(sizeof m.keys), text = check_guard_new(256 << 10);
    memcpy(check_guard_end(&keys, sizeof m.keys), m.keys, sizeof m.keys);
    for (int round = 0; round < 1500; round++) {
        uint32_t indent = random_below(4);
        start_value(&m, units_of[indent], indent != 3 && random_below(3) == 0);
        add_begin(&m, indents[indent], indent_lengths[indent]);
        add_value(&m, 5, false);
        jt_records r;
        memset(&r, 0, sizeof r);
        output o = {check_guard_new(1 << 16), {NULL, 0, 0}, random_below(2) == 0};
        r.keys = check_guard_end(&keys, sizeof m.keys);
        r.capacity = JT_RECORDS_OUT_MIN + random_below(random_below(2) ? 64 : 50000);
        r.out = check_guard_end(&o.guard, r.capacity);
        check_value(&m, &r, &o, &text);
        check_guard_free(&o.guard);
        free(o.taken.data);
    }
    check_guard_free(&keys);
    check_guard_free(&text);
    start_value(&m, "", true);
    free(m.batches[0].ops);
    free(m.batches[0].doubles);
    free(m.batches[0].units);
    free(m.batches);
    free(m.wanted.data);
    free(m.unit.data);
}

/* ---- Single cases ---------------------------------------------------------------------------------------------------
 */

static uint8_t keys_block[JT_RECORDS_KEYS * JT_RECORDS_KEY_BYTES];

static jt_status write_ops(jt_records *r, const int32_t *ops, size_t op_count, const char *text, uint32_t flags) {
    static uint8_t out[JT_RECORDS_OUT_MIN], block[256];
    static const double doubles[2] = {1.5, 2.5};
    memset(r, 0, sizeof *r);
    memcpy(block, text, strlen(text));
    r->ops = ops;
    r->doubles = doubles;
    r->text = block;
    r->keys = keys_block;
    r->out = out;
    r->capacity = sizeof out;
    return jt_records_write(r, op_count, 2, strlen(text), flags);
}

#define OP(kind, payload) ((int32_t)((uint32_t)(payload) << JT_RECORD_OP_BITS | (uint32_t)(kind)))

static void check_text(const int32_t *ops, size_t op_count, const char *text, uint32_t flags, const char *wanted) {
    jt_records r;
    CHECK_EQ_U64(write_ops(&r, ops, op_count, text, flags), JT_OK);
    CHECK_EQ_MEM(r.out, r.length, wanted, strlen(wanted));
}

static void single_cases(void) {
    const int32_t begin = OP(JT_RECORD_BEGIN, 0);
    {
        const int32_t ops[] = {begin,
                               OP(JT_RECORD_START, 1),
                               OP(JT_RECORD_STRING, 1),
                               OP(JT_RECORD_STRING, 0),
                               OP(JT_RECORD_STRING, 1),
                               OP(JT_RECORD_DOUBLES, 2),
                               OP(JT_RECORD_END, 1)};
        check_text(ops, 7, "\xf0\x9f\x98\x80", 0, "[\"\\ud83d\",\"\",\"\\ude00\",1.5,2.5],");
    }
    {
        const int32_t ops[] = {begin, OP(JT_RECORD_START, 0), OP(JT_RECORD_KEY_TEXT, 2), OP(JT_RECORD_STRING, 3),
                               OP(JT_RECORD_END, 0)};
        check_text(ops, 5, "a\xf4\x8f\xbf\xbf\xed\xa0\x80\xed\xbf\xbf", JT_RECORDS_SURROGATES,
                   "{\"a\\udbff\":\"\\udfff\\ud800\\udfff\"},");
    }
    {
        /* head "-", unit "=", tail "+" */
        const int32_t ops[] = {OP(JT_RECORD_BEGIN, 1 | 1 << 8 | 1 << 16),
                               OP(JT_RECORD_START, 1),
                               OP(JT_RECORD_START, 1),
                               OP(JT_RECORD_START, 1),
                               OP(JT_RECORD_LITERAL, 1),
                               OP(JT_RECORD_END, 1),
                               OP(JT_RECORD_END, 1),
                               OP(JT_RECORD_END, 1)};
        check_text(ops, 8, "-=+", JT_RECORDS_ASCII, "[\n-+[\n-=+[\n-==+true\n-=+]\n-+]\n],");
    }
}

static void refused(void) {
    const int32_t begin = OP(JT_RECORD_BEGIN, 0);
    const int32_t wrong[] = {OP(JT_RECORD_STRING, 5),
                             OP(JT_RECORD_KEY_TEXT, 5),
                             OP(JT_RECORD_PIECE, 0xfffffff),
                             OP(JT_RECORD_RAW, 5),
                             OP(JT_RECORD_DOUBLES, 3),
                             OP(JT_RECORD_KEY, JT_RECORDS_KEYS),
                             OP(JT_RECORD_KEY, -1),
                             OP(JT_RECORD_LITERAL, 3),
                             OP(JT_RECORD_RAW_PIECE, -1),
                             OP(JT_RECORD_OPS, 0),
                             begin};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        for (uint32_t flags = 0; flags < 2; flags++) {
            const int32_t ops[] = {begin, OP(JT_RECORD_START, 1), wrong[i]};
            jt_records r;
            CHECK_EQ_U64(write_ops(&r, ops, 3, "abcd", flags), JT_REFUSED);
        }
    }
    {
        const int32_t ops[] = {OP(JT_RECORD_BEGIN, 5)}, large[] = {OP(JT_RECORD_BEGIN, 33 << 8)};
        jt_records r;
        CHECK_EQ_U64(write_ops(&r, ops, 1, "abcd", 1), JT_REFUSED);
        CHECK_EQ_U64(write_ops(&r, large, 1, "abcdefghijklmnopqrstuvwxyz0123456789", 1), JT_REFUSED);
    }
    {
        /* A text that ends inside a character, and one whose last unit does. */
        const int32_t ops[] = {begin, OP(JT_RECORD_STRING, 2)}, half[] = {begin, OP(JT_RECORD_STRING, 1)};
        jt_records r;
        CHECK_EQ_U64(write_ops(&r, half, 2, "\xf0\x9f", 0), JT_REFUSED);
        CHECK_EQ_U64(write_ops(&r, ops, 2, "\xc3\xa9", 0), JT_REFUSED);
    }
    {
        /* Indented, a bracket that closes nothing. */
        const int32_t ops[] = {OP(JT_RECORD_BEGIN, 2 << 8 | 2 << 16), OP(JT_RECORD_LITERAL, 1), OP(JT_RECORD_END, 1)};
        jt_records r;
        CHECK_EQ_U64(write_ops(&r, ops, 2, "    ", 1), JT_OK);
        CHECK_EQ_U64(write_ops(&r, ops, 3, "    ", 1), JT_REFUSED);
    }
    {
        const int32_t ops[] = {begin, OP(JT_RECORD_DOUBLE, 0), OP(JT_RECORD_DOUBLE, 0), OP(JT_RECORD_DOUBLE, 0)};
        jt_records r;
        CHECK_EQ_U64(write_ops(&r, ops, 4, "", 1), JT_REFUSED);
        r.capacity = JT_RECORDS_OUT_MIN - 1;
        CHECK_EQ_U64(jt_records_write(&r, 2, 2, 0, 1), JT_REFUSED);
    }
}

int main(void) {
    single_cases();
    refused();
    random_values();
    return check_report("records");
}
