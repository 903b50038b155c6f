/* Tokenizes a document, prints a line a token, and writes it again with a member more. */
#include <jsontape.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    static const char json[] = "{\"a\": [1, true]}";
    static uint64_t tape[96], stack[64], keys[512]; /* any memory, aligned to 8 bytes */
    jt_tokenizer t;
    jt_tokenizer_init(&t, NULL);
    jt_tokenizer_set_block(&t, JT_BLOCK_TAPE, tape, sizeof tape);
    jt_tokenizer_set_block(&t, JT_BLOCK_STACK, stack, sizeof stack);
    jt_tokenizer_set_block(&t, JT_BLOCK_KEYS, keys, sizeof keys);
    if (jt_tokenize(&t, json, strlen(json)) != JT_OK)
        return 1;
    jt_tape result = jt_tokenizer_tape(&t);
    for (size_t i = 0; i < result.length; i++)
        printf("%d:%u ", (int)jt_token_type(result.tokens[i]), (unsigned)result.tokens[i].start);

    char text[64];
    jt_writer w;
    size_t index = 0;
    jt_writer_init(&w, text, sizeof text, NULL);
    jt_write_array_start(&w);
    jt_write_f64(&w, 0.1);
    jt_write_tape(&w, &result, &index);
    jt_write_array_end(&w);
    if (!jt_writer_done(&w))
        return 1;
    printf("%.*s\n", (int)w.length, text);
    return 0;
}
