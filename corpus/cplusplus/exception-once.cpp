// An initialiser that throws has not been run: the next one tries again. So with the static variables of functions.
// case: => verified complete=2
// case: -- -DSTATIC => verified complete=2
// case: -- -DPTHREAD => verified complete=2
// case: --model ra => verified
#include <cassert>
#include <mutex>
#include <pthread.h>
#include <thread>

static int calls, failed[2];

static void initialise() {
  if (++calls == 1)
    throw 1;
}
#if defined STATIC
struct Object {
  Object() { initialise(); }
};
static void once() { static Object object; }
#elif defined PTHREAD
static pthread_once_t flag = PTHREAD_ONCE_INIT;
static void once() { pthread_once(&flag, initialise); }
#else
static std::once_flag flag;
static void once() { std::call_once(flag, initialise); }
#endif

static void run(int me) {
  try {
    once();
  } catch (int) {
    failed[me] = 1;
  }
}

int main() {
  std::thread other(run, 1);
  run(0);
  other.join();
  assert(calls == 2 && failed[0] + failed[1] == 1);
}
