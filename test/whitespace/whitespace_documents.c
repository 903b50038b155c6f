#include "whitespace_documents.h"

enum { TREE, LIST, LONG_RUNS };

/* Of a tree: how deep and how broad. Of a list of small trees: how many bytes, about. */
static const struct {
    const char *label;
    int kind;
    size_t indent, size, depth, breadth;
} documents[WHITESPACE_DOCUMENTS] = {
    {"indented 4 KB", LIST, 2, 4000, 0, 0},
    {"indented 40 KB", LIST, 2, 40000, 0, 0},
    {"indented 400 KB", LIST, 2, 400000, 0, 0},
    {"minified 40 KB", LIST, 0, 40000, 0, 0},
    {"Indented", TREE, 2, 0, 4, 4},
    {"Minified", TREE, 0, 0, 4, 4},
    {"DeeplyIndented", TREE, 2, 0, 12, 2},
    {"LongWhitespaceRuns", LONG_RUNS, 0, 2000, 0, 48},
};

const char *whitespace_label(size_t which) {
    return which < WHITESPACE_DOCUMENTS ? documents[which].label : NULL;
}

/* A token, or a comma or colon, behind its gap, whose text the caller has written. Documents are made to fit. */
static void piece(whitespace_document *d, uint32_t gap, const char *text, bool is_token) {
    size_t length = 0;
    while (text[length])
        d->text[d->length++] = text[length++];
    d->gaps[d->gap_count++] = (whitespace_gap){gap, (uint32_t)length, (uint32_t)d->depth};
    d->token_count += is_token;
}

static uint32_t no_gap(const whitespace_document *d) {
    return (uint32_t)d->length;
}

/* The gap before what begins a line. */
static uint32_t line_gap(whitespace_document *d) {
    uint32_t start = no_gap(d);
    size_t spaces = d->run ? d->run - 1 : d->indent * d->depth;
    if (!d->indent && !d->run)
        return start;
    d->text[d->length++] = '\n';
    while (spaces--)
        d->text[d->length++] = ' ';
    return start;
}

/* The gap behind a colon. */
static uint32_t space_gap(whitespace_document *d) {
    uint32_t start = no_gap(d);
    if (d->indent)
        d->text[d->length++] = ' ';
    return start;
}

static void open_bracket(whitespace_document *d, uint32_t gap, const char *bracket) {
    piece(d, gap, bracket, true);
    d->depth++;
}

static void close_bracket(whitespace_document *d, const char *bracket) {
    d->depth--;
    piece(d, line_gap(d), bracket, true);
}

/* What stands before a value: the comma, where one is wanted, and the key. Returns the value's gap. */
static uint32_t member(whitespace_document *d, const char *key, bool first) {
    if (!first)
        piece(d, no_gap(d), ",", false);
    if (!key)
        return line_gap(d);
    piece(d, line_gap(d), key, true);
    piece(d, no_gap(d), ":", false);
    return space_gap(d);
}

/* An object up to its list of children, which stays open. */
static void open_node(whitespace_document *d, uint32_t gap) {
    static const char *const mixed[] = {"1", "\"two\"", "false", "null", "2.5"};
    open_bracket(d, gap, "{");
    piece(d, member(d, "\"name\"", true), "\"node of a tree\"", true);
    piece(d, member(d, "\"kind\"", false), "\"branch\"", true);
    piece(d, member(d, "\"weight\"", false), "48213.75", true);
    piece(d, member(d, "\"active\"", false), "true", true);
    piece(d, member(d, "\"parent\"", false), "null", true);
    open_bracket(d, member(d, "\"mixed\"", false), "[");
    for (size_t i = 0; i < sizeof mixed / sizeof *mixed; i++)
        piece(d, member(d, NULL, i == 0), mixed[i], true);
    close_bracket(d, "]");
    open_bracket(d, member(d, "\"children\"", false), "[");
}

static void close_node(whitespace_document *d) {
    close_bracket(d, "]");
    close_bracket(d, "}");
}

/* A tree by a list of how many children each node on the way has got. */
static void tree(whitespace_document *d, uint32_t gap, size_t depth, size_t breadth) {
    size_t made[WHITESPACE_DEPTH_MAX] = {0}, level = 1;
    open_node(d, gap);
    while (level) {
        if (level < depth && made[level] < breadth) {
            open_node(d, member(d, NULL, made[level] == 0));
            made[level++]++;
            made[level] = 0;
        } else {
            close_node(d);
            level--;
        }
    }
}

static void make(whitespace_document *d, size_t which) {
    static const char *const values[] = {"\"a string\"", "-12.5", "true", "null", "7"};
    d->length = d->gap_count = d->token_count = d->depth = 0;
    d->indent = documents[which].indent;
    d->run = documents[which].kind == LONG_RUNS ? documents[which].breadth : 0;
    if (documents[which].kind == TREE) {
        tree(d, no_gap(d), documents[which].depth, documents[which].breadth);
        return;
    }
    open_bracket(d, no_gap(d), "[");
    if (documents[which].kind == LIST) {
        for (bool first = true; d->length < documents[which].size; first = false)
            tree(d, member(d, NULL, first), 2, 2);
    } else {
        for (size_t i = 0; i + 1 < documents[which].size; i++)
            piece(d, member(d, NULL, i == 0), values[i % 5], true);
    }
    close_bracket(d, "]");
}

void whitespace_make(whitespace_document *d, size_t which) {
    for (size_t i = 0; i < d->length; i++)
        d->text[i] = 0;
    make(d, which);
    d->gaps[d->gap_count] = (whitespace_gap){(uint32_t)d->length, 0, 0};
}
