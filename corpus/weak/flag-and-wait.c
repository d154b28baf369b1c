// A thread waits for a flag and then reads the data. Waiting does not order what the other thread stored.
// case: --model sc => verified complete=1 blocked=1
// case: --model tso => verified complete=1 blocked=1
// case: --model pso => error assertion
// case: --model pso -- -DRELEASE => verified complete=1 blocked=1
#include "weak.h"

void __VERIFIER_assume(int condition);

#ifdef RELEASE
#define raise_flag store_release
#else
#define raise_flag store
#endif

static int data;
static atomic_int flag;

static void *writer(void *unused) {
  (void)unused;
  data = 1;
  raise_flag(&flag, 1);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  __VERIFIER_assume(load(&flag) != 0);
  assert(data == 1);
  return NULL;
}

int main(void) {
  RUN(writer, reader);
  return 0;
}
