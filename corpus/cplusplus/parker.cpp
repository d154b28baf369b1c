// A thread is parked until it is let go, with a token that is not lost if it comes first.
// case: => verified
// case: --model tso => verified
// case: --model ra => verified
// case: -- -DBUG => error deadlock
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
class Parker {
  enum { EMPTY, TOKEN, PARKED };
  std::mutex mutex;
  std::condition_variable condition;
  std::atomic<int> state{EMPTY};

public:
  void park() {
    int expected = TOKEN;
    if (state.compare_exchange_strong(expected, EMPTY))
      return;
    std::unique_lock<std::mutex> lock(mutex);
    expected = EMPTY;
    if (!state.compare_exchange_strong(expected, PARKED)) {
      state.exchange(EMPTY);
      return;
    }
    for (;;) {
      condition.wait(lock);
      expected = TOKEN;
      if (state.compare_exchange_strong(expected, EMPTY))
        return;
    }
  }
  void unpark() {
    if (state.exchange(TOKEN) != PARKED)
      return;
#ifndef BUG
    // Else the other one may be between its look and its wait.
    { std::lock_guard<std::mutex> lock(mutex); }
#endif
    condition.notify_one();
  }
};
int main() {
  Parker parker;
  std::atomic<bool> go{false};
  std::thread thread([&] {
    while (!go.load())
      parker.park();
  });
  go.store(true);
  parker.unpark();
  thread.join();
}
