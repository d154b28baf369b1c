// twalock(N): ticket lock with a waiting array; far-off waiters watch their slot, the next one the grant.
// From: Dice and Kogan, "TWA: Ticket Locks Augmented with a Waiting Array"; Jonsson et al.,
// "Awaiting for Godot: Stateless Model Checking that Avoids Executions where Nothing Happens",
// table I. The paper does not print its program; this one has its counts.
// N: number of threads (default 3).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif
#define SLOTS 4
#define NEAR 1

static atomic_int next_ticket, grant, waiting[SLOTS];
static atomic_int x;

static int lock(void) {
  int ticket = atomic_fetch_add(&next_ticket, 1);
  int distance = ticket - atomic_load(&grant);
  if (distance == 0)
    return ticket;
  if (distance > NEAR) {
    atomic_int *slot = &waiting[ticket % SLOTS];
    int seen = atomic_load(slot);
    while (ticket - atomic_load(&grant) > NEAR) {
      int now;
      do
        now = atomic_load(slot);
      while (now == seen);
      seen = now;
    }
  }
  while (atomic_load(&grant) != ticket)
    ;
  return ticket;
}

static void unlock(int ticket) {
  int successor = ticket + 1;
  atomic_store(&grant, successor);
  atomic_fetch_add(&waiting[(successor + NEAR) % SLOTS], 1);
}

static void *work(void *unused) {
  (void)unused;
  int ticket = lock();
  int c = atomic_load(&x);
  atomic_store(&x, c + 1);
  unlock(ticket);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  assert(atomic_load(&x) == N);
  return 0;
}
