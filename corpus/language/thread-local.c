// Every thread has its own copy of a thread-local variable, with its initial value.
// case: => verified complete=1
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine = 5;
static _Thread_local int table[3] = {1, 2, 3};

static void *work(void *unused) {
  (void)unused;
  assert(mine == 5 && table[1] == 2);
  mine = 6;
  table[1]++;
  assert(mine == 6 && table[1] == 3);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  mine = 7;
  pthread_create(&t1, NULL, work, NULL);
  pthread_create(&t2, NULL, work, NULL);
  table[1] = 9;
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(mine == 7 && table[1] == 9);
  return 0;
}
