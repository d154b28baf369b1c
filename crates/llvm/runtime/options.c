// Options of the command line, as POSIX has them: the first word that is none ends them. Long ones must be
// spelled out.
#include "tp.h"
#include <getopt.h>
#include <stdio.h>
#include <string.h>

WEAK char *optarg;
WEAK int optind = 1;
WEAK int opterr = 1;
WEAK int optopt = '?';

// The letters of the current word that are still to come.
static char *letters;

static int complain(const char *program, const char *words, const char *name, int length) {
    if (opterr)
        __tp_print("%s: %s -- '%.*s'\n", program, words, length, name);
    return '?';
}

// What follows in the word, or the next word; 0 if there is none.
static char *argument_of(int count, char *const words[], char *rest) {
    if (*rest)
        return rest;
    return optind < count ? words[optind++] : 0;
}

static int next_letter(int count, char *const words[], const char *known) {
    char letter = *letters++;
    char *rest = letters;
    if (!*rest) {
        letters = 0;
        optind++;
    }
    const char *found = letter == ':' ? 0 : strchr(known, letter);
    if (!found) {
        optopt = letter;
        return *known == ':' ? '?' : complain(words[0], "invalid option", &letter, 1);
    }
    if (found[1] != ':')
        return letter;
    int is_optional = found[2] == ':';
    if (letters)
        optind++;
    letters = 0;
    optarg = is_optional ? (*rest ? rest : 0) : argument_of(count, words, rest);
    if (optarg || is_optional)
        return letter;
    optopt = letter;
    return *known == ':' ? ':' : complain(words[0], "option requires an argument", &letter, 1);
}

WEAK int getopt(int count, char *const words[], const char *known) {
    optarg = 0;
    if (letters)
        return next_letter(count, words, known);
    if (optind >= count || words[optind][0] != '-' || !words[optind][1])
        return -1;
    if (!strcmp(words[optind], "--")) {
        optind++;
        return -1;
    }
    letters = words[optind] + 1;
    return next_letter(count, words, known);
}

static int next_long(int count, char *const words[], const char *known, const struct option *options,
                     int *which) {
    char *name = words[optind++] + 2;
    int length = (int)strcspn(name, "=");
    for (int i = 0; options[i].name; i++) {
        const struct option *option = &options[i];
        if (strncmp(option->name, name, (size_t)length) || option->name[length])
            continue;
        if (which)
            *which = i;
        if (name[length] && option->has_arg == no_argument)
            return complain(words[0], "option allows no argument", name, length);
        if (name[length])
            optarg = name + length + 1;
        else if (option->has_arg == required_argument)
            optarg = argument_of(count, words, name + length);
        if (option->has_arg == required_argument && !optarg) {
            optopt = option->val;
            return *known == ':' ? ':' : complain(words[0], "option requires an argument", name, length);
        }
        if (!option->flag)
            return option->val;
        *option->flag = option->val;
        return 0;
    }
    optopt = 0;
    return complain(words[0], "unrecognized option", name, length);
}

WEAK int getopt_long(int count, char *const words[], const char *known, const struct option *options,
                     int *which) {
    int is_long = !letters && optind < count && !strncmp(words[optind], "--", 2) && words[optind][2];
    if (!is_long)
        return getopt(count, words, known);
    optarg = 0;
    return next_long(count, words, known, options, which);
}
