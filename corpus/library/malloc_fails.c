// What no machine has is not given.
// case: => verified complete=1 blocked=0
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    volatile size_t huge = SIZE_MAX / 2;
    errno = 0;
    assert(malloc(huge) == NULL && errno == ENOMEM);
    assert(calloc(huge, 8) == NULL);
    char *p = malloc(1);
    assert(realloc(p, huge) == NULL);
    assert(reallocarray(p, huge, 8) == NULL);
    *p = 1;
    free(p);
}
