/* The tokenizer against the oracle: short texts by chance, each on every instruction set, whole and in chunks cut by
 * chance; tokens, errors, positions and pointers. The program is built once for each way of skipping whitespace
 * (JT_WS), with a core compiled so. `--count N` says how many cases (a case is a text on one instruction set, cut in
 * one way), `--seed N` which ones. A text on which something differs is made smaller as far as it still does. */
#include "generate.h"
#include "duel.h"

#include "../../core/src/policy.h"

/* How a text is cut. Chunks are 0 to `most` bytes long; CUT_ONCE makes two of any size. */
typedef enum cutting { CUT_NOT, CUT_ONCE, CUT_SMALL, CUT_LARGE, CUTTINGS } cutting;
static const uint32_t most_of[CUTTINGS] = {0, 0, 5, 250};
static const char *const name_of[CUTTINGS] = {"whole", "cut once", "chunks of 0 to 5", "chunks of 0 to 250"};

/* Memory that a chunk is fed from: what lies around it would go on with any token. The memory of the chunk before is
 * spoilt, which its tape no longer needs. */
typedef struct memory {
    uint8_t bytes[sizeof(scratch) + 512];
    size_t start, length;
} memory;

static const uint8_t *lay_out(memory *m, const uint8_t *chunk, size_t length, uint64_t *random) {
    static const char lures[] = "0 \"\\]},:e\n\x80";
    uint64_t chance = check_random(random);
    int lure = lures[chance % (sizeof lures - 1)];
    m->start = 32 + (chance >> 32) % 64;
    m->length = length;
    memset(m->bytes, lure, m->start);
    memcpy(m->bytes + m->start, chunk, length);
    memset(m->bytes + m->start + length, lure, 160);
    return m->bytes + m->start;
}

/* A tokenizer with nothing but a small key table: every block grows, and the key table after some twenty keys. */
static reading *new_reading(void) {
    reading *r = reading_new(0);
    reading_set_block(r, JT_BLOCK_KEYS, JT_KEYS_BYTES_MIN);
    return r;
}

static void run_chunks(duel *s, cutting how, uint64_t random) {
    static memory memories[2];
    const uint8_t *text = s->o->text;
    size_t length = s->o->text_length, at = 0;
    bool more = true;
    for (unsigned i = 0; more; i++) {
        size_t size = how == CUT_ONCE ? (i ? length - at : check_random_below(&random, (uint32_t)length + 1))
                                      : check_random_below(&random, most_of[how] + 1);
        size = size < length - at ? size : length - at;
        /* The last chunk is said to be the last, or an empty one is. */
        bool last = at + size == length && check_random_below(&random, 2);
        const uint8_t *chunk = lay_out(&memories[i % 2], text + at, size, &random);
        memory *old = &memories[(i + 1) % 2];
        memset(old->bytes + old->start, 0xff, old->length);
        more = duel_feed(s, chunk, size, last);
        at += size;
    }
}

/* Runs a case; what differs, or NULL. */
static const char *run_case(duel *s, reading *r, const oracle *o, const duel_probe *probe, cutting how,
                            uint64_t random) {
    duel_begin(s, r, o, probe);
    if (how == CUT_NOT) {
        duel_whole(s);
    } else {
        run_chunks(s, how, random);
    }
    return s->wrong;
}

/* Says what differs, on a text with as much left out as can be. */
static void report(reading *r, const oracle *o, cutting how, uint64_t random) {
    static scratch small, x;
    oracle *smaller = oracle_new();
    duel s;
    small.length = 0;
    text_add(&small, o->text, o->text_length);
    for (size_t size = small.length; size > 0; size = size / 2) {
        for (size_t at = 0; at + size <= small.length;) {
            x.length = 0;
            text_add(&x, small.bytes, at);
            text_add(&x, small.bytes + at + size, small.length - at - size);
            oracle_read(smaller, x.bytes, x.length, 0);
            if (run_case(&s, r, smaller, NULL, how, random)) {
                small = x;
            } else {
                at += size;
            }
        }
    }
    oracle_read(smaller, small.bytes, small.length, 0);
    if (run_case(&s, r, smaller, NULL, how, random)) {
        fprintf(stderr, "    %s:\n", name_of[how]);
        duel_print(&s);
    } else {
        fprintf(stderr, "    %s, not when run again or without its probe:\n", name_of[how]);
        check_print_bytes("input", o->text, o->text_length);
    }
    oracle_free(smaller);
}

/* Puts runs of whitespace before some tokens, about as long as vectors are and where a scan changes its way. */
static void add_whitespace(uint64_t *random, scratch *x, oracle *o) {
    static const char *const habits[] = {" ", "\t", "\n", "\r\n", "\n  ", "\n\t", " \r\n\t"};
    static const uint8_t lengths[] = {1, 2, 8, 16, 16, 17, 32, 48, 64, 128};
    static scratch from;
    oracle_read(o, x->bytes, x->length, 0);
    for (uint32_t times = 1 + check_random_below(random, 3); times > 0 && o->length; times--) {
        const char *habit = habits[check_random_below(random, sizeof habits / sizeof habits[0])];
        uint32_t length = lengths[check_random_below(random, sizeof lengths)] + check_random_below(random, 3);
        size_t at = o->tokens[check_random_below(random, (uint32_t)o->length)].start, period = strlen(habit);
        from = *x;
        x->length = at;
        for (uint32_t i = 0; i + 1 < length; i++) {
            text_add(x, &habit[i % period], 1);
        }
        text_add(x, from.bytes + at, from.length - at);
        oracle_read(o, x->bytes, x->length, 0);
    }
}

/* The text for one slot of the bench. */
static void make_text(uint64_t *random, scratch *x, oracle *o) {
    static const uint32_t sizes[] = {20, 60, 60, 60, 180, 180, 300, 300, 300, 600, 1500};
    generate_document(random, x, 1 + check_random_below(random, sizes[check_random_below(random, 11)]));
    if (check_random_below(random, 3) == 0) {
        add_whitespace(random, x, o);
    }
    if (check_random_below(random, 5) == 0) { /* a byte order mark, or a part of one */
        uint32_t part = check_random_below(random, 8) ? 3 : check_random_below(random, 3);
        memmove(x->bytes + part, x->bytes, x->length);
        memcpy(x->bytes, "\xef\xbb\xbf", part);
        x->length += part;
    }
    for (uint32_t faults = check_random_below(random, 3); faults > 0; faults--) {
        generate_fault(random, x);
    }
}

int main(int argc, char **argv) {
    const char *count = check_argument(argc, argv, "--count"), *seed = check_argument(argc, argv, "--seed");
    uint64_t cases = count ? strtoull(count, NULL, 10) : 400000;
    static bench b;
    static duel_probe probes[BENCH_SLOTS];
    static scratch x;
    oracle *draft = oracle_new();
    uint64_t mismatches = 0;
    reading *old = new_reading();
    bench_init(&b, sizeof x.bytes);
    b.random = seed ? strtoull(seed, NULL, 10) : JT_WS;
    for (size_t i = 0; i < BENCH_SLOTS; i++) {
        probes[i].place = oracle_new();
    }
    while (b.cases < cases) {
        uint64_t cuts = check_random(&b.random);
        bool fresh = check_random_below(&b.random, 16) == 0;
        for (size_t i = 0; i < BENCH_SLOTS; i++) {
            make_text(&b.random, &x, draft);
            bench_run(&b, x.bytes, x.length);
            const oracle *o = b.slots[i].o;
            probes[i].token = SIZE_MAX;
            if (o->length) {
                duel_aim(&probes[i], o, check_random_below(&b.random, (uint32_t)o->length));
            }
        }
        for (size_t isa = 0; isa < b.isa_count; isa++) {
            jt_set_isa(b.isas[isa]);
            for (size_t i = 0; i < b.used; i++) {
                for (cutting how = 0; how < CUTTINGS; how++) {
                    duel s;
                    const oracle *o = b.slots[i].o;
                    b.cases++;
                    reading *r = fresh ? new_reading() : old;
                    const char *wrong = run_case(&s, r, o, &probes[i], how, cuts + i);
                    mismatches += wrong != NULL;
                    if (check_note(!wrong, __FILE__, __LINE__, wrong ? wrong : "")) {
                        report(r, o, how, cuts + i);
                    }
                    if (fresh) {
                        reading_free(r);
                    }
                }
            }
        }
        b.used = 0;
    }
    printf("whitespace %d: %" PRIu64 " texts, %" PRIu64 " valid; %" PRIu64 " cases, %" PRIu64 " mismatches\n", JT_WS,
           b.texts, b.valid, b.cases, mismatches);
    CHECK(b.valid > 0 && b.valid < b.texts);
    for (size_t i = 0; i < BENCH_SLOTS; i++) {
        oracle_free(probes[i].place);
    }
    oracle_free(draft);
    reading_free(old);
    bench_free(&b);
    return check_report(JT_WS == JT_WS_SCALAR   ? "differential, scalar whitespace"
                        : JT_WS == JT_WS_VECTOR ? "differential, vector whitespace"
                                                : "differential, hybrid whitespace");
}
