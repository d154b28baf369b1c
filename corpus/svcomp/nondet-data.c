// An input that is only sent, received and compared with itself needs one value. Where it decides something, not every value of it
// was tried.
// case: --algorithm optimal => verified complete=2
// case: --algorithm rf => verified complete=2
// case: --model tso --algorithm optimal => verified complete=2
// case: --model c11 => verified complete=2
// case: --model ra => verified complete=2
// case: -- -DLOST => error assertion line=41
// case: --algorithm optimal -- -DLOOK => inconclusive unsupported
// case: -- -DDIVIDE => error division-by-zero
// case: -- -DTWO => error assertion
// case: --uninitialized error => inconclusive unsupported
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
struct message {
  int number;
  int filler;
};
static struct message box, sent;
static atomic_int full;
static void *receive(void *into) {
  struct message *got = into;
  if (atomic_load_explicit(&full, memory_order_acquire))
    *got = box;
  return 0;
}
int main(void) {
  struct message got = {0, 0}, *from = &sent;
  from->number = __VERIFIER_nondet_int();
  from->filler = 1;
  pthread_t thread;
  pthread_create(&thread, 0, receive, &got);
  box = sent;
  atomic_store_explicit(&full, 1, memory_order_release);
  pthread_join(thread, 0);
#ifdef LOST
  got.filler = 1;
#endif
  assert(got.filler == 0 || got.number == from->number);
#ifdef LOOK
  assert(got.number != 77);
#endif
#ifdef DIVIDE
  int number = got.filler ? got.number : 1;
  return 100 / number == 101;
#endif
#ifdef TWO
  struct message other = {__VERIFIER_nondet_int(), 0}, *second = &other;
  assert(second->number != from->number || !got.filler);
#endif
}
