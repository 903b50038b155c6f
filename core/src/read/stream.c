/* Chunks of a stream: the tape of one is let go and that of the next begins. What the next one needs is prepared when a
 * chunk has been read, while its bytes are still there: the bytes of a token that it cuts, the lines up to its end, and
 * the path to it. */
#include "stream.h"
#include "duplicates.h"
#include "grammar.h"
#include "numbers.h"
#include "view.h"

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

/* ---- Lines ---- */

/* Up to the end of the chunk, with a stop at a token that begins in it and is unfinished. (A count is best not copied
 * soon after it has been made: its parts are still on their way to memory.) */
static void count_chunk(jt_tokenizer *t) {
    size_t done = 0;
    t->next_place = t->place;
    if (t->token.kind && t->token.start >= t->chunk_start) {
        done = (size_t)(t->token.start - t->chunk_start);
        jt_count_lines(&t->next_place, t->chunk, t->chunk + done);
        t->next_head_place = t->next_place;
    }
    jt_count_lines(&t->next_place, t->chunk + done, t->chunk + t->chunk_length);
}

/* ---- The path ---- */

/* One behind the last token before index end that is no comment; 0 where there is none on the tape. */
static size_t behind_last(const jt_token *tape, size_t end) {
    while (end > 0 && jt_token_type(tape[end - 1]) == JT_COMMENT)
        end--;
    return end;
}

/* The key of the object's last child before the token at index end, which the object's frame says; or its old entry's.
 */
static bool find_last_key(const jt_tokenizer *t, const jt_frame *frame, size_t end, jt_path_entry *entry) {
    const jt_token *tape = t->block[JT_BLOCK_TAPE].data;
    size_t key = behind_last(tape, end);
    if (key > 0) {
        jt_token last = tape[key - 1];
        jt_type type = jt_token_type(last);
        if (type == JT_OBJECT_END || type == JT_ARRAY_END)
            key = last.length ? behind_last(tape, key - 1 - last.length) : 0;
        else if (type != JT_KEY)
            key = behind_last(tape, key - 1);
    }
    if (key > 0) {
        entry->key = jt_text_of(t, tape[key - 1]);
        entry->key_length = tape[key - 1].length;
    } else if (frame->open == FRAME_ELSEWHERE) {
        jt_path_entry old;
        jt_path_read((const uint8_t *)t->block[JT_BLOCK_PATH].data + frame->path, &old);
        entry->key = old.key;
        entry->key_length = old.key_length;
        return true;
    }
    return false;
}

/* Puts the entries of the brackets that the next tape begins in, as far as they differ, behind those of this tape.
 * Brackets that were opened on an earlier tape have entries; only the innermost of them can have come further. */
static bool add_path(jt_tokenizer *t) {
    t->path_kept = t->path;
    t->path_added = 0;
    if (t->tokens == 0 && t->state == t->tape_state)
        return true; /* nothing has changed but inside a token */
    jt_frame *const frames = t->block[JT_BLOCK_STACK].data;
    uint32_t first = t->depth;
    while (first > 0 && frames[first].open != FRAME_ELSEWHERE)
        first--;
    t->path_kept = first ? frames[first].path : 0;
    size_t added = 0;
    for (uint32_t i = first ? first : 1; i <= t->depth; i++) {
        jt_path_entry entry = {frames[i].type, 0, NULL, 0};
        bool old = false;
        if (entry.type == JT_ARRAY_START)
            entry.index = frames[i].index;
        else if (i < t->depth)
            old = find_last_key(t, frames + i, frames[i + 1].open, &entry);
        else if (t->state != STATE_OBJECT_FIRST && t->state != STATE_OBJECT_KEY)
            old = find_last_key(t, frames + i, t->tokens, &entry);
        if (old) { /* the entry stays, so that a long key is not copied for each chunk behind it */
            t->path_kept += JT_PATH_ENTRY_BYTES + (size_t)entry.key_length;
            continue;
        }
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

/* ---- Pieces ---- */

/* Whether what there is of the unfinished string up to an offset ends in the escape of the first half of a pair. */
static bool ends_in_high(const jt_tokenizer *t, uint64_t end) {
    uint64_t first = end - 6;
    if (!(t->token.flags & JT_ESCAPED) || end - t->token.start < 6 || jt_byte_at(t, first) != '\\' ||
        jt_byte_at(t, end - 5) != 'u' || (jt_byte_at(t, end - 4) | 0x20) != 'd')
        return false;
    int digit = jt_byte_at(t, end - 3) | 0x20;
    if (digit != '8' && digit != '9' && digit != 'a' && digit != 'b')
        return false;
    while (first > t->token.start && jt_byte_at(t, first - 1) == '\\')
        first--;
    return (end - first) % 2 == 0; /* else the backslash is the second of an escape */
}

/* The bytes at the end of an unfinished string that stay together with what follows: of an escape, of a pair of
 * surrogate escapes, of a UTF-8 sequence. */
static uint64_t held_bytes(const jt_tokenizer *t) {
    uint64_t held = t->token.sub;
    if (ends_in_high(t, t->offset - held))
        held += 6;
    if (t->token.utf8_need)
        return t->token.utf8_seen;
    for (uint64_t back = 1; t->options.utf8 != JT_UTF8_STRICT && !held && back <= 3; back++) {
        if (t->offset - t->token.start < back)
            break;
        int b = jt_byte_at(t, t->offset - back);
        if (b >= 0xc0)
            return back < (b >= 0xf0 ? 4u : b >= 0xe0 ? 3u : 2u) ? back : 0;
        if (b < 0x80)
            break;
    }
    return held;
}

/* Puts what there is of an unfinished string value or number on the tape, as a piece. */
static bool emit_piece(jt_tokenizer *t) {
    bool string = t->token.kind == '"' && t->state != STATE_OBJECT_FIRST && t->state != STATE_OBJECT_KEY;
    uint64_t cut = t->offset - (string ? held_bytes(t) : 0);
    if ((!string && t->token.kind != '0') || cut <= t->token.start)
        return true;
    if (t->tokens == t->block[JT_BLOCK_TAPE].size / sizeof(jt_token)) {
        t->need = JT_BLOCK_TAPE;
        t->wanted = (t->tokens + 1) * sizeof(jt_token);
        return false;
    }
    if (t->token.start < t->chunk_start) {
        if (!jt_carry(t, cut))
            return false;
        t->head = (size_t)(cut - t->token.start);
        t->carried -= t->head;
    }
    jt_token *piece = (jt_token *)t->block[JT_BLOCK_TAPE].data + t->tokens++;
    piece->start = (uint32_t)(t->token.start - t->base);
    piece->length = (uint32_t)(cut - t->token.start);
    piece->info = (uint32_t)(t->token.flags | JT_PARTIAL) << 4 | (string ? JT_STRING : JT_NUMBER);
    t->token.start = cut;
    return true;
}

/* ---- Chunks ---- */

/* Everything here may be done again after JT_NEED_MEMORY. */
static jt_status keep_for_next(jt_tokenizer *t) {
    if (t->options.pieces && !emit_piece(t))
        return JT_NEED_MEMORY;
    if (t->token.kind == '/' && t->options.comments == JT_COMMENTS_SKIP) {
        /* Nobody wants it; but an error may lie at the start of the sequence that is cut. */
        uint64_t start = t->offset - (t->token.utf8_need ? t->token.utf8_seen : 0);
        if (t->token.start != start)
            t->carried = 0;
        t->token.start = start;
    }
    if (t->token.kind && !jt_carry(t, t->offset))
        return JT_NEED_MEMORY;
    if (!add_path(t))
        return JT_NEED_MEMORY;
    count_chunk(t);
    t->behind_line = t->options.comments == JT_COMMENTS_KEEP && jt_is_behind_line(t, t->chunk + t->chunk_length);
    return JT_OK;
}

static void let_tape_go(jt_tokenizer *t) {
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
    t->tokens = t->checked = t->converted = t->numbers = 0;
    t->base = t->token.kind ? t->token.start : t->offset;
    t->tape_state = t->state;
    t->tape_depth = t->depth;
}

static void begin_tape(jt_tokenizer *t) {
    let_tape_go(t);
    t->place = t->next_place;
    if (!t->token.kind)
        t->head_place = t->place;
    else if (t->token.start >= t->chunk_start)
        t->head_place = t->next_head_place;
    t->chunk_start = t->offset;
}

bool jt_next_tape(jt_tokenizer *t) {
    if (!add_path(t))
        return false;
    let_tape_go(t);
    return true;
}

/* Passes over the rest of a line that is not JSON; where the chunk ends first, the next one goes on with it. */
static void leave_bad_line(jt_tokenizer *t) {
    uint64_t end = t->chunk_start + t->chunk_length, most = t->options.max_length;
    if (most && end > most)
        end = most; /* which is where the input is too long */
    const uint8_t *p = t->chunk, *stop = t->chunk + (end - t->chunk_start);
    if (t->error.position.offset > t->chunk_start)
        p += t->error.position.offset - t->chunk_start;
    while (p < stop && *p != '\n')
        p++;
    t->bad_line = p >= stop;
    t->behind_line = true;
    t->offset = t->bad_line ? end : end - (size_t)(stop - p) + 1;
    t->next_place = t->place;
    jt_count_lines(&t->next_place, t->chunk, t->chunk + (t->offset - t->chunk_start));
    t->state = STATE_ROOT;
    t->depth = 0;
    t->key = t->key_before = 0;
    t->token.kind = 0;
    t->number_cut = false;
    t->head = t->carried = 0;
    t->path_kept = t->path_added = 0;
    jt_sets_clear(t);
    begin_tape(t);
}

static void set_chunk(jt_tokenizer *t, const void *chunk, size_t length) {
    size_t done = (size_t)(t->chunk_start - t->fed); /* of what was passed */
    t->chunk = (chunk ? (const uint8_t *)chunk : (const uint8_t *)"") + done;
    t->chunk_length = length - done;
}

jt_status jt_feed(jt_tokenizer *t, const void *chunk, size_t length, bool last) {
    if (!t->unfinished) {
        if (t->ended || length > UINT32_MAX - t->carried)
            return JT_REFUSED;
        begin_tape(t);
        t->fed = t->offset;
        t->copied = 0;
    }
    t->last = last;
    set_chunk(t, chunk, length);
    if (t->bad_line) {
        leave_bad_line(t);
        set_chunk(t, chunk, length);
    }
    jt_status status = t->failed ? JT_INVALID : jt_tokenize_chunk(t);
    if (status == JT_OK && !last)
        status = keep_for_next(t);
    if (JT_TAPE_NUMBERS && t->options.numbers && status != JT_NEED_MEMORY && !jt_convert_numbers(t)) {
        t->failed = status == JT_INVALID; /* which is told when there is room */
        t->unfinished = true;
        return JT_NEED_MEMORY;
    }
    t->failed = false;
    bool skip = t->options.skip_bad_lines && t->options.multiple == JT_NDJSON;
    if (status == JT_INVALID)
        t->bad_line = skip && t->error.code != JT_ERROR_INPUT_TOO_LONG;
    t->unfinished = status == JT_NEED_MEMORY || (status == JT_INVALID && t->bad_line);
    t->ended = (status == JT_INVALID && !t->bad_line) || (status == JT_OK && last);
    return status;
}

jt_status jt_tokenize(jt_tokenizer *t, const void *data, size_t length) {
    if (!t->unfinished)
        jt_tokenizer_reset(t, NULL);
    return jt_feed(t, data, length, true);
}
