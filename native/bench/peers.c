/* Which peers this build has, and what the best of them leaves. */
#include "peers.h"

#include <math.h>
#include <string.h>

/* A peer that is not here goes to the list of those that are missing, which has room for all. */
static inline void miss(char *missing, const char *label) {
    if (missing[0])
        strcat(missing, ", ");
    strcat(missing, label);
}

size_t bench_peers(bench_contestant peers[BENCH_PEERS_MAX], size_t *whole, bool numbers,
                   char missing[BENCH_MISSING_SIZE]) {
    size_t count = 0;
    (void)peers, (void)numbers; /* a build without any */
    missing[0] = 0;
#ifdef BENCH_SIMDJSON
    peers[count++] = peer_simdjson();
    peers[count++] = numbers ? peer_simdjson_converted() : peer_simdjson_checked();
#else
    miss(missing, "simdjson");
#endif
#ifdef BENCH_YYJSON
    peers[count++] = peer_yyjson();
    if (!numbers)
        peers[count++] = peer_yyjson_raw();
#else
    miss(missing, "yyjson");
#endif
#ifdef BENCH_YAJL
    if (!numbers)
        peers[count++] = peer_yajl();
#else
    miss(missing, "yajl");
#endif
#ifdef BENCH_JANSSON
    peers[count++] = peer_jansson();
#else
    miss(missing, "jansson");
#endif
#ifdef BENCH_RAPIDJSON
    if (numbers)
        peers[count++] = peer_rapidjson_exact();
    *whole = count;
    if (!numbers)
        peers[count++] = peer_rapidjson();
#else
    *whole = count;
    miss(missing, "RapidJSON");
#endif
#ifdef BENCH_SIMDJSON
    if (!numbers)
        peers[count++] = peer_simdjson_raw();
#endif
    return count;
}

void bench_print_best(FILE *out, const bench_results *results, size_t count) {
    double sum = 0;
    size_t rows = 0;
    if (count == 0)
        return;
    fprintf(out, "\n%s over the fastest of those that check what they read:\n", results->contestants[0].label);
    for (size_t w = 0; w < results->workload_count; w++) {
        double least = INFINITY;
        size_t best = 0;
        for (size_t c = 1; c <= count; c++) {
            double ratio = bench_ratio(results, w, 0, c).ratio;
            if (ratio > 0 && ratio < least) {
                least = ratio;
                best = c;
            }
        }
        if (best == 0)
            continue;
        sum += log(least);
        rows++;
        fprintf(out, "  %-24s %.2fx (%s)\n", results->workloads[w].label, least, results->contestants[best].label);
    }
    if (rows)
        fprintf(out, "  %-24s %.2fx\n", "geomean", exp(sum / (double)rows));
}
