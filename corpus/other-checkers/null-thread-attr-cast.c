// Arguments passed as integers, results as integers, a function cast to the thread type.
// case: => verified
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
static int twice(int n) {
  return 2 * n;
}
static void *body(void *p) {
  return (void *)(intptr_t)twice((int)(intptr_t)p);
}
int main(void) {
  pthread_t t[2];
  for (intptr_t i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, body, (void *)(i + 20));
  intptr_t sum = 0;
  for (int i = 0; i < 2; i++) {
    void *r;
    pthread_join(t[i], &r);
    sum += (intptr_t)r;
  }
  assert(sum == 82);
}
