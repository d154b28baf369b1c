// The threads of C11 itself.
// case: => verified
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int counter;

static int work(void *argument) {
  mtx_lock(&m);
  counter += *(int *)argument;
  mtx_unlock(&m);
  return *(int *)argument;
}

int main(void) {
  thrd_t t1, t2;
  int one = 1, two = 2, r1, r2;
  mtx_init(&m, mtx_plain);
  thrd_create(&t1, work, &one);
  thrd_create(&t2, work, &two);
  thrd_join(t1, &r1);
  thrd_join(t2, &r2);
  assert(counter == 3 && r1 == 1 && r2 == 2);
  return 0;
}
