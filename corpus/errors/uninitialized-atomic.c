// Read-modify-writes read, too.
// case: --check uninitialized => verified
// case: --check uninitialized -- -DADD => error uninitialized line=25
// case: --check uninitialized -- -DEXCHANGE => error uninitialized line=27
// case: --check uninitialized -- -DCOMPARE => error uninitialized line=30
// case: --check uninitialized --model tso -- -DADD => error uninitialized line=25
// case: --check uninitialized --model pso -- -DCOMPARE => error uninitialized line=30
// case: --model ra => verified
// case: --model ra -- -DADD => error uninitialized line=25
// case: --model ra -- -DEXCHANGE => error uninitialized line=27
// case: --model ra -- -DCOMPARE => error uninitialized line=30
// case: --algorithm optimal -- -DADD => verified
#include <stdatomic.h>
#include <stdlib.h>

struct counter {
  atomic_int uses;
  atomic_int limit;
};

int main(void) {
  struct counter *c = malloc(sizeof *c);
  atomic_init(&c->limit, 3);
#ifdef ADD
  int uses = atomic_fetch_add(&c->uses, 1); // BUG
#elif defined EXCHANGE
  int uses = atomic_exchange(&c->uses, 1); // BUG
#elif defined COMPARE
  int uses = 0;
  atomic_compare_exchange_strong(&c->uses, &uses, 1); // BUG
#else
  atomic_init(&c->uses, 0);
  int uses = atomic_fetch_add(&c->uses, 1);
#endif
  uses += atomic_fetch_add(&c->limit, 1);
  free(c);
  return uses;
}
