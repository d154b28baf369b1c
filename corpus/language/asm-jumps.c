// Loops in inline assembly: a spin lock as network drivers write it, and a counter that stays at zero once it is there.
// case: => verified
// case: --model tso => verified
// case: --model c11 => verified
// case: -- -DBUG => error assertion
// case: --model c11 -- -DBUG => error data-race
#include <assert.h>
#include <pthread.h>

static volatile int locked, users = 1;
static int count;

static void lock(volatile int *lock) {
  int value = 1;
  __asm__ volatile("1:\n"
                   "xchg %[locked], %[value]\n"
                   "test %[value], %[value]\n"
                   "jz 3f\n"
                   "2:\n"
                   "pause\n"
                   "cmpl $0, %[locked]\n"
                   "jnz 2b\n"
                   "jmp 1b\n"
                   "3:\n"
                   : [locked] "=m"(*lock), [value] "=q"(value)
                   : "[value]"(value)
                   : "memory");
}

static void unlock(volatile int *lock) {
  int value = 0;
  __asm__ volatile("xchg %[locked], %[value]\n"
                   : [locked] "=m"(*lock), [value] "=q"(value)
                   : "[value]"(value)
                   : "memory");
}

// Adds one, unless there is nobody left; returns the old number.
static int join_users(volatile int *number) {
  int old, next;
  __asm__ volatile("movl %0, %%eax\n\t"
                   "0: test %%eax, %%eax\n\t"
                   "je 1f\n\t"
                   "movl %%eax, %2\n\t"
                   "incl %2\n\t"
                   "lock; cmpxchgl %2, %0\n\t"
                   "jne 0b\n\t"
                   "1:"
                   : "=m"(*number), "=&a"(old), "=&r"(next)
                   : "m"(*number)
                   : "cc", "memory");
  return old;
}

static void *work(void *unused) {
#ifndef BUG
  lock(&locked);
#endif
  int seen = count;
  count = seen + 1;
#ifndef BUG
  unlock(&locked);
#endif
  join_users(&users);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, work, NULL);
  work(NULL);
  pthread_join(other, NULL);
  assert(count == 2 && users == 3);
  users = 0;
  assert(join_users(&users) == 0 && users == 0);
}
