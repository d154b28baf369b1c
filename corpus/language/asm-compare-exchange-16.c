// `lock cmpxchg16b` as real stacks with counters write it: a pair of words is compared and exchanged at once. Two threads
// count up both halves; they never differ, and no increment is lost.
// case: => verified
// case: -- -DFORM=2 => verified
// case: -- -DFORM=3 => verified
// case: -- -DFORM=4 => verified
// case: --model tso -- -DFORM=2 => verified
// case: --model ra -- -DFORM=3 => verified
// case: -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#ifndef FORM
#define FORM 1
#endif
typedef struct {
  uint64_t low, high;
} __attribute__((aligned(16))) Pair;
static Pair shared;
// `expected` becomes what was found.
static int compare_exchange(volatile Pair *at, Pair *expected, Pair new) {
  unsigned char done;
#if FORM == 1
  __asm__ __volatile__("lock cmpxchg16b %0;"
                       "setz %3;"
                       : "+m"(*at), "+a"(expected->low), "+d"(expected->high), "=q"(done)
                       : "b"(new.low), "c"(new.high)
                       : "cc", "memory");
#elif FORM == 2
  __asm__ __volatile__("lock;"
                       "cmpxchg16b %[at];"
                       " sete %[done]"
                       : [at] "=m"(at->low), "=a"(expected->low), "=d"(expected->high), [done] "=r"(done)
                       : "b"(new.low), "c"(new.high), "a"(expected->low), "d"(expected->high), "m"(at->low)
                       : "memory");
#elif FORM == 3
  _Bool equal;
  __asm__ __volatile__("lock cmpxchg16b %1"
                       : "=@ccz"(equal), "+m"(*at), "+a"(expected->low), "+d"(expected->high)
                       : "b"(new.low), "c"(new.high)
                       : "memory");
  done = equal;
#else
  __asm__ __volatile__("lock; cmpxchg16b (%7); setz %b0"
                       : "=q"(done), "=a"(expected->low), "=d"(expected->high)
                       : "1"(expected->low), "2"(expected->high), "b"(new.low), "c"(new.high), "r"(at)
                       : "cc", "memory");
#endif
  return done;
}
static void increment(void) {
  Pair old = {0, 0};
  for (;;) {
    Pair new = {old.low + 1, old.high + 1};
    if (compare_exchange(&shared, &old, new))
      return;
#ifdef BUG
    return;
#endif
    assert(old.low == old.high && old.low != 0);
  }
}
static void *body(void *unused) {
  increment();
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  increment();
  pthread_join(thread, NULL);
  assert(shared.low == 2 && shared.high == 2);
}
