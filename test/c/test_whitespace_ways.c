/* The documents of the whitespace benchmark, and the way of skipping that this build ships, by themselves and in the
 * tokenizer: they find what the making of the documents says. */
#include "check.h"

#include "../whitespace/whitespace_documents.c"
#include "../whitespace/whitespace_way.c"

/* Whether this processor has the instructions that the loops over gaps are compiled for. */
static bool has_vectors(void) {
#ifdef __x86_64__
    const jt_isa now = jt_get_isa();
    bool has = jt_set_isa(JT_ISA_AVX2) == JT_OK;
    jt_set_isa(now);
    return has;
#else
    return true;
#endif
}

/* What the document holds, byte for byte: gaps of whitespace alone, and what lies between them without any in front. */
static void check_gaps(void) {
    size_t at = 0, wrong = 0;
    for (size_t i = 0; i < document.gap_count; i++) {
        wrong += document.gaps[i].start != at;
        while (is_whitespace((uint8_t)document.text[at]))
            at++;
        at += document.gaps[i].advance;
    }
    CHECK(wrong == 0);
    CHECK(at == document.length);
    CHECK(document.gaps[document.gap_count].start == document.length);
}

int main(void) {
    size_t count = 0;
    for (uint32_t which = 0; ws_make(which); which++, count++) {
        CHECK(ws_label(which) != NULL);
        check_gaps();
        CHECK(ws_gaps() > ws_tokens());
        for (uint32_t what = has_vectors() ? 0 : 2; what < 3; what++)
            CHECK(ws_run(what, 2) == ws_expected(what));
    }
    CHECK(count == WHITESPACE_DOCUMENTS);
    CHECK(ws_label(WHITESPACE_DOCUMENTS) == NULL);
    return check_report("whitespace ways");
}
