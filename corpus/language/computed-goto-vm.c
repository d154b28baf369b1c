// A byte-code machine with computed goto and a table of labels, in two threads.
// case: --no-commute => verified complete=2
// case: => verified complete=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int total;
static int run(const unsigned char *code) {
  static void *const table[] = {&&push, &&add, &&mul, &&stop};
  int stack[8], *sp = stack;
#define NEXT goto *table[*code++]
  NEXT;
push:
  *sp++ = *code++;
  NEXT;
add:
  sp--;
  sp[-1] += *sp;
  NEXT;
mul:
  sp--;
  sp[-1] *= *sp;
  NEXT;
stop:
  return sp[-1];
}
static void *t(void *a) {
  static const unsigned char c[] = {0, 2, 0, 3, 1, 0, 4, 2, 3};
  atomic_fetch_add(&total, run(c));
  return a;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, t, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(total == 40);
}
