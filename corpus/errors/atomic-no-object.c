// An atomic access to an address that is no object's and not aligned either is an invalid access.
// case: => error out-of-bounds line=29
// case: --model tso => error out-of-bounds line=29
// case: --model c11 => error out-of-bounds line=29
// case: -- -DLOAD => error out-of-bounds line=21
// case: -- -DADD => error out-of-bounds line=23
// case: --model c11 -- -DADD => error out-of-bounds line=23
// case: -- -DEXCHANGE => error out-of-bounds line=26
// case: -- -DFREED => error use-after-free line=32
// case: -- -DNULL_POINTER => error null-deref line=34
// case: -- -DOBJECT => inconclusive unsupported line=37
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_int *volatile nowhere = (atomic_int *)(uintptr_t)0x12345671237;

int main(void) {
  atomic_int *p = nowhere;
#if defined LOAD
  return atomic_load(p);
#elif defined ADD
  atomic_fetch_add(p, 1);
#elif defined EXCHANGE
  int expected = 0;
  atomic_compare_exchange_strong(p, &expected, 1);
#elif !defined FREED && !defined NULL_POINTER && !defined OBJECT
  // A store.
  atomic_store(p, 3);
#elif defined FREED
  char *bytes = malloc(16); free(bytes);
  atomic_store((atomic_int *)(bytes + 6), 3);
#elif defined NULL_POINTER
  atomic_store((atomic_int *)(uintptr_t)((long)(p = 0) + 6), 3);
#else
  char *bytes = malloc(16);
  atomic_store((atomic_int *)(bytes + 6), 3);
#endif
  return 0;
}
