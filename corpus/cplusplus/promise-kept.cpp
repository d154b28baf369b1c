// A promise that is kept by another thread.
// case: => verified
// case: --model ra => verified
#include <cassert>
#include <future>
#include <thread>
int main() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread t([&] { p.set_value(7); });
  assert(f.get() == 7);
  t.join();
}
