// A big-reader lock: a lock per reader; the writer takes all.
// case: => verified
// case: -- -DBUG => error assertion
#include <pthread.h>
#include <assert.h>
static struct { pthread_spinlock_t l; char pad[60]; } per[2] __attribute__((aligned(64))); static int x, y;
static void *rd(void *a) { long i = (long)a; pthread_spin_lock(&per[i].l); assert(x == y); pthread_spin_unlock(&per[i].l); return 0; }
int main(void) {
  for (int i = 0; i < 2; i++) pthread_spin_init(&per[i].l, PTHREAD_PROCESS_PRIVATE);
  pthread_t t[2]; for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, rd, (void *)i);
  for (int i = 0; i < 2; i++)
#ifdef BUG
    if (i)
#endif
    pthread_spin_lock(&per[i].l);
  x++; y++;
  for (int i = 2; i-- > 0;)
#ifdef BUG
    if (i)
#endif
    pthread_spin_unlock(&per[i].l);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
