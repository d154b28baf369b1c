// C++20: atomic wait and notify.
// case: -- -std=c++20 => verified
// case: --model ra -- -std=c++20 => verified
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> flag{0};
int data;
int main() {
  std::thread t([] {
    data = 42;
    flag.store(1, std::memory_order_release);
    flag.notify_one();
  });
  flag.wait(0, std::memory_order_acquire);
  assert(data == 42);
  t.join();
}
