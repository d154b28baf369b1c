// A coroutine that goes on in another thread, and one that hands an exception to whoever waits for it.
// case: -- -std=c++20 => verified
// case: --check races -- -std=c++20 -DBUG => error data-race
#include <cassert>
#include <coroutine>
#include <exception>
#include <stdexcept>
#include <thread>
struct Task {
  struct promise_type {
    std::exception_ptr failure;
    int value = 0;
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(int x) { value = x; }
    void unhandled_exception() { failure = std::current_exception(); }
  };
  std::coroutine_handle<promise_type> handle;
};
struct InThread {
  std::thread &thread;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> handle) {
    thread = std::thread([handle] { handle.resume(); });
  }
  int await_resume() { return 7; }
};
static Task work(std::thread &thread) {
  int x = co_await InThread{thread};
  co_return x + 1;
}
static Task fail(std::thread &thread) {
  co_await InThread{thread};
  throw std::runtime_error("late");
  co_return 0;
}
int main() {
  std::thread first, second;
  Task good = work(first), bad = fail(second);
#ifdef BUG
  good.handle.promise().value++;
#endif
  first.join();
  second.join();
  assert(good.handle.promise().value == 8);
  try {
    std::rethrow_exception(bad.handle.promise().failure);
    assert(false);
  } catch (const std::runtime_error &) {
  }
  good.handle.destroy();
  bad.handle.destroy();
}
