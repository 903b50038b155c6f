/* The tokenizer's options: the same tokens, errors, positions, pointers and sentences whole and in chunks, on different
 * instruction sets; pieces make up the tokens; an option changes nothing but what it is for. The first four bytes
 * choose the options, the second of them the instruction set too, the third a limit, the fourth the chunks; the rest is
 * the text. */
#include "fuzz.h"

/* A token, or an error: then the type is 0. Of brackets the length is 0: their partners may lie on another tape. */
typedef struct event {
    uint64_t start, length;
    uint32_t info;
    uint64_t line, column, byte_column, pointer, message;
} event;

/* All that a run of a text tells. */
typedef struct record {
    event *events;
    size_t count, size;
    const uint8_t *text;
    bool open;     /* a piece is waiting for the next */
    event pending; /* what its token is so far */
    uint64_t *cuts;
    size_t cut_count, cut_size;
} record;

static uint64_t hash(const char *bytes, size_t length) {
    uint64_t value = 1469598103934665603u;
    for (size_t i = 0; i < length; i++) {
        value = (value ^ (uint8_t)bytes[i]) * 1099511628211u;
    }
    return value;
}

static void put(record *x, const event *e) {
    x->events = oracle_room(x->events, x->count, &x->size, sizeof(event));
    x->events[x->count++] = *e;
}

/* No cut of the string may lie inside an escape, a pair of surrogate escapes or a UTF-8 sequence. */
static void check_cuts(record *x, uint64_t start, uint64_t length) {
    const uint8_t *p = x->text + start;
    size_t cut = 0;
    for (size_t at = 1; cut < x->cut_count && at + 1 < length;) {
        size_t size = 1;
        bool good, ends;
        if (p[at] == '\\') {
            size = p[at + 1] == 'u' ? 6 : 2;
            if (size == 6 && at + 12 < length && p[at + 6] == '\\' && p[at + 7] == 'u') {
                uint32_t high = oracle_hex4(p + at + 2), low = oracle_hex4(p + at + 8);
                size = high >> 10 == 0x36 && low >> 10 == 0x37 ? 12 : 6;
            }
        } else {
            size = oracle_utf8(p + at, (size_t)length - at, &good, &ends);
        }
        while (cut < x->cut_count && x->cuts[cut] <= start + at) {
            REQUIRE(x->cuts[cut] == start + at || (at == 1 && x->cuts[cut] == start));
            cut++;
        }
        at += size;
    }
}

/* Takes what the current tape holds. */
static void take(record *x, const jt_tokenizer *t) {
    jt_tape tape = jt_tokenizer_tape(t);
    for (size_t i = 0; i < tape.length; i++) {
        jt_token token = tape.tokens[i];
        jt_type type = jt_token_type(token);
        bool opens = type == JT_OBJECT_START || type == JT_ARRAY_START;
        bool closes = type == JT_OBJECT_END || type == JT_ARRAY_END;
        if ((opens || closes) && token.length) {
            REQUIRE(opens ? token.length < tape.length - i : token.length <= i);
            REQUIRE(tape.tokens[opens ? i + token.length : i - token.length].length == token.length);
        }
        event e = {.start = tape.base + token.start, .info = token.info};
        e.length = opens || closes ? 0 : token.length;
        /* The last piece of a number is empty where the next chunk shows that it has ended. */
        REQUIRE(token.length > 0 || opens || closes || (x->open && type == JT_NUMBER));
        size_t bytes = opens || closes ? 1 : token.length;
        REQUIRE(bytes == 0 || memcmp(jt_token_text(&tape, token), x->text + e.start, bytes) == 0);
        if (x->open) {
            REQUIRE(e.start == x->pending.start + x->pending.length);
            REQUIRE((token.info & 15) == (x->pending.info & 15));
            REQUIRE(type == JT_STRING || type == JT_NUMBER);
            x->cuts = oracle_room(x->cuts, x->cut_count, &x->cut_size, sizeof *x->cuts);
            x->cuts[x->cut_count++] = e.start;
            x->pending.length += e.length;
            x->pending.info = e.info;
        } else {
            char pointer[1024];
            jt_position at = jt_tokenizer_locate(t, e.start);
            size_t length = jt_tape_pointer(&tape, i, pointer, sizeof pointer);
            e.line = at.line;
            e.column = at.column;
            e.byte_column = at.byte_column;
            e.pointer = hash(pointer, check_cut(pointer, length, sizeof pointer));
            x->pending = e;
        }
        x->open = jt_token_flags(token) & JT_PARTIAL;
        if (!x->open) {
            if (type == JT_STRING) {
                check_cuts(x, x->pending.start, x->pending.length);
            }
            x->cut_count = 0;
            put(x, &x->pending);
        }
    }
}

static void take_error(record *x, const jt_tokenizer *t) {
    char pointer[1024], message[2048];
    const jt_error *error = &t->error;
    event e = {.start = error->position.offset, .length = error->token_start};
    e.info = (uint32_t)error->code << 16 | (uint32_t)(error->found + 1) << 4;
    e.line = error->position.line;
    e.column = error->position.column;
    e.byte_column = error->position.byte_column;
    size_t length = jt_error_pointer(t, pointer, sizeof pointer);
    e.pointer = hash(pointer, check_cut(pointer, length, sizeof pointer));
    length = jt_error_message(t, message, sizeof message);
    e.message = hash(message, check_cut(message, length, sizeof message));
    REQUIRE(error->code > JT_ERROR_NONE && error->code < JT_ERROR_CODES &&
            error->token_start <= error->position.offset);
    x->open = false;
    x->cut_count = 0;
    put(x, &e);
}

/* Goes on until a chunk has been read; false where nothing may follow. */
static bool feed(record *x, reading *r, const uint8_t *chunk, size_t length, bool last) {
    for (;;) {
        jt_status status = jt_feed(&r->t, chunk, length, last);
        if (status == JT_NEED_MEMORY) {
            REQUIRE(r->t.need < JT_BLOCKS && r->t.wanted > r->size[r->t.need]);
            reading_set_block(r, r->t.need, r->t.wanted);
            continue;
        }
        REQUIRE(status == JT_OK || status == JT_INVALID);
        take(x, &r->t);
        if (status == JT_OK) {
            return !last;
        }
        take_error(x, &r->t);
        bool goes_on = r->t.options.skip_bad_lines && r->t.options.multiple == JT_NDJSON;
        if (!goes_on || r->t.error.code == JT_ERROR_INPUT_TOO_LONG) {
            return false;
        }
    }
}

/* In chunks by chance of 0 to `most` bytes; 0: whole. */
static void run(record *x, const jt_options *options, const uint8_t *text, size_t length, uint32_t most,
                uint64_t random) {
    memset(x, 0, sizeof *x);
    x->text = text;
    reading *r = fuzz_reading(options, most ? 0 : 1 + random % 7);
    uint8_t *chunk = NULL;
    size_t at = 0;
    bool more = true;
    while (more) {
        size_t size = most ? check_random_below(&random, most + 1) : length;
        size = size < length - at ? size : length - at;
        uint8_t *next = fuzz_copy(text + at, size);
        free(chunk);
        chunk = next;
        at += size;
        more = feed(x, r, chunk, size, at == length);
    }
    if (r->t.error.code != JT_ERROR_NONE || at == length) {
        REQUIRE(jt_feed(&r->t, "1", 1, true) == JT_REFUSED);
    }
    REQUIRE(!x->open || r->t.error.code != JT_ERROR_NONE);
    free(chunk);
    reading_free(r);
}

static void end_run(record *x) {
    free(x->events);
    free(x->cuts);
}

static void print_event(const char *who, const event *e) {
    fprintf(stderr,
            "    %s: start %" PRIu64 " length %" PRIu64 " info %x line %" PRIu64 " column %" PRIu64
            " byteColumn %" PRIu64 " pointer %" PRIx64 " message %" PRIx64 "\n",
            who, e->start, e->length, e->info, e->line, e->column, e->byte_column, e->pointer, e->message);
}

/* Is it the same event? With `comments`, a kept comment that holds the place of b's error is no token to a. */
static bool is_same(const record *x, const event *a, event b, bool comments) {
    bool error = (b.info & 15) == 0;
    if (comments && error && b.length < b.start && x->text[b.length] == '/') {
        b.length = b.start;
    }
    return memcmp(a, &b, sizeof b) == 0;
}

/* The same events; of b comments are passed over where `comments` says so. Ids of keys may differ by design nowhere. */
static void require_same(const record *a, const record *b, bool comments, const char *what, size_t length) {
    size_t i = 0;
    for (size_t k = 0; k <= b->count; k++) {
        if (k < b->count && comments && (b->events[k].info & 15) == JT_COMMENT) {
            continue;
        }
        bool ends = k == b->count && i == a->count;
        if (ends || (k < b->count && i < a->count && is_same(a, &a->events[i], b->events[k], comments))) {
            i++;
            continue;
        }
        fprintf(stderr, "    %s: event %zu of %zu, %zu of %zu\n", what, i, a->count, k, b->count);
        check_print_bytes("text", a->text, length);
        if (i < a->count) {
            print_event("one  ", &a->events[i]);
        }
        if (k < b->count) {
            print_event("other", &b->events[k]);
        }
        fuzz_fail(__FILE__, __LINE__, what);
    }
}

static bool is_good(const record *x) {
    for (size_t i = 0; i < x->count; i++) {
        if ((x->events[i].info & 15) == 0) {
            return false;
        }
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint32_t sizes[] = {1, 3, 20, 250};
    const jt_isa *isas;
    size_t count = fuzz_isas(&isas);
    uint8_t kinds = fuzz_byte(&data, &size), more = fuzz_byte(&data, &size);
    uint8_t limit = fuzz_byte(&data, &size), chunks = fuzz_byte(&data, &size);
    jt_options options = {
        .comments = (jt_comments)((kinds & 3) % 3),
        .multiple = (jt_multiple)(kinds >> 2 & 3),
        .utf8 = (jt_utf8)((kinds >> 4 & 3) % 3),
        .trailing_commas = kinds >> 6 & 1,
        .duplicates = (jt_duplicates)(more >> 7),
        .pieces = kinds >> 7,
        .skip_bad_lines = more & 1,
        .max_token_length = (more & 6) == 2 ? limit : 0,
        .max_length = (more & 6) == 4 ? limit : 0,
        .max_depth = (more & 6) == 6 ? limit % 16 : 0,
    };
    record whole, cut, other;
    jt_set_isa(isas[(more >> 3) % count]);
    run(&whole, &options, data, size, 0, chunks);
    jt_set_isa(isas[(more >> 5) % count]);
    run(&cut, &options, data, size, sizes[chunks & 3], chunks);
    require_same(&whole, &cut, false, "whole and in chunks", size);

    if (options.comments == JT_COMMENTS_SKIP && !options.max_token_length) {
        options.comments = JT_COMMENTS_KEEP;
        run(&other, &options, data, size, 0, chunks);
        require_same(&whole, &other, true, "comments skipped and kept", size);
        end_run(&other);
        options.comments = JT_COMMENTS_SKIP;
    }
    if (options.utf8 != JT_UTF8_STRICT) {
        options.utf8 = options.utf8 == JT_UTF8_RAW ? JT_UTF8_REPLACE : JT_UTF8_RAW;
        run(&other, &options, data, size, 0, chunks);
        require_same(&whole, &other, false, "ill-formed bytes replaced and raw", size);
        end_run(&other);
        options.utf8 = JT_UTF8_STRICT;
        run(&other, &options, data, size, 0, chunks);
        if (is_good(&other)) {
            require_same(&whole, &other, false, "well-formed and with ill-formed bytes allowed", size);
        }
        end_run(&other);
    }
    /* What the strict grammar takes is the same under every option that lets more pass. */
    oracle *o = oracle_new();
    oracle_read(o, data, size, 0);
    if (o->valid && !(more & 6) && options.multiple <= JT_CONCATENATED) {
        size_t duplicate = options.duplicates ? fuzz_find_duplicate(o) : SIZE_MAX;
        size_t good = duplicate < o->length ? duplicate : o->length;
        REQUIRE(whole.count == good + (duplicate < o->length));
        for (size_t i = 0; i < good; i++) {
            bool bracket = jt_token_type(o->tokens[i]) <= JT_ARRAY_END;
            REQUIRE(whole.events[i].start == o->tokens[i].start && whole.events[i].info == o->tokens[i].info);
            REQUIRE(bracket || whole.events[i].length == o->tokens[i].length);
        }
        if (good < o->length) {
            REQUIRE(whole.events[good].info >> 16 == JT_ERROR_DUPLICATE_KEY);
            REQUIRE(whole.events[good].start == o->tokens[good].start);
        }
    }
    oracle_free(o);
    end_run(&whole);
    end_run(&cut);
    return 0;
}
