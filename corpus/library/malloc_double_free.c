// case: => error double-free line=7
#include <stdlib.h>

int main(void) {
    void *p = malloc(1);
    free(p);
    free(p);
}
