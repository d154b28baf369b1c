// A hash table with a mutex for each stripe. The bug: the stripe is chosen from the key, not from its hash.
// case: --check races => verified
// case: --check races -- -DBUG => error data-race
// case: -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#define STRIPES 2
#define BUCKETS 4

struct entry {
  int key;
  struct entry *next;
};

static pthread_mutex_t locks[STRIPES] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static struct entry *buckets[BUCKETS];

static unsigned hash(int key) { return (unsigned)key / 2 % BUCKETS; }

static void insert(struct entry *e) {
  unsigned bucket = hash(e->key);
#ifdef BUG
  pthread_mutex_t *lock = &locks[(unsigned)e->key % STRIPES];
#else
  pthread_mutex_t *lock = &locks[bucket % STRIPES];
#endif
  pthread_mutex_lock(lock);
  e->next = buckets[bucket];
  buckets[bucket] = e;
  pthread_mutex_unlock(lock);
}

static int count(void) {
  int total = 0;
  for (int i = 0; i < BUCKETS; i++)
    for (struct entry *e = buckets[i]; e; e = e->next)
      total++;
  return total;
}

static struct entry entries[3] = {{2, 0}, {3, 0}, {4, 0}};

static void *inserter(void *argument) {
  insert(&entries[(intptr_t)argument]);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  for (intptr_t i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, inserter, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  assert(count() == 3);
  return 0;
}
