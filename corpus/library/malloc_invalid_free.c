// case: -- -DWHAT=heap+1 => error invalid-free line=11
// case: -- -DWHAT=local => error invalid-free line=11
// case: -- -DWHAT=global => error invalid-free line=11
#include <stdlib.h>

static char global[8];

int main(void) {
    char local[8], *heap = malloc(8);
    local[0] = global[0] = heap[0] = 0;
    free(WHAT);
}
