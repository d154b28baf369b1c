// Drepper's third mutex over the system call; BUG: forgets to mark contention.
// case: => verified
// case: -- -DBUG => error deadlock
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
static atomic_int f; static int n;
static void lock(void) {
  int c = 0;
  if (atomic_compare_exchange_strong(&f, &c, 1)) return;
  do {
#ifdef BUG
    c = 1; syscall(SYS_futex, &f, FUTEX_WAIT_PRIVATE, 1, 0, 0, 0);
#else
    int one = 1;
    if (c == 2 || atomic_compare_exchange_strong(&f, &one, 2) || one) syscall(SYS_futex, &f, FUTEX_WAIT_PRIVATE, 2, 0, 0, 0);
#endif
    c = 0;
#ifdef BUG
  } while (!atomic_compare_exchange_strong(&f, &c, 1));
#else
  } while (!atomic_compare_exchange_strong(&f, &c, 2));
#endif
}
static void unlock(void) { if (atomic_fetch_sub(&f, 1) != 1) { atomic_store(&f, 0); syscall(SYS_futex, &f, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0); } }
static void *t(void *_) { lock(); n++; unlock(); return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); t(0); pthread_join(a, 0); assert(n == 2); }
