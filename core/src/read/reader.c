/* The pull reader: a cursor over a small tape, which the tokenizer fills again and again, and what it skips. It has no
 * grammar of its own. */
#include "grammar.h"
#include "reader.h"
#include "stream.h"
#include "view.h"
#include "walk.h"
#include "../simd/isa.h"

/* What there is to do when the cursor has passed over all tokens of the tape. */
enum {
    PHASE_HUNGRY,   /* to ask for a chunk */
    PHASE_FED,      /* to tokenize the chunk, from its start */
    PHASE_READING,  /* to go on in it */
    PHASE_FAILED,   /* to tell the error */
    PHASE_BAD_LINE, /* to go on behind the line of the error, which has been told */
    PHASE_ENDED     /* nothing */
};

enum {
    SKIP_NONE,
    SKIP_TOKENS,  /* one after the other, where they have no partner on the tape */
    SKIP_REWOUND, /* the tokenizer is back at the cursor, and must begin a tape */
    SKIP_BYTES,   /* up to the partner of the bracket at the cursor */
    SKIP_PARTS    /* nothing is: the value is being taken in parts */
};

/* Tokens that a reader reads ahead where the caller lets it choose. */
#define WINDOW 256

/* As many are read ahead behind so many bytes that were passed, and twice as many with each further time: what comes
 * next may be such a thing again. Behind fewer bytes it is cheaper to have everything on the tape. */
#define AHEAD 32
#define FAR 320

void jt_reader_init(jt_reader *r, const jt_options *options) {
    memset(r, 0, sizeof *r);
    jt_tokenizer_init(&r->t, options);
    r->t.options.numbers = false;
    r->place = r->t.next_place;
    r->hungry = true;
}

void jt_reader_reset(jt_reader *r, const jt_options *options) {
    jt_tokenizer_reset(&r->t, options);
    jt_clear(&r->chunk, sizeof *r - offsetof(jt_reader, chunk));
    r->t.options.numbers = false;
    r->place = r->t.next_place;
    r->hungry = true;
}

void jt_reader_set_block(jt_reader *r, jt_block block, void *data, size_t size) {
    jt_tokenizer_set_block(&r->t, block, data, size);
}

jt_status jt_reader_feed(jt_reader *r, const void *data, size_t length, bool last) {
    if (!r->hungry || length > UINT32_MAX - r->t.carried)
        return JT_REFUSED;
    r->hungry = false;
    r->chunk = data ? data : (const void *)"";
    r->length = length;
    r->last = last;
    r->phase = PHASE_FED;
    return JT_OK;
}

/* ---- The cursor ---- */

static jt_token *tape_of(const jt_reader *r) {
    return r->t.block[JT_BLOCK_TAPE].data;
}

static bool is_start(jt_token token) {
    return jt_is_start(jt_token_type(token));
}

/* Makes the token at this index, which is the next one or the partner of the current one, the current one. */
static void take(jt_reader *r, size_t index) {
    jt_token token = tape_of(r)[index];
    jt_type type = jt_token_type(token);
    bool bracket = type <= JT_ARRAY_END;
    if (bracket)
        r->depth += is_start(token) ? 1u : UINT32_MAX;
    r->next = index + 1;
    r->current = true;
    r->piece = r->partial;
    r->partial = (jt_token_flags(token) & JT_PARTIAL) != 0;
    r->consumed = r->t.base + token.start + (bracket ? 1 : token.length);
}

/* Takes the partner of the current token where that is a start bracket, and its partner on the tape. */
static bool take_partner(jt_reader *r) {
    jt_token token = tape_of(r)[r->next - 1];
    if (!is_start(token) || !token.length || token.length > r->ready - r->next)
        return false;
    take(r, r->next - 1 + token.length);
    return true;
}

/* Puts further tokens on the tape, or finds out why not, which is then what the next call says. The cursor has passed
 * over all that are there. */
static jt_status read_ahead(jt_reader *r) {
    jt_tokenizer *t = &r->t;
    switch (r->phase) {
    case PHASE_HUNGRY: r->hungry = true; return JT_NEED_DATA;
    case PHASE_ENDED: return JT_END;
    case PHASE_FAILED:
        if (t->unfinished) {
            r->phase = PHASE_BAD_LINE;
            r->skip = SKIP_NONE;
            r->depth = 0;
            r->partial = false;
        }
        return JT_INVALID;
    case PHASE_BAD_LINE:
    case PHASE_FED: r->next = 0; break;
    default:
        if (r->full) {
            if (!jt_next_tape(t))
                return JT_NEED_MEMORY;
            r->next = r->ready = 0;
        }
        break;
    }
    r->full = false;
    r->phase = PHASE_READING;
    const size_t size = t->block[JT_BLOCK_TAPE].size;
    r->ahead = r->ahead < size / sizeof(jt_token) - r->next ? r->ahead * 2 : 0;
    if (r->ahead)
        t->block[JT_BLOCK_TAPE].size = (r->next + r->ahead / 2) * sizeof(jt_token);
    jt_status status = jt_feed(t, r->chunk, r->length, r->last);
    t->block[JT_BLOCK_TAPE].size = size;
    /* Where the sets are full, what is behind the last checked token may yet be wrong. */
    r->ready = status == JT_NEED_MEMORY && t->need == JT_BLOCK_SETS ? t->checked : t->tokens;
    if (status == JT_OK) {
        r->phase = r->last ? PHASE_ENDED : PHASE_HUNGRY;
    } else if (status == JT_INVALID) {
        r->phase = PHASE_FAILED;
    } else if (t->need == JT_BLOCK_TAPE && t->tokens > 0) {
        r->full = true;
    } else if (r->ready == r->next) {
        if (t->need == JT_BLOCK_TAPE)
            t->wanted = WINDOW * sizeof(jt_token);
        return status;
    }
    return JT_OK;
}

static jt_status move(jt_reader *r) {
    while (r->next == r->ready) {
        jt_status status = read_ahead(r);
        if (status != JT_OK)
            return status;
    }
    take(r, r->next);
    return JT_OK;
}

/* ---- Skipping ---- */

/* Puts the tokenizer back behind the start bracket at the cursor, whose partner is not on the tape: so everything that
 * has been read since lies in the bracket, and the frames around it are as they were. */
static void rewind_to_cursor(jt_reader *r) {
    jt_tokenizer *t = &r->t;
    jt_token token = tape_of(r)[r->next - 1];
    jt_frame *frame = (jt_frame *)t->block[JT_BLOCK_STACK].data + r->depth;
    bool object = jt_token_type(token) == JT_OBJECT_START;
    t->tokens = r->next;
    t->depth = r->depth;
    t->state = object ? STATE_OBJECT_FIRST : STATE_ARRAY_FIRST;
    t->offset = t->base + token.start + 1;
    t->key = object ? 0 : frame->key;
    t->key_before = object ? 0 : frame->before;
    frame->index = 0;
    memset(&t->token, 0, sizeof t->token);
    t->carried = 0;
    t->unfinished = true; /* jt_feed goes on in the same chunk */
    r->ready = r->next;
    r->full = false;
    r->phase = PHASE_READING;
}

/* Passes over bytes of the chunk as if they were whitespace, which the tokenizer then takes them for. Returns whether
 * it came to the partner of the bracket. */
static bool pass_bytes(jt_reader *r) {
    jt_tokenizer *t = &r->t;
    bool fed = r->phase == PHASE_FED;
    const uint8_t *from = fed ? r->chunk : t->chunk + (t->offset - t->chunk_start);
    size_t length = fed ? r->length : (size_t)(t->chunk_start + t->chunk_length - t->offset);
    uint64_t most = t->options.max_length;
    if (most && length > most - t->offset)
        length = (size_t)(most - t->offset);
    const uint8_t *partner = jt_find_partner(&r->brackets, from, from + length);
    if (partner)
        length = (size_t)(partner - from);
    if (length >= FAR)
        r->ahead = AHEAD;
    t->offset += length;
    if (fed) { /* they belong to no chunk of the tokenizer's */
        jt_count_lines(&t->next_place, from, from + length);
        t->next_head_place = t->next_place;
        r->chunk += length;
        r->length -= length;
    }
    return partner != NULL;
}

/* Whether the cursor is at the end of what is skipped. */
static bool is_skipped(const jt_reader *r) {
    return r->depth == r->skip_depth && !r->partial && jt_token_type(tape_of(r)[r->next - 1]) != JT_COMMENT;
}

/* Goes on skipping until it is done. */
static jt_status finish_skip(jt_reader *r) {
    jt_status status;
    while (r->skip != SKIP_NONE) {
        switch (r->skip) {
        case SKIP_REWOUND:
            if (!jt_next_tape(&r->t))
                return JT_NEED_MEMORY;
            r->next = r->ready = 0;
            r->brackets = (jt_bracket_count){1, false, false};
            r->skip = SKIP_BYTES;
            r->ahead = 0;
            break;
        case SKIP_BYTES:
            if ((r->phase == PHASE_FED || r->phase == PHASE_READING) && pass_bytes(r))
                r->skip = SKIP_TOKENS;
            else if ((status = read_ahead(r)) != JT_OK)
                return status;
            break;
        case SKIP_PARTS: /* given up: the rest of the value is skipped */
            r->skip = r->depth == r->skip_depth && !r->partial ? SKIP_NONE : SKIP_TOKENS;
            break;
        default:
            if ((status = move(r)) != JT_OK)
                return status;
            take_partner(r);
            if (r->depth > r->skip_depth && r->unchecked && is_start(tape_of(r)[r->next - 1])) {
                rewind_to_cursor(r);
                r->skip = SKIP_REWOUND;
            } else if (is_skipped(r)) {
                r->skip = SKIP_NONE;
            }
            break;
        }
    }
    return JT_OK;
}

/* Skips from the cursor on up to the end of the value with so many brackets around; start: the cursor is at a start
 * bracket whose partner is not on the tape. */
static jt_status skip_to(jt_reader *r, uint32_t depth, bool start, bool unchecked) {
    r->skip_depth = depth;
    r->unchecked = unchecked;
    r->skip = SKIP_TOKENS;
    if (start && unchecked) {
        rewind_to_cursor(r);
        r->skip = SKIP_REWOUND;
    }
    return finish_skip(r);
}

bool jt_reader_may_trust(const jt_reader *r) {
    const jt_options *o = &r->t.options;
    return !o->comments && o->multiple != JT_NDJSON && o->multiple != JT_SEQ && !o->max_token_length && !o->duplicates;
}

static jt_status skip(jt_reader *r, bool unchecked) {
    bool current = r->current;
    if (r->skip == SKIP_NONE && !current)
        return JT_REFUSED;
    r->current = false;
    jt_status status = JT_OK;
    if (r->skip != SKIP_NONE) {
        status = finish_skip(r);
    } else {
        jt_token token = tape_of(r)[r->next - 1];
        bool start = is_start(token);
        if ((start || r->partial || jt_token_type(token) == JT_KEY) && !take_partner(r))
            status = skip_to(r, r->depth - start, start, unchecked);
    }
    r->current = status == JT_OK;
    return status;
}

jt_status jt_reader_skip(jt_reader *r) {
    return skip(r, false);
}

jt_status jt_reader_skip_unvalidated(jt_reader *r) {
    return skip(r, jt_reader_may_trust(r));
}

jt_status jt_reader_leave(jt_reader *r, uint32_t depth, bool unchecked) {
    bool current = r->current;
    r->current = false;
    jt_status status = finish_skip(r); /* which the caller may have begun */
    if (status == JT_OK && (r->depth > depth || r->partial)) {
        bool start = current && is_start(tape_of(r)[r->next - 1]) && !take_partner(r);
        if (r->depth > depth || r->partial)
            status = skip_to(r, depth, start, unchecked && jt_reader_may_trust(r));
        current = true;
    }
    r->current = status == JT_OK && current;
    return status;
}

/* ---- Parts ---- */

bool jt_reader_open_part(jt_reader *r) {
    if (r->skip == SKIP_NONE && r->current) {
        r->part = r->next - 1;
        r->skip_depth = r->depth - is_start(jt_reader_token(r));
        r->skip = SKIP_PARTS;
    }
    return r->skip == SKIP_PARTS;
}

bool jt_reader_close_part(jt_reader *r) {
    bool last = r->current && is_skipped(r);
    if (last)
        r->skip = SKIP_NONE;
    return last;
}

jt_status jt_reader_next_part(jt_reader *r) {
    r->current = false;
    while (r->next == r->ready) {
        jt_status status = read_ahead(r);
        r->part = r->next;
        if (status != JT_OK)
            return status;
    }
    do {
        take(r, r->next);
        take_partner(r);
    } while (!is_skipped(r) && r->next < r->ready);
    return JT_OK;
}

void jt_reader_give_up_part(jt_reader *r) {
    r->skip = SKIP_NONE;
}

jt_status jt_reader_fill(jt_reader *r) {
    jt_status status = finish_skip(r);
    while (status == JT_OK && r->next == r->ready) {
        r->current = false;
        status = read_ahead(r);
    }
    return status;
}

void jt_reader_move(jt_reader *r, size_t next, uint32_t depth) {
    take(r, next - 1);
    r->depth = depth;
}

jt_status jt_reader_next(jt_reader *r) {
    if (JT_LIKELY(r->skip == SKIP_NONE && r->next < r->ready)) {
        take(r, r->next);
        return JT_OK;
    }
    r->current = false;
    jt_status status = finish_skip(r);
    if (status == JT_OK)
        status = move(r);
    r->current = status == JT_OK;
    return status;
}

/* ---- The current token ---- */

jt_token jt_reader_token(const jt_reader *r) {
    return r->current ? tape_of(r)[r->next - 1] : (jt_token){0, 0, 0};
}

jt_type jt_reader_type(const jt_reader *r) {
    return jt_token_type(jt_reader_token(r));
}

uint32_t jt_reader_flags(const jt_reader *r) {
    return jt_token_flags(jt_reader_token(r));
}

uint32_t jt_reader_depth(const jt_reader *r) {
    return r->current ? r->depth - is_start(jt_reader_token(r)) : 0;
}

const void *jt_reader_span(const jt_reader *r, size_t *length) {
    jt_token token = jt_reader_token(r);
    *length = 0;
    if (!r->current)
        return NULL;
    *length = jt_token_type(token) <= JT_ARRAY_END ? 1 : token.length;
    return jt_text_of(&r->t, token);
}

uint64_t jt_reader_start(const jt_reader *r) {
    return r->current ? r->t.base + jt_reader_token(r).start : 0;
}

uint64_t jt_reader_end(const jt_reader *r) {
    return r->current ? r->consumed : 0;
}

uint64_t jt_reader_consumed(const jt_reader *r) {
    return r->consumed;
}

jt_position jt_reader_position(jt_reader *r) {
    const jt_tokenizer *t = &r->t;
    uint64_t start = jt_reader_start(r);
    if (!r->current)
        return (jt_position){0, 0, 0, 0};
    if (start < t->chunk_start)
        return jt_tokenizer_locate(t, start);
    if (r->place.offset < t->chunk_start)
        r->place = t->place;
    const uint8_t *from = t->chunk + (r->place.offset - t->chunk_start);
    jt_count_lines(&r->place, from, t->chunk + (start - t->chunk_start));
    return r->place;
}

size_t jt_reader_pointer(const jt_reader *r, char *buffer, size_t capacity) {
    jt_tape tape = jt_tokenizer_tape(&r->t);
    if (!r->current) {
        if (capacity)
            buffer[0] = 0;
        return 0;
    }
    return jt_tape_pointer(&tape, r->next - 1, buffer, capacity);
}
