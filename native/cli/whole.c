/* Root values as wholes: keys can be sorted only when all of them are there. What is read is held until a root value
 * is complete; then it is tokenized again on its own, put in order and written. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

/* Of a value that a chunk cuts before its first token is known, there are fewer bytes: those of a literal. */
#define CUT_MAX 16

bool whole_hold(stream *s, const input *source) {
    whole *h = &s->whole;
    if (source->length > h->size - h->length) {
        size_t size = h->length <= SIZE_MAX / 2 - source->length ? 2 * h->length + source->length : SIZE_MAX;
        uint8_t *text = realloc(h->text, size);
        if (!text) {
            cli_complain("out of memory");
            return false;
        }
        h->text = text;
        h->size = size;
    }
    memcpy(h->text + h->length, input_chunk(source), source->length);
    h->length += source->length;
    return true;
}

void whole_let_go(stream *s) {
    whole *h = &s->whole;
    uint64_t end = h->start + h->length, from = h->in_root ? h->root.offset : end > CUT_MAX ? end - CUT_MAX : 0;
    size_t n = from > h->start ? (size_t)(from - h->start) : 0;
    memmove(h->text, h->text + n, h->length - n);
    h->length -= n;
    h->start += n;
}

void whole_forget(stream *s) {
    s->whole.in_root = false;
    s->whole.depth = 0;
}

static jt_status write_more(stream *s) {
    return jt_write_ordered(&s->writer, &s->whole.tape, &s->whole.order);
}

/* Tokenizes the root value, and puts it in order. */
static cli_status order_root(stream *s, input *source, const uint8_t *text, size_t length) {
    whole *h = &s->whole;
    jt_tokenizer *t = &h->tokenizer;
    jt_options options = s->set->options;
    options.multiple = JT_SINGLE;
    options.skip_bad_lines = options.pieces = false;
    options.duplicates = JT_DUPLICATES_ALLOW; /* this and the next have been seen to */
    options.max_length = 0;
    jt_status status;
    if (length >= UINT32_MAX) {
        cli_complain("%s: a value of 4 GiB and more can't be sorted", source->name);
        return CLI_FAILED;
    }
    jt_tokenizer_reset(t, &options);
    while ((status = jt_tokenize(t, text, length)) == JT_NEED_MEMORY) {
        if (!blocks_grow(&h->blocks, t, t->need, t->wanted)) {
            return CLI_FAILED;
        }
    }
    h->tape = jt_tokenizer_tape(t);
    if (h->tape.length > h->room) {
        uint32_t *next = h->tape.length <= SIZE_MAX / sizeof *next ? malloc(h->tape.length * sizeof *next) : NULL;
        if (!next) {
            cli_complain("out of memory");
            return CLI_FAILED;
        }
        free(h->next);
        h->next = next;
        h->room = h->tape.length;
    }
    if (jt_order_init(&h->order, &h->tape, h->next, h->room, s->set->canonical) == JT_INVALID) {
        jt_tokenizer_reject(t, h->order.index, h->order.code);
        t->error.position = jt_locate(text, &h->root, h->root.offset + t->error.position.offset);
        report_error(t, source);
        h->refused = h->root.line;
        return CLI_BAD_JSON;
    }
    return CLI_GOOD;
}

/* Writes the root value that ends at an offset. */
static cli_status write_root(stream *s, input *source, uint64_t end) {
    whole *h = &s->whole;
    const uint8_t *text = h->text + (h->root.offset - h->start);
    cli_status status = order_root(s, source, text, (size_t)(end - h->root.offset));
    if (status != CLI_GOOD) {
        return status;
    }
    if (!stream_begin_writing(s) || stream_write(s, write_more) == JT_FULL || !output_put(s->out, "\n", 1)) {
        return CLI_FAILED;
    }
    return CLI_GOOD;
}

cli_status whole_values(stream *s, input *source, const jt_tape *tape) {
    whole *h = &s->whole;
    cli_status worst = CLI_GOOD;
    for (; s->done < tape->length; s->done++) {
        jt_token token = tape->tokens[s->done];
        jt_type type = jt_token_type(token);
        bool bracket = type <= JT_ARRAY_END;
        uint64_t start = tape->base + token.start;
        if (!h->in_root) {
            h->in_root = true;
            h->root = jt_tokenizer_locate(&s->reader.t, start);
            stream_begin_value(s);
            s->in_value = false; /* nothing of it is in the output before it is complete */
        }
        h->depth += type == JT_OBJECT_START || type == JT_ARRAY_START;
        h->depth -= type == JT_OBJECT_END || type == JT_ARRAY_END;
        if (h->depth > 0 || (!bracket && (jt_token_flags(token) & JT_PARTIAL))) {
            continue;
        }
        h->in_root = false;
        cli_status status = write_root(s, source, start + (bracket ? 1 : token.length));
        worst = status > worst ? status : worst;
        if (status == CLI_FAILED || (status == CLI_BAD_JSON && !stream_goes_on(s))) {
            return worst;
        }
    }
    return worst;
}

void whole_free(stream *s) {
    blocks_free(&s->whole.blocks);
    free(s->whole.text);
    free(s->whole.next);
}
