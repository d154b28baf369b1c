// A notification behind a release store wakes the waiter: the standard asks for no stronger order, and the headers' look
// at the number of waiters must not come before the store is seen.
// case: --model sc -- -std=c++20 => verified
// case: --model tso -- -std=c++20 => verified
// case: --model pso -- -std=c++20 => verified
// case: --model ra -- -std=c++20 => verified
// case: --model c11 -- -std=c++20 => verified
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> flag{0};
static int message;

int main() {
  std::thread sender([] {
    message = 1;
    flag.store(1, std::memory_order_release);
    flag.notify_one();
  });
  flag.wait(0, std::memory_order_acquire);
  assert(message == 1);
  sender.join();
}
