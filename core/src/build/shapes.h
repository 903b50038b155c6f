/* Keys and shapes of build programs (bindings.h). Both outlive the value in which they came up, so that the next one of
 * its kind finds them; JavaScript has an object for each, by the same numbers. */
#ifndef JT_SHAPES_H
#define JT_SHAPES_H

#include "../base.h"
#include "../bindings.h"

#define JT_SHAPES_TEXT 49152u

typedef struct jt_shape {
    uint16_t key;       /* the number of its last key */
    uint16_t from;      /* the shape before that */
    uint16_t guess_key; /* the key that came next last time, 0: none */
    uint16_t guess;     /* and the shape with it */
    uint16_t followers; /* how many shapes are this one and a key */
    uint16_t length;    /* keys */
} jt_shape;

typedef struct jt_shape_key {
    uint32_t hash;
    uint16_t start, length; /* of its text, as it is written between the quotes */
} jt_shape_key;

/* Slots hold numbers, 0: empty. */
typedef struct jt_shapes {
    uint64_t seed;
    uint32_t keys, shapes; /* the next number of each */
    uint32_t text_used;
    uint32_t refused;  /* keys that made no shape though they might, since all was forgotten */
    uint32_t values;   /* that began since then */
    uint32_t document; /* in the upper half */
    uint32_t
        interned[JT_KEYS_MAX + 1]; /* by the tokenizer's id: the number, if the upper half is that of the document */
    jt_shape_key key[JT_BUILD_KEYS];
    jt_shape shape[JT_BUILD_SHAPES];
    uint16_t key_slot[2 * JT_BUILD_KEYS];
    uint16_t shape_slot[2 * JT_BUILD_SHAPES];
    uint8_t text[JT_SHAPES_TEXT];
} jt_shapes;

/* Begins a value, for which the tokenizer's ids begin anew. All zeros is a good first state. forget: JavaScript has not
 * learnt of all numbers. Returns whether all numbers begin anew, too. seed: a random number, for hashes. */
bool jt_shapes_begin(jt_shapes *s, bool forget, uint64_t seed);

/* The number of a key by its id and its text between the quotes; 0 where it has none. `after` is the shape that it
 * comes behind, by which a key without id is guessed. */
uint32_t jt_shapes_key(jt_shapes *s, uint32_t id, uint32_t after, const uint8_t *text, size_t length);

/* Gives such a key the next number; 0, and nothing changed, where it gets none. */
uint32_t jt_shapes_add_key(jt_shapes *s, uint32_t id, const uint8_t *text, size_t length);

/* The shape that is another one and a key: found, or made, and then it has the next number; 0 where there is none,
 * because the object looks like a dictionary or there are too many. */
uint32_t jt_shapes_next(jt_shapes *s, uint32_t shape, uint32_t key);

#endif
