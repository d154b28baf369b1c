// Files that are only written to: what goes there is output like any other. None can be read.
#include "tp.h"
#include <stdio.h>

static char written;

WEAK FILE *fopen(const char *restrict name, const char *restrict mode) {
    (void)name;
    for (const char *c = mode; *c; c++)
        if (*c == 'r' || *c == '+')
            __tp_unsupported("fopen to read: files are not modelled");
    return (FILE *)&written;
}
WEAK FILE *fopen64(const char *restrict name, const char *restrict mode) { return fopen(name, mode); }
WEAK int fclose(FILE *stream) {
    if (!stream)
        __tp_fail(TP_NULL_DEREF, "fclose of a null pointer");
    return 0;
}
