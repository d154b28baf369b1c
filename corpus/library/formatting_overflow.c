// case: => error out-of-bounds line=6
#include <stdio.h>

int main(void) {
    char b[4];
    sprintf(b, "%d", 12345);
}
