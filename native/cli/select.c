/* select: the values at a path, each on a line of its own, written as they are read. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

/* A step for each '/', and one more. */
static size_t count_steps(const char *path) {
    size_t steps = 1;
    for (const char *p = path; *p; p++) {
        steps += *p == '/';
    }
    return steps;
}

bool select_begin(stream *s) {
    const char *path = s->set->path;
    size_t steps = count_steps(path);
    if (!s->steps && !(s->steps = malloc(steps * sizeof(jt_step)))) {
        cli_complain("out of memory");
        return false;
    }
    jt_reader_reset(&s->reader, NULL);
    if (jt_select_init(&s->select, path, strlen(path), s->steps, steps, s->set->trusted) != JT_OK) {
        cli_complain("'%s' is no path: a JSON Pointer, such as /items/*/id, begins with '/' or is empty, and has '~' "
                     "only in ~0 and ~1",
                     path);
        return false;
    }
    return true;
}

/* Where bad lines are passed over, what a line gives may be taken back until its end has been seen. */
static bool begin_match(stream *s) {
    s->in_value = true;
    if (s->set->options.skip_bad_lines) {
        uint64_t line = jt_reader_position(&s->reader).line;
        if (!s->out->holding || line != s->line) {
            output_hold(s->out);
        }
        s->line = line;
        s->found = jt_reader_start(&s->reader);
    }
    return stream_begin_writing(s);
}

/* Behind an error: of a bad line nothing remains; else what was written does, and its line ends. */
static bool break_match(stream *s) {
    bool begun = s->in_value;
    s->in_value = false;
    if (!s->out->holding) {
        return !begun || output_put(s->out, "\n", 1);
    }
    if (s->line == s->reader.t.error.position.line) {
        output_take_back(s->out);
    }
    output_release(s->out);
    return true;
}

/* Whether the line of the last match has ended, where no error was found in this chunk. */
static bool line_has_ended(const stream *s, const input *source) {
    size_t from = s->found > source->start ? (size_t)(s->found - source->start) : 0;
    return source->length == 0 || memchr(input_chunk(source) + from, '\n', source->length - from);
}

static jt_status write_more(stream *s) {
    return jt_write_reader(&s->writer, &s->reader);
}

cli_status select_chunk(stream *s, input *source) {
    jt_tokenizer *t = &s->reader.t;
    cli_status worst = CLI_GOOD;
    if (jt_reader_feed(&s->reader, input_chunk(source), source->length, source->length == 0) != JT_OK) {
        cli_complain("%s: a token of 4 GiB and more is not supported", source->name);
        return CLI_FAILED;
    }
    for (;;) {
        bool writing = s->in_value, good = true;
        jt_status status = writing ? stream_write(s, write_more) : jt_select_next(&s->select, &s->reader);
        switch (status) {
        case JT_OK:
            good = writing ? output_put(s->out, "\n", 1) : begin_match(s);
            s->in_value = !writing;
            break;
        case JT_NEED_MEMORY: good = stream_grow(s, t->need, t->wanted); break;
        case JT_INVALID:
            good = break_match(s) && output_flush(s->out);
            if (good) {
                report_error(t, source);
                worst = CLI_BAD_JSON;
            }
            if (!stream_goes_on(s)) {
                return good ? worst : CLI_FAILED;
            }
            break;
        case JT_REFUSED: cli_complain("the nesting is too deep to be written"); return CLI_FAILED;
        case JT_FULL: return CLI_FAILED;
        default:
            if (s->out->holding && line_has_ended(s, source)) {
                output_release(s->out);
            }
            return worst;
        }
        if (!good) {
            return CLI_FAILED;
        }
    }
}
