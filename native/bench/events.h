/* A document as a list of what a program writes: the same list for every writer that is compared. */
#ifndef BENCH_EVENTS_H
#define BENCH_EVENTS_H

#include "method.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum event_type {
    EVENT_OBJECT_START,
    EVENT_OBJECT_END,
    EVENT_ARRAY_START,
    EVENT_ARRAY_END,
    EVENT_KEY,
    EVENT_STRING,
    EVENT_I64,
    EVENT_U64,
    EVENT_F64,
    EVENT_TRUE,
    EVENT_FALSE,
    EVENT_NULL
} event_type;

typedef struct event {
    event_type type;
    uint32_t length;
    union {
        const char *text; /* unescaped UTF-8 */
        int64_t i64;
        uint64_t u64;
        double f64;
    } value;
} event;

typedef struct events {
    event *list;
    size_t count;
    char *text; /* of all strings and keys */
} events;

/* The events of a JSON document; NULL, and *problem, where it is none. */
events *events_of(const uint8_t *json, size_t length, const char **problem);

/* Whether a writer's output says what the events say: NULL, or what is wrong. */
const char *events_check(const events *expected, const char *json, size_t length);

/* RapidJSON's writer into its own buffer, which is kept: without and with a check of the UTF-8. */
bench_contestant peer_rapidjson_writer(void);
bench_contestant peer_rapidjson_checking_writer(void);

/* yyjson's writer: from a tree that was made by calls, or by its reader; and the same with the making. */
bench_contestant peer_yyjson_writer(void);
bench_contestant peer_yyjson_read_writer(void);
bench_contestant peer_yyjson_building_writer(void);

#ifdef __cplusplus
}
#endif
#endif
