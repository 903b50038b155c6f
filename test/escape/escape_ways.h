/* Ways to escape text and lanes to compare them on: escape_ways.c says how. */
#ifndef BENCH_ESCAPE_WAYS_H
#define BENCH_ESCAPE_WAYS_H

#include "../../core/src/simd/isa.h"

enum { ESCAPE_WORDS, ESCAPE_BYTES, ESCAPE_VECTORS, ESCAPE_FUSED, ESCAPE_PADDED, ESCAPE_WAYS };

/* The kernel of a way; the last two have that which ships, and give it bytes to read behind the text, or not. */
jt_escape_kernel *escape_way(size_t way);

#define ESCAPE_LANES 16u
#define ESCAPE_TEXTS 128u /* of one length, in a lane */

const char *escape_lane_label(size_t lane);

/* Bytes of text. */
size_t escape_lane_size(size_t lane);

/* Makes a lane's texts: the others' are gone. */
void escape_lane_fill(size_t lane);

/* Escapes the texts of the lane that was filled last, one after the other: how much that gave, and a hash of it. */
size_t escape_lane_run(size_t lane, size_t way);
uint64_t escape_lane_digest(size_t lane, size_t way);

#endif
