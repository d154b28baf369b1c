// Next to something unsupported there is a real error: it is found.
// case: --keep-going => error assertion line=23
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void launch_missiles(void);

static atomic_int armed;

static void *arm(void *unused) {
  (void)unused;
  atomic_store(&armed, 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, arm, NULL);
  if (atomic_load(&armed))
    launch_missiles();
  else
    assert(0); // BUG
  return 0;
}
