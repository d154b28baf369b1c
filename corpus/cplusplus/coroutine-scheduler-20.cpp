// Tasks that await each other, with exceptions, on a scheduler that a thread runs.
// case: --algorithm optimal --model sc -- -std=c++20 => verified
// case: --model c11 -- -std=c++20 => verified
#include <cassert>
#include <coroutine>
#include <exception>
#include <mutex>
#include <condition_variable>
#include <queue>
#include <thread>
#include <utility>
#include <vector>
class Scheduler {
  std::mutex m_; std::condition_variable cv_; std::queue<std::coroutine_handle<>> q_; bool stop_ = false;
public:
  void post(std::coroutine_handle<> h) { { std::lock_guard l(m_); q_.push(h); } cv_.notify_one(); }
  void run() {
    for (;;) {
      std::coroutine_handle<> h;
      { std::unique_lock l(m_); cv_.wait(l, [&] { return stop_ || !q_.empty(); }); if (q_.empty()) return; h = q_.front(); q_.pop(); }
      h.resume();
    }
  }
  void stop() { { std::lock_guard l(m_); stop_ = true; } cv_.notify_all(); }
  auto schedule() {
    struct Awaiter { Scheduler &s; bool await_ready() { return false; } void await_suspend(std::coroutine_handle<> h) { s.post(h); } void await_resume() {} };
    return Awaiter{*this};
  }
};
template <class T> struct Task {
  struct promise_type {
    T value{}; std::exception_ptr error; std::coroutine_handle<> next;
    Task get_return_object() { return Task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    struct Final { bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().next ? h.promise().next : std::noop_coroutine(); }
      void await_resume() noexcept {} };
    Final final_suspend() noexcept { return {}; }
    void return_value(T v) { value = v; }
    void unhandled_exception() { error = std::current_exception(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit Task(std::coroutine_handle<promise_type> h) : h(h) {}
  Task(Task &&o) : h(std::exchange(o.h, {})) {}
  ~Task() { if (h) h.destroy(); }
  bool await_ready() { return false; }
  auto await_suspend(std::coroutine_handle<> c) { h.promise().next = c; return h; }
  T await_resume() { if (h.promise().error) std::rethrow_exception(h.promise().error); return h.promise().value; }
};
Scheduler s;
Task<int> inner(int x) { co_await s.schedule(); if (x < 0) throw 7; co_return x * 2; }
Task<int> outer() {
  int a = co_await inner(10);
  int b = 0;
  try { b = co_await inner(-1); } catch (int e) { b = e; }
  co_return a + b;
}
int main() {
  auto t = outer();
  std::thread w([] { s.run(); });
  s.post(t.h);
  s.stop();
  w.join();
  s.run();
  assert(t.h.done() && t.h.promise().value == 27);
}
