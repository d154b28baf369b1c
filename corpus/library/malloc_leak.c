// case: => verified
// case: --check leaks => error leak
#include <stdlib.h>

int main(void) {
    void *p = malloc(16);
    free(malloc(8));
    return p == NULL;
}
