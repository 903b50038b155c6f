/* Small and wide objects read into fields of the program's: by the pull reader and a table of keys, by a tape, and by
 * peers that build a document or go through it. */
#include "holder.h"
#include "objects.h"
#include "pull.h"
#include "records.h"
#include "text.h"

#include <string.h>

enum { WORKLOADS = 2 };

/* ---- Ours ----------------------------------------------------------------------------------------------------------
 */

/* The keys of a workload as a table, made when another workload comes. */
static const jt_key_map *map_of(const object_kind *kind) {
    static jt_key_slot slots[2 * OBJECT_FIELDS];
    static jt_key_map map;
    static const object_kind *made;
    if (made != kind) {
        jt_key_map_init(&map, slots, sizeof slots / sizeof *slots);
        for (size_t i = 0; i < kind->count; i++)
            jt_key_map_add(&map, kind->keys[i], strlen(kind->keys[i]), (int32_t)i);
        made = kind;
    }
    return &map;
}

static const char *run_reader(void *self, const bench_workload *workload) {
    pull *p = self;
    const jt_key_map *map = map_of(workload->expected);
    jt_reader *r = &p->reader;
    object_field *field = NULL;
    jt_status status;
    pull_start(p, workload->data, workload->size);
    while ((status = pull_next(p)) == JT_OK) {
        jt_type type = jt_reader_type(r);
        if (type == JT_KEY) {
            int32_t index = jt_reader_key(r, map);
            if (index < 0)
                return "an unknown key";
            field = &object_fields[index];
            continue;
        }
        if (!field)
            continue;
        field->null = type == JT_NULL;
        if (type == JT_STRING)
            jt_reader_copy_utf8(r, field->text, sizeof field->text, &field->length);
        else if (type == JT_NUMBER)
            jt_reader_f64(r, &field->number);
        else if (type == JT_TRUE || type == JT_FALSE)
            field->flag = type == JT_TRUE;
        field = NULL;
    }
    return status == JT_END ? NULL : "it is not JSON";
}

static const char *run_tape(void *self, const bench_workload *workload) {
    holder *h = self;
    const jt_key_map *map = map_of(workload->expected);
    holder_reset(h, NULL);
    jt_status status = holder_tokenize(h, workload->data, workload->size);
    if (status != JT_OK)
        return "it is not JSON";
    jt_tape tape = jt_tokenizer_tape(&h->t);
    for (size_t i = 1; i + 2 < tape.length; i += 2) {
        jt_token key = tape.tokens[i], value = tape.tokens[i + 1];
        int32_t index = jt_key_map_find_span(map, jt_token_text(&tape, key), key.length);
        if (index < 0)
            return "an unknown key";
        object_field *field = &object_fields[index];
        const uint8_t *span = jt_token_text(&tape, value);
        jt_type type = jt_token_type(value);
        field->null = type == JT_NULL;
        if (type == JT_STRING && value.length <= sizeof field->text)
            field->length = jt_copy_utf8(span, value.length, field->text);
        else if (type == JT_NUMBER)
            field->number = jt_read_f64(span, value.length);
        else if (type == JT_TRUE || type == JT_FALSE)
            field->flag = type == JT_TRUE;
    }
    return NULL;
}

/* ---- Workloads -----------------------------------------------------------------------------------------------------
 */

static const char small[] = "{\"id\":48213,\"name\":\"Ada Lovelace\",\"active\":true,\"score\":98.25,\"parent\":null}";

static const char wide[] =
    "{\"id\":90125,\"uuid\":\"7d444840-9dc0-11d1-b245-5ffdce74fad2\",\"createdAt\":\"2024-05-14T09:21:33.120Z\","
    "\"updatedAt\":\"2024-06-01T17:02:10.004Z\",\"email\":\"grace.hopper@example.org\",\"firstName\":\"Grace\","
    "\"lastName\":\"Hopper\",\"age\":43,\"verified\":true,\"balance\":1520.75,\"currency\":\"EUR\",\"locale\":\"en-"
    "GB\","
    "\"timezone\":\"Europe/London\",\"loginCount\":318,\"referrer\":null,\"marketing\":false}";

static object_kind kinds[WORKLOADS] = {
    {.count = 5, .keys = {"id", "name", "active", "score", "parent"}},
    {.count = 16,
     .keys = {"id", "uuid", "createdAt", "updatedAt", "email", "firstName", "lastName", "age", "verified", "balance",
              "currency", "locale", "timezone", "loginCount", "referrer", "marketing"}}};

bench_record record_objects(bool tiny) {
    static bench_workload workloads[WORKLOADS];
    static const char *const labels[WORKLOADS] = {"Small, 5 fields", "Wide, 16 fields"};
    static const char *const documents[WORKLOADS] = {small, wide};
    static pull reader;
    static holder tape;
    static bench_contestant contestants[8];
    size_t count = 0;
    (void)tiny;
    for (size_t i = 0; i < WORKLOADS; i++) {
        bench_text text = {0};
        bench_append(&text, "%s", documents[i]);
        workloads[i] = (bench_workload){labels[i], text.data, text.length, &kinds[i], 1};
        run_reader(&reader, &workloads[i]);
        memcpy(kinds[i].expected, object_fields, sizeof object_fields);
        memset(object_fields, 0, sizeof object_fields);
    }
    contestants[count++] = (bench_contestant){
        "reader", JT_VERSION, "jsontape's pull reader and jt_reader_key: each field by its key, strings copied",
        &reader,  run_reader, object_check};
    contestants[count++] = (bench_contestant){
        "tape", JT_VERSION, "jt_tokenize, then jt_key_map_find_span over the tape", &tape, run_tape, object_check};
#ifdef BENCH_YYJSON
    contestants[count++] = peer_yyjson_objects();
#endif
#ifdef BENCH_SIMDJSON
    contestants[count++] = peer_simdjson_objects();
#endif
#ifdef BENCH_JANSSON
    contestants[count++] = peer_jansson_objects();
#endif
    return (bench_record){.label = "objects",
                          .title = "An object read into fields",
                          .workloads = workloads,
                          .workload_count = WORKLOADS,
                          .contestants = contestants,
                          .contestant_count = count,
                          .reference = contestants[0].label,
                          .unit = "object",
                          .sample_ms = 1};
}
