// An input that is handed back to callers and into functions, where it is only compared: -1, 0 and 1 stand for all.
// case: => verified complete=3
// case: --model tso => verified complete=3
// case: -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_t thread;
static int started;
static void *body(void *unused) {
  started = 1;
  return unused;
}
static int probe(void) {
  int result = __VERIFIER_nondet_int();
  if (result)
    goto failed;
  pthread_create(&thread, 0, body, 0);
  return 0;
failed:
  return result;
}
static int probe_again(void) {
  int result = probe();
  return result;
}
static int sign(int number) { return number > 0 ? 1 : number < 0 ? -1 : 0; }
int main(void) {
  int result = probe_again();
#ifdef BUG
  assert(result != -77);
#endif
  if (sign(result) == 0) {
    pthread_join(thread, 0);
    assert(started == 1);
  } else {
    assert(started == 0);
  }
  return result;
}
