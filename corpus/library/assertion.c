// case: => error assertion line=6
#include <assert.h>

int main(void) {
    int x = 1;
    assert(x == 2);
}
