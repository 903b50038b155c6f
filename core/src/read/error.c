/* Errors: recording one, its stable name, and the sentence that says it. */
#include "error.h"
#include "grammar.h"
#include "view.h"

void jt_fail(jt_tokenizer *t, jt_error_code code, uint64_t offset, uint64_t token_start) {
    t->error.code = code;
    t->error.found = jt_byte_at(t, offset);
    t->error.token_start = token_start;
    t->error.position = jt_tokenizer_locate(t, offset);
}

void jt_fail_here(jt_tokenizer *t, jt_error_code code, uint64_t offset) {
    jt_fail(t, code, offset, jt_in_token(t) ? t->token.first : offset);
}

/* Apart from the sentences, for a module whose other side has the names itself. */
static const char *const names[JT_ERROR_CODES] = {
    [JT_ERROR_NONE] = "NONE",
    [JT_ERROR_EMPTY] = "EMPTY",
    [JT_ERROR_UNEXPECTED_END] = "UNEXPECTED_END",
    [JT_ERROR_EXPECTED_VALUE] = "EXPECTED_VALUE",
    [JT_ERROR_EXPECTED_VALUE_OR_ARRAY_END] = "EXPECTED_VALUE_OR_ARRAY_END",
    [JT_ERROR_EXPECTED_COMMA_OR_ARRAY_END] = "EXPECTED_COMMA_OR_ARRAY_END",
    [JT_ERROR_EXPECTED_KEY] = "EXPECTED_KEY",
    [JT_ERROR_EXPECTED_KEY_OR_OBJECT_END] = "EXPECTED_KEY_OR_OBJECT_END",
    [JT_ERROR_EXPECTED_COLON] = "EXPECTED_COLON",
    [JT_ERROR_EXPECTED_COMMA_OR_OBJECT_END] = "EXPECTED_COMMA_OR_OBJECT_END",
    [JT_ERROR_EXPECTED_END] = "EXPECTED_END",
    [JT_ERROR_INVALID_LITERAL] = "INVALID_LITERAL",
    [JT_ERROR_INVALID_NUMBER] = "INVALID_NUMBER",
    [JT_ERROR_INVALID_ESCAPE] = "INVALID_ESCAPE",
    [JT_ERROR_INVALID_HEX_DIGIT] = "INVALID_HEX_DIGIT",
    [JT_ERROR_CONTROL_CHARACTER] = "CONTROL_CHARACTER",
    [JT_ERROR_INVALID_UTF8] = "INVALID_UTF8",
    [JT_ERROR_INVALID_COMMENT] = "INVALID_COMMENT",
    [JT_ERROR_EXPECTED_LINE_END] = "EXPECTED_LINE_END",
    [JT_ERROR_EXPECTED_SEPARATOR] = "EXPECTED_SEPARATOR",
    [JT_ERROR_DEPTH] = "DEPTH",
    [JT_ERROR_TOKEN_TOO_LONG] = "TOKEN_TOO_LONG",
    [JT_ERROR_INPUT_TOO_LONG] = "INPUT_TOO_LONG",
    [JT_ERROR_DUPLICATE_KEY] = "DUPLICATE_KEY",
    [JT_ERROR_LONE_SURROGATE] = "LONE_SURROGATE",
    [JT_ERROR_NUMBER_TOO_LARGE] = "NUMBER_TOO_LARGE",
};

/* What the sentence says was expected. */
static const char *const expected[JT_ERROR_CODES] = {
    [JT_ERROR_NONE] = "nothing",
    [JT_ERROR_EMPTY] = "a JSON value",
    [JT_ERROR_UNEXPECTED_END] = NULL, /* by the state, below */
    [JT_ERROR_EXPECTED_VALUE] = "a value",
    [JT_ERROR_EXPECTED_VALUE_OR_ARRAY_END] = "a value or ']'",
    [JT_ERROR_EXPECTED_COMMA_OR_ARRAY_END] = "',' or ']' after an array element",
    [JT_ERROR_EXPECTED_KEY] = "a key in double quotes after ','",
    [JT_ERROR_EXPECTED_KEY_OR_OBJECT_END] = "a key in double quotes or '}'",
    [JT_ERROR_EXPECTED_COLON] = "':' after a key",
    [JT_ERROR_EXPECTED_COMMA_OR_OBJECT_END] = "',' or '}' after a property value",
    [JT_ERROR_EXPECTED_END] = "the end of the input after the JSON value",
    [JT_ERROR_INVALID_LITERAL] = NULL, /* by the literal, below */
    [JT_ERROR_INVALID_NUMBER] = "a digit in a number",
    [JT_ERROR_INVALID_ESCAPE] = "one of \"\\/bfnrtu after a backslash in a string",
    [JT_ERROR_INVALID_HEX_DIGIT] = "four hexadecimal digits after \\u in a string",
    [JT_ERROR_CONTROL_CHARACTER] = "a control character in a string to be escaped",
    [JT_ERROR_INVALID_UTF8] = "well-formed UTF-8",
    [JT_ERROR_INVALID_COMMENT] = "'/' or '*' after the '/' of a comment",
    [JT_ERROR_EXPECTED_LINE_END] = "the end of the line after the JSON value",
    [JT_ERROR_EXPECTED_SEPARATOR] = "a record separator (0x1E) before a JSON value",
    [JT_ERROR_DEPTH] = NULL, /* with the limit, below */
    [JT_ERROR_TOKEN_TOO_LONG] = "a token within the length limit",
    [JT_ERROR_INPUT_TOO_LONG] = "input within the length limit",
    [JT_ERROR_DUPLICATE_KEY] = "a key that its object does not have yet",
    [JT_ERROR_LONE_SURROGATE] = "text without lone surrogates in canonical JSON",
    [JT_ERROR_NUMBER_TOO_LARGE] = "a number within the range of doubles in canonical JSON",
};

const char *jt_error_name(jt_error_code code) {
    return (unsigned)code < JT_ERROR_CODES ? names[code] : NULL;
}

jt_error_code jt_code_of_state(const jt_tokenizer *t, uint32_t state) {
    static const uint8_t codes[] = {
        [STATE_START] = JT_ERROR_EXPECTED_VALUE,
        [STATE_ROOT] = JT_ERROR_EXPECTED_VALUE,
        [STATE_ARRAY_FIRST] = JT_ERROR_EXPECTED_VALUE_OR_ARRAY_END,
        [STATE_ARRAY_VALUE] = JT_ERROR_EXPECTED_VALUE,
        [STATE_ARRAY_NEXT] = JT_ERROR_EXPECTED_COMMA_OR_ARRAY_END,
        [STATE_OBJECT_FIRST] = JT_ERROR_EXPECTED_KEY_OR_OBJECT_END,
        [STATE_OBJECT_KEY] = JT_ERROR_EXPECTED_KEY,
        [STATE_OBJECT_COLON] = JT_ERROR_EXPECTED_COLON,
        [STATE_OBJECT_VALUE] = JT_ERROR_EXPECTED_VALUE,
        [STATE_OBJECT_NEXT] = JT_ERROR_EXPECTED_COMMA_OR_OBJECT_END,
        [STATE_END] = JT_ERROR_EXPECTED_END,
    };
    if (t->options.trailing_commas && (state == STATE_ARRAY_VALUE || state == STATE_OBJECT_KEY))
        state = state == STATE_ARRAY_VALUE ? STATE_ARRAY_FIRST : STATE_OBJECT_FIRST;
    if (state == STATE_END && t->options.multiple)
        return t->options.multiple == JT_NDJSON ? JT_ERROR_EXPECTED_LINE_END : JT_ERROR_EXPECTED_SEPARATOR;
    return (jt_error_code)codes[state];
}

/* What the input lacks when it ends in this state. */
static const char *expected_at_end(const jt_tokenizer *t) {
    switch (t->token.kind) {
    case 0: break;
    case '"': return "the closing quote of a string";
    case '0': return expected[JT_ERROR_INVALID_NUMBER];
    case 't': return "the rest of true";
    case 'f': return "the rest of false";
    case '/': return t->token.sub == 1 ? expected[JT_ERROR_INVALID_COMMENT] : "the end of a comment";
    default: return "the rest of null";
    }
    return expected[jt_code_of_state(t, t->state)];
}

static void put_expected(sink *out, const jt_tokenizer *t) {
    jt_error_code code = t->error.code;
    if (code == JT_ERROR_UNEXPECTED_END) {
        jt_put_text(out, expected_at_end(t));
    } else if (code == JT_ERROR_INVALID_LITERAL) {
        jt_put_text(out, "the literal ");
        jt_put_text(out, t->token.kind == 't' ? "true" : t->token.kind == 'f' ? "false" : "null");
    } else if (code == JT_ERROR_DEPTH) {
        jt_put_text(out, "at most ");
        jt_put_decimal(out, t->options.max_depth);
        jt_put_text(out, " nested arrays and objects");
    } else {
        jt_put_text(out, expected[code]);
    }
}

static void put_found(sink *out, int found) {
    static const char hex[] = "0123456789ABCDEF";
    if (found < 0) {
        jt_put_text(out, "the end of the input");
    } else if (found > 0x20 && found < 0x7f) {
        jt_put_byte(out, '\'');
        jt_put_byte(out, (char)found);
        jt_put_byte(out, '\'');
    } else {
        jt_put_text(out, found == ' '    ? "a space"
                         : found == '\n' ? "a line feed"
                         : found == '\t' ? "a tab"
                         : found == '\r' ? "a carriage return"
                                         : "the byte 0x");
        if (found > 0x20 || !(UINT64_C(0x100002600) >> found & 1)) {
            jt_put_byte(out, hex[found >> 4 & 15]);
            jt_put_byte(out, hex[found & 15]);
        }
    }
}

/* The key that is there a second time, which still lies behind the end of the tape. */
static void put_key_again(sink *out, const jt_tokenizer *t) {
    jt_token key = ((const jt_token *)t->block[JT_BLOCK_TAPE].data)[t->tokens];
    jt_put_byte(out, '"');
    jt_put_key(out, jt_text_of(t, key), key.length, false);
    jt_put_byte(out, '"');
}

size_t jt_error_message(const jt_tokenizer *t, char *buffer, size_t capacity) {
    sink out = {.buffer = buffer, .capacity = capacity, .one_line = true};
    jt_put_text(&out, "expected ");
    put_expected(&out, t);
    jt_put_text(&out, ", found ");
    if (t->error.code == JT_ERROR_EMPTY)
        jt_put_text(&out, "empty or blank input");
    else if (t->error.code == JT_ERROR_DUPLICATE_KEY)
        put_key_again(&out, t);
    else
        put_found(&out, t->error.found);
    jt_put_text(&out, " at line ");
    jt_put_decimal(&out, t->error.position.line);
    jt_put_text(&out, ", column ");
    jt_put_decimal(&out, t->error.position.column);
    size_t before = out.length;
    jt_put_text(&out, " (");
    jt_put_error_pointer(&out, t);
    jt_put_byte(&out, ')');
    if (out.length == before + 3)
        out.length = before; /* the root: its pointer is empty */
    return jt_end_text(&out);
}
