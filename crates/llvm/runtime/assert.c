// Failed assertions of <assert.h>.
#include "tp.h"
#include <assert.h>

WEAK void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
    (void)file;
    (void)line;
    (void)function;
    __tp_fail(TP_ASSERTION, expression);
}

WEAK void __assert(const char *expression, const char *file, int line) {
    (void)file;
    (void)line;
    __tp_fail(TP_ASSERTION, expression);
}

WEAK void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) {
    (void)error;
    (void)file;
    (void)line;
    (void)function;
    __tp_fail(TP_ASSERTION, "assert_perror");
}
