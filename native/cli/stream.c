/* One input on its way to the output: chunks are tokenized to a tape each, and the tapes written one after another. Of
 * select's chunks select.c reads the tokens one at a time. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

/* The token takes at least one byte: a chunk never asks for a larger tape. */
#define TAPE_BYTES ((INPUT_CHUNK + 1) * sizeof(jt_token))

/* The tokens that select's reader reads ahead. */
#define WINDOW_BYTES (1024 * sizeof(jt_token))

/* How deep the writer may be at most, whatever its indentation. */
#define WRITER_DEPTH_MAX (UINT32_MAX / 2 / 10)

/* Enlarges a block to `wanted` bytes, or half as much again as it had, so that the cost of moving it stays linear. */
bool blocks_grow(blocks *b, jt_tokenizer *t, jt_block block, size_t wanted) {
    size_t more = b->size[block] + b->size[block] / 2;
    size_t size = wanted > more ? wanted : more;
    void *data = realloc(b->data[block], size);
    if (!data && size > wanted) {
        data = realloc(b->data[block], size = wanted);
    }
    if (!data) {
        cli_complain("out of memory");
        return false;
    }
    b->data[block] = data;
    b->size[block] = size;
    jt_tokenizer_set_block(t, block, data, size);
    return true;
}

void blocks_free(blocks *b) {
    for (int i = 0; i < JT_BLOCKS; i++) {
        free(b->data[i]);
    }
}

bool stream_grow(stream *s, jt_block block, size_t wanted) {
    return blocks_grow(&s->blocks, &s->reader.t, block, wanted);
}

bool stream_init(stream *s, const settings *set, output *out) {
    memset(s, 0, sizeof *s);
    s->set = set;
    s->out = out;
    jt_reader_init(&s->reader, &set->options);
    jt_tokenizer_init(&s->whole.tokenizer, &set->options);
    s->writer_options = (jt_writer_options){.indent = set->indent, .escape = set->escape};
    size_t tape = set->command == SELECT ? WINDOW_BYTES : TAPE_BYTES;
    bool memory = stream_grow(s, JT_BLOCK_TAPE, tape) && stream_grow(s, JT_BLOCK_KEYS, JT_KEYS_BYTES_MIN);
    if (memory && set->options.max_depth > JT_DEFAULT_DEPTH && cli_writes(set->command)) {
        uint32_t depth = set->options.max_depth < WRITER_DEPTH_MAX ? set->options.max_depth : WRITER_DEPTH_MAX;
        s->writer_options.max_depth = depth;
        s->writer_options.stack = malloc(depth / 8 + 1);
        memory = s->writer_options.stack != NULL;
        if (!memory) {
            cli_complain("out of memory");
        }
    }
    if (memory && set->command == SELECT) {
        memory = select_begin(s);
    }
    return memory;
}

void stream_free(stream *s) {
    blocks_free(&s->blocks);
    whole_free(s);
    free(s->writer_options.stack);
    free(s->steps);
}

/* ---- Values in the output ---- */

/* Where bad lines are passed over, what is written of a line may be taken back until its end has been seen. */
void stream_begin_value(stream *s) {
    s->in_value = true;
    if (s->set->options.skip_bad_lines) {
        output_hold(s->out);
    }
}

/* Whether a line feed lies behind the last token, before the offset. */
static bool line_has_ended(const stream *s, const input *source, uint64_t offset) {
    jt_tape tape = jt_tokenizer_tape(&s->reader.t);
    uint64_t from = source->start;
    if (tape.length > 0) {
        jt_token last = tape.tokens[tape.length - 1];
        uint64_t end = tape.base + last.start + (jt_token_type(last) <= JT_ARRAY_END ? 1 : last.length);
        from = end > from ? end : from;
    }
    return from < offset && memchr(input_chunk(source) + (from - source->start), '\n', (size_t)(offset - from));
}

/* Behind an error at the offset: nothing remains of a bad line; else what was written remains, and its line ends. */
static bool break_value(stream *s, const input *source, uint64_t offset) {
    bool begun = s->in_value, in_line = s->set->command == TOKENS ? s->in_piece : begun;
    s->in_value = s->in_piece = false;
    s->depth = 0;
    if (!s->out->holding) {
        return !in_line || output_put(s->out, "\n", 1);
    }
    if (begun || !line_has_ended(s, source, offset)) {
        output_take_back(s->out);
    }
    output_release(s->out);
    return true;
}

/* ---- format and minify ---- */

bool stream_begin_writing(stream *s) {
    jt_writer_init(&s->writer, NULL, 0, &s->writer_options);
    return s->set->options.multiple != JT_SEQ || output_put(s->out, "\x1e", 1);
}

jt_status stream_write(stream *s, jt_status (*write)(stream *s)) {
    output *out = s->out;
    jt_status status;
    do {
        if (out->length == out->size && !output_make_room(out)) {
            return JT_FULL;
        }
        jt_writer_drain(&s->writer, out->data + out->length, out->size - out->length);
        status = write(s);
        out->length += s->writer.length;
    } while (status == JT_FULL);
    return status;
}

static jt_status write_more(stream *s) {
    jt_tape tape = jt_tokenizer_tape(&s->reader.t);
    return jt_write_tape(&s->writer, &tape, &s->done);
}

static bool write_values(stream *s, const jt_tape *tape) {
    output *out = s->out;
    while (s->done < tape->length) {
        if (!s->in_value) {
            stream_begin_value(s);
            if (!stream_begin_writing(s)) {
                return false;
            }
        }
        jt_status status = stream_write(s, write_more);
        /* Behind the end of a value the writer refuses the beginning of another. */
        if (jt_writer_done(&s->writer)) {
            if (!output_put(out, "\n", 1)) {
                return false;
            }
            s->in_value = false;
        } else if (status != JT_OK) {
            if (status == JT_REFUSED) {
                cli_complain("the nesting is too deep to be written");
            }
            return false;
        }
    }
    return true;
}

/* ---- tokens ---- */

/* The longest of these names with its tabs. */
#define TYPE_MAX 14

static const char types[16][TYPE_MAX + 1] = {
    [JT_OBJECT_START] = "\tobject-start\t",
    [JT_OBJECT_END] = "\tobject-end\t",
    [JT_ARRAY_START] = "\tarray-start\t",
    [JT_ARRAY_END] = "\tarray-end\t",
    [JT_KEY] = "\tkey\t",
    [JT_STRING] = "\tstring\t",
    [JT_NUMBER] = "\tnumber\t",
    [JT_TRUE] = "\ttrue\t",
    [JT_FALSE] = "\tfalse\t",
    [JT_NULL] = "\tnull\t",
    [JT_COMMENT] = "\tcomment\t",
};

/* A line for each token: offset, type, text. Of a token in pieces, the first begins the line and the last ends it. */
static bool write_tokens(stream *s, const jt_tape *tape) {
    output *out = s->out;
    for (; s->done < tape->length; s->done++) {
        jt_token token = tape->tokens[s->done];
        jt_type type = jt_token_type(token);
        size_t length = type <= JT_ARRAY_END ? 1 : token.length; /* a bracket's length counts tokens */
        bool piece = type > JT_ARRAY_END && (jt_token_flags(token) & JT_PARTIAL);
        if (!s->in_value) {
            stream_begin_value(s);
        }
        if (!s->in_piece) {
            char head[JT_NUMBER_MAX + TYPE_MAX];
            size_t digits = jt_format_u64(tape->base + token.start, head), name = strlen(types[type]);
            memcpy(head + digits, types[type], name);
            if (!output_put(out, head, digits + name)) {
                return false;
            }
        }
        if (!output_put(out, jt_token_text(tape, token), length) || (!piece && !output_put(out, "\n", 1))) {
            return false;
        }
        s->in_piece = piece;
        s->depth += type == JT_OBJECT_START || type == JT_ARRAY_START;
        s->depth -= type == JT_OBJECT_END || type == JT_ARRAY_END;
        if (!piece && s->depth == 0) {
            s->in_value = false;
        }
    }
    return true;
}

static bool in_order(const stream *s) {
    return s->set->sorted || s->set->canonical;
}

static cli_status write_tape(stream *s, input *source) {
    jt_tape tape = jt_tokenizer_tape(&s->reader.t);
    switch (s->set->command) {
    case FORMAT:
    case MINIFY:
        if (in_order(s)) {
            return whole_values(s, source, &tape);
        }
        return write_values(s, &tape) ? CLI_GOOD : CLI_FAILED;
    case TOKENS: return write_tokens(s, &tape) ? CLI_GOOD : CLI_FAILED;
    default: return CLI_GOOD;
    }
}

/* ---- Chunks ---- */

bool stream_goes_on(const stream *s) {
    return s->set->options.skip_bad_lines && s->reader.t.error.code != JT_ERROR_INPUT_TOO_LONG;
}

/* Tokenizes and writes the current chunk; CLI_GOOD where all of it has been read. */
static cli_status take_chunk(stream *s, input *source) {
    jt_tokenizer *t = &s->reader.t;
    cli_status worst = CLI_GOOD;
    const uint64_t end = source->start + source->length;
    if (in_order(s) && !whole_hold(s, source)) {
        return CLI_FAILED;
    }
    for (;;) {
        jt_status status = jt_feed(t, input_chunk(source), source->length, source->length == 0);
        if (status == JT_NEED_MEMORY) {
            if (stream_grow(s, t->need, t->wanted)) {
                continue;
            }
            return CLI_FAILED;
        }
        s->done = 0;
        cli_status written = write_tape(s, source);
        worst = written > worst ? written : worst;
        if (written == CLI_FAILED || (written == CLI_BAD_JSON && !stream_goes_on(s))) {
            return worst;
        }
        if (status == JT_OK) {
            break;
        }
        if (status == JT_REFUSED) {
            cli_complain("%s: a token of 4 GiB and more is not supported", source->name);
            return CLI_FAILED;
        }
        if (!break_value(s, source, t->error.position.offset) || !output_flush(s->out)) {
            return CLI_FAILED;
        }
        if (s->whole.refused != t->error.position.line) { /* a line that has been reported is not reported again */
            report_error(t, source);
        }
        whole_forget(s);
        worst = CLI_BAD_JSON;
        if (!stream_goes_on(s)) {
            return worst;
        }
    }
    if (!s->in_value && (source->length == 0 || line_has_ended(s, source, end))) {
        output_release(s->out);
    }
    if (in_order(s)) {
        whole_let_go(s);
    }
    return worst;
}

cli_status stream_run(stream *s, input *source) {
    cli_status worst = CLI_GOOD;
    if (s->set->command != SELECT) {
        jt_tokenizer_reset(&s->reader.t, NULL);
        whole_forget(s);
        s->whole.start = s->whole.length = 0;
        s->whole.refused = 0;
    } else if (!select_begin(s)) {
        return CLI_FAILED;
    }
    progress_begin(s->set->command != CHECK);
    do {
        cli_status status = !input_next(source)         ? CLI_FAILED
                            : s->set->command == SELECT ? select_chunk(s, source)
                                                        : take_chunk(s, source);
        worst = status > worst ? status : worst;
        if (status == CLI_FAILED || (status == CLI_BAD_JSON && !stream_goes_on(s))) {
            break;
        }
        /* Who waits for more input has the output of what there was. */
        if (source->length < INPUT_CHUNK && !output_flush(s->out)) {
            worst = CLI_FAILED;
        }
        progress_step(source->start + source->length, source->size);
    } while (source->length > 0 && !s->out->failed);
    progress_clear();
    bool good = break_value(s, source, source->start) && output_flush(s->out);
    return good ? worst : CLI_FAILED;
}
