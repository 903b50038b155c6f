/* The grammar of RFC 8259, written once: a loop with one label for each state, that puts tokens on the tape. Included
 * by each isa_*.c behind its vector operations (a fast instance), and by exact.c with JT_EXACT (the byte-exact
 * instance).
 *
 * A fast instance looks for the end only once a token and once a vector step: while p is before the limit it may read
 * JT_LOOKAHEAD bytes. Whatever it does not take at once - an error, a rare case, a block that is too small - it leaves
 * to the byte-exact instance: it puts p at the token and the state as it was, and returns STOP_CAREFUL.
 *
 * How a step is taken - over whitespace, a string, a key - differs by the kind of instance, and is told apart by
 * macros: those of a fast instance that scans the text are in scan_steps_template.h; those of one that goes along an
 * index of it (JT_INDEXED), and looks for the end only where the index may end, in index_template.h; those of the
 * byte-exact one in exact.c.
 *
 * Room on the tape is folded into the same compare: every token takes at least one byte of input, so a tape with room
 * for n tokens can't be full before p has moved by n bytes. */

#ifndef JT_EXACT
#define JT_EXACT 0
#endif
#ifndef JT_NUMBERS
#define JT_NUMBERS 0
#endif
#ifndef JT_INDEXED
#define JT_INDEXED 0
#endif
#ifndef JT_TOKENIZE
#define JT_TOKENIZE static int tokenize
#endif

/* Leaves the loop: nothing behind p is used up. */
#define STOP(STATE, WHY) \
    do {                 \
        FIND_PLACE();    \
        state = (STATE); \
        why = (WHY);     \
        goto stopped;    \
    } while (0)

#define EMIT(AT, LENGTH, INFO)              \
    do {                                    \
        token->start = OFFSET(AT);          \
        token->length = (uint32_t)(LENGTH); \
        token->info = (uint32_t)(INFO);     \
        token++;                            \
    } while (0)

/* What begins a value; by a table where code is to be small, which costs gcc's x86 loop a third on numbers. */
#if JT_COMPACT && !JT_EXACT
#define VALUE_LETTER(C) (byte_class[C] & 4)
#else
#define VALUE_LETTER(C) \
    ((C) == '"' || (C) == '{' || (C) == '[' || is_digit(C) || (C) == '-' || (C) == 't' || (C) == 'f' || (C) == 'n')
#endif

#if !JT_EXACT

#define AFTER_COMMA(STATE) ((void)0)
#define FIRST_BYTE() HERE
#define WRONG(STATE) STOP(STATE, STOP_CAREFUL)
#define NO_ROOM_BELOW(STATE)                  \
    do {                                      \
        if (JT_UNLIKELY(frame == last_frame)) \
            STOP(STATE, STOP_CAREFUL);        \
    } while (0)

#include "scan_template.h"

#if JT_NUMBERS
#include "double_template.h"
#define CONVERT(STATE, P, Q, PARTS)             \
    do {                                        \
        if (JT_UNLIKELY(number == numbers_end)) \
            STOP(STATE, STOP_NUMBERS);          \
        *number = double_of(P, Q, PARTS);       \
        number++;                               \
    } while (0)
#else
#define CONVERT(STATE, P, Q, PARTS) ((void)0)
#endif

#if JT_INDEXED
#include "index_template.h"
#else
#include "scan_steps_template.h"
#endif

#endif

/* Of instances that stand at a byte of the text. */
#ifndef HERE
/* The byte that the grammar looks at, and its offset. */
#define HERE (*p)
#define OFFSET(AT) ((uint32_t)((uintptr_t)(AT) - base))
#define FIND_PLACE() ((void)0)
/* Over a bracket, a comma or a colon. */
#define PASS() (p++)
/* Where a token may be emitted besides AT. */
#define AT_BRACKET(STATE) ((void)0)
#define AT_INNER AT
#endif
/* What a kind may take in one step before it looks further. */
#ifndef NUMBER_FIRST
#define NUMBER_FIRST(STATE, NEXT)
#endif
#ifndef STRING_MEMBER
#define STRING_MEMBER(STATE, NEXT)
#endif

#if JT_FEW_ENTRIES && !JT_EXACT
/* By the inverse of 3, modulo 2^32: LLVM leaves a division where code is to be small. */
#define TOKEN_INDEX() ((uint32_t)((uintptr_t)token - (uintptr_t)tape) / 4 * UINT32_C(0xaaaaaaab))
/* LLVM is not to choose between two places to go to, and make one jump of both. */
#define APART() __asm__ volatile("")
#else
#define TOKEN_INDEX() ((uint32_t)(token - tape))
#define APART() ((void)0)
#endif

#define OPEN_HERE(STATE, TYPE)            \
    do {                                  \
        AT_BRACKET(STATE);                \
        NO_ROOM_BELOW(STATE);             \
        frame++;                          \
        frame->open = TOKEN_INDEX();      \
        frame->key = key;                 \
        frame->before = (uint16_t)before; \
        frame->type = (TYPE);             \
        if ((TYPE) == JT_OBJECT_START)    \
            key = before = 0;             \
        else                              \
            frame->index = 0;             \
        EMIT(p, 0, TYPE);                 \
        PASS();                           \
    } while (0)

#define CLOSE_HERE(TYPE)                                 \
    do {                                                 \
        uint32_t distance = 0;                           \
        if (JT_LIKELY(frame->open != FRAME_ELSEWHERE)) { \
            distance = TOKEN_INDEX() - frame->open;      \
            tape[frame->open].length = distance;         \
        }                                                \
        EMIT(p, distance, TYPE);                         \
        PASS();                                          \
        key = frame->key;                                \
        before = frame->before;                          \
        frame--;                                         \
        if (frame->type == JT_OBJECT_START) {            \
            APART();                                     \
            goto object_next;                            \
        }                                                \
        if (frame->type == JT_ARRAY_START) {             \
            APART();                                     \
            goto array_next;                             \
        }                                                \
        goto end_of_root;                                \
    } while (0)

#if JT_COMPACT && !JT_EXACT
/* The length and the type of the literal at p, length << 8 | type; 0 where there is none. */
JT_NOINLINE static uint32_t scan_literal(const uint8_t *p) {
    uint32_t text = load_u32(p);
    return text == load_u32("true")                           ? 4 << 8 | JT_TRUE
           : text == load_u32("null")                         ? 4 << 8 | JT_NULL
           : text == load_u32("fals") && p[4] == (uint8_t)'e' ? 5 << 8 | JT_FALSE
                                                              : 0;
}
#define LITERALS(STATE, NEXT)                \
    case 't':                                \
    case 'f':                                \
    case 'n': {                              \
        uint32_t literal = scan_literal(p);  \
        if (JT_UNLIKELY(!literal))           \
            STOP(STATE, STOP_CAREFUL);       \
        EMIT(p, literal >> 8, literal & 15); \
        p += literal >> 8;                   \
        goto NEXT;                           \
    }
#else
#define LITERALS(STATE, NEXT)                              \
    case 't': LITERAL(STATE, "true", JT_TRUE); goto NEXT;  \
    case 'f': LITERAL(STATE, "alse", JT_FALSE); goto NEXT; \
    case 'n': LITERAL(STATE, "null", JT_NULL); goto NEXT;
#endif

#if JT_EXACT || JT_FEW_ENTRIES
/* One copy, which knows by the frame what it closes. */
#define CLOSE(TYPE) goto close
_Static_assert(JT_OBJECT_END == JT_OBJECT_START + 1 && JT_ARRAY_END == JT_ARRAY_START + 1, "an end follows its start");
#else
#define CLOSE CLOSE_HERE
#endif

#if JT_EXACT
/* One copy, which finds the way back by the type. */
#define OPEN(STATE, TYPE) \
    do {                  \
        type = (TYPE);    \
        goto open;        \
    } while (0)
#define VALUE(STATE, NEXT) \
    do {                   \
        state = (STATE);   \
        goto value;        \
    } while (0);
#else
#define OPEN OPEN_HERE
/* Numbers, where they are not all taken before the jump. */
#if JT_COMPACT
#define NUMBERS(STATE, NEXT)
#else
#define NUMBERS(STATE, NEXT) \
    case '-':                \
    case '0':                \
    case '1':                \
    case '2':                \
    case '3':                \
    case '4':                \
    case '5':                \
    case '6':                \
    case '7':                \
    case '8':                \
    case '9': NUMBER(STATE); goto NEXT;
#endif

/* The byte at p, which LLVM is not to know for the one that was no quote: it would make one jump of both tests. */
#if JT_COMPACT
JT_INLINE uint32_t other_byte(uint32_t c) {
    __asm__("" : "+r"(c));
    return c;
}
#define OTHER_BYTE() other_byte(HERE)
#else
#define OTHER_BYTE() HERE
#endif

/* A value: to NEXT behind a scalar, into the bracket else. Strings are the most, and a test for them is cheaper than
 * the jump. Each place has its own copy, and so its own branch history. */
#define VALUE(STATE, NEXT)                       \
    if (HERE == '"') {                           \
        STRING(STATE);                           \
        goto NEXT;                               \
    }                                            \
    NUMBER_FIRST(STATE, NEXT)                    \
    switch (OTHER_BYTE()) {                      \
    case '{': state = (STATE); goto open_object; \
    case '[':                                    \
        state = (STATE);                         \
        goto open_array;                         \
        LITERALS(STATE, NEXT)                    \
        NUMBERS(STATE, NEXT)                     \
    default: WRONG(STATE);                       \
    }

#endif

#if JT_EXACT
jt_stop jt_tokenize_exact(jt_tokenizer *t, const uint8_t *end, bool step, bool may_yield)
#else
JT_TOKENIZE(jt_tokenizer *t, const uint8_t *limit)
#endif
{
    const uint8_t *p = t->chunk + (t->offset - t->chunk_start);
    /* Where offset 0 of the tape would lie; for an address that may lie outside of everything, arithmetic of integers.
     */
    const uintptr_t base = (uintptr_t)t->chunk - (uintptr_t)(t->chunk_start - t->base);
    jt_token *const tape = t->block[JT_BLOCK_TAPE].data;
    jt_token *const tape_end = tape + t->block[JT_BLOCK_TAPE].size / sizeof(jt_token);
    jt_token *token = tape + t->tokens;
    jt_frame *const frames = t->block[JT_BLOCK_STACK].data;
    jt_frame *frame = frames + t->depth;
    uint32_t key = t->key, before = t->key_before;
    jt_state state = (jt_state)t->state;
    jt_stop why;

#if JT_EXACT
    jt_token *const room = step && token < tape_end ? token + 1 : tape_end;
    const uint8_t *const first = p;
    jt_type type;
    bool ready, full;
#else
    PLACE_VARIABLES;
    jt_key_entry no_entry;
    jt_key_entry *entries = &no_entry;
    uint16_t no_guess[2] = {0}, *guesses = no_guess;
    uint32_t guess_mask = 0, generation = 0;
    jt_key_table *const keys = t->block[JT_BLOCK_KEYS].data;
    if (keys) {
        entries = keys->entry;
        guesses = jt_key_guesses(keys);
        guess_mask = keys->capacity * (JT_INDEXED ? 4 : 2) - 1;
        generation = keys->generation;
    } else {
        memset(&no_entry, 0xff, sizeof no_entry);
    }
    size_t depth_room = t->block[JT_BLOCK_STACK].size / sizeof(jt_frame) - 1;
    if (depth_room > t->options.max_depth)
        depth_room = t->options.max_depth;
    jt_frame *const last_frame = frames + depth_room;
#if JT_NUMBERS
    double *const numbers = t->block[JT_BLOCK_NUMBERS].data, *number = numbers + t->numbers;
    double *const numbers_end = numbers + t->block[JT_BLOCK_NUMBERS].size / sizeof(double);
#endif

    if (t->token.kind) { /* a string, see jt_tokenize */
        uint32_t flags = t->token.flags;
        scan result = scan_string(&p, limit, &flags);
        t->token.flags = (uint8_t)flags;
        if (result != SCAN_DONE) {
            why = result == SCAN_LIMIT ? STOP_LIMIT : STOP_CAREFUL;
            goto stopped;
        }
        why = STOP_CAREFUL; /* the byte-exact instance takes the quote and emits */
        goto stopped;
    }
    BEGIN_PLACE();
#if !JT_FEW_ENTRIES
check:
#endif
    FIND_PLACE();
    if (p >= limit)
        STOP(state, STOP_LIMIT);
    if (token == tape_end)
        STOP(state, STOP_TAPE);
    FIND_STOP();
#endif

#if JT_EXACT
    if (state == STATE_START) {
        if ((why = skip_byte_order_mark(t, &p, end)) != STOP_STEP)
            goto stopped;
        state = t->options.multiple == JT_SEQ ? STATE_END : STATE_ROOT;
    }
check:
    /* A full tape stops before whitespace, which a fast instance passes over sooner; at the root nothing may follow. */
    full = token >= room && state != STATE_END;
    why = full && state != STATE_ROOT && p != end ? STOP_STEP : skip_between(t, &p, end);
    if (why != STOP_STEP) {
        if (why == STOP_LIMIT || why == STOP_ERROR)
            goto stopped;
        /* a comment that is to be kept */
        why = STOP_TAPE;
        if (state == STATE_ARRAY_VALUE || state == STATE_OBJECT_KEY)
            t->token.flags |= JT_AFTER_COMMA;
        if (token < tape_end && (why = finish_token(t, p, JT_COMMENT, token)) == STOP_STEP)
            token++;
        goto stopped;
    }
    if (full)
        STOP(state, token == tape_end ? STOP_TAPE : STOP_STEP);
    ready = true;
#endif
    switch (state) {
#if JT_EXACT
    case STATE_START:
    case STATE_ROOT: goto root;
    case STATE_END: goto end_of_root;
#else
    case STATE_START:
    case STATE_ROOT:
    case STATE_END: STOP(state, STOP_CAREFUL);
#endif
    case STATE_ARRAY_FIRST: goto array_first;
    case STATE_ARRAY_NEXT: goto array_next;
    case STATE_OBJECT_FIRST: goto object_first;
    case STATE_OBJECT_NEXT: goto object_next;
#if JT_FEW_ENTRIES && !JT_EXACT
    case STATE_ARRAY_VALUE:
    case STATE_OBJECT_KEY:
    case STATE_OBJECT_COLON:
    case STATE_OBJECT_VALUE: STOP(state, STOP_CAREFUL);
#else
    case STATE_ARRAY_VALUE:
        SKIP_ODD(STATE_ARRAY_VALUE);
        AT_INNER(STATE_ARRAY_VALUE);
        goto array_value;
    case STATE_OBJECT_KEY:
        SKIP_ODD(STATE_OBJECT_KEY);
        AT_INNER(STATE_OBJECT_KEY);
        goto object_key;
    case STATE_OBJECT_COLON: goto object_colon;
    case STATE_OBJECT_VALUE: goto object_value;
#endif
    }

#if JT_EXACT
root:
    AT(STATE_ROOT);
    if (t->options.multiple == JT_SEQ && !t->token.kind && *p == RECORD_SEPARATOR) {
        p++;
        goto root;
    }
    VALUE(STATE_ROOT, end_of_root)
#endif

open_array:
    OPEN(state, JT_ARRAY_START);
array_first:
    AT(STATE_ARRAY_FIRST);
    SKIP_COLD(STATE_ARRAY_FIRST, frame->run);
    if (HERE == ']')
        goto array_end;
    if (!VALUE_LETTER(HERE))
        WRONG(STATE_ARRAY_FIRST);
array_value:
#if JT_EXACT
    if (t->options.trailing_commas && !t->token.kind && *p == ']')
        goto array_end;
#endif
    VALUE(STATE_ARRAY_VALUE, array_next)

array_next:
    AT(STATE_ARRAY_NEXT);
    if (HERE != ',') {
        SKIP_COLD(STATE_ARRAY_NEXT, frame[-1].run);
        if (HERE == ']')
            goto array_end;
        if (HERE != ',')
            WRONG(STATE_ARRAY_NEXT);
    }
    PASS();
    frame->index++;
    AFTER_COMMA(STATE_ARRAY_VALUE);
    SKIP(STATE_ARRAY_VALUE, frame->run);
    goto array_value;

array_end:
    CLOSE(JT_ARRAY_END);

open_object:
    OPEN(state, JT_OBJECT_START);
object_first:
    AT(STATE_OBJECT_FIRST);
    SKIP_COLD(STATE_OBJECT_FIRST, frame->run);
    if (HERE != '"') {
        if (HERE == '}')
            goto object_end;
        WRONG(STATE_OBJECT_FIRST);
    }

object_key:
#if JT_EXACT
    if (t->options.trailing_commas && !t->token.kind && *p == '}')
        goto object_end;
#endif
    if (FIRST_BYTE() != '"')
        WRONG(STATE_OBJECT_KEY);
    KEY(STATE_OBJECT_KEY, object_colon);
    STRING_MEMBER(STATE_OBJECT_VALUE, object_next)

object_colon:
    COLON(STATE_OBJECT_COLON);

object_value:
    JT_UNUSED; /* where there are few entries */
    AT_INNER(STATE_OBJECT_VALUE);
    SKIP_ODD(STATE_OBJECT_VALUE);
    VALUE(STATE_OBJECT_VALUE, object_next)

object_next:
    AT(STATE_OBJECT_NEXT);
    if (HERE != ',') {
        SKIP_COLD(STATE_OBJECT_NEXT, frame[-1].run);
        if (HERE == '}')
            goto object_end;
        if (HERE != ',')
            WRONG(STATE_OBJECT_NEXT);
    }
    PASS();
    AFTER_COMMA(STATE_OBJECT_KEY);
    SKIP(STATE_OBJECT_KEY, frame->run);
    goto object_key;

object_end:
    CLOSE(JT_OBJECT_END);

#if JT_EXACT || JT_FEW_ENTRIES
close:
    CLOSE_HERE(frame->type + 1u);
#endif

#if JT_EXACT
open:
    OPEN_HERE(state, type);
    if (type == JT_OBJECT_START)
        goto object_first;
    goto array_first;

value:
    switch (FIRST_BYTE()) {
    case '{': goto open_object;
    case '[': goto open_array;
    case '"': type = JT_STRING; break;
    case 't': type = JT_TRUE; break;
    case 'f': type = JT_FALSE; break;
    case 'n': type = JT_NULL; break;
    default:
        if (FIRST_BYTE() != '-' && !is_digit(FIRST_BYTE()))
            goto wrong;
        type = JT_NUMBER;
    }
    TOKEN(state, type);
    if (frame->type == JT_OBJECT_START)
        goto object_next;
    if (frame->type == JT_ARRAY_START)
        goto array_next;
#endif

end_of_root:
#if JT_EXACT
    AT(STATE_END);
    if (t->options.multiple == JT_CONCATENATED)
        goto root;
    if (t->options.multiple == JT_SEQ && *p == RECORD_SEPARATOR) {
        p++;
        goto root;
    }
    state = STATE_END;
wrong:
    why = fail_at(t, jt_code_of_state(t, state), p);
#else
#if JT_INDEXED
    index.offsets[i] = index.offsets[i - 1] + 1; /* no further than the root's end */
#endif
    STOP(STATE_END, STOP_CAREFUL);
#endif

#if JT_FEW_ENTRIES && !JT_EXACT
check:
    why = p >= limit ? STOP_LIMIT : token == tape_end ? STOP_TAPE : STOP_CAREFUL;
#endif

stopped:
#if JT_EXACT
    t->visited += (size_t)(p - first);
#elif JT_INDEXED
    if (p >= limit) /* the entry behind the last, where something else was expected */
        why = STOP_LIMIT;
#endif
    t->offset = t->chunk_start + (size_t)(p - t->chunk);
    t->tokens = (size_t)(token - tape);
#if JT_NUMBERS
    t->numbers = (size_t)(number - numbers);
    t->converted = t->tokens;
#endif
    t->depth = (uint32_t)(frame - frames);
    t->key = key;
    t->key_before = before;
    t->state = state;
    return why;
}

#undef STOP
#undef EMIT
#undef HERE
#undef OFFSET
#undef FIND_PLACE
#undef VALUE_LETTER
#undef PASS
#undef AT
#undef AT_BRACKET
#undef AT_INNER
#undef AFTER_COMMA
#undef SKIP
#undef SKIP_TO
#undef SKIP_ODD
#undef SKIP_COLD
#undef WRONG
#undef FIRST_BYTE
#undef KEY
#undef COLON
#undef STRING_MEMBER
#undef PLACE_VARIABLES
#undef BEGIN_PLACE
#undef FIND_STOP
#undef STRING
#undef SCAN_STRING
#undef NUMBER
#undef NUMBER_FIRST
#undef NUMBERS
#undef OTHER_BYTE
#undef CONVERT
#undef LITERAL
#undef LITERALS
#undef is_other_key_at
#undef NO_ROOM_BELOW
#undef TOKEN_INDEX
#undef APART
#undef OPEN
#undef OPEN_HERE
#undef CLOSE
#undef CLOSE_HERE
#undef VALUE
