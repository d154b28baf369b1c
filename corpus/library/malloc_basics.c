// case: => verified complete=1 blocked=0
// case: --check leaks => verified
// case: --check uninitialized => verified
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *zeros = calloc(4, sizeof *zeros);
    for (int i = 0; i < 4; i++)
        assert(zeros[i] == 0);
    char *text = malloc(4);
    strcpy(text, "abc");
    text = realloc(text, 8);
    assert(strcmp(text, "abc") == 0);
    strcat(text, "def");
    text = realloc(text, 4);
    assert(memcmp(text, "abcd", 4) == 0);
    int *from_null = realloc(NULL, sizeof *from_null);
    *from_null = 1;
    free(NULL);
    free(zeros);
    free(text);
    free(from_null);
    char *copy = strdup("copy"), *part = strndup("partial", 4);
    assert(strcmp(copy, "copy") == 0 && strcmp(part, "part") == 0);
    free(copy);
    free(part);
}
