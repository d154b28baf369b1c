// Processes are not modelled.
// case: => inconclusive unsupported
#include <unistd.h>

int main(void) { return fork() == 0; }
