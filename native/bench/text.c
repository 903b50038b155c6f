#include "text.h"

#include "method.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static uint8_t *room(bench_text *text, size_t more) {
    size_t wanted = text->length + more + BENCH_PADDING;
    if (text->capacity < wanted) {
        text->capacity = wanted + wanted / 2;
        text->data = bench_reallocate(text->data, text->capacity);
    }
    return text->data + text->length;
}

static void grow(bench_text *text, size_t more) {
    text->length += more;
    memset(text->data + text->length, 0, BENCH_PADDING);
}

void bench_append(bench_text *text, const char *format, ...) {
    char piece[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(piece, sizeof piece, format, arguments);
    va_end(arguments);
    memcpy(room(text, (size_t)length), piece, (size_t)length);
    grow(text, (size_t)length);
}

void bench_append_run(bench_text *text, char byte, size_t count) {
    memset(room(text, count), byte, count);
    grow(text, count);
}

void bench_append_record(bench_text *text, uint32_t index) {
    static const char *const cities[] = {"Berlin", "S\xc3\xa3o Paulo", "Springfield", "K\xc3\xb6ln"};
    bench_append(text,
                 "{\"id\":%u,\"active\":%s,\"balance\":%u.%02u,\"name\":\"Person Number %u\",\"city\":\"%s\","
                 "\"note\":\"said \\\"%u\\\"\",\"tags\":[\"alpha\",\"beta\"],\"at\":[%u.%06u,-%u.%05u]}",
                 index, index % 3 ? "true" : "false", index * 7919 % 4000, index % 100, index, cities[index % 4],
                 index % 13, index % 180, index * 9973 % 1000000, index % 90, index * 31 % 100000);
}

uint32_t bench_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

uint32_t bench_below(uint32_t *state, uint32_t bound) {
    return (uint32_t)((uint64_t)bench_random(state) * bound >> 24);
}
