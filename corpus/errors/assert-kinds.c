// case: => error assertion
// case: -- -DNDEBUG => verified
// case: -- -DABORT => error abort
// case: -- -DTRAP => error abort
// case: -- -DUNREACHABLE => error unreachable
// case: -- -DSTATIC => bad-input
// case: --no-check assertion => verified
// case: --no-check abort -- -DABORT => verified
#include <assert.h>
#include <stdlib.h>
int main(int argc, char **argv) {
#ifdef ABORT
  abort();
#elif defined TRAP
  __builtin_trap();
#elif defined UNREACHABLE
  if (argc)
    __builtin_unreachable();
#elif defined STATIC
  static_assert(sizeof(int) == 3, "odd");
#else
  assert(argc == 2 && "two arguments");
#endif
}
