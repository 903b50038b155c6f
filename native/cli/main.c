/* jsontape on the command line: arguments, help, and the commands over each file in turn. */
#include "cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef __wasi__ /* which has no signals */
#include <signal.h>
#endif

static const char help[] =
    "jsontape " JT_VERSION " - checks, formats and takes apart JSON (RFC 8259)\n"
    "\n"
    "Usage: jsontape COMMAND [OPTION...] [FILE...]\n"
    "\n"
    "Commands\n"
    "  check     says nothing when every file is JSON, and where it is not when one isn't\n"
    "  format    prints each document indented\n"
    "  minify    prints each document without whitespace, one a line\n"
    "  tokens    prints a line for each token: offset, type, text, between tabs\n"
    "\n"
    "Without a FILE, and for the file -, it reads stdin. Strings, keys and numbers are printed as they stand.\n"
    "\n"
    "Options\n"
    "  --indent N      format: N spaces a level, 0 to 10 (default 2)\n"
    "  --tab           format: a tab a level\n"
    "  --max-depth N   the deepest nesting that is accepted (default 1024)\n"
    "  -h, --help      prints this\n"
    "  -V, --version   prints the version and the instruction set in use\n"
    "  --              what follows is a file, even if it starts with a hyphen\n"
    "\n"
    "Exit status: 0 all is good, 1 a document is not JSON or too deep, 2 wrong usage or a file that can't be read or\n"
    "written. After a bad file the others are still done; the worst status counts.\n"
    "\n"
    "Environment: JSONTAPE_ISA=scalar|sse2|avx2|neon forces an instruction set.\n";

typedef enum command { CHECK, FORMAT, MINIFY, TOKENS } command;
static const char *const command_names[] = {"check", "format", "minify", "tokens"};

typedef struct settings {
    command command;
    uint32_t indent;
    char indent_char;
    uint32_t max_depth; /* 0: the default */
    int files;          /* the first so many of argv */
} settings;

void cli_complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("jsontape: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    fflush(stderr);
    va_end(arguments);
}

static int usage(void) {
    fputs("Usage: jsontape check|format|minify|tokens [OPTION...] [FILE...]\n"
          "`jsontape --help` says more.\n",
          stderr);
    return CLI_FAILED;
}

/* A decimal number from least to most; text is NULL where it is missing. */
static bool parse_number(const char *option, const char *text, uint32_t least, uint32_t most, uint32_t *value) {
    uint64_t number = 0;
    size_t length = text ? strlen(text) : 0;
    bool good = length > 0 && length <= 10;
    for (size_t i = 0; good && i < length; i++) {
        good = text[i] >= '0' && text[i] <= '9';
        number = number * 10 + (uint64_t)(text[i] - '0');
    }
    if (!good || number < least || number > most) {
        cli_complain("%s takes a number from %lu to %lu%s%s%s", option, (unsigned long)least, (unsigned long)most,
                     text ? ", not '" : "", text ? text : "", text ? "'" : "");
        return false;
    }
    *value = (uint32_t)number;
    return true;
}

/* Where argv[*i] is the option, its value: after '=' or in the next argument. */
static bool takes_value(int argc, char **argv, int *i, const char *option, const char **value) {
    size_t length = strlen(option);
    if (strncmp(argv[*i], option, length) != 0 || (argv[*i][length] != '\0' && argv[*i][length] != '=')) {
        return false;
    }
    *value = argv[*i][length] == '=' ? argv[*i] + length + 1 : *i + 1 < argc ? argv[++*i] : NULL;
    return true;
}

/* Reads the arguments; the files are moved to the front of argv. Returns -1, or the status to end with. */
static int parse_arguments(settings *set, int argc, char **argv) {
    bool has_command = false, has_indent = false, only_files = false;
    *set = (settings){.indent = 2, .indent_char = ' '};
    for (int i = 1; i < argc; i++) {
        char *word = argv[i];
        const char *value = NULL;
        if (only_files || word[0] != '-' || word[1] == '\0') {
            if (has_command) {
                argv[set->files++] = word;
                continue;
            }
            for (size_t c = 0; c < sizeof command_names / sizeof command_names[0]; c++) {
                if (strcmp(word, command_names[c]) == 0) {
                    set->command = (command)c;
                    has_command = true;
                }
            }
            if (!has_command) {
                cli_complain("there is no command '%s'", word);
                return usage();
            }
        } else if (strcmp(word, "--") == 0) {
            only_files = true;
        } else if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0) {
            fputs(help, stdout);
            return fflush(stdout) == 0 ? CLI_GOOD : CLI_FAILED;
        } else if (strcmp(word, "-V") == 0 || strcmp(word, "--version") == 0) {
            printf("jsontape %s (%s)\n", jt_version(), jt_isa_name(jt_get_isa()));
            return fflush(stdout) == 0 ? CLI_GOOD : CLI_FAILED;
        } else if (strcmp(word, "--tab") == 0 || takes_value(argc, argv, &i, "--indent", &value)) {
            bool tab = word[2] == 't';
            if (has_indent) {
                cli_complain("--indent and --tab: give one of them, once");
                return CLI_FAILED;
            }
            has_indent = true;
            if (tab) {
                set->indent = 1;
                set->indent_char = '\t';
            } else if (!parse_number("--indent", value, 0, 10, &set->indent)) {
                return CLI_FAILED;
            }
        } else if (takes_value(argc, argv, &i, "--max-depth", &value)) {
            if (!parse_number("--max-depth", value, 1, UINT32_MAX, &set->max_depth)) {
                return CLI_FAILED;
            }
        } else {
            cli_complain("there is no option '%s'", word);
            return usage();
        }
    }
    if (!has_command) {
        return usage();
    }
    if (has_indent && set->command != FORMAT) {
        cli_complain("--indent and --tab are options of format, not of %s", command_names[set->command]);
        return CLI_FAILED;
    }
    if (set->command == MINIFY) {
        set->indent = 0;
    }
    return -1;
}

/* JSONTAPE_ISA, where it is set. */
static bool choose_isa(void) {
    const char *name = getenv("JSONTAPE_ISA");
    if (!name || !*name) {
        return true;
    }
    int isa = jt_isa_from_name(name);
    if (isa < 0) {
        cli_complain("JSONTAPE_ISA: there is no instruction set '%s' (scalar, sse2, avx2, neon)", name);
        return false;
    }
    if (jt_set_isa((jt_isa)isa) != JT_OK) {
        cli_complain("JSONTAPE_ISA: this build or this processor lacks '%s'", name);
        return false;
    }
    return true;
}

static cli_status run_file(const settings *set, document *doc, output *out, const char *path) {
    input source;
    if (!input_open(&source, path)) {
        return CLI_FAILED;
    }
    cli_status status = document_load(doc, &source);
    input_close(&source);
    if (status == CLI_GOOD && set->command != CHECK) {
        bool good = set->command == TOKENS ? document_write_tokens(doc, out)
                                           : document_write(doc, out, set->indent, set->indent_char);
        /* Flushed here, so that messages about the next file come after this one's output. */
        status = good && output_flush(out) ? CLI_GOOD : CLI_FAILED;
    }
    return status;
}

int main(int argc, char **argv) {
    static output out;
    static document doc;
    settings set;
    /* A message is one write: a pipe or socket that does not block has no room for many small ones. */
    static char messages[4096];
    setvbuf(stderr, messages, _IOFBF, sizeof messages);
#ifndef __wasi__
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error of write, not the end of the process */
#endif
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
    document_init(&doc, set.max_depth);
    cli_status worst = CLI_GOOD;
    for (int i = 0; i < set.files && !out.failed; i++) {
        cli_status status = run_file(&set, &doc, &out, argv[i]);
        worst = status > worst ? status : worst;
    }
    if (!output_close(&out)) {
        worst = CLI_FAILED;
    }
    document_free(&doc);
    return (int)worst;
}
