/* jt_write_tape, and jt_document_write for the bindings: random documents, laid out at random and described by tokens
 * as they are made, against the model of writing.h; in buffers of every size, in tapes that are cut anywhere, with the
 * text up against a page that may not be touched. */
#include "writing.h"

#include "../../core/src/write/document.h"

static uint64_t seed = 7;

static uint32_t below(uint32_t limit) {
    return check_random_below(&seed, limit);
}

/* ---- Documents --------------------------------------------------------------------------------------------------- */

#define TOKENS_MAX 4000
#define OPS_MAX TOKENS_MAX

static jt_token tokens[TOKENS_MAX];
static op ops[OPS_MAX]; /* the call that each token stands for; its text lies in `text` at its token's start */
static size_t count;
static bytes text;

static void space(uint32_t layout) {
    for (uint32_t n = layout ? below(layout) : 0; n > 0; n--) {
        append_byte(&text, " \n\t\r    "[below(8)]);
    }
}

static void token(jt_type type, op_kind kind, size_t start) {
    tokens[count] = (jt_token){(uint32_t)start, (uint32_t)(text.length - start), (uint32_t)type};
    ops[count] = (op){kind, type == JT_TRUE, NULL, text.length - start, false};
    count++;
}

static void quoted(jt_type type, op_kind kind) {
    static const char *const parts[] = {"a",   "name",    "0123456789", "\xe4\xb8\xad",
                                        "\\n", "\\u0000", " , : [ { ",  "<\xf0\x9f\x98\x80\xe2\x80\xa8"};
    size_t start = text.length;
    append_byte(&text, '"');
    for (uint32_t n = below(8) ? below(4) : below(250); n > 0; n--) {
        const char *part = parts[below(8)];
        append(&text, part, strlen(part));
    }
    append_byte(&text, '"');
    token(type, kind, start);
}

static void word(jt_type type, op_kind kind, const char *spelling) {
    size_t start = text.length;
    append(&text, spelling, strlen(spelling));
    token(type, kind, start);
}

/* A document of about `size` tokens, at most `max_depth` deep. */
static void random_document(uint32_t size, uint32_t max_depth, uint32_t layout) {
    static const char *const numbers[] = {"0", "-1", "12.50", "1E+2", "123456789012345678901234567890123456789012"};
    bool object[200];
    uint32_t held[200], depth = 0, wanted = 1 + below(max_depth);
    count = 0;
    text.length = 0;
    space(layout);
    do {
        if (depth > 0) {
            bool close = count >= size || below(depth > wanted / 2 ? 4 : 12) == 0;
            if (close) {
                size_t start = text.length;
                append_byte(&text, object[depth] ? '}' : ']');
                bool curly = object[depth];
                token(curly ? JT_OBJECT_END : JT_ARRAY_END, curly ? OP_OBJECT_END : OP_ARRAY_END, start);
                depth--;
                space(layout);
                continue;
            }
            if (held[depth]++ > 0) {
                append_byte(&text, ',');
                space(layout);
            }
            if (object[depth]) {
                quoted(JT_KEY, OP_RAW_KEY);
                space(layout);
                append_byte(&text, ':');
                space(layout);
            }
        }
        uint32_t kind = below(count == 0 ? 24 : 10);
        if (kind < 2 || kind >= 10) {
            if (depth < wanted) {
                size_t start = text.length;
                object[++depth] = kind % 2;
                held[depth] = 0;
                append_byte(&text, kind % 2 ? '{' : '[');
                token(kind % 2 ? JT_OBJECT_START : JT_ARRAY_START, kind % 2 ? OP_OBJECT_START : OP_ARRAY_START, start);
            } else {
                word(JT_NULL, OP_NULL, "null");
            }
        } else if (kind < 5) {
            quoted(JT_STRING, OP_RAW);
        } else if (kind < 8) {
            word(JT_NUMBER, OP_RAW, numbers[below(5)]);
        } else {
            word(kind == 8 ? JT_TRUE : JT_FALSE, OP_BOOL, kind == 8 ? "true" : "false");
        }
        space(layout);
    } while (depth > 0);
}

/* ---- Tapes ------------------------------------------------------------------------------------------------------- */

static check_guard window, carry;
static jt_token copy[TOKENS_MAX]; /* of the tape at hand */

/* The tokens [from, to) as a tape of their own, with only their text in memory, which ends at a guard page. As in a
 * stream, the first token may lie in a head of its own, and offsets are relative to a base before it. */
static jt_tape tape_of(size_t from, size_t to) {
    jt_tape tape = {.tokens = copy, .length = to - from, .text = NULL, .text_length = 0};
    if (from == to) {
        return tape;
    }
    uint32_t start = tokens[from].start, end = tokens[to - 1].start + tokens[to - 1].length;
    bool head = from > 0 && below(2);
    for (size_t i = from; i < to; i++) {
        copy[i - from] = tokens[i];
        copy[i - from].start -= start;
    }
    tape.base = start;
    if (head) {
        tape.head_length = tokens[from].length;
        tape.head = memcpy(check_guard_end(&carry, tape.head_length), text.data + start, tape.head_length);
        tape.text_start = tape.head_length;
    }
    tape.text_length = end - start - tape.head_length;
    uint8_t *end_of_window = check_guard_end(&window, tape.text_length);
    tape.text = memcpy(end_of_window, text.data + start + tape.head_length, tape.text_length);
    return tape;
}

static model m;
static sink s;

/* So many spaces, or tabs, up to 10. */
static const char *indent_of(uint32_t n, bool tabs) {
    return &(tabs ? "\t\t\t\t\t\t\t\t\t\t" : "          ")[10 - n];
}

static void expect_document(const jt_writer_options *options) {
    model_init(&m, options, 200);
    for (size_t i = 0; i < count; i++) {
        ops[i].text = text.data + tokens[i].start;
        CHECK(model_do(&m, &ops[i]));
    }
    CHECK(m.done);
}

/* Makes pieces of some strings and numbers, which may be empty: a token for each. */
static void cut_values(void) {
    size_t cut = 0;
    for (size_t i = 0; i < count; i++) {
        jt_token rest = tokens[i];
        bool value = jt_token_type(rest) == JT_STRING || jt_token_type(rest) == JT_NUMBER;
        while (value && cut + (count - i) < TOKENS_MAX && below(3) == 0) {
            jt_token piece = rest;
            piece.length = below(rest.length + 1);
            piece.info |= JT_PARTIAL << 4;
            copy[cut++] = piece;
            rest.start += piece.length;
            rest.length -= piece.length;
        }
        copy[cut++] = rest;
    }
    memcpy(tokens, copy, cut * sizeof *tokens);
    count = cut;
}

/* Writes the document in `pieces` tapes with buffers of up to `capacity`. */
static void write_document(const jt_writer_options *options, size_t capacity, uint32_t pieces) {
    uint64_t failures = check_failures;
    jt_writer *w = &s.writer;
    sink_init(&s, capacity, options);
    size_t from = 0;
    for (uint32_t piece = 1; from < count || piece <= pieces; piece++) {
        size_t to = piece >= pieces ? count : from + below((uint32_t)(count - from) + 1);
        jt_tape tape = tape_of(from, to);
        size_t index = 0;
        jt_status status;
        while ((status = jt_write_tape(w, &tape, &index)) == JT_FULL) {
            CHECK_EQ_U64(w->length, s.capacity);
            CHECK_EQ_U64(jt_writer_continue(w), JT_REFUSED);
            CHECK_EQ_U64(jt_write_null(w), JT_REFUSED);
            CHECK(index <= tape.length);
            sink_drain(&s, pieces > 1 ? 1 + below((uint32_t)capacity) : capacity);
        }
        if (!CHECK_EQ_U64(status, JT_OK) || !CHECK_EQ_U64(index, tape.length)) {
            break;
        }
        from = to;
    }
    CHECK(jt_writer_done(w));
    sink_drain(&s, capacity);
    CHECK_EQ_MEM(s.out.data, s.out.length, m.out.data, m.out.length);
    if (check_failures != failures) {
        fprintf(stderr, "    capacity %zu, %u pieces, indent '%s'\n", capacity, pieces, options->indent);
    }
}

static void documents(void) {
    for (int i = 0; i < 250; i++) {
        random_document(below(4) ? below(60) : below(1500), below(5) ? 8 : 60, i % 3 == 0 ? 0 : 1 + below(20));
        jt_writer_options options = {
            .indent = indent_of(i % 2 ? 1 + below(10) : 0, i % 5 == 0), .unchecked = i % 7 == 0, .crlf = i % 6 == 1};
        expect_document(&options);
        if (below(2)) {
            cut_values();
        }
        if (count < 300) {
            for (size_t capacity = 1; capacity <= 256; capacity += 1 + below(5)) {
                write_document(&options, capacity, 1);
            }
        }
        for (int k = 0; k < 10; k++) {
            write_document(&options, 1 + below(4096), 1);
            write_document(&options, 1 + below(k % 2 ? 4096 : 300), 1 + below(6));
        }
    }
}

/* Everything at once into a buffer of exactly its size, up against a guard page. */
static void exact_buffers(void) {
    check_guard target = check_guard_new(1 << 20);
    for (int i = 0; i < 100; i++) {
        random_document(below(400), 30, 1 + below(10));
        jt_writer_options options = {.indent = indent_of(i % 2 ? below(11) : 0, false)};
        expect_document(&options);
        jt_tape tape = tape_of(0, count);
        jt_writer w;
        uint8_t *out = check_guard_end(&target, m.out.length);
        CHECK_EQ_U64(jt_writer_init(&w, out, m.out.length, &options), JT_OK);
        size_t index = 0;
        CHECK_EQ_U64(jt_write_tape(&w, &tape, &index), JT_OK);
        CHECK_EQ_MEM(out, w.length, m.out.data, m.out.length);
    }
    check_guard_free(&target);
}

/* ---- Refusals ---------------------------------------------------------------------------------------------------- */

static uint8_t buffer[4096];

static jt_tape small_tape(const char *json, jt_token *list, size_t length) {
    return (jt_tape){.tokens = list, .length = length, .text = (const uint8_t *)json, .text_length = strlen(json)};
}

/* What does not fit is refused at its token, what came before it stands, and the writer goes on. */
static void refusals(void) {
    jt_writer w;
    size_t index = 0;
    jt_token key[] = {{0, 3, JT_KEY}, {4, 1, JT_NUMBER}};
    char spacious[400] = "\"a\":1,"; /* so that the fast loop takes the tokens */
    jt_tape tape = {.tokens = key, .length = 2, .text = (const uint8_t *)spacious, .text_length = sizeof spacious};
    jt_writer_init(&w, buffer, sizeof buffer, NULL);
    CHECK_EQ_U64(jt_write_tape(&w, &tape, &index), JT_REFUSED);
    CHECK_EQ_U64(index, 0);
    CHECK_EQ_U64(w.length, 0);
    jt_write_array_start(&w);
    CHECK_EQ_U64(jt_write_tape(&w, &tape, &index), JT_REFUSED);
    jt_write_object_start(&w);
    CHECK_EQ_U64(jt_write_tape(&w, &tape, &index), JT_OK);
    index = 0;
    CHECK_EQ_U64(jt_write_tape(&w, &tape, &index), JT_OK);
    CHECK_EQ_MEM(buffer, w.length, "[{\"a\":1,\"a\":1", 13);
    jt_token close[] = {{0, 1, JT_OBJECT_END}, {1, 1, JT_OBJECT_END}};
    tape = small_tape("}}", close, 2);
    index = 0;
    CHECK_EQ_U64(jt_write_tape(&w, &tape, &index), JT_REFUSED);
    CHECK_EQ_U64(index, 1);
    CHECK_EQ_U64(jt_write_array_end(&w), JT_OK);
    CHECK(jt_writer_done(&w));
    CHECK_EQ_U64(jt_write_tape(&w, &tape, &index), JT_REFUSED);
    CHECK_EQ_MEM(buffer, w.length, "[{\"a\":1,\"a\":1}]", 15);

    /* Kinds of tokens that are none, and spans outside the text. */
    static const uint32_t kinds[] = {0, JT_COMMENT, 12, 15, JT_KEY, JT_KEY | JT_PARTIAL << 4};
    for (size_t i = 0; i < 10; i++) {
        jt_token odd = {1, 3, i < 6 ? kinds[i] : JT_STRING};
        odd.start = i == 6 ? 100 : i == 7 ? 79 : i == 8 ? UINT32_MAX : 1;
        odd.length = i == 9 ? UINT32_MAX : 3;
        uint8_t blank[80] = {0};
        jt_tape bad = {.tokens = &odd, .length = 1, .text = blank, .text_length = sizeof blank};
        jt_writer_init(&w, buffer, sizeof buffer, NULL);
        jt_write_array_start(&w);
        index = 0;
        CHECK_EQ_U64(jt_write_tape(&w, &bad, &index), JT_REFUSED);
        bad.text_start = 1u << 20;
        CHECK_EQ_U64(jt_write_tape(&w, &bad, &index), JT_REFUSED);
        CHECK_EQ_U64(w.length, 1);
    }

    /* The writer's own depth limit. */
    jt_writer_options options = {.max_depth = 2};
    jt_writer_init(&w, buffer, sizeof buffer, &options);
    jt_token open[] = {{0, 1, JT_ARRAY_START}, {1, 1, JT_ARRAY_START}, {2, 1, JT_ARRAY_START}};
    tape = small_tape("[[[", open, 3);
    index = 0;
    CHECK_EQ_U64(jt_write_tape(&w, &tape, &index), JT_REFUSED);
    CHECK_EQ_U64(index, 2);
    CHECK_EQ_MEM(buffer, w.length, "[[", 2);

    /* A value in pieces ends before anything else comes. */
    jt_writer_init(&w, buffer, sizeof buffer, NULL);
    jt_token piece[] = {{0, 2, JT_NUMBER | JT_PARTIAL << 4}, {2, 2, JT_STRING}, {2, 2, JT_NUMBER}, {2, 2, JT_NUMBER}};
    tape = small_tape("1234", piece, 1);
    index = 0;
    CHECK_EQ_U64(jt_write_tape(&w, &tape, &index), JT_OK);
    CHECK(!jt_writer_done(&w));
    CHECK_EQ_U64(jt_write_null(&w), JT_REFUSED);
    CHECK_EQ_U64(jt_writer_continue(&w), JT_REFUSED);
    tape.length = 2;
    CHECK_EQ_U64(jt_write_tape(&w, &tape, &index), JT_REFUSED);
    CHECK_EQ_U64(jt_write_null(&w), JT_REFUSED);
    tape.length = 4;
    index = 2;
    CHECK_EQ_U64(jt_write_tape(&w, &tape, &index), JT_REFUSED);
    CHECK_EQ_U64(index, 3);
    CHECK(jt_writer_done(&w));
    CHECK_EQ_MEM(buffer, w.length, "1234", 4);

    /* A tape is no way out of another call that is not finished. */
    jt_writer_init(&w, buffer, 2, NULL);
    CHECK_EQ_U64(jt_write_null(&w), JT_FULL);
    CHECK_EQ_U64(jt_write_tape(&w, &tape, &index), JT_REFUSED);
    jt_writer_drain(&w, buffer, 2);
    CHECK_EQ_U64(jt_writer_continue(&w), JT_OK);
    CHECK_EQ_MEM(buffer, w.length, "ll", 2);
}

/* ---- Whole documents --------------------------------------------------------------------------------------------- */

static check_guard room;

/* Writes the tokens of `copy` as a document, into blocks that are enlarged by random amounts and end at a guard page.
 */
static jt_status write_whole(const jt_tape *tape, const jt_writer_options *options, jt_document *d) {
    static uint8_t levels[JT_DOCUMENT_LEVELS(TOKENS_MAX)];
    jt_status status;
    *d = (jt_document){.tape = *tape,
                       .indent = (uint32_t)strlen(options->indent),
                       .indent_char = *options->indent,
                       .escape = options->escape};
    d->levels = levels + sizeof levels - JT_DOCUMENT_LEVELS(tape->length);
    d->capacity = below(300);
    d->out = check_guard_end(&room, d->capacity);
    while ((status = jt_document_write(d)) == JT_FULL) {
        CHECK(d->wanted > d->capacity && d->wanted < d->length + 70000);
        size_t capacity = (size_t)d->wanted + (below(2) ? below(3000) : 0);
        uint8_t *out = check_guard_end(&room, capacity);
        memmove(out, d->out, d->length);
        d->out = out;
        d->capacity = capacity;
    }
    return status;
}

static jt_tape whole_tape(void) {
    jt_tape tape = tape_of(0, count);
    while (tape.head_length != 0) {
        tape = tape_of(0, count);
    }
    return tape;
}

static void whole_documents(void) {
    jt_document d;
    room = check_guard_new(1 << 24);
    for (int i = 0; i < 400; i++) {
        random_document(below(4) ? below(60) : below(1500), below(5) ? 8 : 150, i % 3 == 0 ? 0 : 1 + below(20));
        jt_writer_options options = {.indent = indent_of(i % 2 ? 1 + below(10) : 0, i % 5 == 0)};
        expect_document(&options);
        jt_tape tape = whole_tape();
        CHECK_EQ_U64(write_whole(&tape, &options, &d), JT_OK);
        CHECK_EQ_MEM(d.out, d.length, m.out.data, m.out.length);

        /* What is escaped is what the writer escapes. */
        static uint8_t stack[512], written[1 << 22];
        jt_writer w;
        size_t index = 0;
        jt_writer_options escaping = options;
        escaping.escape = 1 + below(3);
        escaping.max_depth = 8 * sizeof stack;
        escaping.stack = stack;
        CHECK_EQ_U64(jt_writer_init(&w, written, sizeof written, &escaping), JT_OK);
        CHECK_EQ_U64(jt_write_tape(&w, &tape, &index), JT_OK);
        CHECK_EQ_U64(write_whole(&tape, &escaping, &d), JT_OK);
        CHECK_EQ_MEM(d.out, d.length, written, w.length);

        /* Without its last token, and with one more, it is none. */
        tape.length--;
        CHECK_EQ_U64(write_whole(&tape, &options, &d), JT_REFUSED);
        if (count < TOKENS_MAX) {
            tape.length = count + 1;
            copy[count] = copy[below((uint32_t)count)];
            CHECK_EQ_U64(write_whole(&tape, &options, &d), JT_REFUSED);
        }

        /* Other types of tokens are refused where the writer refuses them. */
        for (int k = 0; k < 20; k++) {
            bool pieces = false; /* of which a whole document has none */
            tape = whole_tape();
            for (uint32_t n = 1 + below(2); n > 0; n--) {
                size_t at = below((uint32_t)count);
                copy[at].info = below(12) ? below(16) : JT_STRING | JT_PARTIAL << 4;
            }
            for (size_t at = 0; at < count; at++) {
                pieces = pieces || copy[at].info >> 4;
            }
            index = 0;
            jt_writer_options minified = {.indent = "", .max_depth = 8 * sizeof stack, .stack = stack};
            CHECK_EQ_U64(jt_writer_init(&w, written, sizeof written, &minified), JT_OK);
            bool expected = jt_write_tape(&w, &tape, &index) == JT_OK && jt_writer_done(&w) && !pieces;
            CHECK_EQ_U64(write_whole(&tape, &options, &d), expected ? JT_OK : JT_REFUSED);
        }

        /* So is what does not lie in the text. */
        tape = whole_tape();
        jt_token *odd = &copy[below((uint32_t)count)];
        odd->start = below(2) ? UINT32_MAX : (uint32_t)tape.text_length;
        CHECK_EQ_U64(write_whole(&tape, &options, &d), JT_REFUSED);
        tape = whole_tape();
        odd = &copy[below((uint32_t)count)];
        if (jt_token_type(*odd) >= JT_KEY) {
            odd->length = below(2) ? UINT32_MAX : (uint32_t)tape.text_length - odd->start + 1;
            CHECK_EQ_U64(write_whole(&tape, &options, &d), JT_REFUSED);
        }
    }
    jt_token open[] = {{0, 1, JT_ARRAY_START}, {0, 1, JT_ARRAY_START}, {0, 1, JT_ARRAY_START}};
    jt_tape tape = small_tape("[[[", open, 3);
    jt_writer_options options = {.indent = ""};
    CHECK_EQ_U64(write_whole(&tape, &options, &d), JT_REFUSED);
    tape.length = 0;
    CHECK_EQ_U64(write_whole(&tape, &options, &d), JT_REFUSED);
    check_guard_free(&room);
}

/* What the writer's options forbid is escaped in strings and keys, in pieces too; the rest of them stands. */
static void escaped_tokens(void) {
    const char *json = "{\"\xc3\xa9<\":[\"\\u00e9\\/ \xf0\x9f\x98\x80&\xe2\x80\xa8\",\"a\xc3\xa9z\"],\"\xff\":1}";
    static const char *const expected[] = {
        "{\"\xc3\xa9<\":[\"\\u00e9\\/ \xf0\x9f\x98\x80&\xe2\x80\xa8\",\"a\xc3\xa9z\"],\"\xff\":1}",
        "{\"\\u00e9<\":[\"\\u00e9\\/ \\ud83d\\ude00&\\u2028\",\"a\\u00e9z\"],\"\\ufffd\":1}",
        "{\"\xc3\xa9\\u003c\":[\"\\u00e9\\/ \xf0\x9f\x98\x80\\u0026\\u2028\",\"a\xc3\xa9z\"],\"\xff\":1}",
        "{\"\\u00e9\\u003c\":[\"\\u00e9\\/ \\ud83d\\ude00\\u0026\\u2028\",\"a\\u00e9z\"],\"\\ufffd\":1}",
    };
    jt_token list[] = {{0, 8, JT_OBJECT_START},
                       {1, 5, JT_KEY},
                       {7, 5, JT_ARRAY_START},
                       {8, 19, JT_STRING},
                       {28, 2, JT_STRING | JT_PARTIAL << 4},
                       {30, 4, JT_STRING},
                       {34, 5, JT_ARRAY_END},
                       {36, 3, JT_KEY},
                       {40, 1, JT_NUMBER},
                       {41, 8, JT_OBJECT_END}};
    jt_tape tape = small_tape(json, list, 10);
    for (uint32_t escape = 0; escape < 4; escape++) {
        jt_writer_options options = {.escape = escape};
        for (size_t capacity = 1; capacity < 200; capacity++) {
            size_t index = 0;
            jt_status status;
            sink_init(&s, capacity, &options);
            while ((status = jt_write_tape(&s.writer, &tape, &index)) == JT_FULL) {
                sink_drain(&s, capacity);
            }
            CHECK_EQ_U64(status, JT_OK);
            sink_drain(&s, capacity);
            CHECK_EQ_MEM(s.out.data, s.out.length, expected[escape], strlen(expected[escape]));
        }
    }
}

int main(void) {
    window = check_guard_new(1 << 22);
    carry = check_guard_new(1 << 16);
    documents();
    exact_buffers();
    refusals();
    escaped_tokens();
    whole_documents();
    check_guard_free(&window);
    check_guard_free(&carry);
    free(text.data);
    free(m.out.data);
    free(s.out.data);
    return check_report("write_tape");
}
