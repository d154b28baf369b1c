// Kernel style: READ_ONCE, smp_store_release, rcu_dereference, spin_lock as inline code; litmus MP and SB.
// case: => verified
// case: --model tso => verified
// case: --model pso => verified
// case: --model tso -- -DSB => error assertion
// case: -- -DSB => verified
#include <pthread.h>
#include <assert.h>
#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v) do { *(volatile __typeof__(x) *)&(x) = (v); } while (0)
#define barrier() __asm__ __volatile__("" ::: "memory")
#define smp_mb() __asm__ __volatile__("mfence" ::: "memory")
#define smp_wmb() __sync_synchronize()
#define smp_store_release(p, v) __atomic_store_n(p, v, __ATOMIC_RELEASE)
#define smp_load_acquire(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)
#define rcu_dereference(p) ({ __typeof__(p) __p = READ_ONCE(p); barrier(); __p; })
#define rcu_assign_pointer(p, v) smp_store_release(&(p), (v))
typedef struct { int counter; } atomic_t;
static inline int atomic_inc_return(atomic_t *v) { return __sync_add_and_fetch(&v->counter, 1); }
static inline int atomic_read(const atomic_t *v) { return READ_ONCE(v->counter); }
typedef struct { volatile unsigned int slock; } spinlock_t;
static inline void spin_lock(spinlock_t *l) { while (__sync_lock_test_and_set(&l->slock, 1)) __builtin_ia32_pause(); }
static inline void spin_unlock(spinlock_t *l) { __sync_lock_release(&l->slock); }
struct foo { int a; } init = {1}, next; struct foo *gp = &init;
spinlock_t l; atomic_t n; int x, y, r0, r1; int inside;
static void *upd(void *_) {
#ifdef SB
  WRITE_ONCE(x, 1); r0 = READ_ONCE(y);
#else
  next.a = 2; rcu_assign_pointer(gp, &next);
  spin_lock(&l); inside++; spin_unlock(&l); atomic_inc_return(&n);
#endif
  return 0;
}
static void *rd(void *_) {
#ifdef SB
  WRITE_ONCE(y, 1); r1 = READ_ONCE(x);
#else
  struct foo *p = rcu_dereference(gp); assert(p->a == (p == &init ? 1 : 2));
  spin_lock(&l); inside++; spin_unlock(&l); atomic_inc_return(&n);
#endif
  return 0;
}
int main(void) {
  pthread_t a, b; pthread_create(&a, 0, upd, 0); pthread_create(&b, 0, rd, 0); pthread_join(a, 0); pthread_join(b, 0);
#ifdef SB
  assert(r0 || r1);
#else
  assert(atomic_read(&n) == 2 && inside == 2);
#endif
}
