// case: => error out-of-bounds line=6
#include <string.h>

int main(void) {
    char from[16] = {0}, to[8];
    memcpy(to, from, sizeof from);
}
