// The queue lock of Craig, Landin and Hagersten: each thread waits at the node of the one before it.
// case: --model c11 => verified
// case: --model c11 -- -DSWAP=relaxed => error data-race
// case: --model c11 -- -DSWAP=acquire => error data-race
// case: --model c11 -- -DWAIT=relaxed => error data-race
// case: --model c11 -- -DPASS=relaxed => error data-race
#include "c11.h"

#ifndef SWAP
#define SWAP acq_rel
#endif
#ifndef WAIT
#define WAIT acquire
#endif
#ifndef PASS
#define PASS release
#endif

struct node {
  atomic_int held;
};

static struct node nodes[3];
static _Atomic(struct node *) tail = &nodes[2];
static int counter;

static void *user(void *number) {
  struct node *mine = &nodes[(long)number];
  store(&mine->held, 1, relaxed);
  struct node *before = exchange(&tail, mine, SWAP);
  while (load(&before->held, WAIT))
    ;
  counter++;
  store(&mine->held, 0, PASS);
  return NULL;
}

int main(void) {
  RUN(user, user);
  assert(counter == 2);
  return 0;
}
