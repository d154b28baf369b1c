// An atomic structure is loaded and stored as a whole. The second store is relaxed and no read-modify-write, so since C++20
// it ends the release sequence of the first: whoever reads it knows nothing of the data.
// case: --model c11 => verified complete=3
// case: --model c11 -- -DLAST => error data-race
#include "c11.h"

struct pair {
  int first, second;
};

static _Atomic struct pair pair;
static int data;

static void *writer(void *unused) {
  (void)unused;
  data = 3;
  store(&pair, ((struct pair){1, 1}), release);
  store(&pair, ((struct pair){2, 2}), relaxed);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  struct pair seen = load(&pair, acquire);
  assert(seen.first == seen.second);
  if (seen.first == 1)
    assert(data == 3);
#ifdef LAST
  if (seen.first == 2)
    assert(data == 3);
#endif
  return NULL;
}

int main(void) {
  RUN(writer, reader);
  return 0;
}
