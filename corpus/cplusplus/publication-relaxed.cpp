// A relaxed flag publishes nothing: a data race.
// case: --check races => error data-race
#include <atomic>
#include <thread>

static int data;
static std::atomic<bool> ready{false};

int main() {
  std::thread producer([] {
    data = 42;
    ready.store(true, std::memory_order_relaxed);
  });
  if (ready.load(std::memory_order_relaxed))
    data++;
  producer.join();
}
