// A seqlock with fences, after Boehm, "Can Seqlocks Get Along with Programming Language Memory Models?"
// (MSPC 2012): readers are never in the writer's way and look again if the number changed.
// case: --model c11 => verified
// case: --model c11 -- -DENTER=relaxed => error assertion
// case: --model c11 -- -DLEAVE=relaxed => error assertion
// case: --model c11 -- -DWRITER=relaxed => error assertion
// case: --model c11 -- -DREADER=relaxed => error assertion
// case: --model sc -- -DREADER=relaxed => verified
#include "c11.h"

// The writer's fence, after it made the number odd.
#ifndef WRITER
#define WRITER release
#endif
// Its last store.
#ifndef LEAVE
#define LEAVE release
#endif
// The reader's first load of the number.
#ifndef ENTER
#define ENTER acquire
#endif
// Its fence before the second one.
#ifndef READER
#define READER acquire
#endif

static atomic_int number, low, high;

static void *writer(void *unused) {
  (void)unused;
  store(&number, 1, relaxed);
  fence(WRITER);
  store(&low, 1, relaxed);
  store(&high, 1, relaxed);
  store(&number, 2, LEAVE);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  int before = load(&number, ENTER);
  int a = load(&low, relaxed);
  int b = load(&high, relaxed);
  fence(READER);
  int after = load(&number, relaxed);
  if (before == after && before % 2 == 0)
    assert(a == b);
  return NULL;
}

int main(void) {
  RUN(writer, reader);
  return 0;
}
