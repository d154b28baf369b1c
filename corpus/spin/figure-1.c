// Two threads sort three numbers and hand the middle one to and fro.
// case: => verified complete=1 blocked=0
// case: --algorithm source => verified complete=1 blocked=0
// case: --no-await => verified complete=1 blocked=2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int y;
static int x[3] = {3, 2, 1};

static void sort(int *a, int *b) {
  if (*a > *b) {
    int old = *a;
    *a = *b;
    *b = old;
  }
}

static void *p(void *unused) {
  (void)unused;
  sort(&x[0], &x[1]);
  atomic_store(&y, 1);
  int b;
  do
    b = atomic_load(&y);
  while (b != 2);
  sort(&x[0], &x[1]);
  assert(x[0] == 1 && x[1] == 2 && x[2] == 3);
  return NULL;
}

static void *q(void *unused) {
  (void)unused;
  int a;
  do
    a = atomic_load(&y);
  while (a != 1);
  sort(&x[1], &x[2]);
  atomic_store(&y, 2);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, p, NULL);
  pthread_create(&t2, NULL, q, NULL);
  return 0;
}
