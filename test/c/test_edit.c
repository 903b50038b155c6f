/* Edits of a text by its tape: cases said in full; and on random commented documents, that an edit changes what it
 * should and nothing else, in that minifying before it and after it gives the same and no comment outside the edit is
 * lost. */
#include "reading.h"
#include "writing.h"

typedef enum edit_kind { REPLACE, REMOVE, INSERT } edit_kind;

static const jt_options jsonc = {.comments = JT_COMMENTS_KEEP, .trailing_commas = true};
static reading *r;

static jt_tape tape_of(const uint8_t *text, size_t length) {
    while (jt_tokenize(&r->t, text, length) == JT_NEED_MEMORY) {
        reading_set_block(r, r->t.need, r->t.wanted);
    }
    if (!CHECK_EQ_U64(r->t.error.code, JT_ERROR_NONE)) {
        check_print_bytes("text", text, length);
    }
    return jt_tokenizer_tape(&r->t);
}

/* The edited text; an empty one where the edit is refused. */
static bytes edit(const char *text, size_t length, edit_kind kind, const char *pointer, const char *json) {
    bytes out = {NULL, 0, 0};
    uint8_t *copy = memcpy(check_alloc(length), text, length), key[200];
    jt_tape tape = tape_of(copy, length);
    jt_edit e;
    size_t n = strlen(pointer), size = strlen(json);
    jt_status status = kind == REPLACE  ? jt_edit_replace(&e, &tape, pointer, n, json, size)
                       : kind == REMOVE ? jt_edit_remove(&e, &tape, pointer, n)
                                        : jt_edit_insert(&e, &tape, pointer, n, json, size, key, sizeof key);
    if (status == JT_OK) {
        size_t edited = jt_edit_length(&e, length);
        uint8_t *target = check_alloc(edited);
        jt_edit_apply(&e, copy, length, target);
        append(&out, target, edited);
        free(target);
        uint64_t at = 0;
        for (size_t i = 0; i < e.count; i++) {
            CHECK(e.splices[i].offset >= at && e.splices[i].offset + e.splices[i].length <= length);
            at = e.splices[i].offset + e.splices[i].length;
        }
    } else {
        CHECK_EQ_U64(status, JT_REFUSED);
        CHECK_EQ_U64(e.count, 0);
    }
    free(copy);
    return out;
}

static void expect(edit_kind kind, const char *text, const char *pointer, const char *json, const char *expected) {
    bytes out = edit(text, strlen(text), kind, pointer, json);
    if (!CHECK_EQ_MEM(out.data, out.length, expected, strlen(expected))) {
        fprintf(stderr, "    %s of %s in %s\n",
                kind == REPLACE  ? "replace"
                : kind == REMOVE ? "remove"
                                 : "insert",
                pointer, text);
    }
    free(out.data);
}

static void cases(void) {
    expect(REPLACE, " {\"a\": [1, {\"b\" : 2 }]} ", "/a/1/b", "[]", " {\"a\": [1, {\"b\" : [] }]} ");
    expect(REPLACE, " {\"a\": [1, {\"b\" : 2 }]} ", "/a/1", "0", " {\"a\": [1, 0]} ");
    expect(REPLACE, " 1 ", "", "[2]", " [2] ");
    expect(REPLACE, "{\"a\":1,\"a\":2}", "/a", "3", "{\"a\":1,\"a\":3}");
    expect(REPLACE, "[1]", "/1", "0", "");
    expect(REPLACE, "[1]", "/0", "", "");
    expect(REPLACE, "[1]", "0", "0", "");

    expect(REMOVE, "[1, 2, 3]", "/0", "", "[2, 3]");
    expect(REMOVE, "[1, 2, 3]", "/1", "", "[1, 3]");
    expect(REMOVE, "[1, 2, 3]", "/2", "", "[1, 2]");
    expect(REMOVE, "[ 1 ]", "/0", "", "[ ]");
    expect(REMOVE, "{\n  \"a\": 1,\n  \"b\": [2]\n}\n", "/a", "", "{\n  \"b\": [2]\n}\n");
    expect(REMOVE, "{\n  \"a\": 1,\n  \"b\": [2]\n}\n", "/b", "", "{\n  \"a\": 1\n}\n");
    expect(REMOVE, "{\n  \"a\": 1\n}", "/a", "", "{\n}");
    expect(REMOVE, "[1, 2,]", "/1", "", "[1, ]");
    expect(REMOVE, "[1 /*,*/ , // c\n 2]", "/0", "", "[ /*,*/ // c\n 2]");
    expect(REMOVE, "[1, // c\n 2]", "/1", "", "[1 // c\n]");
    expect(REMOVE, "[ // c\n 1]", "/0", "", "[ // c\n]");
    expect(REMOVE, "[1, /*/,*/ 2]", "/0", "", "[/*/,*/ 2]");
    expect(REMOVE, "[1 /**/, /***/ 2 // d\n]", "/1", "", "[1 /**/ /***/ // d\n]");
    expect(REMOVE, "[1]", "", "", "");
    expect(REMOVE, "[1]", "/-", "", "");
    expect(REMOVE, "{\"a\":1}", "/b", "", "");

    expect(INSERT, "[]", "/0", "1", "[1]");
    expect(INSERT, "[ /* c */ ]", "/-", "1", "[1 /* c */ ]");
    expect(INSERT, "[1, 2]", "/0", "0", "[0,1, 2]");
    expect(INSERT, "[1, 2]", "/1", "0", "[1, 0, 2]");
    expect(INSERT, "[1, 2]", "/2", "0", "[1, 2, 0]");
    expect(INSERT, "[\n  1\n]", "/-", "0", "[\n  1,\n  0\n]");
    expect(INSERT, "[\n  1\n]", "/0", "0", "[\n  0,\n  1\n]");
    expect(INSERT, "[1, 2]", "/3", "0", "");
    expect(INSERT, "[1, 2]", "/01", "0", "");
    expect(INSERT, "[1,]", "/-", "0", "[1,0,]");
    expect(INSERT, "{}", "/a", "1", "{\"a\":1}");
    expect(INSERT, "{\"a\": 1}", "/b", "2", "{\"a\": 1,\"b\": 2}");
    expect(INSERT, "{\n  \"a\" : 1 // one\n}", "/b", "2", "{\n  \"a\" : 1,\n  \"b\" : 2 // one\n}");
    expect(INSERT, "{\"a\"/**/:1}", "/b", "2", "{\"a\"/**/:1,\"b\":2}");
    expect(INSERT, "{\"a\": 1}", "/a", "2", "{\"a\": 2}");
    expect(INSERT, "{}", "/a~1b~0\"\n\xc3\xa9", "1", "{\"a/b~\\\"\\n\xc3\xa9\":1}");
    expect(INSERT, "{}", "/\xff", "1", "");
    expect(INSERT, "{}", "/~2", "1", "");
    expect(INSERT, "{}", "/a/b", "1", "");
    expect(INSERT, "1", "/a", "1", "");
    expect(INSERT, "1", "", "2", "2");

    /* The key has room, or is refused. */
    jt_tape tape = tape_of((const uint8_t *)"{}", 2);
    char key[16];
    jt_edit e;
    for (size_t room = 0; room < 12; room++) {
        jt_status status = jt_edit_insert(&e, &tape, "/a\nbc", 5, "1", 1, key, room);
        CHECK_EQ_U64(status, room < 7 ? JT_REFUSED : JT_OK);
    }
}

/* A text without whitespace and comments, and how many comments it had. */
static bytes minify(const bytes *text, size_t *comments) {
    bytes out = {NULL, 0, 0};
    jt_tape tape = tape_of(text->data, text->length);
    uint8_t *buffer = check_alloc(2 * text->length + 16);
    jt_writer w;
    *comments = 0;
    jt_writer_init(&w, buffer, 2 * text->length + 16, NULL);
    for (size_t i = 0; i < tape.length; i++) {
        jt_tape one = tape;
        size_t index = 0;
        one.tokens += i;
        one.length = 1;
        if (jt_token_type(tape.tokens[i]) == JT_COMMENT) {
            ++*comments;
        } else {
            CHECK_EQ_U64(jt_write_tape(&w, &one, &index), JT_OK);
        }
    }
    append(&out, buffer, w.length);
    free(buffer);
    return out;
}

static void random_value(bytes *text, uint64_t *seed, int depth) {
    static const char *const gaps[] = {"", "", " ", "\n  ", "/* , */", " // ,\n", "\n/**/\n", "/*/,*/", "//\n"};
#define GAP()                                                \
    do {                                                     \
        const char *gap = gaps[check_random_below(seed, 9)]; \
        append(text, gap, strlen(gap));                      \
    } while (0)
    uint32_t kind = depth > 0 ? check_random_below(seed, 3) : 0, n = check_random_below(seed, 4);
    if (kind == 0) {
        append(text, "10", 1 + check_random_below(seed, 2));
        return;
    }
    append_byte(text, kind == 1 ? '{' : '[');
    GAP();
    for (uint32_t i = 0; i < n; i++) {
        if (kind == 1) {
            char name[8];
            append(text, name, (size_t)sprintf(name, "\"%c\"", 'a' + (int)i));
            GAP();
            append_byte(text, ':');
            GAP();
        }
        random_value(text, seed, depth - 1);
        GAP();
        if (i + 1 < n || check_random_below(seed, 4) == 0) {
            append_byte(text, ',');
            GAP();
        }
    }
    append_byte(text, kind == 1 ? '}' : ']');
#undef GAP
}

static void random_edits(void) {
    static const char *const steps[] = {"/a", "/b", "/c", "/0", "/1", "/2", "/3", "/-"};
    uint64_t seed = 5, edits = 0;
    for (int round = 0; round < 20000; round++) {
        bytes text = {NULL, 0, 0};
        char pointer[32] = "";
        random_value(&text, &seed, 3);
        for (uint32_t n = check_random_below(&seed, 4); n > 0; n--) {
            strcat(pointer, steps[check_random_below(&seed, 8)]);
        }
        edit_kind kind = (edit_kind)check_random_below(&seed, 3);
        size_t had, have, none;
        bytes plain = minify(&text, &had);
        bytes edited = edit((const char *)text.data, text.length, kind, pointer, "null");
        bytes plain_edited = edit((const char *)plain.data, plain.length, kind, pointer, "null");
        if (CHECK_EQ_U64(edited.length > 0, plain_edited.length > 0) && edited.length > 0) {
            edits++;
            bytes edited_plain = minify(&edited, &have);
            jt_tape tape = tape_of(text.data, text.length);
            bool gone = jt_tape_find(&tape, pointer, strlen(pointer)) != SIZE_MAX; /* with the comments in it */
            if (!CHECK_EQ_MEM(edited_plain.data, edited_plain.length, plain_edited.data, plain_edited.length) ||
                !CHECK(gone && kind != INSERT ? have <= had : gone || have == had)) {
                check_print_bytes("text", text.data, text.length);
                check_print_bytes("edited", edited.data, edited.length);
                fprintf(stderr, "    %d of %s\n", kind, pointer);
            }
            free(edited_plain.data);
            bytes again = minify(&plain_edited, &none);
            CHECK_EQ_MEM(again.data, again.length, plain_edited.data, plain_edited.length);
            CHECK_EQ_U64(none, 0);
            free(again.data);
        }
        free(text.data);
        free(plain.data);
        free(edited.data);
        free(plain_edited.data);
    }
    CHECK(edits > 3000);
}

int main(void) {
    r = reading_new(0);
    jt_tokenizer_init(&r->t, &jsonc);
    cases();
    random_edits();
    reading_free(r);
    return check_report("edit");
}
