// Two atomic sections update a word; before that, one of them reads a word that the other one writes. If the writer
// comes first, the reader sees both. Both orders of the two accesses of the writer.
// case: => error assertion line=33
// case: --model sc => error assertion line=33
// case: --model tso => error assertion line=33
// case: --model pso => error assertion line=33
// case: --model ra => error assertion line=33
// case: -- -DUPDATE_FIRST => error assertion line=33
// case: --model sc -- -DBOTH => verified complete=2
// case: --model ra -- -DBOTH => verified complete=2
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int updates, flag;

static void *writer(void *unused) {
  (void)unused;
  __VERIFIER_atomic_begin();
#ifdef UPDATE_FIRST
  updates++;
#endif
  flag = 1;
#ifndef UPDATE_FIRST
  updates++;
#endif
  __VERIFIER_atomic_end();
  return NULL;
}

static void check(int seen) {
  assert(seen == 0);
}

static void *reader(void *unused) {
  (void)unused;
  __VERIFIER_atomic_begin();
  int seen = flag;
  updates++;
  __VERIFIER_atomic_end();
#ifdef BOTH
  assert(seen == 0 || seen == 1);
#else
  check(seen);
#endif
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, reader, NULL);
  pthread_create(&second, NULL, writer, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(updates == 2);
  return 0;
}
