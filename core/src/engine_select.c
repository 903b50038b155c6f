/* See engine.h: what a path selects from the chunks of an input, gathered for JavaScript, which is asked once a chunk.
 */
#include "base.h"
#include "engine.h"

/* Tokens that the reader reads ahead: most values that are passed over lie in as many, and are passed over at once. */
#define WINDOW_BYTES (sizeof(jt_token) * 4096)

/* Tokens of the tape that the tokenizer wants room for beyond those that it makes. */
#define TAPE_SLACK 65

jt_status jt_engine_select(jt_engine *e, const void *path, size_t length, uint32_t steps, uint32_t stars,
                           uint32_t flags) {
    uint64_t size = (uint64_t)steps * sizeof(jt_step) + length;
    if (size > SIZE_MAX || !jt_engine_ensure(e, JT_ENGINE_STEPS, (size_t)size) ||
        !jt_engine_ensure(e, JT_ENGINE_TAPE, WINDOW_BYTES))
        return JT_NEED_MEMORY;
    uint8_t *block = e->block[JT_ENGINE_STEPS].data, *copy = block + steps * sizeof(jt_step);
    memcpy(copy, path, length);
    memset(&e->select, 0, sizeof e->select);
    e->select.stars = stars;
    e->select.active = true;
    e->select.builds = (flags & JT_SELECT_BUILDS) != 0;
    jt_reader_reset(&e->reader, &e->options);
    jt_reader_set_block(&e->reader, JT_BLOCK_TAPE, e->block[JT_ENGINE_TAPE].data, WINDOW_BYTES);
    return jt_select_init(&e->select.path, copy, length, (jt_step *)(void *)block, steps, flags & JT_SELECT_TRUSTED);
}

/* The indices of the elements that the path's '*' stand for; false where one stands for a member, or for an element
 * whose index has no room. */
static bool put_indices(const jt_select *path, uint32_t *to) {
    for (uint32_t i = 0; i < path->count; i++) {
        const jt_step *step = &path->steps[i];
        if (!step->any)
            continue;
        uint64_t passed = step->at; /* elements, the one that the match is or lies in included; in an object none */
        if (!passed || passed > UINT32_MAX)
            return false;
        *to++ = (uint32_t)(passed - 1);
    }
    return true;
}

static bool put_pointer(jt_engine *e) {
    jt_engine_block block = JT_ENGINE_OUTPUT;
    for (size_t length = 0;;) {
        if (e->block[block].size - e->output <= length && !jt_engine_grow(e, block, (uint64_t)e->output + length + 1))
            return false;
        size_t room = e->block[block].size - e->output;
        length = jt_reader_pointer(&e->reader, (char *)e->block[block].data + e->output, room);
        if (length < room) {
            e->output += length;
            return true;
        }
    }
}

/* Puts what is known of the match at the cursor; false where there is no more memory. */
static bool put_match(jt_engine *e) {
    size_t size = (JT_MATCH_INDEX + e->select.stars) * sizeof(uint32_t), used = e->select.words * sizeof(uint32_t);
    jt_engine_block block = JT_ENGINE_MATCHES;
    if (used + size > e->block[block].size && !jt_engine_grow(e, block, (uint64_t)used + size))
        return false;
    e->select.start = jt_reader_start(&e->reader);
    if (e->select.start < e->select.base) /* only the first one may */
        e->select.base = e->select.start;
    uint32_t *words = (uint32_t *)(void *)(e->block[block].data + used);
    if (e->select.stars && !put_indices(&e->select.path, words + JT_MATCH_INDEX) && !put_pointer(e))
        return false;
    words[JT_MATCH_START] = (uint32_t)(e->select.start - e->select.base);
    words[JT_MATCH_LENGTH] = 0;
    words[JT_MATCH_POINTER] = (uint32_t)e->output;
    e->select.words += size / sizeof *words;
    e->select.begins = e->reader.next - 1;
    e->select.tape = e->tokenizer.base;
    return true;
}

/* Picks the tokens of the last match, which has ended at the cursor; their words count from the chunk on. false where
 * there is no more memory. */
static bool pick(jt_engine *e) {
    const jt_tokenizer *t = &e->tokenizer;
    const size_t begins = e->select.begins, count = e->reader.next - begins;
    if (!e->select.picks || e->select.start < e->select.chunk)
        return true;
    if (e->select.tape != t->base) { /* its first ones have gone */
        e->select.picks = false;
        return true;
    }
    uint64_t size = ((uint64_t)e->select.tokens + count) * sizeof(jt_token);
    if (size > e->block[JT_ENGINE_PICKED].size && !jt_engine_grow(e, JT_ENGINE_PICKED, size))
        return false;
    const jt_token *from = (const jt_token *)(const void *)e->block[JT_ENGINE_TAPE].data + begins;
    jt_token *to = (jt_token *)(void *)e->block[JT_ENGINE_PICKED].data + e->select.tokens;
    const uint32_t base = (uint32_t)(t->base - e->select.chunk);
    for (size_t i = 0; i < count; i++) {
        to[i] = from[i];
        to[i].start += base;
    }
    e->select.tokens += count;
    return true;
}

/* The match ends at the cursor; false where there is no more memory. */
static bool end_match(jt_engine *e) {
    uint64_t end = jt_reader_end(&e->reader);
    e->select.open = false;
    if (!e->select.words) {
        e->select.end = end;
        return true;
    }
    uint32_t *words = (uint32_t *)(void *)e->block[JT_ENGINE_MATCHES].data + e->select.words;
    words -= JT_MATCH_INDEX + e->select.stars;
    words[JT_MATCH_LENGTH] = (uint32_t)(end - e->select.base) - words[JT_MATCH_START];
    return pick(e);
}

jt_status jt_engine_select_feed(jt_engine *e, const void *chunk, size_t length, bool last) {
    jt_reader *r = &e->reader;
    e->select.words = e->select.tokens = e->output = 0;
    e->select.picks = e->select.builds;
    e->select.end = 0;
    if (e->select.builds) {
        uint64_t size = ((uint64_t)length + TAPE_SLACK) * sizeof(jt_token);
        if (size > SIZE_MAX || !jt_engine_ensure(e, JT_ENGINE_TAPE, (size_t)size))
            return JT_NEED_MEMORY;
        jt_reader_set_block(r, JT_BLOCK_TAPE, e->block[JT_ENGINE_TAPE].data, e->block[JT_ENGINE_TAPE].size);
    }
    if (r->hungry) { /* else it goes on behind a bad line */
        if (jt_reader_feed(r, chunk, length, last) != JT_OK)
            return JT_REFUSED;
        e->select.fed += length;
    }
    e->select.base = e->select.chunk = e->select.fed - length;
    for (;;) {
        jt_status status = e->select.open ? jt_reader_skip(r) : jt_select_next(&e->select.path, r);
        if (status == JT_OK && e->select.open) {
            if (!end_match(e))
                return JT_NEED_MEMORY;
        } else if (status == JT_OK) {
            if (!put_match(e))
                return JT_NEED_MEMORY;
            e->select.open = true;
        } else if (status == JT_NEED_MEMORY) {
            jt_engine_block block = (jt_engine_block)r->t.need;
            if (!jt_engine_grow(e, block, r->t.wanted))
                return JT_NEED_MEMORY;
            jt_reader_set_block(r, r->t.need, e->block[block].data, e->block[block].size);
        } else {
            if (status == JT_INVALID)
                e->select.open = false;
            return status == JT_INVALID || status == JT_REFUSED ? status : JT_OK;
        }
    }
}

void jt_engine_select_report(const jt_engine *e, double *numbers) {
    numbers[JT_SELECT_BASE] = (double)e->select.base;
    numbers[JT_SELECT_WORDS] = (double)e->select.words;
    numbers[JT_SELECT_TEXT] = (double)e->output;
    numbers[JT_SELECT_END] = (double)e->select.end;
    numbers[JT_SELECT_KEEP] = (double)(e->select.open            ? e->select.start
                                       : e->tokenizer.token.kind ? e->tokenizer.token.first
                                                                 : e->select.fed);
    numbers[JT_SELECT_TOKENS] = e->select.picks ? (double)e->select.tokens : 0;
}
