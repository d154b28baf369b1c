// CBMC begins a thread at a label; what local variables hold is copied, globals are shared.
// case: => verified complete=2 blocked=4
// case: -- -DCALL => error assertion line=15
// case: -- -DBLOCK => error assertion line=25
#include <assert.h>
unsigned count;
_Bool first, second;

void run(_Bool *flag) {
  __CPROVER_atomic_begin();
  count++;
  __CPROVER_atomic_end();
  *flag = 1;
#ifdef CALL
  assert(count != 2);
#endif
}

int main(void) {
  int local = 1;
#ifdef BLOCK
__CPROVER_ASYNC_block: {
    int more = local + 1;
    count = more;
    __CPROVER_assert(!first, "main was faster");
  }
  local = 5;
  first = 1;
#else
__CPROVER_ASYNC_1: run(&first);
__CPROVER_ASYNC_2: run(&second);
  __CPROVER_assume(first && second);
  __CPROVER_assert(count == 2, "both have counted");
  assert(local == 1);
#endif
}
