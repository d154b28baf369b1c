// Exceptions that leave a function that must not throw, a destructor during unwinding, a function that excludes them, or
// a handler that is left by nothing to throw again.
// case: => error abort line=19
// case: -- -DDESTRUCTOR => error abort line=15
// case: -- -DEXCLUDED -std=c++14 => error abort
// case: -- -DALLOWED -std=c++14 => verified
// case: -- -DNOTHING => error abort line=38
#include <cassert>
#include <exception>
#include <stdexcept>

struct Fails {
  ~Fails() noexcept(false) {
    if (std::uncaught_exception())
      throw 1;
  }
};

static void must_not() noexcept { throw 2; }
#if defined EXCLUDED || defined ALLOWED
static void only_int(bool wrong) throw(int) {
  if (wrong)
    throw 1.5;
  throw 3;
}
#endif

int main() {
  try {
#if defined DESTRUCTOR
    Fails fails;
    throw 3;
#elif defined EXCLUDED
    only_int(true);
#elif defined ALLOWED
    only_int(false);
#elif defined NOTHING
    throw;
#else
    must_not();
#endif
  } catch (int i) {
    assert(i == 3);
  } catch (double) {
  }
}
