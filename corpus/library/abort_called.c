// case: => error abort line=5
#include <stdlib.h>

int main(void) {
    abort();
}
