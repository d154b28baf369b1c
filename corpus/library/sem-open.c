// Semaphores with names: the same name is the same semaphore until it is unlinked.
// case: --model c11 => verified
// case: --model tso => verified
// case: --model c11 -- -DBUG => error deadlock
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static int data;

static void *post(void *unused) {
#ifdef BUG
  sem_t *semaphore = sem_open("/other", O_CREAT, 0600, 0);
#else
  sem_t *semaphore = sem_open("/ready", O_CREAT, 0600, 5);
#endif
  data = 1;
  sem_post(semaphore);
  sem_close(semaphore);
  return unused;
}

int main(void) {
  assert(sem_open("/ready", 0) == SEM_FAILED && errno == ENOENT);
  sem_t *semaphore = sem_open("/ready", O_CREAT, 0600, 0);
  assert(semaphore != SEM_FAILED && sem_open("/ready", 0) == semaphore);
  assert(sem_open("/ready", O_CREAT | O_EXCL, 0600, 0) == SEM_FAILED && errno == EEXIST);
  assert(sem_open("/read", 0) == SEM_FAILED && sem_open("/ready2", 0) == SEM_FAILED);
  pthread_t thread;
  pthread_create(&thread, NULL, post, NULL);
  sem_wait(semaphore);
  assert(data == 1);
  pthread_join(thread, NULL);
  assert(sem_unlink("/ready") == 0 && sem_unlink("/ready") == -1 && errno == ENOENT);
  sem_t *another = sem_open("/ready", O_CREAT, 0600, 1);
  assert(another != SEM_FAILED && another != semaphore);
  sem_wait(another);
}
