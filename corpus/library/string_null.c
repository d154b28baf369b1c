// case: => error null-deref line=6
#include <string.h>

int main(void) {
    char *volatile nothing = NULL;
    return strlen(nothing);
}
