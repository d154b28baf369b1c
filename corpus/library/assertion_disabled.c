// case: -- -DNDEBUG => verified complete=1
// case: --no-check assertion => verified
#include <assert.h>

int main(void) {
    int x = 1;
    assert(x == 2);
    (void)x;
}
