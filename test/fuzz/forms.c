/* Forms of a text: comments that are kept, keys in order, the canonical form. What is written says what the text says;
 * written again it is the same; the writer and what the bindings write whole tapes with agree, whole and in chunks and
 * through buffers of any size. The first byte chooses indentation (low four bits) and instruction set, the second the
 * sizes of buffers and chunks, the third what is escaped; the rest is the text. */
#include "fuzz.h"

#include "../../core/src/write/document.h"

/* A writer through buffers of changing sizes. The roots of a text, and comments behind them, are a line each. */
typedef struct form {
    jt_writer_options options;
    jt_writer writer;
    uint8_t *buffer;
    uint32_t most;
    uint64_t random;
    bool open;
    fuzz_text out;
} form;

static void drain(form *f) {
    fuzz_add(&f->out, f->buffer, f->writer.length);
    free(f->buffer);
    size_t capacity = check_random_below(&f->random, f->most + 1);
    f->buffer = check_alloc(capacity);
    jt_writer_drain(&f->writer, f->buffer, capacity);
}

static void open_form(form *f, const jt_writer_options *options, uint32_t most, uint64_t random) {
    *f = (form){.options = *options, .most = most, .random = random};
    REQUIRE(jt_writer_init(&f->writer, NULL, 0, options) == JT_OK);
}

static void put_tape(form *f, const jt_tape *tape) {
    for (size_t index = 0; index < tape->length;) {
        if (!f->open) {
            REQUIRE(jt_writer_init(&f->writer, NULL, 0, &f->options) == JT_OK);
            f->open = true;
        }
        jt_status status;
        while ((status = jt_write_tape(&f->writer, tape, &index)) == JT_FULL) {
            drain(f);
        }
        drain(f);
        if (jt_writer_done(&f->writer)) {
            fuzz_add(&f->out, "\n", 1);
            f->open = false;
        } else {
            REQUIRE(status == JT_OK && index == tape->length);
        }
    }
}

static void close_form(form *f) {
    if (f->open) {
        fuzz_add(&f->out, "\n", 1);
    }
    free(f->buffer);
}

static void require_equal(const fuzz_text *a, const fuzz_text *b) {
    REQUIRE(a->length == b->length && (a->length == 0 || memcmp(a->bytes, b->bytes, a->length) == 0));
}

/* ---- Comments ---------------------------------------------------------------------------------------------------- */

static const jt_options jsonc = {.comments = JT_COMMENTS_KEEP, .trailing_commas = true, .multiple = JT_CONCATENATED};

static void put_in_chunks(form *f, const uint8_t *text, size_t length) {
    jt_options options = jsonc;
    options.pieces = true;
    reading *r = fuzz_reading(&options, 0);
    for (size_t at = 0;;) {
        size_t size = check_random_below(&f->random, f->most + 1);
        size = size < length - at ? size : length - at;
        uint8_t *chunk = fuzz_copy(text + at, size);
        at += size;
        jt_status status;
        while ((status = jt_feed(&r->t, chunk, size, at == length)) == JT_NEED_MEMORY) {
            reading_set_block(r, r->t.need, r->t.wanted);
        }
        REQUIRE(status == JT_OK);
        jt_tape tape = jt_tokenizer_tape(&r->t);
        put_tape(f, &tape);
        free(chunk);
        if (at == length) {
            break;
        }
    }
    reading_free(r);
}

/* The tokens of two tapes say the same: a comment to the end of a line may have lost a carriage return. */
static void require_same(const jt_tape *a, const jt_tape *b) {
    REQUIRE(a->length == b->length);
    for (size_t i = 0; i < a->length; i++) {
        jt_token x = a->tokens[i], y = b->tokens[i];
        const uint8_t *p = jt_token_text(a, x), *q = jt_token_text(b, y);
        bool comment = jt_token_type(x) == JT_COMMENT;
        uint32_t length = jt_token_type(x) <= JT_ARRAY_END ? 1 : x.length;
        REQUIRE(jt_token_type(x) == jt_token_type(y) && (comment || x.info == y.info));
        length -= comment && p[1] == '/' && p[length - 1] == '\r';
        REQUIRE(jt_token_type(x) <= JT_ARRAY_END ? x.length == y.length : length == y.length);
        REQUIRE(memcmp(p, q, length) == 0);
    }
}

static void write_document(fuzz_text *out, const jt_tape *tape, const jt_document *how) {
    jt_document d = *how;
    jt_status status;
    d.tape = *tape;
    d.levels = check_alloc(JT_DOCUMENT_LEVELS(tape->length));
    d.out = check_alloc(1);
    while ((status = jt_document_write(&d)) == JT_FULL) {
        REQUIRE(d.wanted > d.capacity);
        uint8_t *larger = check_alloc((size_t)d.wanted);
        memcpy(larger, d.out, d.length);
        free(d.out);
        d.out = larger;
        d.capacity = (size_t)d.wanted;
    }
    REQUIRE(status == JT_OK);
    fuzz_add(out, d.out, d.length);
    free(d.out);
    free(d.levels);
}

static void try_comments(const uint8_t *text, size_t length, const jt_writer_options *options, uint32_t most,
                         uint64_t random) {
    reading *r = fuzz_reading(&jsonc, 0), *again = fuzz_reading(&jsonc, 0);
    if (reading_run(r, text, length, 0) == JT_OK) {
        jt_tape tape = jt_tokenizer_tape(&r->t);
        const uint32_t indent = (uint32_t)strlen(options->indent);
        form whole, streamed, repeated;
        fuzz_text document = {0};
        open_form(&whole, options, most, random);
        put_tape(&whole, &tape);
        close_form(&whole);
        open_form(&streamed, options, most, random + 1);
        put_in_chunks(&streamed, text, length);
        close_form(&streamed);
        require_equal(&whole.out, &streamed.out);
        write_document(&document, &tape,
                       &(jt_document){.indent = indent,
                                      .indent_char = indent ? options->indent[0] : ' ',
                                      .multiple = JT_CONCATENATED,
                                      .comments = JT_COMMENTS_KEEP,
                                      .escape = options->escape});
        require_equal(&whole.out, &document);
        REQUIRE(reading_run(again, whole.out.bytes, whole.out.length, 0) == JT_OK);
        jt_tape other = jt_tokenizer_tape(&again->t);
        if (options->escape == 0) {
            require_same(&tape, &other);
        }
        open_form(&repeated, options, 4096, 0);
        put_tape(&repeated, &other);
        close_form(&repeated);
        require_equal(&whole.out, &repeated.out);
        free(whole.out.bytes);
        free(streamed.out.bytes);
        free(repeated.out.bytes);
        free(document.bytes);
    }
    reading_free(r);
    reading_free(again);
}

/* ---- Order ------------------------------------------------------------------------------------------------------- */

/* The keys of each object stand in the order of their units; strictly where none is there twice. */
static void require_sorted(const jt_tape *tape, bool strictly) {
    uint16_t *one = check_alloc(2 * tape->text_length), *two = check_alloc(2 * tape->text_length);
    for (size_t i = 0; i < tape->length; i++) {
        if (jt_token_type(tape->tokens[i]) != JT_OBJECT_START) {
            continue;
        }
        size_t before = 0;
        bool first = true;
        for (size_t key = i + 1; jt_token_type(tape->tokens[key]) == JT_KEY; first = false) {
            jt_token token = tape->tokens[key], value = tape->tokens[key + 1];
            size_t n = jt_copy_utf16(jt_token_text(tape, token), token.length, two), k = 0;
            while (k < n && k < before && one[k] == two[k]) {
                k++;
            }
            bool less = k == before ? k < n : k < n && one[k] < two[k];
            REQUIRE(first || less || (!strictly && k == n && k == before));
            memcpy(one, two, 2 * n);
            before = n;
            key += 2 + (jt_token_type(value) <= JT_ARRAY_END ? value.length : 0);
        }
    }
    free(one);
    free(two);
}

/* Writes a tape in order, through buffers of changing sizes; JT_INVALID where it has no canonical form. */
static jt_status put_in_order(form *f, const jt_tape *tape, bool canonical) {
    uint32_t *next = check_alloc(tape->length * sizeof *next);
    jt_order order;
    jt_status status = jt_order_init(&order, tape, next, tape->length, canonical);
    REQUIRE(status == JT_OK || (status == JT_INVALID && canonical && order.index < tape->length));
    if (status == JT_OK) {
        while ((status = jt_write_ordered(&f->writer, tape, &order)) == JT_FULL) {
            drain(f);
        }
        REQUIRE(status == JT_OK && jt_writer_done(&f->writer));
        drain(f);
    }
    free(next);
    free(f->buffer);
    return status;
}

static void try_order(const uint8_t *text, size_t length, const jt_writer_options *options, uint32_t most,
                      uint64_t random) {
    static const jt_writer_options minified = {0};
    reading *r = fuzz_reading(NULL, 0), *again = fuzz_reading(NULL, 0);
    if (reading_run(r, text, length, 0) == JT_OK) {
        jt_tape tape = jt_tokenizer_tape(&r->t);
        for (int canonical = 0; canonical < 2; canonical++) {
            form once, twice;
            open_form(&once, canonical ? &minified : options, most, random);
            if (put_in_order(&once, &tape, canonical) == JT_OK) {
                REQUIRE(reading_run(again, once.out.bytes, once.out.length, 0) == JT_OK);
                jt_tape other = jt_tokenizer_tape(&again->t);
                REQUIRE(other.length == tape.length);
                require_sorted(&other, canonical);
                open_form(&twice, canonical ? &minified : options, 4096, 0);
                REQUIRE(put_in_order(&twice, &other, canonical) == JT_OK);
                require_equal(&once.out, &twice.out);
                free(twice.out.bytes);
            }
            free(once.out.bytes);
        }
    }
    reading_free(r);
    reading_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const units[] = {"          ", "\t\t\t\t\t\t\t\t\t\t"};
    const jt_isa *isas;
    size_t count = fuzz_isas(&isas);
    uint8_t head = fuzz_byte(&data, &size), sizes = fuzz_byte(&data, &size), escape = fuzz_byte(&data, &size);
    uint32_t most = sizes & 1 ? 4096 : sizes & 2 ? 200 : 1 + sizes / 4;
    jt_set_isa(isas[(head >> 4) % count]);
    jt_writer_options options = {.indent = units[head >> 7] + 10 - (head & 15) % 11, .escape = escape & 3};
    try_comments(data, size, &options, most, sizes);
    try_order(data, size, &options, most, sizes);
    return 0;
}
