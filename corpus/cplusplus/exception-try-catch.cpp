// Exceptions that are never thrown cost nothing, and thrown ones are caught.
// case: => verified complete=1
// case: -- -fexceptions => verified complete=1
// case: -- -fexceptions -DNO_THROW => verified complete=1
// case: -- -DOTHER_TYPE => error abort line=12
#include <cassert>
#include <stdexcept>
#include <thread>
int f(int v) {
#ifndef NO_THROW
  if (v > 1)
    throw 4;
#endif
  return v;
}
int main() {
  int r = 0;
  std::thread t([&] {
    try {
      r = f(2);
#ifdef OTHER_TYPE
    } catch (const std::exception &e) {
#else
    } catch (int) {
#endif
      r = -1;
    }
  });
  t.join();
  assert(r != 0);
}
