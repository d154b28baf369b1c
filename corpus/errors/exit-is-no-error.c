// Ending the program with exit is no error, whatever the status.
// case: => verified complete=1
#include <stdlib.h>

int main(void) {
  exit(3);
}
