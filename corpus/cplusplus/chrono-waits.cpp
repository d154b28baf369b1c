// Clocks, durations and every wait with a time: each may end early, and clocks go on.
// case: => verified
// case: -- -DBUG => error assertion
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
using namespace std::chrono_literals;
int main() {
  auto start = std::chrono::steady_clock::now();
  std::timed_mutex slow;
  std::thread thread([&] {
    std::lock_guard<std::timed_mutex> guard(slow);
    std::this_thread::sleep_for(10ms);
    std::this_thread::sleep_until(std::chrono::system_clock::now() + 1s);
  });
  bool got = slow.try_lock_for(1ms);
#ifdef BUG
  assert(got);
#endif
  if (got)
    slow.unlock();
  thread.join();
  std::mutex mutex;
  std::condition_variable never;
  std::unique_lock<std::mutex> lock(mutex);
  assert(never.wait_for(lock, 1ms) == std::cv_status::timeout);
  assert(!never.wait_until(lock, std::chrono::steady_clock::now() + 5ms, [] { return false; }));
  assert(std::chrono::steady_clock::now() > start);
  assert(std::chrono::duration_cast<std::chrono::milliseconds>(90s).count() == 90000 && 1min == 60s);
  assert(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now()) > 0);
}
