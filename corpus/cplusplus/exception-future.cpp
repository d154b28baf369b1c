// Exceptions through futures: of a task, set by hand, of a promise that is gone or kept twice.
// case: --algorithm optimal => verified
// case: --algorithm rf --check leaks,races => verified
// case: --model ra => verified
// case: --algorithm optimal -- -DUNCAUGHT => error abort line=15
#include <cassert>
#include <cstring>
#include <future>
#include <stdexcept>
#include <thread>

int main() {
  auto task = std::async(std::launch::async, []() -> int { throw std::runtime_error("no"); });
#ifdef UNCAUGHT
  return task.get();
#endif
  try {
    task.get();
    assert(0);
  } catch (const std::runtime_error &e) {
    assert(!strcmp(e.what(), "no"));
  }
  std::future<int> broken;
  {
    std::promise<int> promise;
    broken = promise.get_future();
  }
  try {
    broken.get();
    assert(0);
  } catch (const std::future_error &e) {
    assert(e.code() == std::future_errc::broken_promise);
  }
  std::promise<int> promise;
  auto future = promise.get_future();
  std::thread setter([&] {
    try {
      throw 5;
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  });
  try {
    future.get();
    assert(0);
  } catch (int i) {
    assert(i == 5);
  }
  setter.join();
  try {
    promise.set_value(1);
    assert(0);
  } catch (const std::future_error &e) {
    assert(e.code() == std::future_errc::promise_already_satisfied);
  }
}
