// Two threads wait for each other's end, and main leaves them to it: returning would end the program.
// case: => error deadlock
#include <pthread.h>
#include <semaphore.h>

static pthread_t t1, t2;
static sem_t known;

static void *first(void *unused) {
  (void)unused;
  sem_wait(&known);
  pthread_join(t2, NULL);
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
  sem_wait(&known);
  pthread_join(t1, NULL);
  return NULL;
}

int main(void) {
  sem_init(&known, 0, 0);
  pthread_create(&t1, NULL, first, NULL);
  pthread_create(&t2, NULL, second, NULL);
  sem_post(&known);
  sem_post(&known);
  pthread_exit(NULL);
}
