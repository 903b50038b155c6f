/* The steps of the grammar (tokenize_template.h) for an instance that scans the text from token to token: p is always
 * the byte it looks at, and stop the first place where it must look at its end or its room again. */

#define PLACE_VARIABLES const uint8_t *stop
#define BEGIN_PLACE() ((void)0)
#define FIND_STOP() (stop = (size_t)(tape_end - token) < (size_t)(limit - p) ? p + (tape_end - token) : limit)

/* A string that goes on behind what may be read. */
JT_NOINLINE static void suspend_string(jt_tokenizer *t, uint32_t start, uint32_t flags) {
    t->token.start = t->token.first = t->base + start;
    t->token.kind = '"';
    t->token.sub = 0;
    t->token.flags = (uint8_t)flags;
    t->token.utf8_need = 0;
}

/* Is this known key the one at p? */
JT_INLINE bool is_key_at(const uint8_t *p, const jt_key_entry *entry) {
    return (~(uint64_t)match_mask(p + 1, entry->text) & entry->mask) == 0;
}

/* The same for the second guess, out of line where code is to be small. */
#if JT_COMPACT
JT_NOINLINE static bool is_other_key_at(const uint8_t *p, const jt_key_entry *entry) {
    return is_key_at(p, entry);
}
#else
#define is_other_key_at is_key_at
#endif

#define AT(STATE)                     \
    do {                              \
        if (JT_UNLIKELY(p >= stop)) { \
            state = (STATE);          \
            goto check;               \
        }                             \
    } while (0)
/* To END, over whitespace, where there is any. */
#define SKIP_TO(END, TEST, STATE)        \
    do {                                 \
        if (TEST) {                      \
            p = (END);                   \
            if (JT_UNLIKELY(p >= limit)) \
                STOP(STATE, STOP_LIMIT); \
        }                                \
    } while (0)
#define SKIP(STATE, RUN) SKIP_TO(skip_run(p, limit, &(RUN)), *p <= ' ', STATE)
/* At brackets: out of line where code is to be small. */
#if JT_COMPACT
#define SKIP_COLD(STATE, RUN) SKIP_TO(skip_cold_run(p, limit, &(RUN)), *p <= ' ', STATE)
#else
#define SKIP_COLD SKIP
#endif
/* Where whitespace is rare: out of line, without a guess. */
#define SKIP_ODD(STATE) SKIP_TO(skip_odd_run(p, limit), JT_UNLIKELY(*p <= ' '), STATE)
/* Defines q, the closing quote of the string at p, and its flags. Leaves the loop where that is not found. */
#define SCAN_STRING(SCAN, STATE)                                   \
    const uint8_t *q = p + 1;                                      \
    uint32_t flags = 0;                                            \
    scan result = SCAN(&q, limit, &flags);                         \
    if (JT_UNLIKELY(result != SCAN_DONE)) {                        \
        if (result == SCAN_CAREFUL)                                \
            STOP(STATE, STOP_CAREFUL);                             \
        suspend_string(t, (uint32_t)((uintptr_t)p - base), flags); \
        p = q;                                                     \
        STOP(STATE, STOP_LIMIT);                                   \
    }
#define STRING(STATE)                           \
    do {                                        \
        SCAN_STRING(scan_string, STATE);        \
        q++;                                    \
        EMIT(p, q - p, flags << 4 | JT_STRING); \
        p = q;                                  \
    } while (0)
#define NUMBER(STATE)                                 \
    do {                                              \
        jt_number_parts parts = {0, 0, 0};            \
        const uint8_t *q = scan_number(p, &parts);    \
        if (JT_UNLIKELY(!q))                          \
            STOP(STATE, STOP_CAREFUL);                \
        CONVERT(STATE, p, q, parts);                  \
        EMIT(p, q - p, parts.flags << 4 | JT_NUMBER); \
        p = q;                                        \
    } while (0)
#if JT_COMPACT
/* The jump is slower than two tests. */
#define NUMBER_FIRST(STATE, NEXT)        \
    if (is_digit(HERE) || HERE == '-') { \
        NUMBER(STATE);                   \
        goto NEXT;                       \
    }
#endif
/* TEXT: the last four bytes of the literal. */
#define LITERAL(STATE, TEXT, TYPE)                              \
    do {                                                        \
        const uint32_t n = (TYPE) == JT_FALSE ? 5 : 4;          \
        if (JT_UNLIKELY(load_u32(p + n - 4) != load_u32(TEXT))) \
            STOP(STATE, STOP_CAREFUL);                          \
        EMIT(p, n, TYPE);                                       \
        p += n;                                                 \
    } while (0)
/* A key is guessed by the two before it in a like object, then by the depth and the one before it; a right guess is
 * confirmed by one masked compare. */
#define KEY(STATE, NEXT)                                                                                  \
    do {                                                                                                  \
        uint16_t *guess;                                                                                  \
        uint32_t index;                                                                                   \
        jt_key_entry *entry;                                                                              \
        guess = guesses + jt_key_guess_index(frame->key, before, key, guess_mask);                        \
        index = *guess;                                                                                   \
        entry = entries + index;                                                                          \
        if (!is_key_at(p, entry)) {                                                                       \
            uint16_t *other =                                                                             \
                guesses + guess_mask + 1 +                                                                \
                jt_key_guess_index((uint32_t)((uintptr_t)frame - (uintptr_t)frames), 0, key, guess_mask); \
            index = *other;                                                                               \
            entry = entries + index;                                                                      \
            if (JT_UNLIKELY(!is_other_key_at(p, entry))) {                                                \
                SCAN_STRING(scan_long_string, STATE);                                                     \
                int32_t found = jt_keys_intern(t, p + 1, (size_t)(q - p) - 1, flags);                     \
                if (JT_UNLIKELY(found < 0))                                                               \
                    STOP(STATE, STOP_CAREFUL);                                                            \
                before = key;                                                                             \
                key = (uint32_t)found;                                                                    \
                *guess = *other = (uint16_t)key;                                                          \
                q++;                                                                                      \
                EMIT(p, q - p, found ? entries[found].info : flags << 4 | JT_KEY);                        \
                p = q;                                                                                    \
                goto NEXT;                                                                                \
            }                                                                                             \
            *guess = (uint16_t)index;                                                                     \
        }                                                                                                 \
        if (JT_UNLIKELY(entry->generation != generation))                                                 \
            jt_keys_appear(keys, entry);                                                                  \
        before = key;                                                                                     \
        key = index;                                                                                      \
        EMIT(p, entry->length, entry->info);                                                              \
        p += entry->length;                                                                               \
    } while (0)
/* A colon, alone or with a space on either side at once. */
#define COLON(STATE)                  \
    do {                              \
        if (*p == ' ' && p[1] == ':') \
            p++;                      \
        if (JT_UNLIKELY(*p != ':')) { \
            SKIP_ODD(STATE);          \
            if (*p != ':')            \
                WRONG(STATE);         \
        }                             \
        p++;                          \
        if (*p == ' ')                \
            p++;                      \
    } while (0)
