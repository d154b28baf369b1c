// main with three parameters: the environment is empty.
// case: => verified complete=1
#include <assert.h>
#include <stdlib.h>
int main(int argc, char **argv, char **envp) {
  assert(argc == 1 && argv[0] && !argv[1]);
  assert(!envp || !envp[0]);
  assert(!getenv("HOME"));
}
