// A spin lock from std::atomic_flag, with a bound on the attempts.
// case: => verified
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic_flag taken = ATOMIC_FLAG_INIT;
static int inside;

static void visit() {
  for (int attempt = 0; attempt < 2; attempt++) {
    if (!taken.test_and_set(std::memory_order_acquire)) {
      assert(inside++ == 0);
      inside--;
      taken.clear(std::memory_order_release);
      return;
    }
  }
}

int main() {
  std::thread a(visit), b(visit);
  a.join();
  b.join();
}
