/* See engine.h: what a path selects from the chunks of an input, gathered for JavaScript, which is asked once a chunk.
 */
#include "base.h"
#include "engine.h"

/* Tokens that the reader reads ahead: most values that are passed over lie in as many, and are passed over at once. */
#define WINDOW_BYTES (sizeof(jt_token) * 4096)

jt_status jt_engine_select(jt_engine *e, const void *path, size_t length, uint32_t flags) {
    const uint8_t *p = path;
    size_t steps = 0;
    for (size_t i = 0; i < length; i++)
        steps += p[i] == '/';
    uint64_t size = (uint64_t)steps * sizeof(jt_step) + length;
    if (size > SIZE_MAX || !jt_engine_ensure(e, JT_ENGINE_STEPS, (size_t)size) ||
        !jt_engine_ensure(e, JT_ENGINE_TAPE, WINDOW_BYTES))
        return JT_NEED_MEMORY;
    uint8_t *block = e->block[JT_ENGINE_STEPS].data;
    uint8_t *copy = block + steps * sizeof(jt_step);
    jt_step *step = (jt_step *)(void *)block;
    if (length)
        memcpy(copy, path, length);
    memset(&e->select, 0, sizeof e->select);
    jt_status status = jt_select_init(&e->select.path, copy, length, step, steps, (flags & JT_SELECT_TRUSTED) != 0);
    if (status != JT_OK)
        return status;
    for (size_t i = 0; i < steps; i++)
        e->select.stars += step[i].any;
    e->select.heads = (flags & JT_SELECT_HEADS) != 0;
    e->select.active = true;
    jt_reader_reset(&e->reader, &e->options);
    jt_reader_set_block(&e->reader, JT_BLOCK_TAPE, e->block[JT_ENGINE_TAPE].data, e->block[JT_ENGINE_TAPE].size);
    return JT_OK;
}

/* Where the next bytes of text go; NULL where there is no more memory. */
static uint8_t *text_room(jt_engine *e, size_t length) {
    size_t wanted = e->output + length;
    if (wanted < length || (wanted > e->block[JT_ENGINE_OUTPUT].size && !jt_engine_grow(e, JT_ENGINE_OUTPUT, wanted)))
        return NULL;
    return e->block[JT_ENGINE_OUTPUT].data + e->output;
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
    size_t length = jt_reader_pointer(&e->reader, NULL, 0);
    uint8_t *to = text_room(e, length + 1);
    if (!to)
        return false;
    jt_reader_pointer(&e->reader, (char *)to, length + 1);
    e->output += length;
    return true;
}

/* The bytes of a match that began before the chunk. */
static bool put_head(jt_engine *e) {
    size_t length;
    const void *span = jt_reader_span(&e->reader, &length);
    uint8_t *to = text_room(e, length);
    if (!to)
        return false;
    memcpy(to, span, length);
    e->select.head = length;
    e->output += length;
    return true;
}

/* Puts what is known of the match at the cursor; false where there is no more memory. */
static bool put_match(jt_engine *e) {
    size_t size = (JT_MATCH_INDEX + e->select.stars) * sizeof(uint32_t), used = e->select.words * sizeof(uint32_t);
    jt_engine_block block = JT_ENGINE_MATCHES;
    uint64_t start = jt_reader_start(&e->reader);
    if (used + size > e->block[block].size && !jt_engine_grow(e, block, (uint64_t)used + size))
        return false;
    if (start < e->select.base) { /* only the first one may */
        e->select.base = start;
        if (e->select.heads && !put_head(e))
            return false;
    }
    uint32_t *words = (uint32_t *)(void *)(e->block[block].data + used);
    if (e->select.stars && !put_indices(&e->select.path, words + JT_MATCH_INDEX) && !put_pointer(e))
        return false;
    words[JT_MATCH_START] = (uint32_t)(start - e->select.base);
    words[JT_MATCH_LENGTH] = 0;
    words[JT_MATCH_POINTER] = (uint32_t)e->output;
    e->select.words += size / sizeof *words;
    return true;
}

/* The match ends at the cursor. */
static void end_match(jt_engine *e) {
    uint64_t end = jt_reader_end(&e->reader);
    e->select.open = false;
    if (!e->select.words) {
        e->select.end = end;
        return;
    }
    uint32_t *words = (uint32_t *)(void *)e->block[JT_ENGINE_MATCHES].data + e->select.words;
    words -= JT_MATCH_INDEX + e->select.stars;
    words[JT_MATCH_LENGTH] = (uint32_t)(end - e->select.base) - words[JT_MATCH_START];
}

jt_status jt_engine_select_feed(jt_engine *e, const void *chunk, size_t length, bool last) {
    jt_reader *r = &e->reader;
    e->select.words = e->select.head = e->output = 0;
    e->select.end = 0;
    if (r->hungry) { /* else it goes on behind a bad line */
        if (jt_reader_feed(r, chunk, length, last) != JT_OK)
            return JT_REFUSED;
        e->select.fed += length;
    }
    e->select.base = e->select.fed - length;
    for (;;) {
        jt_status status = e->select.open ? jt_reader_skip(r) : jt_select_next(&e->select.path, r);
        if (status == JT_OK && e->select.open) {
            end_match(e);
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
    numbers[JT_SELECT_HEAD] = (double)e->select.head;
    numbers[JT_SELECT_END] = (double)e->select.end;
}
