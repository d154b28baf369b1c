// What futures say when their promise is broken, kept twice, kept with an exception or not kept yet.
// case: => verified
// case: -- -DBUG => error abort
#include <cassert>
#include <chrono>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
int main() {
  std::promise<std::string> promise;
  std::future<std::string> future = promise.get_future();
  assert(future.wait_for(std::chrono::milliseconds(1)) == std::future_status::timeout);
  std::thread thread([&] { promise.set_exception(std::make_exception_ptr(std::logic_error("no"))); });
  try {
    future.get();
    assert(false);
  } catch (const std::logic_error &error) {
    assert(std::string(error.what()) == "no");
  }
  thread.join();
  std::future<int> orphan;
  {
    std::promise<int> broken;
    orphan = broken.get_future();
  }
  try {
    orphan.get();
    assert(false);
  } catch (const std::future_error &error) {
    assert(error.code() == std::future_errc::broken_promise);
  }
  std::promise<int> twice;
  twice.set_value(1);
#ifndef BUG
  try {
    twice.set_value(2);
    assert(false);
  } catch (const std::future_error &error) {
    assert(error.code() == std::future_errc::promise_already_satisfied);
  }
#else
  twice.set_value(2);
#endif
  auto later = std::async(std::launch::deferred, [] { return 5; });
  assert(later.get() == 5);
}
