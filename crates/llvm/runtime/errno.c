// errno, one for each thread, and its words.
#include "tp.h"
#include <errno.h>
#include <string.h>

static _Thread_local int number;

WEAK int *__errno_location(void) { return &number; }

static const char *describe(int error) {
    switch (error) {
    case 0:
        return "Success";
    case EPERM:
        return "Operation not permitted";
    case ENOENT:
        return "No such file or directory";
    case ESRCH:
        return "No such process";
    case EINTR:
        return "Interrupted system call";
    case EIO:
        return "Input/output error";
    case EAGAIN:
        return "Resource temporarily unavailable";
    case ENOMEM:
        return "Cannot allocate memory";
    case EACCES:
        return "Permission denied";
    case EBUSY:
        return "Device or resource busy";
    case EEXIST:
        return "File exists";
    case EINVAL:
        return "Invalid argument";
    case ERANGE:
        return "Numerical result out of range";
    case EDEADLK:
        return "Resource deadlock avoided";
    case EOVERFLOW:
        return "Value too large for defined data type";
    case ETIMEDOUT:
        return "Connection timed out";
    default:
        return "Unknown error";
    }
}

WEAK char *strerror(int error) { return (char *)describe(error); }

// The form of <string.h> with _GNU_SOURCE, which is what C++ and most C programs get.
WEAK char *strerror_r(int error, char *buffer, size_t size) {
    (void)buffer;
    (void)size;
    return (char *)describe(error);
}

WEAK int __xpg_strerror_r(int error, char *buffer, size_t size) {
    const char *text = describe(error);
    if (strlen(text) >= size)
        return ERANGE;
    strcpy(buffer, text);
    return 0;
}
