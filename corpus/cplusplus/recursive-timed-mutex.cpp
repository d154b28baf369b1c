// case: => verified rf=unsupported
// case: --model ra => verified
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>
std::recursive_timed_mutex m;
std::shared_timed_mutex s;
int x;
int main() {
  using namespace std::chrono_literals;
  std::thread t([] {
    if (m.try_lock_for(1ms)) {
      std::lock_guard g(m);
      x++;
      m.unlock();
    }
    std::shared_lock r(s);
  });
  {
    std::scoped_lock both(m, s);
    x++;
  }
  t.join();
  assert(x == 1 || x == 2);
}
