// The lazy list: a sorted set with a mutex in each node. The bug: after locking nothing is validated.
// case: => verified
// case: -- -DBUG => error assertion
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
  int key;
  atomic_bool removed;
  pthread_mutex_t m;
  _Atomic(struct node *) next;
};

static struct node *head;

static struct node *new_node(int key, struct node *next) {
  struct node *n = malloc(sizeof *n);
  n->key = key;
  atomic_init(&n->removed, false);
  pthread_mutex_init(&n->m, NULL);
  atomic_init(&n->next, next);
  return n;
}

static bool valid(struct node *before, struct node *at) {
#ifdef BUG
  (void)before;
  (void)at;
  return true;
#else
  return !atomic_load(&before->removed) && !atomic_load(&at->removed) && atomic_load(&before->next) == at;
#endif
}

// Finds the first node with at least this key and locks it and the one before it.
static struct node *find(int key, struct node **before) {
  for (;;) {
    struct node *b = head, *at = atomic_load(&b->next);
    while (at->key < key) {
      b = at;
      at = atomic_load(&b->next);
    }
    pthread_mutex_lock(&b->m);
    pthread_mutex_lock(&at->m);
    if (valid(b, at)) {
      *before = b;
      return at;
    }
    pthread_mutex_unlock(&at->m);
    pthread_mutex_unlock(&b->m);
  }
}

static void unlock(struct node *before, struct node *at) {
  pthread_mutex_unlock(&at->m);
  pthread_mutex_unlock(&before->m);
}

static bool add(int key) {
  struct node *before, *at = find(key, &before);
  bool new = at->key != key;
  if (new)
    atomic_store(&before->next, new_node(key, at));
  unlock(before, at);
  return new;
}

static bool take_out(int key) {
  struct node *before, *at = find(key, &before);
  bool found = at->key == key;
  if (found) {
    atomic_store(&at->removed, true);
    atomic_store(&before->next, atomic_load(&at->next));
  }
  unlock(before, at);
  return found;
}

static bool contains(int key) {
  struct node *at = head;
  while (at->key < key)
    at = atomic_load(&at->next);
  return at->key == key && !atomic_load(&at->removed);
}

static void *adder(void *unused) {
  (void)unused;
  assert(add(2));
  return NULL;
}

int main(void) {
  pthread_t t;
  head = new_node(INT_MIN, new_node(1, new_node(INT_MAX, NULL)));
  pthread_create(&t, NULL, adder, NULL);
  assert(take_out(1));
  pthread_join(t, NULL);
  assert(contains(2) && !contains(1));
  return 0;
}
