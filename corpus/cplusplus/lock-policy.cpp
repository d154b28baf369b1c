// A lock policy as a template parameter, lock_guard over own locks, operators.
// case: => verified
// case: --check races => verified
// case: --check races -- -DBUG => error data-race
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
struct SpinLock {
  std::atomic_flag f = ATOMIC_FLAG_INIT;
  void lock() { while (f.test_and_set(std::memory_order_acquire)) ; }
  void unlock() { f.clear(std::memory_order_release); }
};
struct NoLock { void lock() {} void unlock() {} };
template <class Lock, class T> class Guarded {
  Lock l; T v{};
public:
  Guarded &operator+=(const T &o) { std::lock_guard<Lock> g(l); v += o; return *this; }
  operator T() { std::lock_guard<Lock> g(l); return v; }
};
#ifdef BUG
using L = NoLock;
#else
using L = SpinLock;
#endif
int main() {
  Guarded<L, long> g;
  std::thread a([&] { g += 2; }), b([&] { g += 3; });
  a.join(); b.join();
#ifndef BUG
  assert(g == 5);
#endif
}
