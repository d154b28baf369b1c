// A load of std::atomic<std::shared_ptr> beside a store. libstdc++ 12 keeps the pointer in a plain variable under a lock of its own,
// and a load gives the lock back by a relaxed operation: its read of the variable does not happen before the write of the
// next holder. So the library has a race, by the letter of the standard.
// case: --model c11 -- -std=c++20 => error data-race
// case: --model sc -- -std=c++20 => verified
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> shared;

int main() {
  shared.store(std::make_shared<int>(1));
  std::thread other([] { shared.store(std::make_shared<int>(2)); });
  auto here = shared.load();
  assert(*here == 1 || *here == 2);
  other.join();
}
