/* Chunks of a stream: the tape of one is let go and that of the next begins. What the next one needs is prepared when a
 * chunk has been read, while its bytes are still there: the bytes of a token that it cuts, the lines up to its end, and
 * the path to it. */
#include "stream.h"
#include "grammar.h"

/* ---- The carry: [the tape's first token, where an earlier chunk began it][the unfinished token] ---- */

bool jt_carry(jt_tokenizer *t, uint64_t end) {
    uint64_t from = t->token.start + t->carried;
    if (from >= end)
        return true;
    size_t more = (size_t)(end - from), used = t->head + t->carried;
    if (more > SIZE_MAX - used || t->block[JT_BLOCK_CARRY].size < used + more) {
        size_t twice = used > SIZE_MAX / 2 ? SIZE_MAX : used * 2;
        t->need = JT_BLOCK_CARRY;
        t->wanted = more > SIZE_MAX - used ? SIZE_MAX : used + more < twice ? twice : used + more;
        return false;
    }
    memcpy((uint8_t *)t->block[JT_BLOCK_CARRY].data + used, t->chunk + (from - t->chunk_start), more);
    t->carried += more;
    return true;
}

int jt_byte_at(const jt_tokenizer *t, uint64_t offset) {
    if (offset < t->chunk_start)
        return ((const uint8_t *)t->block[JT_BLOCK_CARRY].data)[t->head + (offset - t->token.start)];
    offset -= t->chunk_start;
    return offset < t->chunk_length ? t->chunk[offset] : -1;
}

/* ---- Lines ---- */

jt_position jt_tokenizer_locate(const jt_tokenizer *t, uint64_t offset) {
    jt_line_count count = t->line;
    const uint8_t *text = t->chunk;
    if (offset < t->chunk_start) {
        count = t->head_line;
        text = t->block[JT_BLOCK_CARRY].data;
    }
    jt_count_lines(&count, text, text + (size_t)(offset - count.at.offset));
    return count.at;
}

static void count_chunk(jt_tokenizer *t) {
    t->next_line = t->line;
    jt_count_lines(&t->next_line, t->chunk, t->chunk + t->chunk_length);
    t->next_head_line = t->next_line;
    if (t->token.kind) {
        t->next_head_line = t->head_line;
        if (t->token.start >= t->chunk_start) {
            t->next_head_line = t->line;
            jt_count_lines(&t->next_head_line, t->chunk, t->chunk + (t->token.start - t->chunk_start));
        }
    }
}

/* ---- The path ---- */

const uint8_t *jt_path_read(const uint8_t *p, jt_path_entry *entry) {
    entry->type = p[0];
    entry->index = load_u64(p + 1);
    entry->key_length = load_u64(p + 9);
    entry->key = p + JT_PATH_ENTRY_BYTES;
    return entry->key + entry->key_length;
}

/* The key of the object's last child before the token at index end, which the object's frame says; or its old entry's.
 */
static void find_last_key(const jt_tokenizer *t, const jt_frame *frame, size_t end, jt_path_entry *entry) {
    jt_tape tape = jt_tokenizer_tape(t);
    size_t key = end; /* one behind it */
    if (key > 0) {
        jt_token last = tape.tokens[key - 1];
        jt_type type = jt_token_type(last);
        if (type == JT_OBJECT_END || type == JT_ARRAY_END)
            key = last.length ? key - 1 - last.length : 0;
        else if (type != JT_KEY)
            key--;
    }
    if (key > 0) {
        entry->key = jt_token_text(&tape, tape.tokens[key - 1]);
        entry->key_length = tape.tokens[key - 1].length;
    } else if (frame->open == FRAME_ELSEWHERE) {
        jt_path_entry old;
        jt_path_read((const uint8_t *)t->block[JT_BLOCK_PATH].data + frame->path, &old);
        entry->key = old.key;
        entry->key_length = old.key_length;
    }
}

/* Puts the entries of the brackets that the next tape begins in, as far as they differ, behind those of this tape.
 * Brackets that were opened on an earlier tape have entries; only the innermost of them can have come further. */
static bool add_path(jt_tokenizer *t) {
    jt_frame *const frames = t->block[JT_BLOCK_STACK].data;
    uint32_t first = t->depth;
    while (first > 0 && frames[first].open != FRAME_ELSEWHERE)
        first--;
    t->path_kept = first ? frames[first].path : 0;
    size_t added = 0;
    for (uint32_t i = first ? first : 1; i <= t->depth; i++) {
        jt_path_entry entry = {frames[i].type, 0, NULL, 0};
        if (entry.type == JT_ARRAY_START)
            entry.index = frames[i].index;
        else if (i < t->depth)
            find_last_key(t, frames + i, frames[i + 1].open, &entry);
        else if (t->state != STATE_OBJECT_FIRST && t->state != STATE_OBJECT_KEY)
            find_last_key(t, frames + i, t->tokens, &entry);
        size_t room = t->block[JT_BLOCK_PATH].size - t->path - added;
        if (room < JT_PATH_ENTRY_BYTES || room - JT_PATH_ENTRY_BYTES < entry.key_length) {
            size_t want = t->path + added + JT_PATH_ENTRY_BYTES + (size_t)entry.key_length;
            t->need = JT_BLOCK_PATH;
            t->wanted = want > SIZE_MAX / 2 || want > UINT32_MAX / 2 ? SIZE_MAX : want * 2;
            return false;
        }
        uint8_t *p = (uint8_t *)t->block[JT_BLOCK_PATH].data + t->path + added;
        p[0] = entry.type;
        memcpy(p + 1, &entry.index, 8);
        memcpy(p + 9, &entry.key_length, 8);
        if (entry.key_length)
            memcpy(p + JT_PATH_ENTRY_BYTES, entry.key, (size_t)entry.key_length);
        if (i > first)
            frames[i].path = (uint32_t)(t->path_kept + added);
        added += JT_PATH_ENTRY_BYTES + (size_t)entry.key_length;
    }
    t->path_added = added;
    return true;
}

/* ---- Chunks ---- */

/* Everything here may be done again after JT_NEED_MEMORY. */
static jt_status keep_for_next(jt_tokenizer *t) {
    if (t->token.kind && !jt_carry(t, t->offset))
        return JT_NEED_MEMORY;
    if (!add_path(t))
        return JT_NEED_MEMORY;
    count_chunk(t);
    return JT_OK;
}

static void begin_tape(jt_tokenizer *t) {
    jt_frame *const frames = t->block[JT_BLOCK_STACK].data;
    for (uint32_t i = t->depth; i > 0 && frames[i].open != FRAME_ELSEWHERE; i--)
        frames[i].open = FRAME_ELSEWHERE;
    uint8_t *carry = t->block[JT_BLOCK_CARRY].data, *path = t->block[JT_BLOCK_PATH].data;
    if (t->head && t->carried)
        memmove(carry, carry + t->head, t->carried);
    t->head = 0;
    if (t->path_added)
        memmove(path + t->path_kept, path + t->path, t->path_added);
    t->path = t->path_kept + t->path_added;
    t->line = t->next_line;
    t->head_line = t->next_head_line;
    t->tokens = 0;
    t->base = t->token.kind ? t->token.start : t->offset;
    t->tape_state = t->state;
    t->tape_depth = t->depth;
    t->chunk_start = t->offset;
}

jt_status jt_feed(jt_tokenizer *t, const void *chunk, size_t length, bool last) {
    if (!t->unfinished) {
        if (t->ended || length >= UINT32_MAX - t->carried)
            return JT_REFUSED;
        begin_tape(t);
    }
    t->chunk = chunk ? chunk : (const void *)"";
    t->chunk_length = length;
    t->last = last;
    jt_status status = jt_tokenize_chunk(t);
    if (status == JT_OK && !last)
        status = keep_for_next(t);
    t->unfinished = status == JT_NEED_MEMORY;
    t->ended = status == JT_INVALID || (status == JT_OK && last);
    return status;
}
