/* yajl with callbacks that do nothing. */
#include "peers.h"

#include <yajl/yajl_parse.h>
#include <yajl/yajl_version.h>

#include <stdio.h>

static size_t consumed; /* by the last run */

/* ---- Callbacks that do nothing, for time --------------------------------------------------------------------------
 */

static int on_nothing(void *context) {
    (void)context;
    return 1;
}

static int on_bool(void *context, int value) {
    (void)context;
    (void)value;
    return 1;
}

static int on_number(void *context, const char *text, size_t length) {
    (void)context;
    (void)text;
    (void)length;
    return 1;
}

static int on_text(void *context, const unsigned char *text, size_t length) {
    (void)context;
    (void)text;
    (void)length;
    return 1;
}

/* With yajl_number set, numbers are not converted. */
static const yajl_callbacks silent = {.yajl_null = on_nothing,
                                      .yajl_boolean = on_bool,
                                      .yajl_number = on_number,
                                      .yajl_string = on_text,
                                      .yajl_start_map = on_nothing,
                                      .yajl_map_key = on_text,
                                      .yajl_end_map = on_nothing,
                                      .yajl_start_array = on_nothing,
                                      .yajl_end_array = on_nothing};

/* ---- Callbacks that count, for the check --------------------------------------------------------------------------
 */

static int count_null(void *seen) {
    ((census *)seen)->nulls++;
    return 1;
}

static int count_bool(void *seen, int value) {
    if (value) {
        ((census *)seen)->trues++;
    } else {
        ((census *)seen)->falses++;
    }
    return 1;
}

static int count_number(void *seen, const char *text, size_t length) {
    (void)text;
    (void)length;
    ((census *)seen)->numbers++;
    return 1;
}

static int count_string(void *seen, const unsigned char *text, size_t length) {
    (void)text;
    (void)length;
    ((census *)seen)->strings++;
    return 1;
}

static int count_key(void *seen, const unsigned char *text, size_t length) {
    (void)text;
    (void)length;
    ((census *)seen)->keys++;
    return 1;
}

static int count_object(void *seen) {
    ((census *)seen)->objects++;
    return 1;
}

static int count_array(void *seen) {
    ((census *)seen)->arrays++;
    return 1;
}

static const yajl_callbacks counting = {.yajl_null = count_null,
                                        .yajl_boolean = count_bool,
                                        .yajl_number = count_number,
                                        .yajl_string = count_string,
                                        .yajl_start_map = count_object,
                                        .yajl_map_key = count_key,
                                        .yajl_end_map = on_nothing,
                                        .yajl_start_array = count_array,
                                        .yajl_end_array = on_nothing};

/* ---- Runs ---------------------------------------------------------------------------------------------------------
 */

static const char *parse(const bench_workload *workload, const yajl_callbacks *callbacks, void *context) {
    yajl_handle handle = yajl_alloc(callbacks, NULL, context);
    if (!handle)
        return "out of memory";
    yajl_status status = yajl_parse(handle, workload->data, workload->size);
    consumed = yajl_get_bytes_consumed(handle);
    if (status == yajl_status_ok)
        status = yajl_complete_parse(handle);
    yajl_free(handle);
    return status == yajl_status_ok ? NULL : yajl_status_to_string(status);
}

static const char *run(void *state, const bench_workload *workload) {
    (void)state;
    return parse(workload, &silent, NULL);
}

/* What the timed run leaves is how far it came; that it saw the right values there, another run says. */
static const char *check(void *state, const bench_workload *workload) {
    (void)state;
    if (consumed != workload->size)
        return "it stopped early";
    census seen = {0};
    const char *problem = parse(workload, &counting, &seen);
    if (problem)
        return problem;
    return census_equal(&seen, expected_census(workload)) ? NULL : "it reported other values";
}

bench_contestant peer_yajl(void) {
    static char version[32];
    int number = yajl_version();
    snprintf(version, sizeof version, "%d.%d.%d", number / 10000, number / 100 % 100, number % 100);
    return (bench_contestant){
        "yajl SAX",
        version,
        "empty callbacks; strings unescaped, numbers left as text, UTF-8 checked; does less: nothing kept",
        NULL,
        run,
        check};
}
