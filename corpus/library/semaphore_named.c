// Named semaphores are not modelled.
// case: => inconclusive unsupported
#include <fcntl.h>
#include <semaphore.h>
int main(void) {
  sem_t *s = sem_open("/x", O_CREAT, 0600, 1);
  sem_wait(s);
  sem_post(s);
  sem_close(s);
  sem_unlink("/x");
}
