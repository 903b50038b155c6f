/* The arguments: commands, options and what they refuse, and the help. */
#include "cli.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef __APPLE__
#include <sys/random.h>
#endif

static const char help[] =
    "jsontape " JT_VERSION " - checks, formats and takes apart JSON (RFC 8259)\n"
    "\n"
    "Usage: jsontape COMMAND [OPTION...] [FILE...]\n"
    "\n"
    "Commands\n"
    "  check     says nothing when every file is JSON, and where it is not when one isn't\n"
    "  format    prints each value indented\n"
    "  minify    prints each value without whitespace, one a line\n"
    "  tokens    prints a line for each token: offset, type, text, between tabs\n"
    "  select PATH\n"
    "            prints each value at the path, one a line. A path is a JSON Pointer (RFC 6901) in which a step that "
    "is\n"
    "            * stands for every member and every element: /items/*/id\n"
    "\n"
    "Without a FILE, and for the file -, it reads stdin. Input of any length is read in chunks and printed as it "
    "comes.\n"
    "Strings, keys, numbers and comments are printed as they stand, unless an option says otherwise.\n"
    "\n"
    "Layout, of format and select\n"
    "  --indent N             N spaces a level, 0 to 10 (format: 2, select: 0)\n"
    "  --tab                  a tab a level\n"
    "\n"
    "Form, of format and minify\n"
    "  -S, --sort-keys        the keys of each object sorted by their UTF-16 units; a root value is held in memory as "
    "a "
    "whole\n"
    "  --canonical            the canonical form of RFC 8785, and a line feed behind it: keys sorted, strings and "
    "numbers\n"
    "                         in the one way they can be written; a key twice, a lone surrogate and a number beyond "
    "the\n"
    "                         doubles are errors, told when a root value has come to its end; it is held in memory as "
    "a whole\n"
    "  --ascii                characters beyond ASCII in strings as \\u escapes (select, too)\n"
    "  --html-safe            < > & U+2028 U+2029 in strings as \\u escapes, so that the output may stand in an HTML\n"
    "                         script element (select, too)\n"
    "\n"
    "Of select\n"
    "  --trusted              pass over what the path does not lead into without a look at its grammar and UTF-8, as "
    "far as\n"
    "                         the other options allow\n"
    "\n"
    "More and less than JSON\n"
    "  --comments WHAT        accept // and /* */ comments: skip them, or keep them (not select); without it they are\n"
    "                         errors\n"
    "  --trailing-commas      accept a comma before a closing bracket\n"
    "  --utf8 HOW             ill-formed UTF-8 in strings: strict, an error (the default); replace, prints U+FFFD for "
    "it;\n"
    "                         raw, prints it as it is\n"
    "  --duplicates WHAT      keys that an object has already: allow (the default), or error\n"
    "\n"
    "Several values in one input\n"
    "  --multiple HOW         concatenated: with or without whitespace between; ndjson: one a line; seq: each behind "
    "a\n"
    "                         record separator (RFC 7464), which is printed too\n"
    "  --ndjson, --seq        short for --multiple ndjson and --multiple seq\n"
    "  --on-bad-line WHAT     of ndjson: stop (the default), or report it, print nothing of it and go on\n"
    "\n"
    "Limits\n"
    "  --max-depth N          the deepest nesting that is accepted (default 1024)\n"
    "  --max-token-length N   the longest token, in bytes, of strings and keys with their quotes\n"
    "  --max-length N         the longest input, in bytes\n"
    "\n"
    "  -h, --help             prints this\n"
    "  -V, --version          prints the version and the instruction set in use\n"
    "  --                     what follows is a file, even if it starts with a hyphen\n"
    "\n"
    "Exit status: 0 all is good, 1 a value is not JSON or beyond a limit, 2 wrong usage or a file that can't be read "
    "or\n"
    "written. After a bad file the others are still done; the worst status counts.\n"
    "\n"
    "Environment: JSONTAPE_ISA=scalar|sse2|avx2|avx512|neon forces an instruction set.\n";

static const char *const command_names[] = {"check", "format", "minify", "tokens", "select", NULL};

static int usage(void) {
    fputs("Usage: jsontape check|format|minify|tokens [OPTION...] [FILE...]\n"
          "       jsontape select PATH [OPTION...] [FILE...]\n"
          "`jsontape --help` says more.\n",
          stderr);
    return CLI_FAILED;
}

/* A decimal number from least to most; text is NULL where it is missing. */
static bool parse_number(const char *option, const char *text, uint64_t least, uint64_t most, uint64_t *value) {
    uint64_t number = 0;
    size_t length = text ? strlen(text) : 0;
    bool good = length > 0;
    for (size_t i = 0; good && i < length; i++) {
        uint64_t digit = (uint64_t)(text[i] - '0');
        good = text[i] >= '0' && text[i] <= '9' && number <= (most - digit) / 10;
        number = number * 10 + digit;
    }
    if (!good || number < least) {
        cli_complain("%s takes a number from %llu to %llu%s%s%s", option, (unsigned long long)least,
                     (unsigned long long)most, text ? ", not '" : "", text ? text : "", text ? "'" : "");
        return false;
    }
    *value = number;
    return true;
}

/* The place of a word in a list that ends with NULL, or -1. */
static int find_word(const char *const *words, const char *word) {
    for (int i = 0; word && words[i]; i++) {
        if (strcmp(words[i], word) == 0) {
            return i;
        }
    }
    return -1;
}

/* The same, with a complaint for the option. */
static bool parse_word(const char *option, const char *const *words, const char *text, int *place) {
    *place = find_word(words, text);
    if (*place < 0) {
        char list[64] = "";
        for (int i = 0; words[i]; i++) {
            snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s",
                     i == 0         ? ""
                     : words[i + 1] ? ", "
                                    : " or ",
                     words[i]);
        }
        cli_complain("%s takes %s%s%s%s", option, list, text ? ", not '" : "", text ? text : "", text ? "'" : "");
    }
    return *place >= 0;
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

/* What has been given, where that matters beyond its value. */
typedef struct given {
    bool command, indent, multiple, on_bad_line;
} given;

static bool set_indent(settings *set, given *has, bool tab, const char *text) {
    static const char spaces[] = "          ";
    uint64_t indent = 0;
    if (has->indent) {
        cli_complain("--indent and --tab: give one of them, once");
        return false;
    }
    has->indent = true;
    if (!tab && !parse_number("--indent", text, 0, sizeof spaces - 1, &indent)) {
        return false;
    }
    set->indent = tab ? "\t" : spaces + sizeof spaces - 1 - indent;
    return true;
}

static bool set_multiple(settings *set, given *has, jt_multiple multiple) {
    if (has->multiple) {
        cli_complain("--multiple, --ndjson and --seq: give one of them, once");
        return false;
    }
    has->multiple = true;
    set->options.multiple = multiple;
    return true;
}

/* The option at argv[*i], whose value may be the next argument. 1: taken; 0: refused, which has been said; -1: there is
 * no such option. */
static int parse_option(settings *set, given *has, int argc, char **argv, int *i) {
    static const char *const
        comments[] = {"skip", "keep", NULL},
        *const encodings[] = {"strict", "replace", "raw", NULL}, *const duplicates[] = {"allow", "error", NULL},
        *const multiples[] = {"concatenated", "ndjson", "seq", NULL}, *const bad_lines[] = {"stop", "report", NULL};
    jt_options *options = &set->options;
    const char *word = argv[*i], *value = NULL;
    uint64_t number = 0;
    int place = 0;
    bool good = true;
    if (strcmp(word, "-S") == 0 || strcmp(word, "--sort-keys") == 0) {
        set->sorted = true;
    } else if (strcmp(word, "--canonical") == 0) {
        set->canonical = true;
    } else if (strcmp(word, "--ascii") == 0) {
        set->escape |= JT_ESCAPE_ASCII;
    } else if (strcmp(word, "--html-safe") == 0) {
        set->escape |= JT_ESCAPE_HTML;
    } else if (strcmp(word, "--tab") == 0) {
        good = set_indent(set, has, true, NULL);
    } else if (strcmp(word, "--trailing-commas") == 0) {
        options->trailing_commas = true;
    } else if (strcmp(word, "--trusted") == 0) {
        set->trusted = true;
    } else if (strcmp(word, "--ndjson") == 0) {
        good = set_multiple(set, has, JT_NDJSON);
    } else if (strcmp(word, "--seq") == 0) {
        good = set_multiple(set, has, JT_SEQ);
    } else if (takes_value(argc, argv, i, "--indent", &value)) {
        good = set_indent(set, has, false, value);
    } else if (takes_value(argc, argv, i, "--comments", &value)) {
        good = parse_word("--comments", comments, value, &place);
        options->comments = place == 0 ? JT_COMMENTS_SKIP : JT_COMMENTS_KEEP;
    } else if (takes_value(argc, argv, i, "--duplicates", &value)) {
        good = parse_word("--duplicates", duplicates, value, &place);
        options->duplicates = place == 1 ? JT_DUPLICATES_ERROR : JT_DUPLICATES_ALLOW;
    } else if (takes_value(argc, argv, i, "--utf8", &value)) {
        static const jt_utf8 kinds[] = {JT_UTF8_STRICT, JT_UTF8_REPLACE, JT_UTF8_RAW};
        good = parse_word("--utf8", encodings, value, &place);
        options->utf8 = good ? kinds[place] : JT_UTF8_STRICT;
    } else if (takes_value(argc, argv, i, "--multiple", &value)) {
        static const jt_multiple kinds[] = {JT_CONCATENATED, JT_NDJSON, JT_SEQ};
        good = parse_word("--multiple", multiples, value, &place) && set_multiple(set, has, kinds[place]);
    } else if (takes_value(argc, argv, i, "--on-bad-line", &value)) {
        good = parse_word("--on-bad-line", bad_lines, value, &place);
        options->skip_bad_lines = place == 1;
        has->on_bad_line = true;
    } else if (takes_value(argc, argv, i, "--max-depth", &value)) {
        good = parse_number("--max-depth", value, 1, UINT32_MAX, &number);
        options->max_depth = (uint32_t)number;
    } else if (takes_value(argc, argv, i, "--max-token-length", &value)) {
        good = parse_number("--max-token-length", value, 1, UINT64_MAX, &number);
        options->max_token_length = number;
    } else if (takes_value(argc, argv, i, "--max-length", &value)) {
        good = parse_number("--max-length", value, 1, UINT64_MAX, &number);
        options->max_length = number;
    } else {
        return -1;
    }
    return good;
}

/* Options that don't go together. */
static bool agrees(const settings *set, const given *has) {
    bool indents = set->command == FORMAT || set->command == SELECT;
    bool orders = set->command == FORMAT || set->command == MINIFY;
    bool keeps = set->options.comments == JT_COMMENTS_KEEP;
    if (has->indent && !indents) {
        cli_complain("--indent and --tab are options of format and select, not of %s", command_names[set->command]);
    } else if (set->trusted && set->command != SELECT) {
        cli_complain("--trusted is an option of select, not of %s", command_names[set->command]);
    } else if (has->on_bad_line && set->options.multiple != JT_NDJSON) {
        cli_complain("--on-bad-line goes with --ndjson");
    } else if ((set->sorted || set->canonical) && !orders) {
        cli_complain("-S and --canonical are options of format and minify, not of %s", command_names[set->command]);
    } else if (set->escape && !cli_writes(set->command)) {
        cli_complain("--ascii and --html-safe are options of format, minify and select, not of %s",
                     command_names[set->command]);
    } else if (set->command == SELECT && keeps) {
        cli_complain("select prints no comments: --comments keep goes with the other commands");
    } else if ((set->escape & JT_ESCAPE_HTML) && keeps) {
        cli_complain("--html-safe does not go with --comments keep: comments stay as they are");
    } else if ((set->sorted || set->canonical) && keeps) {
        cli_complain("%s prints no comments: they may be skipped", set->sorted ? "-S" : "--canonical");
    } else if (set->canonical && (set->sorted || set->escape || has->indent)) {
        cli_complain("--canonical is a form of its own: not with -S, --ascii, --html-safe, --indent or --tab");
    } else if (set->canonical && set->options.utf8 != JT_UTF8_STRICT) {
        cli_complain("--canonical takes well-formed UTF-8 only: not with --utf8");
    } else {
        return true;
    }
    return false;
}

int parse_arguments(settings *set, int argc, char **argv) {
    given has = {false, false, false, false};
    bool only_files = false;
    *set = (settings){.options.pieces = true, .indent = "  "};
    for (int i = 1; i < argc; i++) {
        char *word = argv[i];
        if (only_files || word[0] != '-' || word[1] == '\0') {
            if (has.command && set->command == SELECT && !set->path) {
                set->path = word;
                continue;
            }
            if (has.command) {
                argv[set->files++] = word;
                continue;
            }
            int place = find_word(command_names, word);
            if (place < 0) {
                cli_complain("there is no command '%s'", word);
                return usage();
            }
            set->command = (command)place;
            has.command = true;
        } else if (strcmp(word, "--") == 0) {
            only_files = true;
        } else if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0) {
            fputs(help, stdout);
            return fflush(stdout) == 0 ? CLI_GOOD : CLI_FAILED;
        } else if (strcmp(word, "-V") == 0 || strcmp(word, "--version") == 0) {
            printf("jsontape %s (%s)\n", jt_version(), jt_isa_name(jt_get_isa()));
            return fflush(stdout) == 0 ? CLI_GOOD : CLI_FAILED;
        } else {
            int taken = parse_option(set, &has, argc, argv, &i);
            if (taken < 0) {
                cli_complain("there is no option '%s'", word);
                return usage();
            }
            if (!taken) {
                return CLI_FAILED;
            }
        }
    }
    if (!has.command) {
        return usage();
    }
    if (set->command == SELECT && !set->path) {
        cli_complain("select takes a path, such as /items/*/id");
        return usage();
    }
    if (!agrees(set, &has)) {
        return CLI_FAILED;
    }
    if (set->command == MINIFY || set->canonical || (set->command == SELECT && !has.indent)) {
        set->indent = "";
    }
    /* The keys may be chosen by someone who means harm; without a seed they are only slower. */
    if (getentropy(&set->options.seed, sizeof set->options.seed) != 0) {
        set->options.seed = 0;
    }
    return -1;
}
