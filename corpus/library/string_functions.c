// case: => verified complete=1 blocked=0
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void) {
    char b[32];
    assert(strlen("") == 0 && strlen("abc") == 3 && strnlen("abcdef", 4) == 4);
    assert(strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && strcmp("ab", "ab") == 0 && strcmp("a", "ab") < 0);
    assert(strncmp("abx", "aby", 2) == 0 && strncmp("a", "b", 0) == 0);
    assert(strcasecmp("HeLLo", "hEllO") == 0 && strncasecmp("ABx", "aby", 2) == 0);
    assert(strcmp(strcpy(b, "foo"), "foo") == 0);
    assert(strcmp(strcat(b, "bar"), "foobar") == 0);
    assert(strcmp(strncat(b, "xyz", 2), "foobarxy") == 0);
    assert(stpcpy(b, "ab") == b + 2);
    strncpy(b, "z", 4);
    assert(b[0] == 'z' && b[1] == 0 && b[2] == 0 && b[3] == 0);
    const char *s = "hello world";
    assert(strchr(s, 'o') == s + 4 && strrchr(s, 'o') == s + 7 && strchr(s, 'q') == NULL);
    assert(strchr(s, 0) == s + 11 && *strchrnul(s, 'q') == 0);
    assert(strstr(s, "wor") == s + 6 && strstr(s, "") == s && strstr(s, "word") == NULL);
    assert(strcasestr(s, "WOR") == s + 6);
    assert(strspn(s, "hel") == 4 && strcspn(s, " ") == 5 && strpbrk(s, "wo") == s + 4);
    char list[] = ",a,,bc,", *rest, *token = strtok_r(list, ",", &rest);
    assert(strcmp(token, "a") == 0);
    assert(strcmp(strtok_r(NULL, ",", &rest), "bc") == 0);
    assert(strtok_r(NULL, ",", &rest) == NULL);
    char words[] = "x;y", *p = words;
    assert(strcmp(strsep(&p, ";"), "x") == 0 && strcmp(strsep(&p, ";"), "y") == 0 && p == NULL);
}
