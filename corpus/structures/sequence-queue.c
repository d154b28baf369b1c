// Vyukov's bounded queue with sequence numbers, two producers and one consumer.
// case: => verified
// case: -- -DBUG => error assertion
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
#include <stdbool.h>
#define SIZE 2
static struct { atomic_uint seq; int data; } cell[SIZE]; static atomic_uint head, tail;
static bool put(int v) {
  unsigned pos = atomic_load_explicit(&head, memory_order_relaxed);
  for (;;) {
    unsigned s = atomic_load_explicit(&cell[pos % SIZE].seq, memory_order_acquire); int d = (int)(s - pos);
    if (d == 0) { if (atomic_compare_exchange_weak(&head, &pos, pos + 1)) break; }
    else if (d < 0) return false; else pos = atomic_load(&head);
  }
#ifdef BUG
  atomic_store_explicit(&cell[pos % SIZE].seq, pos + 1, memory_order_release); cell[pos % SIZE].data = v;
#else
  cell[pos % SIZE].data = v; atomic_store_explicit(&cell[pos % SIZE].seq, pos + 1, memory_order_release);
#endif
  return true;
}
static bool get(int *v) {
  unsigned pos = atomic_load_explicit(&tail, memory_order_relaxed);
  for (;;) {
    unsigned s = atomic_load_explicit(&cell[pos % SIZE].seq, memory_order_acquire); int d = (int)(s - (pos + 1));
    if (d == 0) { if (atomic_compare_exchange_weak(&tail, &pos, pos + 1)) break; }
    else if (d < 0) return false; else pos = atomic_load(&tail);
  }
  *v = cell[pos % SIZE].data; atomic_store_explicit(&cell[pos % SIZE].seq, pos + SIZE, memory_order_release);
  return true;
}
static void *p(void *a) { bool ok = put((int)(long)a); assert(ok); return 0; }
int main(void) {
  for (unsigned i = 0; i < SIZE; i++) atomic_init(&cell[i].seq, i);
  pthread_t a, b; pthread_create(&a, 0, p, (void *)1); pthread_create(&b, 0, p, (void *)2);
  int v = 0, w, sum = 0; if (get(&v)) { assert(v == 1 || v == 2); sum += v; }
  pthread_join(a, 0); pthread_join(b, 0);
  while (get(&w)) sum += w;
  assert(sum == 3);
}
