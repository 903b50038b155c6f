/* Brackets counted outside strings, eight bytes at a time where none of them counts. */
#include "brackets.h"
#include "../base.h"

#define EACH(BYTE) (UINT64_C(0x0101010101010101) * (BYTE))

/* The top bit of every zero byte; above the lowest one others may be set, too. */
static inline uint64_t zero_bytes(uint64_t word) {
    return (word - EACH(0x01)) & ~word & EACH(0x80);
}

/* The first byte from p on that counts outside a string: a quote or a bracket, which are 7b and 7d but for one bit. */
static const uint8_t *find_mark(const uint8_t *p, const uint8_t *end) {
    for (; end - p >= 8; p += 8) {
        uint64_t word = load_u64(p), folded = word | EACH(0x20);
        uint64_t found = zero_bytes(word ^ EACH('"')) | zero_bytes(folded ^ EACH('{')) | zero_bytes(folded ^ EACH('}'));
        if (found)
            return p + (ctz_u64(found) >> 3);
    }
    while (p < end && *p != '"' && (*p | 0x20) != '{' && (*p | 0x20) != '}')
        p++;
    return p;
}

/* The first quote or backslash. */
static const uint8_t *find_string_mark(const uint8_t *p, const uint8_t *end) {
    for (; end - p >= 8; p += 8) {
        uint64_t word = load_u64(p);
        uint64_t found = zero_bytes(word ^ EACH('"')) | zero_bytes(word ^ EACH('\\'));
        if (found)
            return p + (ctz_u64(found) >> 3);
    }
    while (p < end && *p != '"' && *p != '\\')
        p++;
    return p;
}

/* Passes over the rest of a string; p is behind its closing quote, or at the end. */
static const uint8_t *pass_string(jt_bracket_count *count, const uint8_t *p, const uint8_t *end) {
    while (p < end) {
        if (count->in_escape) {
            count->in_escape = false;
            p++;
            continue;
        }
        p = find_string_mark(p, end);
        if (p == end)
            break;
        if (*p++ == '"') {
            count->in_string = false;
            break;
        }
        count->in_escape = true;
    }
    return p;
}

const uint8_t *jt_find_partner(jt_bracket_count *count, const uint8_t *p, const uint8_t *end) {
    while (p < end) {
        if (count->in_string) {
            p = pass_string(count, p, end);
            continue;
        }
        p = find_mark(p, end);
        if (p == end)
            break;
        if (*p == '"')
            count->in_string = true;
        else if ((*p | 0x20) == '{')
            count->open++;
        else if (--count->open == 0)
            return p;
        p++;
    }
    return NULL;
}
