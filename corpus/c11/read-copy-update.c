// Read-copy-update in its simplest form: a reader says that it is reading, the writer publishes a new version
// and frees the old one if nobody reads.
// case: --model c11 => verified
// case: --model c11 -- -DREADER=acq_rel => error use-after-free
// case: --model c11 -- -DWRITER=acq_rel => error use-after-free
// case: --model c11 -- -DLEAVE=relaxed => error use-after-free
// case: --model c11 -- -DSYNCHRONIZE=relaxed => error use-after-free
// case: --model c11 -- -DPUBLISH=relaxed => error
// case: --model c11 -- -DFOLLOW=relaxed => error
#include "c11.h"

#ifndef READER
#define READER seq_cst
#endif
#ifndef WRITER
#define WRITER seq_cst
#endif
#ifndef LEAVE
#define LEAVE release
#endif
#ifndef SYNCHRONIZE
#define SYNCHRONIZE acquire
#endif
#ifndef PUBLISH
#define PUBLISH release
#endif
// memory_order_consume is this, too.
#ifndef FOLLOW
#define FOLLOW memory_order_consume
#endif

static _Atomic(int *) version;
static atomic_int reading;

static void *reader(void *unused) {
  (void)unused;
  store(&reading, 1, relaxed);
  fence(READER);
  int *mine = load(&version, FOLLOW);
  assert(*mine == 1 || *mine == 2);
  store(&reading, 0, LEAVE);
  return NULL;
}

static void *writer(void *unused) {
  (void)unused;
  int *old = load(&version, relaxed);
  int *new = malloc(sizeof *new);
  *new = 2;
  store(&version, new, PUBLISH);
  fence(WRITER);
  if (!load(&reading, SYNCHRONIZE))
    free(old);
  return NULL;
}

int main(void) {
  int *first = malloc(sizeof *first);
  *first = 1;
  store(&version, first, relaxed);
  RUN(reader, writer);
  return 0;
}
