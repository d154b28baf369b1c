// Transfers between accounts lock both, in a fixed order. Bug 1: in the order of the transfer.
// Bug 2: only the account that pays is locked.
// case: --check races => verified
// case: -- -DBUG=1 => error deadlock
// case: -- -DBUG=2 => error assertion
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t m;
  int balance;
};

static struct account a = {PTHREAD_MUTEX_INITIALIZER, 10}, b = {PTHREAD_MUTEX_INITIALIZER, 10};

static void transfer(struct account *from, struct account *to, int amount) {
  struct account *first = from, *second = to;
  (void)second;
#ifndef BUG
  if (second < first) {
    first = to;
    second = from;
  }
#endif
  pthread_mutex_lock(&first->m);
#if !defined(BUG) || BUG == 1
  pthread_mutex_lock(&second->m);
#endif
  from->balance -= amount;
  to->balance += amount;
#if !defined(BUG) || BUG == 1
  pthread_mutex_unlock(&second->m);
#endif
  pthread_mutex_unlock(&first->m);
}

static void *a_to_b(void *unused) {
  (void)unused;
  transfer(&a, &b, 3);
  return NULL;
}

static void *b_to_a(void *unused) {
  (void)unused;
  transfer(&b, &a, 5);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, a_to_b, NULL);
  pthread_create(&t2, NULL, b_to_a, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(a.balance + b.balance == 20);
  return 0;
}
