// Files: none exists. What is written to a new one is output like any other; whoever wants to read one is
// told that it is not there, and so is the user.
#include "channels.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#undef fcntl

static char written;
// The numbers of files. The first three are input, output and errors.
enum { FIRST_FILE = 3, FILES_OF_THREAD = 64 };
// How many files the thread has opened. One count for each thread keeps threads independent.
static _Thread_local unsigned opened;

static int missing(void) {
    __tp_note("files are not modelled: each that the program looks for was taken for missing");
    errno = ENOENT;
    return -1;
}

WEAK FILE *fopen(const char *restrict name, const char *restrict mode) {
    (void)name;
    if (*mode == 'r') {
        missing();
        return 0;
    }
    for (const char *c = mode; *c; c++)
        if (*c == '+')
            __tp_unsupported("fopen to write and to read: files are not modelled");
    return (FILE *)&written;
}
WEAK FILE *fopen64(const char *restrict name, const char *restrict mode) { return fopen(name, mode); }
WEAK int fclose(FILE *stream) {
    if (!stream)
        __tp_fail(TP_NULL_DEREF, "fclose of a null pointer");
    return 0;
}

static int open_file(int flags) {
    if (!(flags & O_CREAT))
        return missing();
    if ((flags & O_ACCMODE) != O_WRONLY)
        __tp_unsupported("open of a file to write and to read: files are not modelled");
    return (int)(FIRST_FILE + __tp_self() * FILES_OF_THREAD + opened++ % FILES_OF_THREAD);
}
WEAK int open(const char *name, int flags, ...) {
    (void)name;
    return open_file(flags);
}
WEAK int open64(const char *name, int flags, ...) {
    (void)name;
    return open_file(flags);
}
WEAK int openat(int folder, const char *name, int flags, ...) {
    (void)folder;
    (void)name;
    return open_file(flags);
}
WEAK int creat(const char *name, mode_t mode) {
    (void)name;
    (void)mode;
    return open_file(O_CREAT | O_WRONLY);
}

static int bad_descriptor(void) {
    errno = EBADF;
    return -1;
}
WEAK int close(int file) {
    if (is_channel(file))
        return tp_channel_close(file);
    return file < 0 ? bad_descriptor() : 0;
}
WEAK int fsync(int file) { return file < 0 ? bad_descriptor() : 0; }
WEAK int fdatasync(int file) { return file < 0 ? bad_descriptor() : 0; }

static ssize_t read_file(int file) {
    if (file == STDIN_FILENO)
        __tp_unsupported("read from standard input: there is no input");
    return bad_descriptor();
}
WEAK ssize_t read(int file, void *to, size_t size) {
    if (is_channel(file))
        return tp_channel_read(file, to, size);
    return read_file(file);
}
WEAK ssize_t pread(int file, void *to, size_t size, off_t at) {
    (void)to;
    (void)size;
    (void)at;
    return read_file(file);
}
WEAK ssize_t pread64(int file, void *to, size_t size, off64_t at) {
    (void)to;
    (void)size;
    (void)at;
    return read_file(file);
}

WEAK int access(const char *name, int how) {
    (void)name;
    (void)how;
    return missing();
}
WEAK int stat(const char *restrict name, struct stat *restrict result) {
    (void)name;
    (void)result;
    return missing();
}
WEAK int lstat(const char *restrict name, struct stat *restrict result) {
    (void)name;
    (void)result;
    return missing();
}
WEAK int stat64(const char *restrict name, struct stat64 *restrict result) {
    (void)name;
    (void)result;
    return missing();
}
WEAK int unlink(const char *name) {
    (void)name;
    return missing();
}
WEAK int remove(const char *name) {
    (void)name;
    return missing();
}
WEAK ssize_t readlink(const char *restrict name, char *restrict to, size_t size) {
    (void)name;
    (void)to;
    (void)size;
    return missing();
}
WEAK DIR *opendir(const char *name) {
    (void)name;
    missing();
    return 0;
}
WEAK int closedir(DIR *folder) {
    (void)folder;
    return bad_descriptor();
}

static int set_flags(int file, int flags) {
    if (is_channel(file))
        tp_channel_set_flags(file, flags);
    return 0;
}

// The flags of files are taken and forgotten: nothing that they change can be seen.
WEAK int fcntl(int file, int command, ...) {
    if (file < 0)
        return bad_descriptor();
    va_list arguments;
    va_start(arguments, command);
    int argument = command == F_SETFL ? va_arg(arguments, int) : 0;
    va_end(arguments);
    switch (command) {
    case F_GETFD:
    case F_SETFD:
        return 0;
    case F_SETFL:
        return set_flags(file, argument);
    case F_GETFL:
        if (is_channel(file))
            return O_RDWR | tp_channel_flags(file);
        return file == STDIN_FILENO ? O_RDONLY : O_WRONLY;
    default:
        __tp_unsupported("fcntl with this command");
    }
}
