// A spin lock in assembly and a pointer that is published: no data race under any model.
// case: --check races => verified
// case: --model tso --check races => verified
// case: --model pso --check races => verified
// case: --model ra => verified
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
typedef struct {
  volatile unsigned slock;
} spinlock_t;
static inline void spin_lock(spinlock_t *l) {
  int old;
  do {
    old = 1;
    __asm__ __volatile__("xchgl %0, %1" : "+r"(old), "+m"(l->slock) : : "memory");
  } while (old);
}
static inline void spin_unlock(spinlock_t *l) {
  __atomic_store_n(&l->slock, 0, __ATOMIC_RELEASE);
}
struct foo {
  int a, b;
};
static struct foo *gp;
static spinlock_t lk;
#define rcu_assign_pointer(p, v) __atomic_store_n(&(p), (v), __ATOMIC_RELEASE)
#define rcu_dereference(p) __atomic_load_n(&(p), __ATOMIC_CONSUME)
static void *w(void *u) {
  struct foo *n = malloc(sizeof *n);
  n->a = 1;
  n->b = 2;
  spin_lock(&lk);
  rcu_assign_pointer(gp, n);
  spin_unlock(&lk);
  return u;
}
static void *r(void *u) {
  struct foo *p = rcu_dereference(gp);
  if (p)
    assert(p->a + p->b == 3);
  return u;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, w, 0);
  pthread_create(&b, 0, r, 0);
  pthread_create(&c, 0, w, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
}
