// Timed locks, waits, futures and semaphores: each may or may not come in time.
// case: --algorithm optimal --model sc -- -std=c++20 => verified
// case: --model c11 -- -std=c++20 => verified
#include <cassert>
#include <chrono>
#include <future>
#include <mutex>
#include <shared_mutex>
#include <semaphore>
#include <thread>
#include <condition_variable>
using namespace std::chrono_literals;
int main() {
  std::shared_timed_mutex m; int value = 0;
  std::timed_mutex t;
  std::binary_semaphore sem{0};
  std::condition_variable cv; std::mutex cm; bool ready = false;
  std::thread a([&] {
    if (m.try_lock_for(10ms)) { value++; m.unlock(); }
    std::unique_lock<std::timed_mutex> l(t, std::defer_lock);
    if (l.try_lock_until(std::chrono::steady_clock::now() + 5ms)) (void)0;
    { std::lock_guard g(cm); ready = true; } cv.notify_one();
    sem.release();
  });
  std::promise<int> p; auto f = p.get_future();
  std::thread b([&] { std::this_thread::sleep_for(1ms); p.set_value(3); });
  { std::shared_lock l(m, 5ms); if (l.owns_lock()) assert(value <= 1); }
  { std::unique_lock l(cm); bool ok = cv.wait_for(l, 100ms, [&] { return ready; }); if (ok) assert(ready); }
  if (f.wait_for(2ms) == std::future_status::ready) assert(f.get() == 3);
  bool got = sem.try_acquire_for(1ms); (void)got;
  a.join(); b.join();
}
