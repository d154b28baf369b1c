// std::mutex with std::lock_guard protects a counter: two orders.
// case: --check races => verified complete=2
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

static void increment() {
  std::lock_guard<std::mutex> guard(m);
  counter++;
}

int main() {
  std::thread a(increment), b(increment);
  a.join();
  b.join();
  assert(counter == 2);
}
