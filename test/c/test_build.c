/* jt_build_run: what its programs make, on a machine as core/src/bindings.h describes it, against values taken straight
 * from the tape; both as digests. Real documents with --corpus, and made-up ones for what those have not: parts that
 * fill, keys without id, escapes, surrogates, every kind of number, levels that grow; texts that end at a guard page.
 */
#include "reading.h"

#include "../../core/src/build/build.h"

typedef struct value {
    uint64_t digest;
    uint64_t *items; /* of an array of the program: digests */
    size_t count;
    bool array;
} value;

static uint64_t mix(uint64_t h, uint64_t x) {
    h = (h ^ x) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 29;
}

static uint64_t of_units(const uint16_t *units, size_t count) {
    uint64_t h = 1;
    for (size_t i = 0; i < count; i++)
        h = mix(h, units[i]);
    return mix(h, count);
}

static uint64_t of_double(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return mix(2, bits);
}

static uint64_t of_array(const uint64_t *items, size_t count) {
    uint64_t h = 3;
    for (size_t i = 0; i < count; i++)
        h = mix(h, items[i]);
    return mix(h, count);
}

static uint64_t of_literal(uint32_t which) {
    return mix(5, which);
}

/* ---- From the tape ---- */

static uint64_t of_token(const uint8_t *text, jt_token token) {
    const uint8_t *span = text + token.start;
    if (jt_token_type(token) == JT_NUMBER)
        return of_double(jt_read_f64(span, token.length));
    if (jt_token_type(token) != JT_STRING && jt_token_type(token) != JT_KEY)
        return of_literal(jt_token_type(token) - JT_TRUE);
    uint16_t *units = check_alloc(2 * (size_t)token.length);
    uint64_t digest = of_units(units, jt_copy_utf16(span, token.length, units));
    free(units);
    return digest;
}

/* Members of an object count as items: key, value. */
static uint64_t expected(const jt_tape *tape) {
    uint64_t *items = check_alloc(8 * (tape->length + 1));
    size_t *starts = check_alloc(sizeof *starts * (tape->length + 1));
    size_t count = 0, depth = 0;
    for (size_t i = 0; i < tape->length; i++) {
        jt_token token = tape->tokens[i];
        jt_type type = jt_token_type(token);
        if (type == JT_OBJECT_START || type == JT_ARRAY_START) {
            starts[depth++] = count;
        } else if (type == JT_OBJECT_END || type == JT_ARRAY_END) {
            size_t start = starts[--depth];
            uint64_t digest = mix(of_array(items + start, count - start), type == JT_OBJECT_END);
            count = start;
            items[count++] = digest;
        } else {
            items[count++] = of_token(tape->text, token);
        }
    }
    uint64_t digest = items[0];
    free(items);
    free(starts);
    return digest;
}

/* ---- By the program ---- */

typedef struct machine {
    jt_build *block;
    value *stack;
    size_t top;
    uint64_t keys[JT_BUILD_KEYS];
    size_t key_count;
    struct {
        uint32_t from, key, length;
    } shapes[JT_BUILD_SHAPES];
    size_t shape_count;
    size_t batches;
} machine;

static uint64_t digest_of(const value *v) {
    return v->array ? mix(of_array(v->items, v->count), 0) : v->digest;
}

static void push(machine *m, uint64_t digest) {
    m->stack[m->top++] = (value){digest, NULL, 0, false};
}

static void drop(machine *m, size_t count) {
    for (; count; count--)
        free(m->stack[--m->top].items);
}

/* What a shape's keys and the values behind them, and pairs behind those, make. */
static uint64_t object(machine *m, uint32_t shape, uint32_t pairs) {
    size_t length = m->shapes[shape].length, count = length + 2 * (size_t)pairs;
    uint64_t *items = check_alloc(8 * (2 * length + 2 * (size_t)pairs + 1));
    const value *first = m->stack + m->top - count;
    for (size_t i = length; i; i--, shape = m->shapes[shape].from) {
        items[2 * i - 2] = m->keys[m->shapes[shape].key];
        items[2 * i - 1] = digest_of(first + i - 1);
    }
    for (size_t i = 0; i < 2 * (size_t)pairs; i++)
        items[2 * length + i] = digest_of(first + length + i);
    uint64_t digest = mix(of_array(items, 2 * length + 2 * (size_t)pairs), 1);
    free(items);
    drop(m, count);
    return digest;
}

static void run(machine *m, const jt_tape *tape) {
    const jt_build *b = m->block;
    const uint32_t *n = b->number;
    size_t byte = 0, unit = 0, number = 0;
    m->batches++;
    if (n[JT_BUILD_ANEW]) {
        m->key_count = m->shape_count = 1;
        m->shapes[0].length = 0;
    }
    CHECK(n[JT_BUILD_WORDS_USED] <= JT_BUILD_WORDS_CAPACITY && n[JT_BUILD_DOUBLES_USED] <= JT_BUILD_DOUBLES_CAPACITY);
    for (size_t i = 0; i < n[JT_BUILD_WORDS_USED];) {
        uint32_t word = b->words[i++], size = word >> JT_BUILD_OP_BITS;
        switch ((jt_build_op)(word & ((1u << JT_BUILD_OP_BITS) - 1))) {
        case JT_BUILD_INTEGER: push(m, of_double((int32_t)word >> JT_BUILD_OP_BITS)); break;
        case JT_BUILD_DOUBLE: push(m, of_double(b->doubles[number++])); break;
        case JT_BUILD_STRING: {
            uint16_t *units = check_alloc(2 * (size_t)size + 2);
            for (size_t k = 0; k < size; k++) {
                units[k] = b->bytes[byte + k];
                if (units[k] >= 0x80)
                    check_fatal("a byte that is not ASCII", "JT_BUILD_STRING");
            }
            push(m, of_units(units, size));
            free(units);
            byte += size;
            break;
        }
        case JT_BUILD_STRING16:
            push(m, of_units(b->units + unit, size));
            unit += size;
            break;
        case JT_BUILD_LITERAL: push(m, of_literal(size)); break;
        case JT_BUILD_ARRAY: {
            uint64_t *items = check_alloc(8 * (size_t)size + 8);
            for (size_t k = 0; k < size; k++)
                items[k] = digest_of(m->stack + m->top - size + k);
            uint64_t digest = mix(of_array(items, size), 0);
            free(items);
            drop(m, size);
            push(m, digest);
            break;
        }
        case JT_BUILD_INTEGERS:
        case JT_BUILD_DOUBLES: {
            value list = {0, check_alloc(8 * (size_t)size + 8), size, true};
            for (size_t k = 0; k < size; k++)
                list.items[k] = of_double(b->doubles[number++]);
            m->stack[m->top++] = list;
            break;
        }
        case JT_BUILD_APPEND: {
            value *to = m->stack + m->top - 2, *from = to + 1;
            uint64_t *joined = check_alloc(8 * (to->count + from->count));
            memcpy(joined, to->items, 8 * to->count);
            memcpy(joined + to->count, from->items, 8 * from->count);
            free(to->items);
            to->items = joined;
            to->count += from->count;
            drop(m, 1);
            break;
        }
        case JT_BUILD_SPREAD: {
            value list = m->stack[--m->top];
            for (size_t k = 0; k < list.count; k++)
                push(m, list.items[k]);
            free(list.items);
            break;
        }
        case JT_BUILD_OBJECT: push(m, object(m, size, 0)); break;
        case JT_BUILD_MEMBERS:
            push(m, object(m, size, b->words[i]));
            i++;
            break;
        case JT_BUILD_KEY: push(m, m->keys[size]); break;
        case JT_BUILD_NEW_KEY: m->keys[m->key_count++] = m->stack[--m->top].digest; break;
        case JT_BUILD_NEW_SHAPE:
            m->shapes[m->shape_count].key = size;
            m->shapes[m->shape_count].from = b->words[i];
            m->shapes[m->shape_count].length = m->shapes[b->words[i]].length + 1;
            m->shape_count++;
            i++;
            break;
        case JT_BUILD_TOKEN: {
            jt_token token;
            memcpy(&token, b->words + i, sizeof token);
            push(m, of_token(tape->text, token));
            i += 3;
            break;
        }
        default: check_fatal("an op that there is not", "jt_build_run");
        }
    }
    CHECK_EQ_U64(byte, n[JT_BUILD_BYTES_USED]);
    CHECK_EQ_U64(unit, n[JT_BUILD_UNITS_USED]);
    CHECK_EQ_U64(number, n[JT_BUILD_DOUBLES_USED]);
}

static machine *the_machine;

static void check(const uint8_t *text, size_t length, const char *name) {
    reading *r = reading_new(100000);
    r->t.options.numbers = true;
    if (reading_run(r, text, length, 1 << 16) != JT_OK)
        check_fatal("not JSON", name);
    jt_tape tape = jt_tokenizer_tape(&r->t);
    machine *m = the_machine;
    m->stack = check_alloc(sizeof *m->stack * (tape.length + 1));
    m->top = 0;
    uint64_t wanted = expected(&tape);
    /* Twice, for the second time its keys and shapes are known; each with numbers from their tokens and as they lie
     * with the tape. */
    for (int round = 0; round < 4; round++) {
        size_t room = 1;
        jt_build_level *levels = check_alloc(sizeof *levels * room);
        jt_build_begin(m->block, (uint32_t)tape.length, round % 2 ? JT_BUILD_FUSED : 0, 0x9e3779b9);
        jt_status status;
        while ((status = jt_build_run(m->block, &tape, levels, room)) == JT_FULL || status == JT_NEED_MEMORY) {
            run(m, &tape);
            if (status == JT_FULL)
                continue;
            jt_build_level *more = check_alloc(sizeof *levels * 2 * room);
            memcpy(more, levels, sizeof *levels * room);
            free(levels);
            levels = more;
            room *= 2;
        }
        CHECK_EQ_U64(status, JT_OK);
        run(m, &tape);
        free(levels);
        CHECK_EQ_U64(m->top, 1);
        if (!CHECK_EQ_U64(digest_of(m->stack), wanted))
            fprintf(stderr, "    of %s\n", name);
        drop(m, m->top);
    }
    free(m->stack);
    reading_free(r);
}

/* ---- Made-up texts ---- */

static uint64_t seed = 77;

static uint32_t below(uint32_t limit) {
    return check_random_below(&seed, limit);
}

static char *out;
static size_t used, room;

static void put(const char *text) {
    size_t length = strlen(text);
    if (used + length + 1 > room) {
        room = 2 * (used + length) + 4096;
        char *more = check_alloc(room);
        if (used)
            memcpy(more, out, used);
        free(out);
        out = more;
    }
    memcpy(out + used, text, length + 1);
    used += length;
}

static void put_string(void) {
    static const char *const parts[] = {"a",
                                        "some words",
                                        "\\n",
                                        "\\\"",
                                        "\\u0041",
                                        "\\u00e9",
                                        "\\ud83d\\ude00",
                                        "\\ud800",
                                        "\xc3\xa9",
                                        "\xe6\x97\xa5",
                                        "\xf0\x9f\x98\x80",
                                        "\\/",
                                        "0123456789012345"};
    uint32_t kinds = 1 + below(13), count = below(8) ? below(6) : below(200);
    put("\"");
    for (uint32_t i = 0; i < count; i++)
        put(parts[below(kinds)]);
    put("\"");
}

static void put_number(void) {
    static const char *const others[] = {"0",
                                         "-0",
                                         "-0.0",
                                         "0.5",
                                         "1e400",
                                         "-1e-400",
                                         "5e-324",
                                         "1E5",
                                         "1e+2",
                                         "0.00000000000000000000000000012345",
                                         "9007199254740993",
                                         "123456789012345678901234567890",
                                         "67108863",
                                         "-67108864",
                                         "3.14159265358979323846264338327950288",
                                         "18446744073709551616.5"};
    char text[64];
    size_t length = 0;
    if (below(12) == 0) {
        put(others[below(16)]);
        return;
    }
    uint32_t whole = 1 + below(below(4) ? 5 : 18), fraction = below(3) ? 0 : below(19);
    if (below(3) == 0)
        text[length++] = '-';
    bool zero = below(4) == 0;
    for (uint32_t i = 0; i < (zero ? 1 : whole); i++)
        text[length++] = (char)(zero ? '0' : i ? '0' + below(10) : '1' + below(9));
    if (fraction)
        text[length++] = '.';
    for (uint32_t i = 0; i < fraction; i++)
        text[length++] = (char)('0' + below(10));
    text[length] = 0;
    put(text);
}

static void put_value(uint32_t depth) {
    static const char *const keys[] = {
        "\"a\":",        "\"b\":",       "\"name\":",     "\"\":",
        "\"7\":",        "\"\\u0062\":", "\"\xc3\xa9\":", "\"a key of more bytes than thirty are\":",
        "\"__proto__\":"};
    uint32_t kind = below(depth > 5 ? 4 : 8), count = below(6) ? below(5) : below(60);
    char key[40];
    switch (kind) {
    case 0: put_string(); return;
    case 1: put_number(); return;
    case 2: put(below(3) ? "true" : "null"); return;
    case 3: put("false"); return;
    case 4:
        put("[");
        for (uint32_t i = 0; i < count; i++) {
            put_number();
            put(i + 1 < count ? "," : "");
        }
        put("]");
        return;
    case 5:
        put("[");
        for (uint32_t i = 0; i < count; i++) {
            put_value(depth + 1);
            put(i + 1 < count ? "," : "");
        }
        put("]");
        return;
    default:
        put("{");
        for (uint32_t i = 0; i < count; i++) {
            snprintf(key, sizeof key, "\"k%u\":", below(kind == 6 ? 20 : 100000));
            put(below(3) ? keys[below(9)] : key);
            put_value(depth + 1);
            put(i + 1 < count ? "," : "");
        }
        put("}");
    }
}

static void check_made_up(const char *name) {
    check_guard guard = check_guard_new(used);
    uint8_t *text = guard.start + guard.size - used;
    memcpy(text, out, used);
    check(text, used, name);
    check_guard_free(&guard);
    used = 0;
}

static void check_all_made_up(void) {
    for (int i = 0; i < 3000; i++) {
        put_value(0);
        check_made_up("a random text");
    }
    static const uint32_t lengths[] = {8183, 8191, 8192, 8193, 16376, 16384, 30000};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        for (int tail = 0; tail < 4; tail++) {
            put("[1,[");
            for (uint32_t k = 0; k < lengths[i]; k++)
                put(tail == 1 ? "1.5," : "7,");
            put(tail == 2 ? "\"x\",1],2]" : tail == 3 ? "12345678901234567890123],2]" : "1],2]");
            check_made_up("numbers that fill a part");
        }
    }
    static const char *const fillers[] = {"abcdefgh", "\xc3\xa9", "\\n", "\\u65e5\xe6\x97\xa5"};
    for (int filler = 0; filler < 4; filler++) {
        for (uint32_t length = 1000; length < 40000; length = length * 3 / 2) {
            put("[\"x\",\"");
            for (uint32_t k = 0; k < length; k++)
                put(fillers[filler]);
            put("\",\"\xc3\xa9\",{\"y\":\"z\"}]");
            check_made_up("strings that fill a part");
        }
    }
    for (uint32_t depth = 1; depth < 5000; depth *= 7) {
        for (uint32_t i = 0; i < depth; i++)
            put("[{\"a\":");
        put("1");
        for (uint32_t i = 0; i < depth; i++)
            put(",\"b\":2},3]");
        check_made_up("levels");
    }
    check((const uint8_t *)"-0", 2, "a number alone");
    check((const uint8_t *)"[-12345678,1.25]", 16, "numbers at the start");
}

int main(int argc, char **argv) {
    static const char *const documents[] = {"canada",    "citm_catalog",   "github_events", "instruments",
                                            "marine_ik", "mesh.pretty",    "numbers",       "random",
                                            "twitter",   "twitterescaped", "update-center"};
    const char *corpus = check_corpus(argc, argv);
    the_machine = check_alloc(sizeof *the_machine);
    memset(the_machine, 0, sizeof *the_machine);
    the_machine->block = check_alloc(sizeof *the_machine->block);
    memset(the_machine->block, 0, sizeof *the_machine->block);
    check_all_made_up();
    for (size_t i = 0; corpus && i < sizeof documents / sizeof *documents; i++) {
        char path[4096];
        size_t length = 0;
        snprintf(path, sizeof path, "%s/documents/%s.json", corpus, documents[i]);
        uint8_t *text = check_read_file(path, &length);
        check(text, length, documents[i]);
        free(text);
    }
    free(the_machine->block);
    free(the_machine);
    free(out);
    return check_report("test_build");
}
