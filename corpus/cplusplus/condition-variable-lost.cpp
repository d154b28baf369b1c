// Waiting without a predicate misses a signal that came first.
// case: => error deadlock
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;

int main() {
  std::thread signaller([] {
    std::lock_guard<std::mutex> guard(m);
    changed.notify_one();
  });
  {
    std::unique_lock<std::mutex> lock(m);
    changed.wait(lock);
  }
  signaller.join();
}
