// The queue lock of Mellor-Crummey and Scott: each thread waits at a node of its own.
// case: --model c11 => verified
// case: --model c11 -- -DSWAP=relaxed => error data-race
// case: --model c11 -- -DSWAP=release => error data-race
// case: --model c11 -- -DPASS=relaxed => error data-race
// case: --model c11 -- -DWAIT=relaxed => error data-race
// case: --model c11 -- -DLEAVE=relaxed => error data-race
#include "c11.h"

// Who takes its place in the line.
#ifndef SWAP
#define SWAP acq_rel
#endif
// Who hands over to the next one, and who waits for that.
#ifndef PASS
#define PASS release
#endif
#ifndef WAIT
#define WAIT acquire
#endif
// Who leaves with nobody behind.
#ifndef LEAVE
#define LEAVE release
#endif

struct node {
  _Atomic(struct node *) next;
  atomic_int waits;
};

static _Atomic(struct node *) tail;
static struct node nodes[2];
static int counter;

static void *user(void *number) {
  struct node *mine = &nodes[(long)number];
  store(&mine->next, NULL, relaxed);
  store(&mine->waits, 1, relaxed);
  struct node *before = exchange(&tail, mine, SWAP);
  if (before) {
    store(&before->next, mine, release);
    while (load(&mine->waits, WAIT))
      ;
  }
  counter++;
  struct node *behind = load(&mine->next, acquire);
  if (!behind) {
    struct node *expected = mine;
    if (cas(&tail, &expected, NULL, LEAVE, relaxed))
      return NULL;
    while (!(behind = load(&mine->next, acquire)))
      ;
  }
  store(&behind->waits, 0, PASS);
  return NULL;
}

int main(void) {
  RUN(user, user);
  assert(counter == 2);
  return 0;
}
