// case: => verified complete=1 blocked=0
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void) {
    char a[8] = "abcdefg", b[8];
    assert(memcpy(b, a, 8) == b && memcmp(a, b, 8) == 0);
    memmove(a + 1, a, 6);
    assert(memcmp(a, "aabcdef", 8) == 0);
    memmove(a, a + 1, 6);
    assert(memcmp(a, "abcdeff", 8) == 0);
    assert(memset(b, 'x', 3) == b && memcmp(b, "xxxdefg", 8) == 0);
    assert(memchr(b, 'd', 8) == b + 3 && memchr(b, 'q', 8) == NULL);
    assert(memrchr(b, 'x', 8) == b + 2);
    assert(mempcpy(b, "12", 2) == b + 2);
    bzero(b, 2);
    assert(b[0] == 0 && b[1] == 0 && b[2] == 'x');
    assert(memcmp("abc", "abd", 3) < 0 && memcmp("b", "a", 1) > 0 && memcmp("x", "y", 0) == 0);
    assert(memmem("hello", 5, "ll", 2) != NULL);
}
