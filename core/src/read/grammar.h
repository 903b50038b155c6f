/* The states of the grammar, the frames of the stack, and how an instance of the tokenizing loop ends: what the
 * instances (tokenize_template.h), the driver (tokenizer.c) and the error texts (error.c) share. */
#ifndef JT_GRAMMAR_H
#define JT_GRAMMAR_H

#include "../../include/jsontape.h"
#include "../base.h"
#include "../policy.h"

/* What is expected at the next byte that is not whitespace. */
typedef enum jt_state {
    STATE_START,        /* the very start: a byte order mark, or as STATE_ROOT */
    STATE_ROOT,         /* the root value */
    STATE_ARRAY_FIRST,  /* a value or ']' */
    STATE_ARRAY_VALUE,  /* a value */
    STATE_ARRAY_NEXT,   /* ',' or ']' */
    STATE_OBJECT_FIRST, /* a key or '}' */
    STATE_OBJECT_KEY,   /* a key */
    STATE_OBJECT_COLON, /* ':' */
    STATE_OBJECT_VALUE, /* a value */
    STATE_OBJECT_NEXT,  /* ',' or '}' */
    STATE_END           /* nothing */
} jt_state;

/* One open bracket; the first frame is that of the root. */
typedef struct jt_frame {
    uint64_t index; /* of an array: the commas read so far, so the place of the element that is read or due */
    uint32_t open;  /* index of its token on the tape, FRAME_ELSEWHERE where that was let go */
    uint32_t path;  /* where its entry in the path block begins, once it is ELSEWHERE (view.h) */
    uint16_t key;   /* entry of the last key before it, and of the key before that (keys.h) */
    uint16_t before;
    uint16_t unused;
    uint8_t run;  /* the last run of whitespace at this depth: the guess for the next; kept when it closes */
    uint8_t type; /* JT_OBJECT_START or JT_ARRAY_START; 0 for the root */
} jt_frame;

#define FRAME_ELSEWHERE UINT32_MAX

/* May a fast instance begin in this state? All know those inside brackets. */
JT_INLINE bool jt_is_entry(uint32_t state) {
    if (!JT_FEW_ENTRIES)
        return state > STATE_ROOT && state < STATE_END;
    return state == STATE_ARRAY_FIRST || state == STATE_ARRAY_NEXT || state == STATE_OBJECT_FIRST ||
           state == STATE_OBJECT_NEXT;
}

/* Why an instance of the loop returned. */
typedef enum jt_stop {
    STOP_LIMIT,   /* it came as far as it may read */
    STOP_TAPE,    /* no room for another token */
    STOP_NUMBERS, /* no room for another double */
    STOP_CAREFUL, /* fast instances: the byte-exact one must do the next token; it may be an error, or a rare case */
    STOP_LONG,    /* the same; where that token is a string, it may be long, and a fast one can go on inside it */
    STOP_STEP,    /* byte-exact instance: did what it was asked for */
    STOP_MEMORY,  /* byte-exact instance: t->need says which block */
    STOP_ERROR    /* byte-exact instance: t->error says what */
} jt_stop;

/* Tokenizes what the chunk of t has left (tokenizer.c): JT_OK where all of it has been read. */
jt_status jt_tokenize_chunk(jt_tokenizer *t);

/* Zeros (tokenizer.c), some hundred bytes of them: of memset with a length that gcc knows it makes an instruction that
 * takes longer to begin than this takes in all. */
void jt_clear(void *p, size_t length);

/* The byte-exact instance (exact.c): reads no byte at or behind end, can stop and go on inside any token, and is the
 * one that finds errors. step: return after one token, or inside a string where a fast instance can go on. */
jt_stop jt_tokenize_exact(jt_tokenizer *t, const uint8_t *end, bool step, bool may_yield);

#endif
