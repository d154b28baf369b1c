// The second stage is written later than the first one; a reader in between sees them differ.
// case: => error assertion line=28
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void *writer(void *unused) {
  (void)unused;
  pthread_mutex_lock(&a);
  first = 1;
  pthread_mutex_unlock(&a);
  pthread_mutex_lock(&b);
  second = first + 1;
  pthread_mutex_unlock(&b);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  pthread_mutex_lock(&a);
  int seen = first;
  pthread_mutex_unlock(&a);
  if (seen == 0)
    return NULL;
  pthread_mutex_lock(&b);
  assert(second == seen + 1); // BUG
  pthread_mutex_unlock(&b);
  return NULL;
}

int main(void) {
  pthread_t w, r;
  pthread_create(&w, NULL, writer, NULL);
  pthread_create(&r, NULL, reader, NULL);
  pthread_join(w, NULL);
  pthread_join(r, NULL);
  return 0;
}
