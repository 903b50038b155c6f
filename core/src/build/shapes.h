/* Keys and shapes of a build program (bindings.h): numbers for the keys that the tokenizer has not interned, and the
 * sequences of keys with which objects begin, each one key longer than another. */
#ifndef JT_SHAPES_H
#define JT_SHAPES_H

#include "../base.h"
#include "../bindings.h"

/* Keys that are not interned are numbered from here. */
#define JT_OWN_KEYS (JT_KEYS_MAX + 1u)
#define JT_OWN_KEYS_COUNT (JT_BUILD_KEYS - JT_OWN_KEYS)
#define JT_OWN_KEYS_TEXT 8192u

typedef struct jt_shape {
    uint16_t key;       /* the number of its last key */
    uint16_t from;      /* the shape before that */
    uint16_t guess_key; /* the key that came next last time, 0: none */
    uint16_t guess;     /* and the shape with it */
    uint16_t followers; /* how many shapes are this one and a key */
    uint16_t length;    /* keys */
} jt_shape;

typedef struct jt_own_key {
    uint16_t start, length; /* of its text, as it is written between the quotes */
} jt_own_key;

#define JT_SHAPE_SLOTS (2u * JT_BUILD_SHAPES)

/* In slots the generation is in the upper half; what has another one is empty. */
typedef struct jt_shapes {
    uint64_t seed;
    uint32_t generation;
    uint32_t count;                     /* of shapes */
    uint32_t own_keys;                  /* how many there are */
    uint32_t own_text;                  /* bytes of their texts */
    uint64_t known[JT_BUILD_KEYS / 64]; /* a bit for each key that JavaScript has been told of */
    uint32_t slot[JT_SHAPE_SLOTS];
    jt_own_key own_key[JT_OWN_KEYS_COUNT];
    jt_shape shape[JT_BUILD_SHAPES];
    uint8_t text[JT_OWN_KEYS_TEXT];
} jt_shapes;

/* Forgets all keys and shapes. To be called first, over zeros. seed: a random number, for hashes. */
void jt_shapes_begin(jt_shapes *s, uint64_t seed);

/* The number of a key of this text that the tokenizer has not interned; 0 where it does not get one. `after` is the
 * shape that it comes behind, by which it is guessed. */
uint32_t jt_shapes_own_key(jt_shapes *s, uint32_t after, const uint8_t *text, size_t length);

/* The shape that is another one and a key: found, or made and then *fresh; 0 where there is none, because the object
 * looks like a dictionary or there are too many shapes. digits: the key begins with a digit. */
uint32_t jt_shapes_next(jt_shapes *s, uint32_t shape, uint32_t key, bool digits, bool *fresh);

/* Whether JavaScript knows a key; and that it will from now on. */
JT_INLINE bool jt_shapes_knows(const jt_shapes *s, uint32_t key) {
    return s->known[key / 64] >> key % 64 & 1;
}
JT_INLINE void jt_shapes_tell(jt_shapes *s, uint32_t key) {
    s->known[key / 64] |= UINT64_C(1) << key % 64;
}

#endif
