// A lock-free union-find with path halving. The bug: a root is linked with a store.
// case: => verified
// case: -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int parent[4] = {0, 1, 2, 3};

static int find(int n) {
  for (;;) {
    int p = atomic_load(&parent[n]);
    if (p == n)
      return n;
    n = p;
  }
}

static void unite(int a, int b) {
  for (;;) {
    int low = find(a), high = find(b);
    if (low == high)
      return;
    if (low > high) {
      int swap = low;
      low = high;
      high = swap;
    }
#ifdef BUG
    atomic_store(&parent[high], low);
    return;
#else
    int expected = high;
    if (atomic_compare_exchange_strong(&parent[high], &expected, low))
      return;
#endif
  }
}

static void *first(void *unused) {
  (void)unused;
  unite(0, 2);
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
  unite(1, 2);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, first, NULL);
  pthread_create(&t2, NULL, second, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(find(0) == find(2) && find(1) == find(2));
  return 0;
}
