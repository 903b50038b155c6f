/* Scanning inside tokens with vectors: whitespace, strings, numbers. For the fast instances of the tokenizing loop,
 * which guarantee that JT_LOOKAHEAD bytes may be read from any place before the limit. */

/* The loop behind it is none, also where code is to be small: in WASM a loop asks each time whether it is to end. */
#if JT_COMPACT
#define UNROLL _Pragma("GCC unroll 2")
#else
#define UNROLL
#endif

/* Bit i: byte i of the 32 at p ... */
#define MASK_32(name, test)                        \
    JT_INLINE uint32_t name(const uint8_t *p) {    \
        uint32_t mask = 0;                         \
        UNROLL                                     \
        for (unsigned i = 0; i < 32; i += JT_W) {  \
            vec v = vec_load(p + i);               \
            mask |= vec_mask(test(v)) << (i & 31); \
        }                                          \
        return mask;                               \
    }

/* ---- Whitespace -------------------------------------------------------------------------------------------------- */

#if JT_WS != JT_WS_SCALAR

JT_INLINE vec is_space(vec v) {
#if JT_HAS_SHUFFLE
    /* Each place holds the whitespace byte with that low half, or a byte whose low half is another. */
    static const uint8_t table[16] = {' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0};
    return vec_eq(v, vec_lookup_low(vec_table(table), v));
#else
    return vec_or(vec_or(vec_eq(v, vec_splat(' ')), vec_eq(v, vec_splat('\n'))),
                  vec_or(vec_eq(v, vec_splat('\t')), vec_eq(v, vec_splat('\r'))));
#endif
}
MASK_32(space_mask_unmeasured, is_space)

#ifdef JT_COUNT_VECTOR_LOADS
extern uint64_t jt_whitespace_vector_loads;
#define COUNT_VECTOR_LOAD() (jt_whitespace_vector_loads++)
#else
#define COUNT_VECTOR_LOAD() ((void)0)
#endif

JT_INLINE uint32_t space_mask(const uint8_t *p) {
    COUNT_VECTOR_LOAD();
    return space_mask_unmeasured(p);
}

/* The end of a run that goes on at p; not much past the limit. */
JT_NOINLINE static const uint8_t *skip_long_run(const uint8_t *p, const uint8_t *limit) {
    while (p < limit) {
        uint32_t other = ~space_mask(p);
        if (other)
            return p + ctz_u32(other);
        p += 32;
    }
    return p;
}

#endif

/* The end p + n of a run that is guessed to be as long as the last one in this place: then what comes next does not
 * wait for the scan, and the check is a branch beside it. The empty asm, before the test, hides from the compiler
 * that what is added is what it has just compared: it would add n, and tie them together again. */
JT_INLINE const uint8_t *guess_run(const uint8_t *p, uint32_t n, uint8_t *last) {
    uint32_t guess = *last, length = guess;
    __asm__ volatile("" : "+r"(length));
    if (JT_LIKELY(n == guess))
        return p + length;
    *last = (uint8_t)n;
    return p + n;
}

/* skip_run: the end of the run of whitespace at p; *p is at most ' '. */
#if JT_WS == JT_WS_VECTOR

JT_INLINE const uint8_t *skip_run(const uint8_t *p, const uint8_t *limit, uint8_t *last) {
    uint32_t other = ~space_mask(p);
    return JT_LIKELY(other != 0) ? guess_run(p, ctz_u32(other), last) : skip_long_run(p + 32, limit);
}

#elif JT_WS == JT_WS_HYBRID

/* What is not spaces, or long. */
JT_NOINLINE static const uint8_t *skip_rest(const uint8_t *p, const uint8_t *promote, const uint8_t *limit) {
    while (p < promote) {
        if (!is_whitespace(*p))
            return p;
        p++;
    }
    if (p == promote && !is_whitespace(*p))
        return p;
    return skip_long_run(p, limit);
}

JT_INLINE vec is_blank(vec v) {
    return vec_eq(v, vec_splat(' '));
}
MASK_32(blank_mask, is_blank)

/* Passes over spaces, eight at most: whether there were eight. */
JT_INLINE bool pass_word(const uint8_t **p) {
    const uint64_t other = load_u64(*p) ^ UINT64_C(0x2020202020202020);
    if (other != 0) {
        *p += ctz_u64(other) >> 3;
        return false;
    }
    *p += 8;
    return true;
}

/* JT_WS_PROMOTE bytes of a run are looked at without vectors: a line feed, or one behind a space or carriage return,
 * then words of eight spaces; other whitespace by the byte. A run that is longer is handed to the vector scan, of which
 * 32 spaces behind a line feed are looked at here. All lengths are guessed. */
JT_INLINE const uint8_t *skip_run(const uint8_t *p, const uint8_t *limit, uint8_t *last) {
    const uint8_t *q = p;
    if (*p == '\n')
        q++;
    else if (p[1] == '\n' && (*p == ' ' || *p == '\r'))
        q += 2;
    bool spaces = JT_WS_PROMOTE >= 8 && pass_word(&q) && (JT_WS_PROMOTE < 16 || pass_word(&q));
    for (unsigned i = 16; i < JT_WS_PROMOTE && spaces; i += 8)
        spaces = pass_word(&q);
    if (spaces && q != p + JT_WS_PROMOTE) {
        COUNT_VECTOR_LOAD();
        q += ctz_u64(~(uint64_t)blank_mask(q));
    }
    if (JT_UNLIKELY(*q <= ' '))
        q = skip_rest(q, p + JT_WS_PROMOTE, limit);
    return guess_run(p, (uint32_t)(q - p), last);
}

#else

JT_INLINE const uint8_t *skip_run(const uint8_t *p, const uint8_t *limit, uint8_t *last) {
    (void)last;
    while (is_whitespace(*p) && p < limit)
        p++;
    return p;
}

#endif

#if JT_COMPACT
JT_NOINLINE static const uint8_t *skip_cold_run(const uint8_t *p, const uint8_t *limit, uint8_t *last) {
    return skip_run(p, limit, last);
}
#endif

JT_UNUSED JT_NOINLINE static const uint8_t *skip_odd_run(const uint8_t *p, const uint8_t *limit) {
    uint8_t none = 0;
#if JT_COMPACT
    return skip_cold_run(p, limit, &none);
#else
    return skip_run(p, limit, &none);
#endif
}

/* ---- Strings ------------------------------------------------------------------------------------------------------
 */

/* Ends of plain text inside a string: quotes, backslashes, control characters. */
JT_INLINE vec is_string_stop(vec v) {
#if JT_W == 32
    /* Each place holds the stop with that low half, or a byte whose low half is another. */
    static const uint8_t table[16] = {1, 0, '"', 0, 0, 0, 0, 0, 0, 0, 0, 0, '\\'};
    return vec_or(vec_eq(v, vec_lookup_low(vec_table(table), v)), vec_le(v, 0x1f));
#else
    /* The quote lies one bit beside the space, so that it and the control characters are found by one comparison. */
    return vec_or(vec_le(vec_xor(v, vec_splat(2)), 0x20), vec_eq(v, vec_splat('\\')));
#endif
}

/* 1 for the letters of the two-byte escapes, 2 for hex digits, 4 for what begins a value. */
static const uint8_t byte_class[256] = {
    ['"'] = 5, ['\\'] = 1, ['/'] = 1, ['b'] = 3, ['f'] = 7, ['n'] = 5, ['r'] = 1, ['t'] = 5,
    ['0'] = 6, ['1'] = 6,  ['2'] = 6, ['3'] = 6, ['4'] = 6, ['5'] = 6, ['6'] = 6, ['7'] = 6,
    ['8'] = 6, ['9'] = 6,  ['a'] = 2, ['c'] = 2, ['d'] = 2, ['e'] = 2, ['A'] = 2, ['B'] = 2,
    ['C'] = 2, ['D'] = 2,  ['E'] = 2, ['F'] = 2, ['{'] = 4, ['['] = 4, ['-'] = 4};

typedef enum scan { SCAN_DONE, SCAN_LIMIT, SCAN_CAREFUL } scan;

/* Of the 32 bytes at p: where plain text ends, and in *tops which are not ASCII. */
JT_INLINE uint32_t string_masks(const uint8_t *p, uint32_t *tops) {
    uint32_t stop = 0, high = 0;
    UNROLL
    for (unsigned i = 0; i < 32; i += JT_W) {
        vec v = vec_load(p + i);
        stop |= vec_mask(is_string_stop(v)) << (i & 31);
        high |= vec_mask(v) << (i & 31);
    }
    *tops = high;
    return stop;
}

#if JT_COMPACT
#define LONG_STRING JT_NOINLINE static
#else
#define LONG_STRING JT_INLINE
#endif

/* Scans the inside of a string from *at to its closing quote (SCAN_DONE, *at is there) or past the limit (SCAN_LIMIT,
 * *at is where to go on: at a boundary of UTF-8 sequences, not inside an escape). UTF-8 is checked. flags gathers
 * JT_ESCAPED and JT_NON_ASCII. SCAN_CAREFUL: what stands here is wrong. */
LONG_STRING scan scan_long_string(const uint8_t **at, const uint8_t *limit, uint32_t *flags) {
    const uint8_t *const segment = *at, *q = segment;
    uint32_t high = 0;
    for (;;) {
        uint32_t tops, stop = string_masks(q, &tops);
        if (JT_LIKELY(stop != 0)) {
            high |= tops & (stop - 1) & ~stop;
            q += ctz_u32(stop);
            if (JT_LIKELY(*q == '"'))
                break;
            if (*q != '\\')
                return SCAN_CAREFUL;
            *flags |= JT_ESCAPED;
            do {
                if (byte_class[q[1]] & 1)
                    q += 2;
                else if (q[1] == 'u' && (byte_class[q[2]] & byte_class[q[3]] & byte_class[q[4]] & byte_class[q[5]] & 2))
                    q += 6;
                else
                    return SCAN_CAREFUL;
            } while (*q == '\\' && q < limit);
        } else {
            high |= tops;
            q += 32;
        }
        if (JT_UNLIKELY(q >= limit)) {
            if (high) {
                *flags |= JT_NON_ASCII;
                /* A sequence that q may cut is left to the next scan. */
                for (ptrdiff_t back = 1; back <= 3 && back <= q - segment && q[-back] >= 0x80; back++) {
                    if (q[-back] >= 0xc0) {
                        q -= back;
                        break;
                    }
                }
                if (!is_utf8_overread(segment, q))
                    return SCAN_CAREFUL;
            }
            *at = q;
            return SCAN_LIMIT;
        }
    }
    if (JT_UNLIKELY(high != 0)) {
        *flags |= JT_NON_ASCII;
        if (!is_utf8_overread(segment, q))
            return SCAN_CAREFUL;
    }
    *at = q;
    return SCAN_DONE;
}

/* The same. Where the code is to be small, only short strings of plain ASCII, which are the most, are done in place. */
JT_INLINE scan scan_string(const uint8_t **at, const uint8_t *limit, uint32_t *flags) {
#if !JT_COMPACT
    return scan_long_string(at, limit, flags);
#else
    uint32_t tops, stop = string_masks(*at, &tops);
    const uint8_t *const end = *at + ctz_u32(stop | 1u << 31);
    if (JT_LIKELY(stop != 0 && *end == '"' && (tops & (stop - 1)) == 0)) {
        *at = end;
        return SCAN_DONE;
    }
    /* Copies, so that the caller's stay in registers. A long string goes on behind what has been looked at, by a
     * branch: where it goes on is not to wait for the masks. */
    const uint8_t *q = *at;
    if ((stop | tops) == 0) {
        __asm__ volatile("");
        q += 32;
    }
    uint32_t found = *flags;
    scan result = scan_long_string(&q, limit, &found);
    *at = q;
    *flags = found;
    return result;
#endif
}

/* Bit i: byte i of the 32 at p is that of text. */
JT_INLINE uint32_t match_mask(const uint8_t *p, const uint8_t *text) {
    uint32_t mask = 0;
    UNROLL
    for (unsigned i = 0; i < 32; i += JT_W)
        mask |= vec_mask(vec_eq(vec_load(p + i), vec_load(text + i))) << (i & 31);
    return mask;
}

/* ---- Numbers ------------------------------------------------------------------------------------------------------
 */

/* How many digits stand at q, up to 32, by vectors. Where the ISA compares either way, the mask need not be inverted;
 * the empty asm keeps LLVM from a branch for 32. */
#if JT_HAS_GT
JT_INLINE vec is_no_digit(vec v) {
    return vec_gt(vec_sub(v, vec_splat('0')), 9);
}
MASK_32(no_digit_mask, is_no_digit)
JT_INLINE uint32_t count_all_digits(const uint8_t *q) {
    const uint32_t others = no_digit_mask(q);
    uint32_t count = others ? ctz_u32(others) : 32;
    __asm__("" : "+r"(count));
    return count;
}
#else
JT_INLINE vec is_digit_lane(vec v) {
    return vec_le(vec_sub(v, vec_splat('0')), 9);
}
#if !JT_HAS_DIGITS
MASK_32(digit_mask, is_digit_lane)
#endif
JT_INLINE uint32_t count_all_digits(const uint8_t *q) {
    return ctz_u64(~(uint64_t)digit_mask(q));
}
#endif

/* The end of the exponent at q, which is rare; NULL where it is wrong or has more than four digits. */
JT_NOINLINE static const uint8_t *scan_exponent(const uint8_t *q) {
    q += 1 + (q[1] == '+' || q[1] == '-');
    if (!is_digit(*q))
        return NULL;
    for (unsigned i = 0; i < 4; i++) {
        if (!is_digit(*++q))
            return q;
    }
    return NULL;
}

/* How many digits stand at q, up to 32: seven by a word. */
JT_INLINE uint32_t count_digits(const uint8_t *q) {
    const uint64_t word = load_u64(q) ^ UINT64_C(0x3030303030303030);
    const uint64_t others = ((word + UINT64_C(0x7676767676767676)) | word) & UINT64_C(0x8080808080808080);
    return JT_LIKELY(others != 0) ? ctz_u64(others) >> 3 : count_all_digits(q);
}

/* The end of the number at p; NULL where it is wrong, or too long for one look. One and two digits are the most common,
 * and each is told by a predictable branch; lengths of more differ without one. */
JT_INLINE const uint8_t *scan_number(const uint8_t *p, jt_number_parts *parts) {
    const uint8_t *q = p;
    if (*q == '-') {
        parts->flags = JT_NEGATIVE;
        if (!is_digit(*++q))
            return NULL;
    }
    parts->integer = 1;
    if (is_digit(q[1])) {
        if (*q == '0')
            return NULL;
        parts->integer = 2;
        if (is_digit(q[2])) {
            parts->integer = count_digits(q);
            if (JT_UNLIKELY(parts->integer == 32))
                return NULL;
        }
    }
    q += parts->integer;
    if (*q == '.') {
        parts->flags |= JT_FRACTION;
        parts->fraction = count_all_digits(++q);
        if (JT_UNLIKELY(parts->fraction - 1 >= 31))
            return NULL;
        q += parts->fraction;
    }
    if ((*q | 0x20) == 'e') {
        parts->flags |= JT_EXPONENT;
        return scan_exponent(q);
    }
    return q;
}
