// std::lock avoids the deadlock that two guards in opposite order have.
// case: => error deadlock
// case: -- -DLOCK => verified complete=4 rf=unsupported
#include <mutex>
#include <thread>
std::mutex a, b;
void f(std::mutex &x, std::mutex &y) {
#ifdef LOCK
  std::unique_lock<std::mutex> l(x, std::defer_lock), r(y, std::defer_lock);
  std::lock(l, r);
#else
  std::lock_guard<std::mutex> l(x), r(y);
#endif
}
int main() {
  std::thread t([] { f(a, b); }), u([] { f(b, a); });
  t.join();
  u.join();
}
