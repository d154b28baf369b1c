// std::condition_variable with a predicate: no wake-up is lost.
// case: => verified
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static bool ready;

int main() {
  std::thread signaller([] {
    std::lock_guard<std::mutex> guard(m);
    ready = true;
    changed.notify_one();
  });
  {
    std::unique_lock<std::mutex> lock(m);
    changed.wait(lock, [] { return ready; });
    assert(ready);
  }
  signaller.join();
}
