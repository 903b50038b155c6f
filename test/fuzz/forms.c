/* Forms of a text: comments that are kept, keys in order, the canonical form. What is written says what the text says;
 * written again it is the same; the writer and what the bindings write whole tapes with agree, whole and in chunks and
 * through buffers of any size. The first byte chooses indentation (low four bits) and instruction set, the second the
 * sizes of buffers and chunks, the third what is escaped; the rest is the text. */
#include "sink.h"

#include "../c/document.h"

/* The roots of a text, and comments behind them, are a line each. */
static void put_tape(sink *s, const jt_tape *tape) {
    for (size_t index = 0; index < tape->length;) {
        if (!s->begun) {
            sink_begin(s);
            s->begun = true;
        }
        jt_status status;
        while ((status = jt_write_tape(&s->writer, tape, &index)) == JT_FULL) {
            sink_drain(s);
        }
        sink_drain(s);
        if (jt_writer_done(&s->writer)) {
            fuzz_add(&s->out, "\n", 1);
            s->begun = false;
        } else {
            REQUIRE(status == JT_OK && index == tape->length);
        }
    }
}

static void close_lines(sink *s) {
    if (s->begun) {
        fuzz_add(&s->out, "\n", 1);
    }
    free(s->buffer);
}

static void require_equal(const fuzz_text *a, const fuzz_text *b) {
    REQUIRE(a->length == b->length && (a->length == 0 || memcmp(a->bytes, b->bytes, a->length) == 0));
}

/* ---- Comments ---------------------------------------------------------------------------------------------------- */

static const jt_options jsonc = {.comments = JT_COMMENTS_KEEP, .trailing_commas = true, .multiple = JT_CONCATENATED};

static void write_document(fuzz_text *out, const jt_tape *tape, const jt_document *how) {
    jt_document d = *how;
    d.tape = *tape;
    REQUIRE(document_run(&d) == JT_OK);
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
        jt_options in_pieces = jsonc;
        in_pieces.pieces = true;
        sink whole, streamed, repeated;
        fuzz_text document = {0};
        sink_open(&whole, options, most, random);
        put_tape(&whole, &tape);
        close_lines(&whole);
        sink_open(&streamed, options, most, random + 1);
        sink_put_chunks(&streamed, text, length, &in_pieces, put_tape);
        close_lines(&streamed);
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
            sink_require_same(&tape, &other);
        }
        sink_open(&repeated, options, 4096, 0);
        put_tape(&repeated, &other);
        close_lines(&repeated);
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
static jt_status put_in_order(sink *s, const jt_tape *tape, bool canonical) {
    uint32_t *next = check_alloc(tape->length * sizeof *next);
    jt_order order;
    jt_status status = jt_order_init(&order, tape, next, tape->length, canonical);
    REQUIRE(status == JT_OK || (status == JT_INVALID && canonical && order.index < tape->length));
    if (status == JT_OK) {
        while ((status = jt_write_ordered(&s->writer, tape, &order)) == JT_FULL) {
            sink_drain(s);
        }
        REQUIRE(status == JT_OK && jt_writer_done(&s->writer));
        sink_drain(s);
    }
    free(next);
    free(s->buffer);
    return status;
}

static void try_order(const uint8_t *text, size_t length, const jt_writer_options *options, uint32_t most,
                      uint64_t random) {
    static const jt_writer_options minified = {0};
    reading *r = fuzz_reading(NULL, 0), *again = fuzz_reading(NULL, 0);
    if (reading_run(r, text, length, 0) == JT_OK) {
        jt_tape tape = jt_tokenizer_tape(&r->t);
        for (int canonical = 0; canonical < 2; canonical++) {
            sink once, twice;
            sink_open(&once, canonical ? &minified : options, most, random);
            if (put_in_order(&once, &tape, canonical) == JT_OK) {
                REQUIRE(reading_run(again, once.out.bytes, once.out.length, 0) == JT_OK);
                jt_tape other = jt_tokenizer_tape(&again->t);
                REQUIRE(other.length == tape.length);
                require_sorted(&other, canonical);
                sink_open(&twice, canonical ? &minified : options, 4096, 0);
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
