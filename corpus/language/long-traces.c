// What these steps cost must not grow with the length of the execution: they took very long when
// every step looked at all before it.
// case: --algorithm optimal --timeout 10 => verified complete=1
// case: --algorithm optimal --timeout 10 -- -DLOCKS => verified complete=1
// case: --algorithm optimal --timeout 10 -- -DLARGE => verified complete=1
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
#ifdef LOCKS
  for (int i = 0; i < 20000; i++) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
#elif !defined LARGE
  for (int i = 0; i < 20000; i++)
    count++;
#endif
  return NULL;
}

static int use(volatile char *bytes) {
  bytes[5] = 1;
  return bytes[5];
}

static int large(void) {
  char bytes[1 << 22];
  return use(bytes);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
#ifdef LARGE
  large();
#endif
  pthread_join(thread, NULL);
}
