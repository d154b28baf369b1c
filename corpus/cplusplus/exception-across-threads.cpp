// Exceptions carried from thread to thread, nested, and thrown by the library's own types.
// case: --algorithm rf => verified
// case: --algorithm optimal => verified
// case: -- -DBUG => error abort
#include <any>
#include <cassert>
#include <exception>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <typeinfo>
#include <variant>
#include <vector>
struct Error : std::runtime_error {
  int code;
  explicit Error(int code) : std::runtime_error("code " + std::to_string(code)), code(code) {}
};
template <class Exception, class Body> static bool throws(Body body) {
  try {
    body();
  } catch (const Exception &) {
    return true;
  }
  return false;
}
int main() {
  std::exception_ptr carried;
  std::thread thread([&] {
    try {
      throw Error(3);
#ifdef BUG
    } catch (const std::logic_error &) {
#else
    } catch (...) {
#endif
      carried = std::current_exception();
    }
  });
  thread.join();
  try {
    std::rethrow_exception(carried);
  } catch (const Error &error) {
    assert(error.code == 3 && std::string(error.what()) == "code 3");
  }
  try {
    try {
      throw std::logic_error("inner");
    } catch (...) {
      std::throw_with_nested(std::runtime_error("outer"));
    }
  } catch (const std::runtime_error &error) {
    assert(throws<std::logic_error>([&] { std::rethrow_if_nested(error); }));
  }
  std::mutex mutex;
  assert(throws<std::out_of_range>([&] {
    std::lock_guard<std::mutex> guard(mutex);
    std::vector<int>().at(3);
  }));
  assert(mutex.try_lock());
  mutex.unlock();
  std::variant<int, std::string> variant = "x";
  std::any any = 3;
  assert(throws<std::bad_variant_access>([&] { (void)std::get<int>(variant); }));
  assert(throws<std::bad_any_cast>([&] { (void)std::any_cast<std::string>(any); }));
  assert(throws<std::bad_optional_access>([&] { (void)std::optional<int>().value(); }));
  assert(throws<std::invalid_argument>([&] { (void)std::stoi("x"); }));
  assert(throws<std::system_error>([&] { std::unique_lock<std::mutex>().lock(); }));
  assert(throws<std::system_error>([&] { std::thread().join(); }));
}
