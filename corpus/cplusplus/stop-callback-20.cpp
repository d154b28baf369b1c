// A jthread that is asked to stop at the end of its life. Its callback runs at most once: a thread that has seen the request
// may be gone, with its callback, before the one who asks has come to it.
// case: --algorithm optimal -- -std=c++20 => verified
// case: --algorithm optimal -- -std=c++20 -DALWAYS => error assertion
// case: --algorithm optimal -- -std=c++20 -DBUG => error deadlock
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
int main() {
  std::atomic<int> calls{0};
  std::mutex mutex;
  std::condition_variable_any wake;
  {
    std::jthread thread([&](std::stop_token stop) {
      std::stop_callback callback(stop, [&] { calls++; });
      std::unique_lock lock(mutex);
#ifdef BUG
      wake.wait(lock, [&] { return false; });
#else
      bool found = wake.wait(lock, stop, [] { return false; });
      assert(!found && stop.stop_requested());
#endif
    });
  }
#ifdef ALWAYS
  assert(calls == 1);
#endif
  assert(calls <= 1);
  std::stop_source source;
  std::stop_token token = source.get_token();
  assert(token.stop_possible() && source.request_stop() && !source.request_stop() && token.stop_requested());
}
