/* An index of text: where tokens and punctuation begin, found 64 bytes at a time and without a branch that depends on
 * what they are. For instances of the grammar on instruction sets where that is cheaper than a scan for each token;
 * they take their way from entry to entry (tokenize_template.h with JT_INDEXED).
 *
 * A window of text is indexed at a time. It begins where no token is open, so that nothing is carried into it. Its
 * entries are the offsets of brackets, commas and colons outside strings, of the first byte of numbers, literals and
 * whatever else stands there, and of both quotes of strings; with each goes the byte there, so that the grammar need
 * not look at the text. Of a closing quote that byte says what its string holds: the string's flags, exclusive or '"'.
 * What lies between two entries is the inside of a string, the rest of a number or literal, or whitespace. Strings that
 * are indexed are right: no control characters, right escapes, well-formed UTF-8. */
#include "blocks_template.h"

/* A window ends when there are so many bytes or so many entries. */
#define INDEX_BYTES 8192
#define INDEX_ENTRIES 2048
/* Two blocks are written behind that, and a little more is read. */
#define INDEX_ROOM (INDEX_ENTRIES + 192)

typedef struct text_index {
    uint32_t offsets[INDEX_ROOM];
    uint8_t bytes[INDEX_ROOM];
} text_index;

/* What is rare, and goes on from block to block. */
typedef struct index_rest {
    uint64_t escape;    /* the next byte is escaped */
    uint64_t escapes;   /* the string that is open holds escapes; */
    uint64_t non_ascii; /* what is not ASCII */
    uint64_t digits;    /* bits of the next bytes that must be hex digits */
    uint64_t cut;       /* the last byte is not ASCII */
    block before;       /* the last bytes, where one of them is not ASCII */
} index_rest;

/* Which bytes of a block are wrong, where `escaped` tells those behind a backslash. */
JT_INLINE uint64_t wrong_escapes(block v, uint64_t escaped, uint64_t *digits) {
    uint64_t letters = block_eq(v, 'u') & escaped;
    uint64_t plain = block_eq(v, '"') | block_eq(v, '\\') | block_eq(v, '/') | block_eq(v, 'b') | block_eq(v, 'f') |
                     block_eq(v, 'n') | block_eq(v, 'r') | block_eq(v, 't');
    uint64_t need = letters << 1 | letters << 2 | letters << 3 | letters << 4 | *digits;
    *digits = letters >> 63 | letters >> 62 | letters >> 61 | letters >> 60;
    return (escaped & ~(plain | letters)) | (need & ~block_hex_digits(v));
}

PAIR_ERRORS(block_pair_errors, block, block)

/* Which bytes of a block show that UTF-8 is wrong, and three before each of them, where the wrong one lies. */
JT_INLINE uint64_t wrong_utf8(block v, block *before) {
    uint64_t wrong = ~block_eq(block_pair_errors(v, *before), 0);
    *before = v;
    return wrong | wrong >> 1 | wrong >> 2 | wrong >> 3;
}

/* The closing quotes of the strings that hold something. open: whether the string that is open does, by what was
 * before; then, by all of it. Added to the strings, what one holds sets the bit of its closing quote. */
JT_INLINE uint64_t ends_of_holders(uint64_t strings, uint64_t closing, uint64_t something, uint64_t *open) {
    uint64_t sum = strings + (something | *open);
    *open = sum < strings;
    return sum & closing;
}

/* Indexes the text from offset `start` to `end`, rounded up to blocks, as far as it is right; origin is offset 0.
 * Returns how many entries may be used up: those of tokens that begin before `until`. The one behind them is there too:
 * a comma or a bracket, where the next window can begin, or a byte that is legal nowhere. */
JT_NOINLINE static size_t index_text(text_index *index, const uint8_t *origin, uint32_t start, uint32_t end,
                                     uint32_t until) {
    const uint8_t *p = origin + start, *stop = origin + end;
    uint32_t *to = index->offsets, *const full = to + INDEX_ENTRIES;
    uint8_t *bytes = index->bytes;
    uint64_t in_string = 0, apart = 1, pending = 0; /* apart: what comes does not go on with a number or literal */
    index_rest rest = {0, 0, 0, 0, 0, block_zero()};
    /* The entries of a block are written along with the next one, so that nothing waits for them. */
    block base = block_base(start - 64), due_bytes = block_zero();
    uint64_t due = 0, count;
    do {
        block v = block_load(p);
        uint64_t quotes = block_eq(v, '"'), spaces = block_spaces(v), marks = block_marks(v);
        __asm__("" : "+r"(spaces)); /* gcc would invert it among the masks, where that takes longer */
        const uint64_t control = block_below(v, 0x20);
        uint64_t strings, wrong = 0;
        if (JT_UNLIKELY(pending | block_specials(v))) {
            uint64_t backslashes = block_eq(v, '\\'), tops = block_tops(v);
            uint64_t escaped = escaped_bytes(backslashes, &rest.escape);
            quotes &= ~escaped;
            strings = block_parities(quotes) ^ in_string;
            if (escaped | rest.digits)
                wrong = wrong_escapes(v, escaped, &rest.digits);
            if (tops | rest.cut) {
                wrong |= wrong_utf8(v, &rest.before);
                rest.cut = tops >> 63;
            }
            v = block_flip(v, ends_of_holders(strings, quotes & ~strings, backslashes, &rest.escapes), JT_ESCAPED);
            v = block_flip(v, ends_of_holders(strings, quotes & ~strings, tops, &rest.non_ascii), JT_NON_ASCII);
            pending = rest.escape | rest.escapes | rest.non_ascii | rest.digits | rest.cut;
        } else {
            strings = block_parities(quotes) ^ in_string;
        }
        const uint64_t between = spaces | marks | quotes, after = between << 1 | apart;
        apart = between >> 63;
        uint64_t starts = (((~spaces & after) | marks) & ~strings) | quotes;
        wrong |= control & strings;
        in_string = (uint64_t)((int64_t)strings >> 63);
        if (JT_UNLIKELY(wrong)) {
            starts &= (wrong & (0 - wrong)) - 1;
            stop = p;
        }
        count = block_entries(to, bytes, due_bytes, due, base);
        to += count;
        bytes += count;
        base = block_next(base);
        due = starts;
        due_bytes = v;
        p += 64;
    } while (p < stop && to < full);
    count = block_entries(to, bytes, due_bytes, due, base);
    to += count;
    bytes += count;
    while (to > index->offsets) {
        uint8_t c = *--bytes;
        bool last = --to == index->offsets || to[-1] < until;
        if (last && (c == ',' || (c | 0x20) == '{' || (c | 0x20) == '}' || c == 0))
            break;
    }
    return (size_t)(to - index->offsets);
}

/* ---- Tokens by their entries --------------------------------------------------------------------------------------
 */

/* Bytes that may stand behind a number or literal. A colon or a quote there has an entry of its own. */
static const bool may_follow[256] = {
    [' '] = true, ['\t'] = true, ['\n'] = true, ['\r'] = true, [','] = true, [']'] = true, ['}'] = true};

/* The end of the number at p, which begins with the byte `first`, and next is the place of the entry behind it; NULL
 * where it is wrong, or too long for one look. Lengths differ without a branch that depends on them. */
JT_INLINE const uint8_t *scan_indexed_number(const uint8_t *p, const uint8_t *next, uint8_t first,
                                             jt_number_parts *parts) {
    const uint32_t negative = first == '-';
    const uint8_t *q = p + negative;
    const uint64_t other = ~(uint64_t)digit_mask(q);
    const uint32_t integer = ctz_u64(other);
    parts->flags = negative * JT_NEGATIVE;
    parts->integer = integer;
    /* No digit at all, or one behind a leading zero: without a branch of its own for lengths of 1. */
    if (JT_UNLIKELY(integer - 1 > ((negative ? *q : first) & 15u) << 5))
        return NULL;
    q += integer;
    if (*q == '.') {
        const uint32_t fraction = ctz_u64(other >> (integer + 1));
        if (JT_UNLIKELY(fraction == 0))
            return NULL;
        parts->flags |= JT_FRACTION;
        parts->fraction = fraction;
        q += 1 + fraction;
        if (JT_LIKELY(q == next || may_follow[*q]))
            return q;
    } else if (JT_LIKELY(q == next || may_follow[*q])) {
        return q;
    }
    if ((*q | 0x20) != 'e')
        return NULL;
    parts->flags |= JT_EXPONENT;
    q = scan_exponent(q);
    return q && may_follow[*q] ? q : NULL;
}

/* ---- Keys ---------------------------------------------------------------------------------------------------------
 *
 * Where a key ends is known before it is looked at: so a hash of it, without a seed, leads to its entry at once, and no
 * key waits for the one before it. Each hash has two places among the guesses of the table; a key that is in neither is
 * looked up by its hash with the seed. */

/* A hash of the key of this length at p: of its last eight bytes. */
JT_INLINE uint32_t hash_key(const uint8_t *p, uint32_t length) {
    const uint8_t *last = length < 8 ? p : p + length - 8;
    return word_hash(low_bits(load_u64(last), length * 8), length);
}

/* Is this known key the one at p? */
JT_INLINE bool is_key_at(const uint8_t *p, const jt_key_entry *entry) {
    return (~(uint64_t)match_mask(p + 1, entry->text) & entry->mask) == 0;
}

/* Puts a key on the tape that is not in the first place of its hash; token has its start and length. Returns its entry
 * in the table of keys, 0 where it is not interned; -1: the byte-exact instance must take it. */
JT_NOINLINE static int32_t read_other_key(jt_tokenizer *t, const uint8_t *p, uint32_t flags, uint32_t hash,
                                          jt_token *token) {
    jt_key_table *const table = t->block[JT_BLOCK_KEYS].data;
    uint16_t *place = NULL;
    uint32_t entry = 0;
    if (table) {
        const uint32_t mask = table->capacity * 4 - 1;
        uint16_t *const places = jt_key_guesses(table);
        place = places + (hash >> 16 & mask);
        entry = *place;
        if (!places[hash & mask])
            place = places + (hash & mask);
    }
    if (!entry || !is_key_at(p, table->entry + entry)) {
        int32_t found = jt_keys_intern(t, p + 1, token->length - 2, flags);
        if (found < 0)
            return -1;
        entry = (uint32_t)found;
        if (place)
            *place = (uint16_t)entry;
    } else if (table->entry[entry].generation != table->generation) {
        jt_keys_appear(table, table->entry + entry);
    }
    token->info = entry ? table->entry[entry].info : flags << 4 | JT_KEY;
    return (int32_t)entry;
}

/* ---- The steps of the grammar --------------------------------------------------------------------------------------
 *
 * For tokenize_template.h. i is always the place in the index, of entries up to `last`; a look at the end or at room is
 * due at `stop`. */

#define HERE (index.bytes[i])
#define OFFSET(AT) (index.offsets[i])
#define FIND_PLACE() (p = origin + index.offsets[i])
#define PASS() (i++)
#define PLACE_VARIABLES                                  \
    const uint8_t *const origin = (const uint8_t *)base; \
    text_index index;                                    \
    size_t i = 0, last = 0, stop;                        \
    uint32_t window = 128
#define BEGIN_PLACE() (index.offsets[0] = (uint32_t)(p - origin))
/* Indexes the next window where the last one is used up. Up to two tokens come between one look at the end and the
 * next. */
#define FIND_STOP()                                                                           \
    do {                                                                                      \
        if (i == last) {                                                                      \
            const uint32_t start = index.offsets[i], most = (uint32_t)(limit - p);            \
            window = window < INDEX_BYTES ? window * 4 : window;                              \
            i = 0;                                                                            \
            last = index_text(&index, origin, start, start + (most < window ? most : window), \
                              (uint32_t)(t->until - t->base));                                \
            if (last == 0) {                                                                  \
                index.offsets[0] = start;                                                     \
                STOP(state, STOP_LONG);                                                       \
            }                                                                                 \
        }                                                                                     \
        const size_t room = (size_t)(tape_end - token);                                       \
        if (room < 2)                                                                         \
            STOP(state, STOP_CAREFUL);                                                        \
        stop = room <= last - i ? i + room - 1 : last;                                        \
    } while (0)
/* The index ends where a comma or a bracket stands: only there the end is looked for. */
#define AT(STATE)                     \
    do {                              \
        if (JT_UNLIKELY(i >= stop)) { \
            state = (STATE);          \
            goto check;               \
        }                             \
    } while (0)
#define AT_BRACKET AT
#define AT_INNER(STATE) ((void)0)
#define SKIP(STATE, RUN) ((void)0)
#define SKIP_COLD SKIP
#define SKIP_ODD(STATE) ((void)0)
#define STRING(STATE)                                                                                                \
    do {                                                                                                             \
        EMIT(p, index.offsets[i + 1] - index.offsets[i] + 1, (index.bytes[i + 1] ^ (uint32_t)'"') << 4 | JT_STRING); \
        i += 2;                                                                                                      \
    } while (0)
#define NUMBER(STATE)                                                                                         \
    do {                                                                                                      \
        jt_number_parts parts = {0, 0, 0};                                                                    \
        const uint8_t *const from = origin + index.offsets[i];                                                \
        const uint8_t *const behind = scan_indexed_number(from, origin + index.offsets[i + 1], HERE, &parts); \
        if (JT_UNLIKELY(!behind))                                                                             \
            STOP(STATE, STOP_CAREFUL);                                                                        \
        CONVERT(STATE, from, behind, parts);                                                                  \
        EMIT(p, behind - from, parts.flags << 4 | JT_NUMBER);                                                 \
        PASS();                                                                                               \
    } while (0)
#define NUMBER_FIRST(STATE, NEXT) \
    if (is_digit(HERE)) {         \
        NUMBER(STATE);            \
        goto NEXT;                \
    }
/* TEXT: the last four bytes of the literal. */
#define LITERAL(STATE, TEXT, TYPE)                                                         \
    do {                                                                                   \
        const uint32_t n = (TYPE) == JT_FALSE ? 5 : 4;                                     \
        const uint8_t *const from = origin + index.offsets[i];                             \
        if (JT_UNLIKELY(load_u32(from + n - 4) != load_u32(TEXT) || !may_follow[from[n]])) \
            STOP(STATE, STOP_CAREFUL);                                                     \
        EMIT(p, n, TYPE);                                                                  \
        PASS();                                                                            \
    } while (0)
#define KEY(STATE, NEXT)                                                                                         \
    do {                                                                                                         \
        p = origin + index.offsets[i];                                                                           \
        const uint32_t length = index.offsets[i + 1] - index.offsets[i] + 1, hash = hash_key(p + 1, length - 2); \
        const uint32_t guess = guesses[hash & guess_mask];                                                       \
        jt_key_entry *const entry = entries + guess;                                                             \
        if (JT_UNLIKELY(!is_key_at(p, entry))) {                                                                 \
            token->start = index.offsets[i];                                                                     \
            token->length = length;                                                                              \
            const int32_t other = read_other_key(t, p, index.bytes[i + 1] ^ (uint32_t)'"', hash, token);         \
            if (JT_UNLIKELY(other < 0))                                                                          \
                STOP(STATE, STOP_CAREFUL);                                                                       \
            key = (uint32_t)other;                                                                               \
        } else {                                                                                                 \
            if (JT_UNLIKELY(entry->generation != generation))                                                    \
                jt_keys_appear(keys, entry);                                                                     \
            key = guess;                                                                                         \
            token->start = index.offsets[i];                                                                     \
            memcpy(&token->length, &entry->length, sizeof token->length + sizeof token->info);                   \
        }                                                                                                        \
        token++;                                                                                                 \
        i += 2;                                                                                                  \
    } while (0)
/* A colon and a string in one step; what the string holds does not count. */
#define STRING_MEMBER(STATE, NEXT)                                                  \
    if ((load_u32(index.bytes + i) & 0xfcffff) == (load_u32(":\"\"") & 0xfcffff)) { \
        PASS();                                                                     \
        STRING(STATE);                                                              \
        goto NEXT;                                                                  \
    }
#define COLON(STATE)                  \
    do {                              \
        if (JT_UNLIKELY(HERE != ':')) \
            WRONG(STATE);             \
        PASS();                       \
    } while (0)
