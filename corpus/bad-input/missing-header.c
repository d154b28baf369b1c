// A header that does not exist.
// case: => bad-input
#include "there-is-no-such-header.h"

int main(void) { return 0; }
