/* What records print beside their rates. */
#include "records.h"

#include <math.h>
#include <string.h>

/* The length of what labels of one kind have in common. */
static size_t kind_length(const char *label) {
    const char *comma = strrchr(label, ',');
    return comma ? (size_t)(comma - label) : 0;
}

static bool same_kind(const char *a, const char *b) {
    return kind_length(a) == kind_length(b) && memcmp(a, b, kind_length(a)) == 0;
}

/* Of the workloads from first to before end. */
static void print_slope(FILE *out, const bench_results *results, size_t first, size_t end, size_t contestant) {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0, least = INFINITY, most = 0;
    for (size_t w = first; w < end; w++) {
        const bench_cell *cell = bench_cell_at(results, w, contestant);
        if (cell->refused)
            continue;
        double size = (double)results->workloads[w].size, rate = cell->median / size;
        double lx = log(size), ly = log(cell->median);
        n += 1;
        x += lx;
        y += ly;
        xx += lx * lx;
        xy += lx * ly;
        least = fmin(least, rate);
        most = fmax(most, rate);
    }
    if (n < 2)
        return;
    fprintf(out, "    %-28s slope %.3f, %.3f to %.3f ns a byte: %.2f\n", results->contestants[contestant].label,
            (n * xy - x * y) / (n * xx - x * x), least, most, most / least);
}

void bench_print_growth(FILE *out, const bench_results *results) {
    fputs("\nTime over size in logarithms (1: linear), and the range of nanoseconds a byte with its quotient:\n", out);
    for (size_t first = 0, end; first < results->workload_count; first = end) {
        const char *label = results->workloads[first].label;
        for (end = first + 1; end < results->workload_count; end++) {
            if (!same_kind(label, results->workloads[end].label))
                break;
        }
        fprintf(out, "  %.*s, %zu to %zu bytes\n", (int)kind_length(label), label, results->workloads[first].size,
                results->workloads[end - 1].size);
        for (size_t c = 0; c < results->contestant_count; c++)
            print_slope(out, results, first, end, c);
    }
}
