/* The tokenizer against the oracle on generated documents and on parts of the corpus's, as they are and spoiled in one
 * to three places. `--count N` says how many thousand cases (default 1500), `--seed N` which ones. */
#include "check.h"

#include "generate.h"

static const char *const files[] = {"twitter.json",       "twitterescaped.json", "citm_catalog.json",
                                    "github_events.json", "mesh.pretty.json",    "update-center.json",
                                    "instruments.json",   "random.json"};
#define FILES (sizeof files / sizeof files[0])

/* A document of the corpus, and its tape. */
typedef struct source {
    uint8_t *data;
    size_t length;
    oracle *o;
} source;

static size_t load_sources(const char *corpus, source sources[FILES]) {
    size_t count = 0;
    for (size_t i = 0; i < FILES && corpus; i++) {
        char path[4096];
        source *s = &sources[count];
        snprintf(path, sizeof path, "%s/documents/%s", corpus, files[i]);
        s->data = check_read_file(path, &s->length);
        s->o = oracle_new();
        oracle_read(s->o, s->data, s->length, 0);
        CHECK(s->o->valid);
        count++;
    }
    return count;
}

/* An object or array of a document, of at most `most` bytes. */
static void take_part(uint64_t *random, scratch *x, const source *s, size_t most) {
    x->length = 0;
    size_t i = (size_t)(check_random(random) % s->o->length);
    for (;; i = i + 1 < s->o->length ? i + 1 : 0) {
        jt_token token = s->o->tokens[i];
        jt_type type = jt_token_type(token);
        if (type != JT_OBJECT_START && type != JT_ARRAY_START) {
            continue;
        }
        size_t end = (size_t)s->o->tokens[i + token.length].start + 1;
        if (end - token.start <= most) {
            text_add(x, s->data + token.start, end - token.start);
            return;
        }
    }
}

int main(int argc, char **argv) {
    const char *count = check_argument(argc, argv, "--count"), *seed = check_argument(argc, argv, "--seed");
    uint64_t cases = (count ? strtoull(count, NULL, 10) : 1500) * 1000;
    static bench b;
    static scratch x;
    source sources[FILES];
    bench_init(&b, sizeof x.bytes);
    b.random = seed ? strtoull(seed, NULL, 10) : 0;
    size_t source_count = load_sources(check_corpus(argc, argv), sources);
    printf("documents: generated%s\n", source_count ? " and the corpus's" : " only, no --corpus given");
    while (b.cases < cases) {
        /* Mostly small ones: the borders lie near the end. */
        size_t size = 1 + check_random_below(&b.random, check_random_below(&b.random, 8) ? 250 : 3000);
        if (source_count && check_random_below(&b.random, 3) == 0) {
            take_part(&b.random, &x, &sources[check_random_below(&b.random, (uint32_t)source_count)], size + 100);
        } else {
            generate_document(&b.random, &x, size);
        }
        for (uint32_t faults = check_random_below(&b.random, 4); faults > 0; faults--) {
            generate_fault(&b.random, &x);
        }
        bench_run(&b, x.bytes, x.length);
    }
    bench_flush(&b);
    printf("%" PRIu64 " texts, %" PRIu64 " valid; %" PRIu64 " cases\n", b.texts, b.valid, b.cases);
    CHECK(b.valid > 0 && b.valid < b.texts);
    for (size_t i = 0; i < source_count; i++) {
        free(sources[i].data);
        oracle_free(sources[i].o);
    }
    bench_free(&b);
    return check_report("mutate");
}
