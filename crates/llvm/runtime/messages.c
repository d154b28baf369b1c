// Complaints: `err` and its relatives, and the system's log. All are output; some end the program.
#include "tp.h"
#include <err.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

static void say(const char *format, va_list arguments) {
    if (format)
        vprintf(format, arguments);
}

WEAK void vwarnx(const char *format, va_list arguments) {
    say(format, arguments);
    __tp_print("\n");
}
WEAK void vwarn(const char *format, va_list arguments) {
    const char *words = strerror(errno);
    say(format, arguments);
    __tp_print(format ? ": %s\n" : "%s\n", words);
}
WEAK void verr(int status, const char *format, va_list arguments) {
    vwarn(format, arguments);
    exit(status);
}
WEAK void verrx(int status, const char *format, va_list arguments) {
    vwarnx(format, arguments);
    exit(status);
}
WEAK void vsyslog(int priority, const char *format, va_list arguments) {
    (void)priority;
    vwarnx(format, arguments);
}

WEAK void warn(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vwarn(format, arguments);
    va_end(arguments);
}
WEAK void warnx(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vwarnx(format, arguments);
    va_end(arguments);
}
WEAK void err(int status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    verr(status, format, arguments);
}
WEAK void errx(int status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    verrx(status, format, arguments);
}
WEAK void syslog(int priority, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsyslog(priority, format, arguments);
    va_end(arguments);
}
WEAK void openlog(const char *name, int options, int facility) {
    (void)name;
    (void)options;
    (void)facility;
}
WEAK void closelog(void) {}
