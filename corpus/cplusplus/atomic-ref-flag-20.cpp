// case: -- -std=c++20 => verified
// case: --model ra -- -std=c++20 => verified
#include <atomic>
#include <cassert>
#include <thread>
int plain;
std::atomic_flag f = ATOMIC_FLAG_INIT;
int main() {
  std::thread t([] {
    std::atomic_ref<int>(plain).fetch_add(1);
    f.test_and_set();
    f.notify_all();
  });
  std::atomic_ref<int>(plain).fetch_add(1);
  f.wait(false);
  t.join();
  assert(plain == 2 && f.test());
}
