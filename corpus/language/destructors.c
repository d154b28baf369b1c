// Destructors run at the end of the program: after the handlers of atexit, and those of the lowest number last.
// case: => verified
// case: -- -DEXIT => verified
// case: -- -DORDER => error assertion line=24
// case: --model tso -- -DORDER => error assertion line=24
// case: --model ra -- -DORDER => error assertion line=24
// case: -- -DQUICK -DORDER => verified
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

static int ran;

__attribute__((constructor(101))) static void first(void) { assert(ran == 0), ran = 1; }
__attribute__((constructor(102))) static void second(void) { assert(ran == 1), ran = 2; }

static void handler(void) { assert(ran == 3), ran = 4; }
__attribute__((destructor)) static void early(void) { assert(ran == 4), ran = 5; }
__attribute__((destructor(102))) static void late(void) { assert(ran == 5), ran = 6; }
__attribute__((destructor(101))) static void last(void) {
  assert(ran == 6);
#ifdef ORDER
  // BUG: nothing comes after this.
  assert(ran == 7);
#endif
}

int main(void) {
  assert(ran == 2);
  ran = 3;
  atexit(handler);
#ifdef EXIT
  exit(1);
#elif defined QUICK
  _exit(1);
#endif
  return 0;
}
