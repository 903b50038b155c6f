/* The keys of all open objects, in one block of the caller's. Objects close in the reverse order of their opening, so
 * the entries are a stack: those of the innermost object lie on top, above a mark. A hash table of slots with linear
 * probing finds an entry; entries leave it in the reverse order of their coming, which never cuts a chain of probes.
 *
 * The block: header, entries, slots, and the unescaped text of the keys. It holds no pointers. */
#include "duplicates.h"
#include "keys.h"
#include "text.h"

typedef struct entry {
    uint32_t hash;
    uint32_t object; /* index of its object's mark; of a mark, of the one around it */
    uint32_t length; /* of the text; MARK of a mark */
    uint64_t text;   /* offset in the text area */
} entry;

typedef struct sets {
    uint32_t capacity; /* of entries, a power of two; twice as many slots */
    uint32_t count;
    uint32_t mark; /* index of the innermost object's mark, UINT32_MAX: none */
    uint32_t unused;
    uint64_t used; /* bytes of text */
    uint64_t room; /* for text */
    entry entries[];
} sets;

#define NONE UINT32_MAX
#define MARK UINT32_MAX
#define ENTRY_BYTES (sizeof(entry) + 2 * sizeof(uint32_t))
#define BLOCK_MIN 4096

static uint32_t *slots_of(sets *s) {
    return (uint32_t *)(void *)(s->entries + s->capacity);
}

static uint8_t *text_of(sets *s) {
    return (uint8_t *)(slots_of(s) + 2 * (size_t)s->capacity);
}

void jt_sets_clear(jt_tokenizer *t) {
    t->sets_ready = false;
}

/* The slot of an equal key of the same object, or the empty one where it belongs. Slots hold index + 1. */
static uint32_t *find_slot(sets *s, uint32_t hash, uint32_t object, const uint8_t *text, size_t length) {
    uint32_t *slots = slots_of(s), last = 2 * s->capacity - 1;
    for (uint32_t i = (hash + object * 0x9e3779b9u) & last;; i = (i + 1) & last) {
        if (!slots[i])
            return slots + i;
        const entry *e = s->entries + (slots[i] - 1);
        if (e->hash == hash && e->object == object && e->length == length &&
            jt_is_text(text_of(s) + e->text, text, length))
            return slots + i;
    }
}

static void insert(sets *s, uint32_t index) {
    const entry *e = s->entries + index;
    *find_slot(s, e->hash, e->object, text_of(s) + e->text, e->length) = index + 1;
}

/* Lays the block out, anew or after it has grown. false: it is too small. */
static bool lay_out(jt_tokenizer *t) {
    sets *s = t->block[JT_BLOCK_SETS].data;
    size_t size = t->block[JT_BLOCK_SETS].size;
    if (size < BLOCK_MIN)
        return false;
    if (t->sets_ready && sizeof(sets) + s->capacity * ENTRY_BYTES + s->room == size)
        return true;
    uint32_t capacity = 16;
    while (capacity < 1u << 30 && (size - sizeof(sets)) / 2 / ENTRY_BYTES >= capacity * 2)
        capacity *= 2;
    size_t room = size - sizeof(sets) - capacity * ENTRY_BYTES;
    if (!t->sets_ready) {
        s->count = 0;
        s->mark = NONE;
        s->used = 0;
    } else {
        uint8_t *old = text_of(s);
        s->capacity = capacity;
        memmove(text_of(s), old, (size_t)s->used);
    }
    s->capacity = capacity;
    s->room = room;
    memset(slots_of(s), 0, 2 * (size_t)capacity * sizeof(uint32_t));
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->entries[i].length != MARK)
            insert(s, i);
    }
    t->sets_ready = true;
    return true;
}

static jt_status want_more(jt_tokenizer *t, size_t text) {
    size_t size = t->block[JT_BLOCK_SETS].size;
    size_t more = size < BLOCK_MIN ? BLOCK_MIN : size > SIZE_MAX / 2 ? SIZE_MAX : size * 2;
    t->need = JT_BLOCK_SETS;
    t->wanted = more < SIZE_MAX - 2 * text ? more + 2 * text : SIZE_MAX;
    return JT_NEED_MEMORY;
}

/* Unescapes the inside of a key; lone surrogates stay what they are, as the three bytes that UTF-8 would have for them.
 */
static size_t unescape(const uint8_t *p, const uint8_t *end, uint8_t *out) {
    uint8_t *start = out;
    while (p < end) {
        uint32_t code = jt_next_character(&p, end);
        if (code >= 0xd800 && code < 0xe000) {
            *out++ = 0xed;
            *out++ = (uint8_t)(0x80 | (code >> 6 & 0x3f));
            *out++ = (uint8_t)(0x80 | (code & 0x3f));
        } else {
            out += jt_put_utf8(code, out);
        }
    }
    return (size_t)(out - start);
}

static jt_status take_key(jt_tokenizer *t, sets *s, jt_token token, const uint8_t *span) {
    /* An ill-formed byte, where options let it pass, is unescaped to three. */
    size_t length = token.length - 2, most = t->options.utf8 == JT_UTF8_STRICT ? length : length * 3;
    if (s->room - s->used < most)
        return want_more(t, most);
    uint8_t *text = text_of(s) + s->used;
    if ((jt_token_flags(token) & JT_ESCAPED) || t->options.utf8 != JT_UTF8_STRICT)
        length = unescape(span + 1, span + token.length - 1, text);
    else
        memcpy(text, span + 1, length);
    entry e = {jt_hash_text(text, length, t->options.seed), s->mark, (uint32_t)length, s->used};
    uint32_t *slot = find_slot(s, e.hash, e.object, text, length);
    if (*slot)
        return JT_INVALID;
    s->entries[s->count++] = e;
    *slot = s->count;
    s->used += length;
    return JT_OK;
}

static void end_object(sets *s) {
    while (--s->count != s->mark) {
        const entry *e = s->entries + s->count;
        *find_slot(s, e->hash, e->object, text_of(s) + e->text, e->length) = 0;
    }
    s->used = s->entries[s->mark].text;
    s->mark = s->entries[s->mark].object;
}

jt_status jt_sets_take(jt_tokenizer *t, jt_token token, const uint8_t *span) {
    jt_type type = jt_token_type(token);
    if (type != JT_OBJECT_START && type != JT_OBJECT_END && type != JT_KEY)
        return JT_OK;
    if (!lay_out(t))
        return want_more(t, 0);
    sets *s = t->block[JT_BLOCK_SETS].data;
    if (type == JT_OBJECT_END) {
        end_object(s);
        return JT_OK;
    }
    if (s->count == s->capacity)
        return want_more(t, 0);
    if (type == JT_KEY)
        return take_key(t, s, token, span);
    s->entries[s->count] = (entry){0, s->mark, MARK, s->used};
    s->mark = s->count++;
    return JT_OK;
}
