// A static local is initialised by exactly one of two threads.
// case: --check races => verified
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> constructions{0};

struct Service {
  Service() { constructions++; }
  int value = 7;
};

static Service &service() {
  static Service instance;
  return instance;
}

int main() {
  std::thread t([] { assert(service().value == 7); });
  assert(service().value == 7);
  t.join();
  assert(constructions == 1);
}
