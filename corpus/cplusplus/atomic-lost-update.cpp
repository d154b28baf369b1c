// A load and a store are not an increment.
// case: => error assertion line=15
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> counter{0};

static void increment() { counter = counter + 1; }

int main() {
  std::thread a(increment), b(increment);
  a.join();
  b.join();
  assert(counter == 2); // BUG
}
