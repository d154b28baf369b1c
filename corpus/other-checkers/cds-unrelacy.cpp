// A structure that was moved from a race detector to CDSChecker: `unrelacy.h`.
// case: --check races => verified
// case: --model ra => verified
// case: --check races -- -DBUG => error data-race
#include <unrelacy.h>
#ifdef BUG
#define PUBLISH mo_relaxed
#else
#define PUBLISH mo_release
#endif
struct node {
  std::atomic<node *> next;
  rl::var<int> data;
  node(int d) : next(nullptr), data(d) {}
};
static node first(0);
static void producer(void *) { first.next.store(RL_NEW node(5), PUBLISH); }
static void consumer(void *) {
  rl::linear_backoff wait;
  node *n;
  while (!(n = first.next.load(mo_acquire)))
    wait.yield($);
  RL_ASSERT(n->data($) == 5);
}
int user_main(int, char **) {
  thrd_t a, b;
  thrd_create(&a, producer, 0);
  thrd_create(&b, consumer, 0);
  thrd_join(a);
  thrd_join(b);
  return 0;
}
