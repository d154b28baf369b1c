// Two threads store one byte each of a word; two readers of the whole word cannot disagree which byte came first, if all of it is
// sequentially consistent.
// case: --model c11 => verified
// case: --model c11 -- -DSTORE=release => error assertion
// case: --model c11 -- -DLOAD=acquire => error assertion
// case: --model sc -- -DSTORE=release => verified
#include "c11.h"

#ifndef STORE
#define STORE seq_cst
#endif
#ifndef LOAD
#define LOAD seq_cst
#endif

static _Atomic unsigned short word;
static atomic_int looked;
static int seen;

static void *first(void *unused) {
  store((atomic_uchar *)&word, 1, STORE);
  return unused;
}

static void *second(void *unused) {
  store((atomic_uchar *)&word + 1, 1, STORE);
  return unused;
}

static void *look(void *unused) {
  seen = load(&word, LOAD);
  // Weaker than the rest, so that not every access is sequentially consistent.
  store(&looked, 1, relaxed);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_create(&threads[2], NULL, look, NULL);
  int here = load(&word, LOAD);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(!(seen == 0x0001 && here == 0x0100));
  return 0;
}
