// Exceptions that are never thrown may be compiled in; a thrown one is not supported.
// case: -- -fexceptions => inconclusive unsupported
// case: -- -fexceptions -DNO_THROW => verified
#include <stdexcept>
#include <thread>
#include <cassert>
int f(int v) {
#ifndef NO_THROW
  if (v > 1)
    throw std::runtime_error("too much");
#endif
  return v;
}
int main() {
  int r = 0;
  std::thread t([&] {
    try {
      r = f(2);
    } catch (const std::exception &e) {
      r = -1;
    }
  });
  t.join();
  assert(r != 0);
}
