// READ_ONCE, WRITE_ONCE, smp_mb and friends as macros over volatile and builtins.
// case: --model tso => error assertion
// case: --model tso -- -DMB => verified
#include <assert.h>
#include <pthread.h>
#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v) (*(volatile __typeof__(x) *)&(x) = (v))
#define barrier() __asm__ __volatile__("" ::: "memory")
#ifdef MB
#define smp_mb() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#else
#define smp_mb() barrier()
#endif
static int need[2], critical;
static void *t(void *p) {
  long me = (long)p;
  WRITE_ONCE(need[me], 1);
  smp_mb();
  if (!READ_ONCE(need[1 - me])) {
    int c = READ_ONCE(critical);
    WRITE_ONCE(critical, c + 1);
    assert(READ_ONCE(critical) == 1);
    WRITE_ONCE(critical, READ_ONCE(critical) - 1);
  }
  WRITE_ONCE(need[me], 0);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, (void *)0);
  pthread_create(&b, 0, t, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
