// Two std::threads increment a std::atomic: two orders.
// case: => verified complete=2
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> counter{0};

int main() {
  std::thread a([] { counter++; });
  std::thread b([] { counter.fetch_add(1, std::memory_order_relaxed); });
  a.join();
  b.join();
  assert(counter == 2);
}
