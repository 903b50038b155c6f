/* One document: read whole, tokenized to a tape that grows as the tokenizer asks, written from the tape. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

void document_init(document *doc, uint32_t max_depth) {
    memset(doc, 0, sizeof *doc);
    jt_options options = {.max_depth = max_depth};
    jt_tokenizer_init(&doc->tokenizer, &options);
}

void document_free(document *doc) {
    for (int i = 0; i < JT_BLOCKS; i++) {
        free(doc->block[i]);
    }
    free(doc->text.data);
}

/* Enlarges a block to `wanted` bytes and half as much as it had, so that the cost of moving it stays linear. */
static bool grow(document *doc, jt_block block, size_t wanted) {
    size_t more = doc->block_size[block] + doc->block_size[block] / 2;
    size_t size = wanted > more ? wanted : more;
    void *data = realloc(doc->block[block], size);
    if (!data && size > wanted) {
        data = realloc(doc->block[block], size = wanted);
    }
    if (!data) {
        return false;
    }
    doc->block[block] = data;
    doc->block_size[block] = size;
    jt_tokenizer_set_block(&doc->tokenizer, block, data, size);
    return true;
}

cli_status document_load(document *doc, input *source) {
    if (!input_read_all(source, &doc->text)) {
        return CLI_FAILED;
    }
    jt_tokenizer *t = &doc->tokenizer;
    jt_tokenizer_reset(t, NULL);
    /* Real documents take about a token for 8 bytes of text: a first guess. */
    size_t guess = doc->text.length / 8 * sizeof(jt_token);
    bool memory = (doc->block_size[JT_BLOCK_TAPE] > guess || grow(doc, JT_BLOCK_TAPE, guess + 4096)) &&
                  (doc->block_size[JT_BLOCK_KEYS] > 0 || grow(doc, JT_BLOCK_KEYS, JT_KEYS_BYTES_MIN));
    while (memory) {
        switch (jt_tokenize(t, doc->text.data, doc->text.length)) {
        case JT_OK: return CLI_GOOD;
        case JT_NEED_MEMORY: memory = grow(doc, t->need, t->wanted); break;
        case JT_REFUSED:
            cli_complain("%s: input of 4 GiB and more is not supported by this version", source->name);
            return CLI_FAILED;
        default: report_error(source->name, t, doc->text.data, doc->text.length); return CLI_BAD_JSON;
        }
    }
    cli_complain("%s: out of memory", source->name);
    return CLI_FAILED;
}

bool document_write(document *doc, output *out, uint32_t indent, char indent_char) {
    /* The tokenizer's stack has JT_LEVEL_BYTES a level: no document is deeper than that. */
    size_t depth = doc->block_size[JT_BLOCK_STACK] / JT_LEVEL_BYTES;
    jt_writer_options options = {.indent = indent, .indent_char = indent_char};
    void *stack = NULL;
    if (depth > JT_DEFAULT_DEPTH) {
        stack = malloc(depth / 8 + 1);
        if (!stack) {
            cli_complain("out of memory");
            return false;
        }
        options.max_depth = (uint32_t)depth;
        options.stack = stack;
    }
    jt_tape tape = jt_tokenizer_tape(&doc->tokenizer);
    jt_writer writer;
    size_t index = 0;
    bool good = out->length < OUTPUT_SIZE || output_flush(out);
    jt_status status = jt_writer_init(&writer, out->data + out->length, OUTPUT_SIZE - out->length, &options);
    if (status == JT_OK) {
        while (good && (status = jt_write_tape(&writer, &tape, &index)) == JT_FULL) {
            out->length += writer.length;
            good = output_flush(out);
            jt_writer_drain(&writer, out->data, OUTPUT_SIZE);
        }
        out->length += writer.length;
    }
    free(stack);
    if (good && status != JT_OK) {
        cli_complain("the writer refused the document");
        return false;
    }
    return good && output_put(out, "\n", 1);
}

bool document_write_tokens(document *doc, output *out) {
    static const char *const types[16] = {
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
    jt_tape tape = jt_tokenizer_tape(&doc->tokenizer);
    for (size_t i = 0; i < tape.length; i++) {
        jt_token token = tape.tokens[i];
        jt_type type = jt_token_type(token);
        const char *name = types[type];
        size_t length = type <= JT_ARRAY_END ? 1 : token.length; /* a bracket's length counts tokens */
        if (!output_put_u64(out, tape.base + token.start) || !output_put(out, name, strlen(name)) ||
            !output_put(out, jt_token_text(&tape, token), length) || !output_put(out, "\n", 1)) {
            return false;
        }
    }
    return true;
}
