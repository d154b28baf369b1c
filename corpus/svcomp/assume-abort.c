// The competition's assumption is a function that aborts. In its programs that is no error.
// case: => verified
extern void abort(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() {
  __assert_fail("0", "assume-abort.c", 3, __extension__ __PRETTY_FUNCTION__);
}
#include <pthread.h>
int flag, data;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *writer(void *a) {
  pthread_mutex_lock(&m);
  data = 42;
  flag = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
void *reader(void *a) {
  pthread_mutex_lock(&m);
  int f = flag, d = data;
  pthread_mutex_unlock(&m);
  assume_abort_if_not(f);
  if (d != 42)
    reach_error();
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
