// Small pieces of assembly that libraries have for bits and flags; the values are those of a real processor.
// case: => verified complete=1
// case: -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
static int set_bit(volatile uint32_t *at, int bit) {
  unsigned char old;
  __asm__ volatile("lock btsl %2, %0; setc %1" : "+m"(*at), "=q"(old) : "r"(bit) : "cc", "memory");
  return old;
}
static int clear_bit(volatile uint32_t *at, int bit) {
  int old;
  __asm__ volatile("lock; btrl %2, %1\n\tsbbl %0, %0" : "=r"(old), "+m"(*at) : "Ir"(bit) : "cc", "memory");
  return old;
}
static int flip_bit(volatile uint64_t *at, long bit) {
  _Bool old;
  __asm__ volatile("lock btcq %2, %1" : "=@ccc"(old), "+m"(*at) : "r"(bit) : "memory");
  return old;
}
static unsigned highest(uint64_t x) {
  uint64_t at;
  __asm__("bsrq %1, %0" : "=r"(at) : "rm"(x) : "cc");
  return (unsigned)at;
}
static unsigned lowest(uint32_t x) {
  uint32_t at;
  __asm__("bsf %1, %0" : "=r"(at) : "r"(x) : "cc");
  return at;
}
static uint32_t swap(uint32_t x) {
  __asm__("bswap %0" : "+r"(x));
  return x;
}
static uint64_t rotate_in(uint64_t x, uint64_t y) {
  __asm__("shlq $8, %0\n\torq %1, %0\n\txorq $3, %0\n\taddq $-1, %0" : "+r"(x) : "r"(y) : "cc");
  return x;
}
static int decrement_and_test(volatile int *at) {
  unsigned char zero;
  __asm__ volatile("lock; decl %0; sete %1" : "+m"(*at), "=qm"(zero) : : "memory");
  return zero;
}
static int smaller(unsigned a, unsigned b) {
  int result = 0, one = 1;
  __asm__("cmpl %2, %1; cmovb %3, %0" : "+r"(result) : "r"(a), "r"(b), "r"(one) : "cc");
  return result;
}
static void *body(void *unused) {
  uint32_t word[2] = {0, 0};
  assert(set_bit(word, 3) == 0 && set_bit(word, 3) == 1 && word[0] == 8);
  assert(set_bit(word, 33) == 0 && word[1] == 2);
  assert(clear_bit(word, 3) == -1 && clear_bit(word, 3) == 0 && word[0] == 0);
  uint64_t wide = 1;
  assert(flip_bit(&wide, 0) == 1 && flip_bit(&wide, 63) == 0 && wide == 1ull << 63);
  assert(highest(0x1234) == 12 && lowest(0x50) == 4 && swap(0x11223344) == 0x44332211);
  assert(rotate_in(1, 2) == 0x100);
  int count = 2;
  assert(!decrement_and_test(&count) && decrement_and_test(&count));
  assert(smaller(1, 2) == 1 && smaller(2, 2) == 0);
  __asm__ volatile("incl %0" : "+m"(count));
  __asm__ volatile("addl $2, %0" : "+m"(count) : : "cc");
#ifdef BUG
  __asm__ volatile("negl %0" : "+m"(count));
#endif
  assert(count == 3);
  uint32_t a = 1, b, c, d;
  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d) : : "memory");
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  pthread_join(thread, NULL);
}
