// A hazard pointer, after Michael (2004): the reader says what it uses, then looks whether it is still there;
// who takes it away looks for readers before it frees.
// case: --model c11 => verified
// case: --model c11 -- -DREADER=acq_rel => error use-after-free
// case: --model c11 -- -DWRITER=acq_rel => error use-after-free
// case: --model c11 -- -DCLEAR=relaxed => error use-after-free
// case: --model c11 -- -DSCAN=relaxed => error use-after-free
// case: --model sc -- -DREADER=acq_rel => verified
#include "c11.h"

#ifndef READER
#define READER seq_cst
#endif
#ifndef WRITER
#define WRITER seq_cst
#endif
#ifndef CLEAR
#define CLEAR release
#endif
#ifndef SCAN
#define SCAN acquire
#endif

static _Atomic(int *) shared, hazard;

static void *reader(void *unused) {
  (void)unused;
  int *mine = load(&shared, relaxed);
  store(&hazard, mine, relaxed);
  fence(READER);
  if (mine && load(&shared, acquire) == mine)
    assert(*mine == 42);
  store(&hazard, NULL, CLEAR);
  return NULL;
}

static void *writer(void *unused) {
  (void)unused;
  int *old = exchange(&shared, NULL, acq_rel);
  fence(WRITER);
  if (load(&hazard, SCAN) != old)
    free(old);
  return NULL;
}

int main(void) {
  int *first = malloc(sizeof *first);
  *first = 42;
  store(&shared, first, relaxed);
  RUN(reader, writer);
  return 0;
}
