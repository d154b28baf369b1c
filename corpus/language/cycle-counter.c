// The counter of cycles, in all the ways to read it, goes up; so a loop with a deadline ends.
// case: => verified complete=1
// case: --model ra => verified complete=1
// case: -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
static uint64_t halves(void) {
  uint32_t low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return (uint64_t)high << 32 | low;
}
static uint64_t with_processor(void) {
  uint32_t low, high, processor;
  __asm__ volatile("rdtscp" : "=a"(low), "=d"(high), "=c"(processor));
  assert(processor < 4);
  return (uint64_t)high << 32 | low;
}
static uint64_t joined(void) {
  uint64_t result;
  __asm__ volatile("lfence; rdtsc; shlq $32, %%rdx; orq %%rdx, %0" : "=a"(result) : : "%rdx");
  return result;
}
static uint64_t moved(void) {
  uint64_t result;
  __asm__ volatile("rdtsc\n\tshl $32, %%rdx\n\tor %%rdx, %%rax\n\tmov %%rax, %0" : "=r"(result) : : "rax", "rdx", "memory");
  return result;
}
static void *body(void *unused) {
  uint64_t a = halves(), b = with_processor(), c = joined(), d = moved();
  uint64_t e = __builtin_ia32_rdtsc(), f = __builtin_readcyclecounter();
  assert(a < b && b < c && c < d && d < e && e < f);
#ifdef BUG
  assert(halves() <= f);
#endif
  while (halves() < f + 1000000)
    __builtin_ia32_pause();
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  pthread_join(thread, NULL);
}
