/* The tokenizer on a stream, for bench-read: a document in chunks of one size, each with a tape of its own, beside the
 * document as a whole. */
#ifndef BENCH_CHUNKS_H
#define BENCH_CHUNKS_H

#include "method.h"

#include <stdio.h>

enum { BENCH_CHUNKINGS = 6 };

/* The first reads the whole document, the others in chunks. They share the blocks of one tokenizer. */
void bench_chunk_contestants(bench_contestant contestants[BENCH_CHUNKINGS]);

/* What a chunk costs: its time, or where chunks are large, what it takes longer than its part of the whole. */
void bench_print_chunks(FILE *out, const bench_results *results);

#endif
