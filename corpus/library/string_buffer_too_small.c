// case: => error out-of-bounds line=6
#include <string.h>

int main(void) {
    char s[4];
    strcpy(s, "four");
}
