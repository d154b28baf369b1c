// case: => verified
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m[2];
int v[2];
void *t(void *p) {
  int i = (int)(long)p;
  pthread_mutex_lock(&m[i]);
  v[i]++;
  pthread_mutex_unlock(&m[i]);
  pthread_mutex_lock(&m[1 - i]);
  v[1 - i]++;
  pthread_mutex_unlock(&m[1 - i]);
  return 0;
}
int main() {
  pthread_t a, b;
  for (int i = 0; i < 2; i++)
    pthread_mutex_init(&m[i], NULL);
  pthread_create(&a, 0, t, (void *)0);
  pthread_create(&b, 0, t, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(v[0] == 2 && v[1] == 2);
}
