// A hazard pointer, after Michael (2004): the reader says what it uses, then looks whether it is still there;
// who replaces it looks for readers before it frees.
// case: --model c11 => verified
// case: --model c11 -- -DREADER=acq_rel => error use-after-free
// case: --model c11 -- -DWRITER=acq_rel => error use-after-free
// case: --model c11 -- -DCLEAR=relaxed => error use-after-free
// case: --model c11 -- -DSCAN=relaxed => error use-after-free
// case: --model c11 -- -DSWAP=relaxed => error
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

#ifndef SWAP
#define SWAP release
#endif

static _Atomic(int *) shared, hazard;

static int *new_object(void) {
  int *object = malloc(sizeof *object);
  *object = 42;
  return object;
}

static void *reader(void *unused) {
  (void)unused;
  int *mine = load(&shared, relaxed);
  store(&hazard, mine, relaxed);
  fence(READER);
  if (load(&shared, relaxed) == mine)
    assert(*mine == 42);
  store(&hazard, NULL, CLEAR);
  return NULL;
}

static void *writer(void *unused) {
  (void)unused;
  int *old = exchange(&shared, new_object(), SWAP);
  fence(WRITER);
  if (load(&hazard, SCAN) != old)
    free(old);
  return NULL;
}

int main(void) {
  store(&shared, new_object(), relaxed);
  RUN(reader, writer);
  return 0;
}
