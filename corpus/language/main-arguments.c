// main may take arguments; there are none but the program's name.
// case: => verified complete=1
#include <assert.h>

int main(int argc, char **argv) {
  assert(argc >= 0 && argc <= 1);
  (void)argv;
  return 0;
}
