// A call of abort.
// case: => error abort line=7
// case: --no-check abort => verified
#include <stdlib.h>

int main(void) {
  abort(); // BUG
}
