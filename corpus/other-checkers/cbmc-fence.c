// CBMC's fence names what it orders: here, writes with later reads, or only writes with each other.
// case: => verified
// case: --model tso => error assertion
// case: --model tso -- -DFENCE => verified
// case: --model tso -- -DWEAKER => error assertion
// case: --model pso -- -DMESSAGE => error assertion
// case: --model pso -- -DMESSAGE -DWEAKER => verified
#include <pthread.h>
int x, y, r, s;

static void fence(void) {
#if defined FENCE
  __CPROVER_fence("WWfence", "RRfence", "RWfence", "WRfence");
#elif defined WEAKER
  __CPROVER_fence("WWfence", "RRfence", "RWfence");
#endif
}

static void *first(void *unused) {
  x = 1;
  fence();
#ifdef MESSAGE
  y = 1;
#else
  r = y;
#endif
  return unused;
}

static void *second(void *unused) {
#ifdef MESSAGE
  r = y;
  s = x;
#else
  y = 1;
  fence();
  s = x;
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  __CPROVER_output("r", r);
#ifdef MESSAGE
  __CPROVER_assert(!r || s, "the message arrives with its flag");
#else
  __CPROVER_precondition(r || s, "somebody sees the other");
#endif
}
