// case: => verified complete=1 blocked=0
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    int few[] = {3, 1, 2, 1}, many[20];
    qsort(few, 4, sizeof *few, compare);
    assert(few[0] == 1 && few[1] == 1 && few[2] == 2 && few[3] == 3);
    for (int i = 0; i < 20; i++)
        many[i] = i * 7 % 20;
    qsort(many, 20, sizeof *many, compare);
    for (int i = 0; i < 20; i++)
        assert(many[i] == i);
    int key = 13, missing = 99;
    assert(bsearch(&key, many, 20, sizeof *many, compare) == &many[13]);
    assert(bsearch(&missing, many, 20, sizeof *many, compare) == NULL);
}
