// Dekker's entry with a barrier of the kernel on one side and none on the other. Under sequential consistency that is
// right. Under weak models the kernel is one without membarrier: programs that ask first use fences instead, and
// those that do not ask get no verdict.
// case: => verified
// case: --model tso => verified
// case: --model pso => verified
// case: -- -DDO_NOT_ASK => verified
// case: --model tso -- -DDO_NOT_ASK => inconclusive unsupported
// case: --model ra -- -DDO_NOT_ASK => inconclusive unsupported
#include <assert.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int flag[2], inside;
static int asymmetric;
static void light(void) {
  if (!asymmetric)
    atomic_thread_fence(memory_order_seq_cst);
}
static void heavy(void) {
  if (asymmetric)
    syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0);
  else
    atomic_thread_fence(memory_order_seq_cst);
}
static void enter(void) {
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
}
static void *often(void *unused) {
  atomic_store_explicit(&flag[0], 1, memory_order_relaxed);
  light();
  if (!atomic_load_explicit(&flag[1], memory_order_relaxed))
    enter();
  return unused;
}
int main(void) {
  pthread_t thread;
  asymmetric = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0) > 0;
#ifdef DO_NOT_ASK
  asymmetric = 1;
#endif
  if (asymmetric)
    syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0);
  pthread_create(&thread, NULL, often, NULL);
  atomic_store_explicit(&flag[1], 1, memory_order_relaxed);
  heavy();
  if (!atomic_load_explicit(&flag[0], memory_order_relaxed))
    enter();
  pthread_join(thread, NULL);
}
