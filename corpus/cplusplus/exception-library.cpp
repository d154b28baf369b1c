// What the library throws, and the words of its exceptions.
// case: --algorithm optimal => verified complete=1
// case: --algorithm rf --check leaks,uninitialized => verified
#include <any>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <variant>
#include <vector>

template <class E, class F> static int throws(F f) {
  try {
    f();
  } catch (const E &) {
    return 1;
  }
  return 0;
}

struct Own : std::invalid_argument {
  explicit Own(const std::string &name) : std::invalid_argument("own " + name) {}
};
struct Shape {
  virtual ~Shape() {}
};
struct Round : Shape {};
struct Square : Shape {};

int main() {
  std::mutex m;
  std::unique_lock<std::mutex> lock(m);
  try {
    lock.lock();
    assert(0);
  } catch (const std::system_error &e) {
    assert(e.code() == std::errc::resource_deadlock_would_occur);
  }
  lock.unlock();
  try {
    lock.unlock();
    assert(0);
  } catch (const std::system_error &e) {
    assert(e.code().value() == EPERM);
  }
  assert(throws<std::system_error>([] { std::thread().join(); }));
  assert(throws<std::system_error>([] { std::thread().detach(); }));
  assert(throws<std::out_of_range>([] { std::vector<int>(3).at(3) = 1; }));
  assert(throws<std::out_of_range>([] { std::map<int, int>().at(1); }));
  assert(throws<std::logic_error>([] { std::string("abc").substr(5); }));
  assert(throws<std::length_error>([] { std::vector<char>().reserve(-1); }));
  assert(throws<std::bad_function_call>([] { std::function<void()>()(); }));
  assert(throws<std::bad_optional_access>([] { (void)std::optional<int>().value(); }));
  assert(throws<std::bad_variant_access>([] { (void)std::get<char>(std::variant<int, char>(1)); }));
  assert(throws<std::bad_cast>([] { (void)std::any_cast<char>(std::any(1)); }));
  assert(throws<std::bad_weak_ptr>([] { std::shared_ptr<int> p{std::weak_ptr<int>()}; }));
  assert(throws<std::invalid_argument>([] { (void)std::stoi("x"); }));
  volatile unsigned long huge = 1ul << 62;
  assert(throws<std::bad_alloc>([&] { delete[] new char[huge]; }));
  assert(throws<std::bad_cast>([] {
    Round round;
    Shape &shape = round;
    (void)dynamic_cast<Square &>(shape);
  }));
  try {
    throw Own("words");
  } catch (const std::exception &e) {
    assert(!strcmp(e.what(), "own words"));
  }
}
