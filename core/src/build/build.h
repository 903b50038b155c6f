/* From a tape to a build program (bindings.h): for the engine, and nobody else.
 *
 * A builder goes over the tokens of one value, of which it keeps nothing but what is open, so that they may come on one
 * tape after the other; it looks at no bracket's partner. Each call fills the parts of the block anew and stops where
 * one of them is full. */
#ifndef JT_BUILD_H
#define JT_BUILD_H

#include "shapes.h"

/* A container that is open. */
typedef struct jt_build_level {
    uint32_t kind;  /* private to build.c */
    uint32_t count; /* elements so far; of an object, members behind those of its shape */
    uint32_t shape; /* of an object */
} jt_build_level;

/* Between calls. */
typedef struct jt_build_state {
    uint32_t next, end; /* indices of tokens */
    uint32_t depth;     /* levels in use */
    jt_build_level now; /* the innermost container */
    jt_build_numbers numbers;
    bool anew; /* numbers of keys and shapes begin anew */
    bool well_formed;
    bool fused;      /* the tape has the numbers' doubles, */
    uint32_t number; /* of which this is the next */
    bool pieces;     /* the array that is open lies on JavaScript's stack, with what it has so far */
} jt_build_state;

/* The block; its parts are those of bindings.h. Zeros at first. What is small and often used comes first, for code to
 * name it in few bytes. */
typedef struct jt_build {
    uint32_t number[JT_BUILD_NUMBERS];
    jt_build_state state;
    jt_shapes shapes;
    uint32_t words[JT_BUILD_WORDS_CAPACITY];
    double doubles[JT_BUILD_DOUBLES_CAPACITY];
    uint8_t bytes[JT_BUILD_BYTES_CAPACITY + 64];
    uint16_t units[JT_BUILD_UNITS_CAPACITY];
} jt_build;

/* A flag beside those of bindings.h: the tape comes with the doubles of its numbers. */
#define JT_BUILD_FUSED 16u

/* Begins a value: the first count tokens of the tape that the first call is given. flags: a jt_build_numbers, and
 * JT_BUILD_REPLACE, JT_BUILD_FORGET and JT_BUILD_FUSED. */
void jt_build_begin(jt_build *b, uint32_t count, uint32_t flags, uint64_t seed);

/* Builds a batch, from a tape without a head whose text begins at its base. JT_OK: it is the last of the tape. JT_FULL:
 * call again. JT_NEED_MEMORY: there are more levels than have a place; call again with more, and what the old ones
 * held. JT_REFUSED: an array or object has more members than a program can say. */
jt_status jt_build_run(jt_build *b, const jt_tape *tape, jt_build_level *levels, size_t level_count);

#endif
