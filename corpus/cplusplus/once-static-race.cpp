// The initialisation of a local static variable is done once, by one thread.
// case: => verified
#include <cassert>
#include <thread>
#include <atomic>
std::atomic<int> made{0};
struct S {
  int v;
  S() : v(5) {
    made++;
  }
};
S &get() {
  static S s;
  return s;
}
int main() {
  std::thread t([] { assert(get().v == 5); });
  assert(get().v == 5);
  t.join();
  assert(made == 1);
}
