// Loops that give up after some rounds in vain. One round shows all that many do, and without it the answers are the same.
// case: => error assertion line=48
// case: --no-purity => error assertion line=48
// case: --model c11 => error assertion line=48
// case: -- -DFORM=2 => error assertion line=54
// case: --no-purity -- -DFORM=2 => error assertion line=54
// case: -- -DFORM=3 => error assertion line=62
// case: --no-purity -- -DFORM=3 => error assertion line=62
// case: --model c11 -- -DFORM=3 => error assertion line=62
// case: -- -DFORM=4 => error assertion line=71
// case: --no-purity -- -DFORM=4 => error assertion line=71
// case: -- -DFORM=5 => verified
// case: --no-purity -- -DFORM=5 => verified
// case: -- -DFORM=6 => error assertion line=95
// case: --no-purity -- -DFORM=6 => error assertion line=95
// case: --model tso -- -DFORM=6 => error assertion line=95
// case: -- -DFORM=7 -DMANY=1000000 => verified
// case: --model c11 -- -DFORM=7 -DMANY=1000000 => verified
// case: -- -DFORM=8 => error assertion line=104
// case: --no-purity -- -DFORM=8 => error assertion line=104
// case: --model c11 -- -DFORM=8 -DMANY=300000 => error assertion line=104
// case: -- -DFORM=9 => verified
// case: --model tso -- -DFORM=9 => verified
// case: --model c11 -- -DFORM=9 => verified
// case: --no-purity -- -DFORM=9 => inconclusive execution-limit
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef FORM
#define FORM 1
#endif
#ifndef MANY
#define MANY 3
#endif

static atomic_int x, y, steps;

static void look(void) {
#if FORM == 1 // it may give up before the value comes
  int i;
  for (i = 0; i < MANY; i++)
    if (atomic_load(&x) == 2)
      return;
  assert(false);
#elif FORM == 2 // the number of rounds is asked for afterwards
  int i;
  for (i = 0; i < MANY; i++)
    if (atomic_load(&x) == 2)
      break;
  assert(i != 1);
#elif FORM == 3 // what the last round has read is kept
  int last = 0;
  for (int i = 0; i < MANY; i++) {
    last = atomic_load(&x);
    if (last == 2)
      return;
  }
  assert(last != 1);
#elif FORM == 4 // rounds add up what they read
  int sum = 0;
  for (int i = 0; i < MANY; i++) {
    int v = atomic_load(&x);
    if (v == 2)
      return;
    sum += v;
  }
  assert(sum != 2);
#elif FORM == 5 // a round that comes after the value has come sees it
  for (int i = 0; i < MANY; i++)
    if (atomic_load(&x) == 2)
      return;
  atomic_fetch_add(&y, 1);
  for (int i = 0; i < MANY; i++)
    if (atomic_load(&x) == 2)
      return;
  atomic_fetch_add(&y, 1);
  assert(atomic_load(&y) == 2);
#elif FORM == 6 // a round of another kind counts as well: after two of them it has had enough
  int rounds = 0, changes = 0;
  for (;;) {
    int v = atomic_load(&x);
    if (v == 2)
      return;
    if (v == 1) {
      atomic_fetch_add(&steps, 1);
      changes++;
    }
    if (++rounds >= 2)
      break;
  }
  assert(changes != 1 || atomic_load(&x) == 2);
#elif FORM == 8 // first pause, then give way, then give up
  int rounds = 0;
  while (atomic_load(&x) != 2) {
    if (++rounds < MANY)
      continue;
    if (rounds < 2 * MANY)
      sched_yield();
    else
      assert(false);
  }
#elif FORM == 9 // the same, in a loop that counts down, and waits in the end
  int spins = 2 * MANY;
  for (;;) {
    if (atomic_load(&x) == 2)
      return;
    if (spins > MANY) {
      spins--;
    } else if (spins > 0) {
      sched_yield();
      spins--;
    } else {
      while (atomic_load(&x) != 2)
        ;
      assert(atomic_load(&steps) == 0);
      return;
    }
  }
#else // a time-out after more rounds than anybody could look at
  int rounds = 0;
  while (atomic_load(&x) != 2)
    if (++rounds > MANY)
      return;
  assert(atomic_load(&x) == 2);
#endif
}

static void *change(void *unused) {
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
  look();
  pthread_join(thread, NULL);
  return 0;
}
