// A race found by a static analyser's test: the second access is not under the mutex.
// case: --check races => error data-race
// case: --check races -- -DFIX => verified
#include <pthread.h>
#include <stdio.h>
int myglobal;
pthread_mutex_t mutex1 = PTHREAD_MUTEX_INITIALIZER;
void *t_fun(void *arg) {
  pthread_mutex_lock(&mutex1);
  myglobal = myglobal + 1;
  pthread_mutex_unlock(&mutex1);
  return NULL;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, t_fun, NULL);
#ifdef FIX
  pthread_mutex_lock(&mutex1);
#endif
  myglobal = myglobal + 1;
#ifdef FIX
  pthread_mutex_unlock(&mutex1);
#endif
  pthread_join(id, NULL);
  printf("%d\n", myglobal);
  return 0;
}
