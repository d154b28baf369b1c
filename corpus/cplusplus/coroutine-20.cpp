// C++20: a coroutine that a second thread resumes.
// case: -- -std=c++20 => verified
#include <cassert>
#include <coroutine>
#include <thread>
struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
};
int x;
Task f() { x = 1; co_await std::suspend_always{}; x = 2; }
int main() {
  Task t = f();
  t.h.resume();
  assert(x == 1);
  std::thread([&] { t.h.resume(); }).join();
  assert(x == 2 && t.h.done());
  t.h.destroy();
}
