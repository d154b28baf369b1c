// The str* functions of <string.h>, byte by byte. Locales are not modelled: it is always "C".
#include "heap.h"
#include <string.h>
#include <strings.h>

static size_t length(const char *s) {
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

static size_t length_up_to(const char *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n])
        n++;
    return n;
}

static char *copy(char *to, const char *from) {
    while ((*to = *from)) {
        to++;
        from++;
    }
    return to;
}

static int compare(const char *a, const char *b, size_t limit) {
    for (size_t i = 0; i < limit; i++) {
        unsigned char p = (unsigned char)a[i], q = (unsigned char)b[i];
        if (p != q)
            return p < q ? -1 : 1;
        if (!p)
            return 0;
    }
    return 0;
}

static int lower(unsigned char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

static int compare_letters(const char *a, const char *b, size_t limit) {
    for (size_t i = 0; i < limit; i++) {
        int p = lower((unsigned char)a[i]), q = lower((unsigned char)b[i]);
        if (p != q)
            return p - q;
        if (!p)
            return 0;
    }
    return 0;
}

static int contains(const char *set, char c) {
    for (; *set; set++)
        if (*set == c)
            return 1;
    return 0;
}

// How many bytes of `s` in a row are in `set`, or are not.
static size_t span(const char *s, const char *set, int inside) {
    size_t n = 0;
    while (s[n] && contains(set, s[n]) == inside)
        n++;
    return n;
}

static char *find(const char *s, char c) {
    for (;; s++) {
        if (*s == c)
            return (char *)s;
        if (!*s)
            return 0;
    }
}

WEAK size_t strlen(const char *s) { return length(s); }
WEAK size_t strnlen(const char *s, size_t limit) { return length_up_to(s, limit); }

WEAK int strcmp(const char *a, const char *b) { return compare(a, b, SIZE_MAX); }
WEAK int strncmp(const char *a, const char *b, size_t limit) { return compare(a, b, limit); }
WEAK int strcoll(const char *a, const char *b) { return compare(a, b, SIZE_MAX); }
WEAK int strcasecmp(const char *a, const char *b) { return compare_letters(a, b, SIZE_MAX); }
WEAK int strncasecmp(const char *a, const char *b, size_t limit) { return compare_letters(a, b, limit); }

WEAK char *strcpy(char *to, const char *from) {
    copy(to, from);
    return to;
}
WEAK char *stpcpy(char *to, const char *from) { return copy(to, from); }

static char *copy_up_to(char *to, const char *from, size_t size) {
    size_t n = length_up_to(from, size);
    __builtin_memcpy(to, from, n);
    __builtin_memset(to + n, 0, size - n);
    return to + n;
}
WEAK char *strncpy(char *to, const char *from, size_t size) {
    copy_up_to(to, from, size);
    return to;
}
WEAK char *stpncpy(char *to, const char *from, size_t size) { return copy_up_to(to, from, size); }

WEAK char *strcat(char *to, const char *from) {
    copy(to + length(to), from);
    return to;
}
WEAK char *strncat(char *to, const char *from, size_t limit) {
    char *end = to + length(to);
    size_t n = length_up_to(from, limit);
    __builtin_memcpy(end, from, n);
    end[n] = 0;
    return to;
}

WEAK char *strchr(const char *s, int c) { return find(s, (char)c); }
WEAK char *index(const char *s, int c) { return find(s, (char)c); }
WEAK char *strchrnul(const char *s, int c) {
    while (*s && *s != (char)c)
        s++;
    return (char *)s;
}
static char *find_last(const char *s, char c) {
    char *last = 0;
    for (;; s++) {
        if (*s == c)
            last = (char *)s;
        if (!*s)
            return last;
    }
}
WEAK char *strrchr(const char *s, int c) { return find_last(s, (char)c); }
WEAK char *rindex(const char *s, int c) { return find_last(s, (char)c); }

WEAK char *strstr(const char *s, const char *wanted) {
    size_t n = length(wanted);
    for (;; s++) {
        if (!compare(s, wanted, n))
            return (char *)s;
        if (!*s)
            return 0;
    }
}
WEAK char *strcasestr(const char *s, const char *wanted) {
    size_t n = length(wanted);
    for (;; s++) {
        if (!compare_letters(s, wanted, n))
            return (char *)s;
        if (!*s)
            return 0;
    }
}

WEAK size_t strspn(const char *s, const char *set) { return span(s, set, 1); }
WEAK size_t strcspn(const char *s, const char *set) { return span(s, set, 0); }
WEAK char *strpbrk(const char *s, const char *set) {
    s += span(s, set, 0);
    return *s ? (char *)s : 0;
}

static char *token(char *s, const char *separators, char **rest) {
    if (!s)
        s = *rest;
    s += span(s, separators, 1);
    if (!*s) {
        *rest = s;
        return 0;
    }
    char *end = s + span(s, separators, 0);
    *rest = *end ? end + 1 : end;
    *end = 0;
    return s;
}
WEAK char *strtok_r(char *s, const char *separators, char **rest) { return token(s, separators, rest); }
WEAK char *__strtok_r(char *s, const char *separators, char **rest) { return token(s, separators, rest); }

// Shared by all threads, as in the real one: two threads that use it race.
static char *strtok_rest;
WEAK char *strtok(char *s, const char *separators) { return token(s, separators, &strtok_rest); }

WEAK char *strsep(char **s, const char *separators) {
    char *start = *s;
    if (!start)
        return 0;
    char *end = start + span(start, separators, 0);
    *s = *end ? end + 1 : 0;
    *end = 0;
    return start;
}

static char *duplicate(const char *s, size_t n) {
    char *result = allocate(n + 1, 0);
    if (result) {
        __builtin_memcpy(result, s, n);
        result[n] = 0;
    }
    return result;
}
WEAK char *strdup(const char *s) { return duplicate(s, length(s)); }
WEAK char *__strdup(const char *s) { return duplicate(s, length(s)); }
WEAK char *strndup(const char *s, size_t limit) { return duplicate(s, length_up_to(s, limit)); }
WEAK char *__strndup(const char *s, size_t limit) { return duplicate(s, length_up_to(s, limit)); }

WEAK size_t strxfrm(char *to, const char *from, size_t size) {
    size_t n = length(from);
    if (n < size)
        copy(to, from);
    return n;
}

WEAK int ffs(int bits) { return __builtin_ffs(bits); }
WEAK int ffsl(long bits) { return __builtin_ffsl(bits); }
WEAK int ffsll(long long bits) { return __builtin_ffsll(bits); }

// The checked forms that _FORTIFY_SOURCE calls.
WEAK char *__strcpy_chk(char *to, const char *from, size_t room) {
    (void)room;
    copy(to, from);
    return to;
}
WEAK char *__stpcpy_chk(char *to, const char *from, size_t room) {
    (void)room;
    return copy(to, from);
}
WEAK char *__strncpy_chk(char *to, const char *from, size_t size, size_t room) {
    (void)room;
    copy_up_to(to, from, size);
    return to;
}
WEAK char *__strcat_chk(char *to, const char *from, size_t room) {
    (void)room;
    copy(to + length(to), from);
    return to;
}
WEAK char *__strncat_chk(char *to, const char *from, size_t limit, size_t room) {
    (void)room;
    return strncat(to, from, limit);
}
