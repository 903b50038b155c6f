/* See engine.h. */
#include "engine.h"

#include "base.h"
#include "build/build.h"
#include "read/grammar.h"
#include "read/keys.h"
#include "read/numbers.h"
#include "simd/isa.h"
#include "write/document.h"

/* The tape that a document begins with where the binding has none. */
#define TAPE_BYTES (sizeof(jt_token) * 1024)

/* The widest indentation, as with the public writer. */
#define INDENT_MAX 10

bool jt_engine_grow(jt_engine *e, jt_engine_block block, uint64_t wanted) {
    size_t size = e->block[block].size;
    size_t more = size + size / 2;
    if (more > wanted && e->reserve(e, block, more)) {
        return true;
    }
    return wanted > size && wanted <= SIZE_MAX && e->reserve(e, block, (size_t)wanted);
}

bool jt_engine_ensure(jt_engine *e, jt_engine_block block, size_t size) {
    return e->block[block].size >= size || e->reserve(e, block, size);
}

void jt_engine_init(jt_engine *e) {
    memset(e->block, 0, sizeof e->block);
    memset(&e->options, 0, sizeof e->options);
    memset(&e->select, 0, sizeof e->select);
    e->tokens = e->output = 0;
    jt_tokenizer_init(&e->tokenizer, NULL);
}

void jt_engine_configure(jt_engine *e, uint32_t max_depth, uint32_t flags, double max_token_length, double max_length) {
    jt_options *o = &e->options;
    o->max_depth = max_depth;
    o->comments = (jt_comments)(flags >> JT_READING_COMMENTS_BIT & 3);
    o->multiple = (jt_multiple)(flags >> JT_READING_MULTIPLE_BIT & 3);
    o->utf8 = (jt_utf8)(flags >> JT_READING_UTF8_BIT & 3);
    o->duplicates = (jt_duplicates)(flags >> JT_READING_DUPLICATES_BIT & 1);
    o->trailing_commas = (flags & JT_READING_TRAILING_COMMAS) != 0;
    o->skip_bad_lines = (flags & JT_READING_SKIP_BAD_LINES) != 0;
    o->pieces = (flags & JT_READING_PIECES) != 0;
    o->max_token_length = (uint64_t)max_token_length;
    o->max_length = (uint64_t)max_length;
}

jt_status jt_engine_begin(jt_engine *e) {
    e->tokens = 0;
    e->select.active = false;
    if (!jt_engine_ensure(e, JT_ENGINE_STACK, JT_ENGINE_STACK_BYTES) ||
        !jt_engine_ensure(e, JT_ENGINE_KEYS, JT_KEYS_BYTES_MIN) ||
        (!e->block[JT_ENGINE_TAPE].data && !e->reserve(e, JT_ENGINE_TAPE, TAPE_BYTES))) {
        return JT_NEED_MEMORY;
    }
    jt_tokenizer *t = &e->tokenizer;
    jt_tokenizer_reset(t, &e->options);
    for (int block = 0; block < JT_BLOCKS; block++) {
        jt_tokenizer_set_block(t, (jt_block)block, e->block[block].data, e->block[block].size);
    }
    return JT_OK;
}

jt_status jt_engine_feed(jt_engine *e, const void *chunk, size_t length, bool last) {
    jt_tokenizer *t = &e->tokenizer;
    jt_status status;
    if (e->select.active)
        return jt_engine_select_feed(e, chunk, length, last);
    while ((status = jt_feed(t, chunk, length, last)) == JT_NEED_MEMORY) {
        jt_engine_block block = (jt_engine_block)t->need;
        if (!jt_engine_grow(e, block, t->wanted)) {
            return JT_NEED_MEMORY;
        }
        jt_tokenizer_set_block(t, t->need, e->block[block].data, e->block[block].size);
    }
    e->tokens = t->tokens;
    e->goes_on = status == JT_OK && !last;
    return status;
}

void jt_engine_report(const jt_engine *e, double *numbers) {
    const jt_tokenizer *t = &e->tokenizer;
    const jt_key_table *keys = t->block[JT_BLOCK_KEYS].data;
    if (e->select.active) {
        jt_engine_select_report(e, numbers);
        return;
    }
    numbers[JT_FEED_TOKENS] = (double)e->tokens;
    numbers[JT_FEED_BASE] = (double)t->base;
    numbers[JT_FEED_CHUNK_START] = (double)t->chunk_start;
    numbers[JT_FEED_HEAD] = (double)t->head;
    numbers[JT_FEED_KEYS] = keys ? (double)keys->last_id : 0;
    numbers[JT_FEED_LINE] = (double)t->head_place.line;
    numbers[JT_FEED_COLUMN] = (double)t->head_place.column;
    numbers[JT_FEED_CHUNK_LINE] = (double)t->place.line;
    numbers[JT_FEED_CHUNK_COLUMN] = (double)t->place.column;
    numbers[JT_FEED_PASSED] = t->tape_state == STATE_ARRAY_NEXT;
    numbers[JT_FEED_PATH_KEPT] = e->goes_on ? (double)t->path_kept : 0;
    numbers[JT_FEED_PATH_ADDED] = e->goes_on ? (double)t->path_added : 0;
    numbers[JT_FEED_UNFINISHED] = e->goes_on ? t->token.kind : 0;
}

const uint8_t *jt_engine_head(const jt_engine *e) {
    return e->block[JT_ENGINE_CARRY].data;
}

const uint8_t *jt_engine_path(const jt_engine *e) {
    return e->block[JT_ENGINE_PATH].data + e->tokenizer.path;
}

jt_status jt_engine_keys(jt_engine *e, uint32_t known) {
    const jt_key_table *table = e->tokenizer.block[JT_BLOCK_KEYS].data;
    size_t count = table->last_id > known ? table->last_id - known : 0;
    e->output = 0;
    if (!jt_engine_ensure(e, JT_ENGINE_OUTPUT, (count + 1) * (2 + sizeof table->entry->text))) {
        return JT_NEED_MEMORY;
    }
    uint8_t *const out = e->block[JT_ENGINE_OUTPUT].data, *p = out;
    for (uint32_t i = 1; i < table->used; i++) {
        const jt_key_entry *entry = table->entry + i;
        uint32_t id = entry->info >> 8;
        if (entry->generation == table->generation && id > known) {
            p[0] = (uint8_t)id;
            p[1] = (uint8_t)(id >> 8);
            memcpy(p + 2, entry->text, sizeof entry->text);
            p += 2 + entry->length - 1;
        }
    }
    e->output = (size_t)(p - out);
    return JT_OK;
}

jt_status jt_engine_describe(jt_engine *e, double *numbers) {
    const jt_error *error = &e->tokenizer.error;
    size_t message = jt_error_message(&e->tokenizer, NULL, 0), pointer = jt_error_pointer(&e->tokenizer, NULL, 0);
    e->output = 0;
    if (!jt_engine_ensure(e, JT_ENGINE_OUTPUT, message + pointer + 2)) {
        return JT_NEED_MEMORY;
    }
    char *out = (char *)e->block[JT_ENGINE_OUTPUT].data;
    jt_error_message(&e->tokenizer, out, message + 1);
    jt_error_pointer(&e->tokenizer, out + message, pointer + 1);
    e->output = message + pointer;
    numbers[JT_FAILURE_CODE] = (double)error->code;
    numbers[JT_FAILURE_OFFSET] = (double)error->position.offset;
    numbers[JT_FAILURE_LINE] = (double)error->position.line;
    numbers[JT_FAILURE_COLUMN] = (double)error->position.column;
    numbers[JT_FAILURE_BYTE_COLUMN] = (double)error->position.byte_column;
    numbers[JT_FAILURE_TOKEN_START] = (double)error->token_start;
    numbers[JT_FAILURE_MESSAGE] = (double)message;
    numbers[JT_FAILURE_POINTER] = (double)pointer;
    return JT_OK;
}

void jt_engine_reject(jt_engine *e, uint32_t index, jt_error_code code) {
    jt_tokenizer_reject(&e->tokenizer, index, code);
    e->tokens = index;
}

jt_status jt_engine_write(jt_engine *e, const void *text, size_t length, size_t tokens, uint32_t indent,
                          char indent_char, uint32_t flags) {
    jt_document d = {.indent = indent,
                     .indent_char = indent_char,
                     .multiple = (jt_multiple)(flags & 3),
                     .comments = (jt_comments)(flags >> JT_WRITING_COMMENTS_BIT & 3),
                     .escape = flags >> JT_WRITING_ESCAPE_BIT & 3,
                     .replace = (flags & JT_WRITING_REPLACE) != 0};
    e->output = 0;
    if (indent > INDENT_MAX || (indent_char != ' ' && indent_char != '\t')) {
        return JT_REFUSED;
    }
    /* Minified it is no longer than the text; indented, a guess. */
    size_t guess = indent ? length + length / 2 : length;
    if (!jt_engine_ensure(e, JT_ENGINE_STACK, JT_DOCUMENT_LEVELS(tokens)) ||
        (!jt_engine_ensure(e, JT_ENGINE_OUTPUT, guess + JT_DOCUMENT_SLACK) &&
         !jt_engine_ensure(e, JT_ENGINE_OUTPUT, length + JT_DOCUMENT_SLACK))) {
        return JT_NEED_MEMORY;
    }
    d.tape.tokens = (const jt_token *)(const void *)e->block[JT_ENGINE_TAPE].data;
    d.tape.length = tokens;
    d.tape.text = text;
    d.tape.text_length = length;
    d.levels = e->block[JT_ENGINE_STACK].data;
    jt_status status;
    do {
        d.out = e->block[JT_ENGINE_OUTPUT].data;
        d.capacity = e->block[JT_ENGINE_OUTPUT].size;
        status = jt_document_write(&d);
    } while (status == JT_FULL && jt_engine_grow(e, JT_ENGINE_OUTPUT, d.wanted));
    e->output = status == JT_OK ? d.length : 0;
    return status == JT_FULL ? JT_NEED_MEMORY : status;
}

void jt_engine_build_begin(const jt_engine *e, uint8_t *block, uint32_t count, uint32_t flags) {
    jt_build_begin((jt_build *)(void *)block, count, flags, e->options.seed);
}

jt_status jt_engine_build(jt_engine *e, uint8_t *block, const void *text, size_t length) {
    jt_tape tape = {.tokens = (const jt_token *)(const void *)e->block[JT_ENGINE_TAPE].data,
                    .text = text,
                    .text_length = length,
                    .numbers = (const double *)(const void *)e->block[JT_ENGINE_NUMBERS].data};
    jt_engine_block stack = JT_ENGINE_STACK;
    if (e->select.active) { /* whose stack is in use */
        stack = JT_ENGINE_OUTPUT;
        tape.tokens = (const jt_token *)(const void *)e->block[JT_ENGINE_PICKED].data;
        if (!jt_engine_ensure(e, stack, JT_ENGINE_STACK_BYTES))
            return JT_NEED_MEMORY;
    }
    jt_status status;
    do {
        jt_build_level *levels = (jt_build_level *)(void *)e->block[stack].data;
        size_t size = e->block[stack].size;
        status = jt_build_run((jt_build *)(void *)block, &tape, levels, size / sizeof *levels);
    } while (status == JT_NEED_MEMORY && jt_engine_grow(e, stack, e->block[stack].size + JT_ENGINE_STACK_BYTES));
    return status;
}

jt_status jt_engine_parse(jt_engine *e, uint8_t *block, const void *text, size_t length, uint32_t flags) {
    const bool fused = (flags & 3) != JT_NUMBERS_TEXT && jt_numbers_are_fused();
    e->options.numbers = fused;
    jt_status status = jt_engine_begin(e);
    e->options.numbers = false;
    if (status == JT_OK)
        status = jt_engine_feed(e, text, length, true);
    if (status != JT_OK)
        return status;
    jt_engine_build_begin(e, block, (uint32_t)e->tokens, fused ? flags | JT_BUILD_FUSED : flags);
    return jt_engine_build(e, block, text, length);
}

/* Brackets that count as open around the text: more than a block can close, which would be looked at for the last one.
 */
#define SHALLOW_AROUND 65u

bool jt_engine_accepts(const void *text, size_t length, uint32_t max_depth, bool is_utf8) {
    jt_bracket_count count = {SHALLOW_AROUND, false, false};
    const uint8_t *p = text;
    if (!is_utf8 && !jt_is_utf8(p, p + length))
        return false;
    while (length > 0) {
        /* In a piece nothing is nested deeper than before it by more than its length; pieces are of whole blocks. */
        uint64_t room = max_depth - (count.open - SHALLOW_AROUND);
        size_t piece = length <= room ? length : (size_t)room & ~(size_t)63;
        if (piece == 0 || jt_find_partner(&count, p, p + piece))
            return false;
        p += piece;
        length -= piece;
    }
    return true;
}

/* The state in a block, with the block's parts as they lie now; NULL where the block is too small. */
static jt_records *records(uint8_t *block, size_t size) {
    _Static_assert(sizeof(jt_records) <= JT_RECORDS_STATE_BYTES, "the state fits its place");
    if (size < JT_RECORDS_OUT_AT + JT_RECORDS_OUT_MIN) {
        return NULL;
    }
    jt_records *r = (jt_records *)(void *)block;
    uint8_t *keys = block + JT_RECORDS_STATE_BYTES;
    uint8_t *ops = keys + JT_RECORDS_KEYS * JT_RECORDS_KEY_BYTES;
    uint8_t *doubles = ops + JT_RECORDS_OPS_CAPACITY * 4;
    r->keys = keys;
    r->ops = (const int32_t *)(void *)ops;
    r->doubles = (const double *)(void *)doubles;
    r->text = doubles + JT_RECORDS_DOUBLES_CAPACITY * 8;
    r->out = block + JT_RECORDS_OUT_AT;
    r->capacity = size - JT_RECORDS_OUT_AT;
    return r;
}

static int32_t result_of(const jt_records *r, jt_status status) {
    return status == JT_OK ? (int32_t)r->length : status == JT_FULL ? -(int32_t)r->wanted : JT_RECORDS_REFUSED;
}

int32_t jt_engine_records_write(uint8_t *block, size_t size, uint32_t ops, uint32_t doubles, uint32_t text,
                                uint32_t flags) {
    jt_records *r = records(block, size);
    if (!r || ops > JT_RECORDS_OPS_CAPACITY || doubles > JT_RECORDS_DOUBLES_CAPACITY ||
        text > JT_RECORDS_TEXT_CAPACITY) {
        return JT_RECORDS_REFUSED;
    }
    return result_of(r, jt_records_write(r, ops, doubles, text, flags));
}

int32_t jt_engine_records_resume(uint8_t *block, size_t size) {
    jt_records *r = records(block, size);
    return r ? result_of(r, jt_records_resume(r)) : JT_RECORDS_REFUSED;
}

int32_t jt_engine_records_length(uint8_t *block, size_t size) {
    jt_records *r = records(block, size);
    return r ? (int32_t)r->length : 0;
}

void jt_engine_records_drain(uint8_t *block, size_t size) {
    jt_records *r = records(block, size);
    if (r) {
        jt_records_drain(r);
    }
}
