// A pointer to one thread's thread-local variable lets another thread write it.
// case: => verified complete=1
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine;

static void *work(void *argument) {
  *(int *)argument = 1;
  assert(mine == 0);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, &mine);
  pthread_join(t, NULL);
  assert(mine == 1);
  return 0;
}
