/* jsontape on the command line: each file in turn. */
#include "cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void cli_complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    progress_clear();
    fputs("jsontape: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    fflush(stderr);
    va_end(arguments);
}

/* JSONTAPE_ISA, where it is set. */
static bool choose_isa(void) {
    const char *name = getenv("JSONTAPE_ISA");
    if (!name || !*name) {
        return true;
    }
    int isa = jt_isa_from_name(name);
    if (isa < 0) {
        cli_complain("JSONTAPE_ISA: there is no instruction set '%s' (scalar, sse2, avx2, avx512, neon)", name);
        return false;
    }
    if (jt_set_isa((jt_isa)isa) != JT_OK) {
        cli_complain("JSONTAPE_ISA: this build or this processor lacks '%s'", name);
        return false;
    }
    return true;
}

static cli_status run_file(stream *s, const char *path) {
    static input source;
    if (!input_open(&source, path)) {
        return CLI_FAILED;
    }
    cli_status status = stream_run(s, &source);
    input_close(&source);
    return status;
}

int main(int argc, char **argv) {
    static output out;
    static stream s;
    settings set;
    /* A message is one write: a pipe or socket that does not block has no room for many small ones. */
    static char messages[4096];
    setvbuf(stderr, messages, _IOFBF, sizeof messages);
    if (!choose_isa()) {
        return CLI_FAILED;
    }
    int ended = parse_arguments(&set, argc, argv);
    if (ended >= 0) {
        return ended;
    }
    if (set.files == 0) {
        argv[0] = "-";
        set.files = 1;
    }
    if (!output_open(&out) || !stream_init(&s, &set, &out)) {
        return CLI_FAILED;
    }
    out.replace = set.options.utf8 == JT_UTF8_REPLACE;
    cli_status worst = CLI_GOOD;
    for (int i = 0; i < set.files && !out.failed; i++) {
        cli_status status = run_file(&s, argv[i]);
        worst = status > worst ? status : worst;
    }
    if (!output_close(&out)) {
        worst = CLI_FAILED;
    }
    stream_free(&s);
    return (int)worst;
}
