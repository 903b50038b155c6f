/* Comments that are kept, through the tokenizer and the writer: where they stand in indented and minified text, the
 * same for every cut of the input, every buffer and every instruction set; and that what is written says the same. */
#include "document.h"
#include "streaming.h"
#include "writing.h"

static const jt_options jsonc = {.comments = JT_COMMENTS_KEEP, .trailing_commas = true};

/* What the writer makes of a text in chunks of `cut` bytes (SIZE_MAX: whole; else the first has so many, or, where
 * `each`, all have) and a buffer of `capacity`. Root values and comments behind one are lines of their own. */
static void write_text(bytes *out, const char *text, size_t length, const jt_writer_options *options, size_t cut,
                       bool each, size_t capacity) {
    reading *r = reading_new(0);
    jt_tokenizer_init(&r->t, &jsonc);
    uint8_t *buffer = check_alloc(capacity);
    jt_writer w;
    bool open = false;
    out->length = 0;
    bool first = true;
    for (size_t at = 0, size; at <= length; at += size, first = false) {
        size = first || each ? cut : length;
        size = size < length - at ? size : length - at;
        bool last = at + size == length;
        uint8_t *chunk = memcpy(check_alloc(size), text + at, size);
        jt_status status;
        while ((status = jt_feed(&r->t, chunk, size, last)) == JT_NEED_MEMORY) {
            reading_set_block(r, r->t.need, r->t.wanted);
        }
        CHECK_EQ_U64(status, JT_OK);
        jt_tape tape = jt_tokenizer_tape(&r->t);
        for (size_t index = 0; index < tape.length;) {
            if (!open) {
                CHECK_EQ_U64(jt_writer_init(&w, buffer, capacity, options), JT_OK);
                open = true;
            }
            while ((status = jt_write_tape(&w, &tape, &index)) == JT_FULL) {
                append(out, buffer, w.length);
                jt_writer_drain(&w, buffer, capacity);
            }
            append(out, buffer, w.length);
            jt_writer_drain(&w, buffer, capacity);
            if (jt_writer_done(&w)) {
                append_byte(out, '\n');
                open = false;
            } else if (!CHECK_EQ_U64(status, JT_OK)) {
                break;
            }
        }
        free(chunk);
        if (last) {
            break;
        }
    }
    if (open) {
        append_byte(out, '\n');
    }
    free(buffer);
    reading_free(r);
}

/* The tokens of a text, without where they lie and what lies between. */
static uint64_t meaning(const char *text, size_t length) {
    reading *r = reading_new(0);
    jt_tokenizer_init(&r->t, &jsonc);
    while (jt_tokenize(&r->t, text, length) == JT_NEED_MEMORY) {
        reading_set_block(r, r->t.need, r->t.wanted);
    }
    CHECK_EQ_U64(r->t.error.code, JT_ERROR_NONE);
    jt_tape tape = jt_tokenizer_tape(&r->t);
    uint64_t hash = tape.length;
    for (size_t i = 0; i < tape.length; i++) {
        jt_token token = tape.tokens[i];
        size_t size = jt_token_type(token) <= JT_ARRAY_END ? 1 : token.length;
        const uint8_t *p = jt_token_text(&tape, token);
        while (jt_token_type(token) == JT_COMMENT && p[size - 1] == '\r') {
            size--;
        }
        hash = hash * 31 + hash_bytes(p, size) + jt_token_type(token);
    }
    reading_free(r);
    return hash;
}

/* The same by what the bindings write whole tapes with. */
static jt_status write_document(bytes *out, const char *text, size_t length, const jt_document *form) {
    reading *r = reading_new(0);
    jt_tokenizer_init(&r->t, &jsonc);
    while (jt_tokenize(&r->t, text, length) == JT_NEED_MEMORY) {
        reading_set_block(r, r->t.need, r->t.wanted);
    }
    jt_document d = *form;
    d.tape = jt_tokenizer_tape(&r->t);
    jt_status status = document_run(&d);
    out->length = 0;
    append(out, d.out, d.length);
    free(d.out);
    free(d.levels);
    reading_free(r);
    return status;
}

static void try_documents(const char *text, size_t length, const jt_writer_options *options, const bytes *expected) {
    bytes out = {NULL, 0, 0}, plain = {NULL, 0, 0};
    jt_document form = {.indent_char = ' ', .comments = JT_COMMENTS_KEEP};
    if (options->indent) {
        form.indent = (uint32_t)strlen(options->indent);
        form.indent_char = options->indent[0];
    }
    CHECK_EQ_U64(write_document(&out, text, length, &form), JT_OK);
    CHECK_EQ_MEM(out.data, out.length, expected->data, expected->length - 1);
    form.multiple = JT_CONCATENATED;
    CHECK_EQ_U64(write_document(&out, text, length, &form), JT_OK);
    CHECK_EQ_MEM(out.data, out.length, expected->data, expected->length);
    /* Without them it is what is written of text without them. */
    form.comments = JT_COMMENTS_SKIP;
    CHECK_EQ_U64(write_document(&plain, text, length, &form), JT_OK);
    form.comments = JT_COMMENTS_REFUSE;
    bool commented = out.length != plain.length;
    CHECK_EQ_U64(write_document(&out, text, length, &form), commented ? JT_REFUSED : JT_OK);
    CHECK_EQ_U64(write_document(&out, (const char *)plain.data, plain.length, &form), JT_OK);
    CHECK_EQ_MEM(out.data, out.length, plain.data, plain.length);
    free(out.data);
    free(plain.data);
}

static void try_all(const char *text, const char *indented, const char *minified) {
    bytes out = {NULL, 0, 0};
    size_t length = strlen(text);
    const jt_writer_options forms[] = {{.indent = "  "}, {.indent = NULL}, {.indent = "\t", .crlf = true}};
    for (size_t form = 0; form < 3; form++) {
        const char *expected = form == 0 ? indented : form == 1 ? minified : NULL;
        write_text(&out, text, length, &forms[form], SIZE_MAX, false, 4096);
        bytes whole = {NULL, 0, 0};
        append(&whole, out.data, out.length);
        if (expected) {
            CHECK_EQ_MEM(out.data, out.length, expected, strlen(expected));
        }
        CHECK_EQ_U64(meaning((const char *)out.data, out.length), meaning(text, length));
        if (!forms[form].crlf) {
            try_documents(text, length, &forms[form], &whole);
        }
        for (size_t cut = 0; cut <= length; cut++) {
            write_text(&out, text, length, &forms[form], cut, false, 4096);
            CHECK_EQ_MEM(out.data, out.length, whole.data, whole.length);
        }
        for (size_t cut = 1; cut <= 7; cut++) {
            write_text(&out, text, length, &forms[form], cut, true, 1 + cut % 3);
            CHECK_EQ_MEM(out.data, out.length, whole.data, whole.length);
        }
        /* What has been written is written the same again. */
        bytes again = {NULL, 0, 0};
        write_text(&again, (const char *)whole.data, whole.length, &forms[form], SIZE_MAX, false, 4096);
        CHECK_EQ_MEM(again.data, again.length, whole.data, whole.length);
        free(again.data);
        free(whole.data);
    }
    free(out.data);
}

static void cases(void) {
    try_all("// head\n{\n  // about a\n  \"a\": 1, // one\n  /* about b */\n  \"b\": [ 2 /* two */, 3 ] // end\n}\n// "
            "tail\n",
            "// head\n{\n  // about a\n  \"a\": 1, // one\n  /* about b */\n  \"b\": [\n    2 /* two */,\n    3\n  ] "
            "// end\n}\n"
            "// tail\n",
            "// head\n{// about a\n\"a\":1,// one\n/* about b */\"b\":[2/* two */,3]// end\n}\n// tail\n");
    try_all("[/**/]", "[ /**/\n]\n", "[/**/]\n");
    try_all("[\n/**/\n]", "[\n  /**/\n]\n", "[/**/]\n");
    try_all("[//\n]", "[ //\n]\n", "[//\n]\n");
    try_all("{\"a\"/*1*/:/*2*//*3*/1}", "{\n  \"a\": /*1*/ /*2*/ /*3*/ 1\n}\n", "{\"a\":/*1*//*2*//*3*/1}\n");
    try_all("{\"a\"//1\n://2\n{}}", "{\n  \"a\": //1\n  //2\n  {}\n}\n", "{\"a\"://1\n//2\n{}}\n");
    try_all("[1 // x\n, 2]", "[\n  1 // x\n  , 2\n]\n", "[1// x\n,2]\n");
    try_all("[1 // x\n, // y\n 2]", "[\n  1 // x\n  , // y\n  2\n]\n", "[1// x\n,// y\n2]\n");
    try_all("[1 /*x*/ , /*y*/ [], /*z*/]", "[\n  1 /*x*/, /*y*/\n  [], /*z*/\n]\n", "[1/*x*/,/*y*/[],/*z*/]\n");
    try_all("/*a*/ /*b*/ 1 /*c*/ // d", "/*a*/ /*b*/\n1\n/*c*/ // d\n", "/*a*//*b*/1\n/*c*/// d\n");
    try_all("// a\r\n  \r\n[ // b\r\n]", "// a\n[ // b\n]\n", "// a\n[// b\n]\n");
    try_all("[1 // a\r\r\n]", "[\n  1 // a\n]\n", "[1// a\n]\n");
    try_all("/* two\n   lines */ \"x\"", "/* two\n   lines */\n\"x\"\n", "/* two\n   lines */\"x\"\n");
    try_all("[1,/*a*/\n/*b*/2,\n/*c*/3\n/*d*/]", "[\n  1, /*a*/\n  /*b*/\n  2,\n  /*c*/\n  3\n  /*d*/\n]\n",
            "[1,/*a*//*b*/2,/*c*/3/*d*/]\n");
}

/* Documents of everything, commented everywhere. */
static void random_texts(uint64_t seed) {
    for (int round = 0; round < 60; round++) {
        bytes text = {NULL, 0, 0};
        uint32_t depth = 0;
        bool first = true;
        do {
            static const char *const gaps[] = {"",        "",        "",         " ",      "\n",     "\n  ",
                                               "/* c */", " // c\n", "\n/**/\n", "//\r\n", " /*\n*/"};
#define GAP() append(&text, gap, strlen(gap))
            const char *gap = gaps[check_random_below(&seed, 11)];
            GAP();
            bool close = depth > 0 && (text.length > 250 || check_random_below(&seed, 4) == 0);
            if (close) {
                if (!first && check_random_below(&seed, 4) == 0) {
                    append_byte(&text, ',');
                    gap = gaps[check_random_below(&seed, 11)];
                    GAP();
                }
                append_byte(&text, depth-- % 2 ? '}' : ']');
                first = false;
                continue;
            }
            if (!first) {
                append_byte(&text, ',');
                gap = gaps[check_random_below(&seed, 11)];
                GAP();
            }
            if (depth % 2) {
                append(&text, "\"k\"", 3);
                gap = gaps[check_random_below(&seed, 11)];
                GAP();
                append_byte(&text, ':');
                gap = gaps[check_random_below(&seed, 11)];
                GAP();
            }
            if (depth == 0 || check_random_below(&seed, 3) == 0) {
                append_byte(&text, ++depth % 2 ? '{' : '[');
                first = true;
            } else {
                append(&text, "12.0", 4);
                first = false;
            }
        } while (depth > 0);
        append_byte(&text, 0);
        uint64_t failures = check_failures;
        try_all((const char *)text.data, NULL, NULL);
        if (check_failures != failures) {
            check_print_bytes("text", text.data, text.length);
        }
        free(text.data);
    }
}

int main(void) {
    jt_isa isas[READING_ISAS];
    size_t count = reading_find_isas(isas);
    for (size_t i = 0; i < count; i++) {
        jt_set_isa(isas[i]);
        cases();
        random_texts(i);
    }
    jt_set_isa(JT_ISA_AUTO);
    return check_report("comments");
}
