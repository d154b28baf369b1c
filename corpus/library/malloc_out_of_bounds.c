// case: => error out-of-bounds line=7
#include <stdlib.h>

int main(void) {
    int *p = malloc(4 * sizeof *p);
    for (int i = 0; i <= 4; i++)
        p[i] = i;
    free(p);
}
