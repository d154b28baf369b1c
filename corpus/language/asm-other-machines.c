// Pauses, hints and barriers as the headers of several machines write them. The full barriers keep Dekker's entry right
// under TSO; a hint does not.
// case: => verified
// case: --model tso => verified
// case: --model tso -- -DBARRIER=sync => verified
// case: --model tso -- -DBARRIER=fence => verified
// case: --model tso -- -DBARRIER=isb => error assertion
// case: --model tso -- -DBARRIER=lwsync => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef BARRIER
#define BARRIER dmb ish
#endif
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
static int inside, data[4];
static atomic_int flag[2];
static void hints(void) {
  __asm__ volatile("pause");
  __asm__ volatile("rep; nop" : : : "memory");
  __asm__ volatile("rep nop");
  __asm__ volatile(".byte 0xf3, 0x90");
  __asm__ volatile(".p2align 4\n\tnop");
  __asm__ volatile("yield");
  __asm__ volatile("isb");
  __asm__ volatile("isb sy");
  __asm__ volatile("wfe");
  __asm__ volatile("sev");
  __asm__ volatile("sevl");
  __asm__ volatile("hint #0");
  __asm__ volatile("or 27,27,27");
  __asm__ volatile("prfm pstl1keep, [%0]" : : "r"(data));
  __asm__ volatile("prefetcht0 %0" : : "m"(data));
  __asm__ volatile("prefetchw (%0)" : : "r"(data));
  __builtin_prefetch(data, 1, 3);
}
static void enter(int me) {
  hints();
  atomic_store_explicit(&flag[me], 1, memory_order_relaxed);
  __asm__ volatile(TEXT(BARRIER) : : : "memory");
  if (!atomic_load_explicit(&flag[1 - me], memory_order_relaxed)) {
    inside++;
    assert(inside == 1);
    inside--;
  }
}
static void *body(void *unused) {
  enter(1);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  enter(0);
  pthread_join(thread, NULL);
}
