/* Errors for people: the sentence, the line around the place, and a caret under it. Nothing of the input reaches the
 * terminal as it stands unless it is plain text: control characters, ill-formed bytes and invisible or direction
 * changing characters are spelled out. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How much of a long line is shown on either side of the place, in bytes. */
#define WINDOW_BEFORE 60
#define WINDOW_AFTER 40

/* And of a long sentence (its pointer may be as deep as the document), at either end. */
#define SENTENCE_PART 160

/* The length of the well-formed character at p, and its code point; 0 where the bytes are ill-formed or cut. */
static size_t decode(const uint8_t *p, size_t length, uint32_t *code) {
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    size_t size = p[0] < 0x80 ? 1 : p[0] < 0xc0 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : p[0] < 0xf8 ? 4 : 0;
    if (size == 0 || size > length) {
        return 0;
    }
    uint32_t c = size == 1 ? p[0] : p[0] & (0x7fu >> size);
    for (size_t i = 1; i < size; i++) {
        if ((p[i] & 0xc0) != 0x80) {
            return 0;
        }
        c = c << 6 | (p[i] & 0x3f);
    }
    if (c < least[size] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) {
        return 0;
    }
    *code = c;
    return size;
}

static bool in_ranges(uint32_t code, const uint32_t (*ranges)[2], size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (code >= ranges[i][0] && code <= ranges[i][1]) {
            return true;
        }
    }
    return false;
}

/* Control, invisible and direction changing characters, which are spelled out. */
static bool is_unsafe(uint32_t code) {
    static const uint32_t ranges[][2] = {{0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},      {0x61c, 0x61c},
                                         {0x180e, 0x180e}, {0x200b, 0x200f}, {0x2028, 0x202e},  {0x2060, 0x206f},
                                         {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe0fff}};
    return in_ranges(code, ranges, sizeof ranges / sizeof ranges[0]);
}

/* The columns that a character takes on a terminal. */
static size_t cells(uint32_t code) {
    static const uint32_t none[][2] = {{0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},
                                       {0x64b, 0x65f},   {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff},
                                       {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};
    static const uint32_t two[][2] = {{0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xac00, 0xd7a3},
                                      {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},
                                      {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};
    return in_ranges(code, none, sizeof none / sizeof none[0]) ? 0
           : in_ranges(code, two, sizeof two / sizeof two[0])  ? 2
                                                               : 1;
}

/* Prints text so that a terminal can't be harmed; returns the columns it took. */
static size_t print_safe(const uint8_t *text, size_t length) {
    size_t columns = 0;
    for (size_t i = 0; i < length;) {
        uint32_t code;
        size_t size = decode(text + i, length - i, &code);
        if (size == 0) {
            columns += (size_t)fprintf(stderr, "\\x%02x", text[i]);
            size = 1;
        } else if (code == '\t') {
            fputc(' ', stderr); /* one column, so that the caret stays right */
            columns++;
        } else if (is_unsafe(code)) {
            columns += (size_t)fprintf(stderr, code > 0xffff ? "\\u{%x}" : "\\u%04x", (unsigned)code);
        } else {
            fwrite(text + i, 1, size, stderr);
            columns += cells(code);
        }
        i += size;
    }
    return columns;
}

static bool continues(uint8_t byte) {
    return (byte & 0xc0) == 0x80;
}

/* A sentence, without its middle where it is long. */
static void print_sentence(const uint8_t *text, size_t length) {
    size_t first = SENTENCE_PART, last = length - SENTENCE_PART;
    if (length <= 3 * SENTENCE_PART) {
        print_safe(text, length);
        return;
    }
    while (continues(text[first])) {
        first--;
    }
    while (continues(text[last])) {
        last++;
    }
    print_safe(text, first);
    fputs("[...]", stderr);
    print_safe(text + last, length - last);
}

/* The line that holds text[place], or its part around the place, and the caret. The text is part of a longer one, whose
 * start it has where `from_start`. */
static void print_line(const uint8_t *text, size_t length, size_t place, bool from_start) {
    size_t start = place, end = place;
    while (start > 0 && text[start - 1] != '\n' && place - start < WINDOW_BEFORE) {
        start--;
    }
    while (end < length && text[end] != '\n' && end - place < WINDOW_AFTER) {
        end++;
    }
    bool cut_before = start > 0 ? text[start - 1] != '\n' : !from_start;
    bool cut_after = end < length && text[end] != '\n';
    /* A window begins and ends between characters. */
    for (int i = 0; i < 3 && cut_before && start < place && continues(text[start]); i++) {
        start++;
    }
    for (int i = 0; i < 3 && cut_after && end > place + 1 && continues(text[end]); i++) {
        end--;
    }
    if (!cut_after && end > place && text[end - 1] == '\r') {
        end--;
    }
    if (from_start && start == 0 && place >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        start = 3; /* a byte order mark is no part of the line */
    }
    fputs(cut_before ? "  ..." : "  ", stderr);
    size_t columns = print_safe(text + start, place - start) + (cut_before ? 3 : 0);
    print_safe(text + place, end - place);
    fprintf(stderr, "%s\n%*s^\n", cut_after ? "..." : "", (int)columns + 2, "");
}

/* The line at an offset of the source, if that is still at hand. */
static void print_source(input *source, uint64_t offset) {
    uint64_t kept = source->start - source->before;
    if (offset < kept || offset > source->start + source->length) {
        return;
    }
    size_t place = offset < source->start ? 0 : (size_t)(offset - source->start);
    input_look_ahead(source, place, WINDOW_AFTER + 1);
    print_line(input_chunk(source) - source->before, source->before + source->length + source->ahead,
               (size_t)(offset - kept), kept == 0);
}

void report_error(const jt_tokenizer *tokenizer, input *source) {
    const jt_error *error = &tokenizer->error;
    unsigned long long line = error->position.line, column = error->position.column;
    size_t size = jt_error_message(tokenizer, NULL, 0) + 1;
    char *message = malloc(size);
    progress_clear();
    fprintf(stderr, "%s:%llu:%llu: ", source->name, line, column);
    if (message) {
        size_t used = jt_error_message(tokenizer, message, size);
        /* The place stands before the message already: not twice. */
        char where[64];
        snprintf(where, sizeof where, " at line %llu, column %llu", line, column);
        char *twice = strstr(message, where);
        if (twice) {
            size_t end = (size_t)(twice - message) + strlen(where);
            memmove(twice, message + end, used - end);
            used -= strlen(where);
        }
        print_sentence((const uint8_t *)message, used);
        free(message);
    } else {
        fputs(jt_error_name(error->code), stderr);
    }
    fputc('\n', stderr);
    print_source(source, error->position.offset);
    fflush(stderr);
}
