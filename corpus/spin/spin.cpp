// std::atomic: every access is a call.
// case: => verified complete=1 blocked=0
// case: -- -DBUG => error livelock
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> flag{0};
static int data;

int main() {
  std::thread receiver([] {
    while (flag.load(std::memory_order_acquire) != 1)
      std::this_thread::yield();
    assert(data == 42);
  });
  data = 42;
#ifndef BUG
  flag.store(1, std::memory_order_release);
#endif
  receiver.join();
}
