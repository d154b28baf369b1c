// An exception that nobody catches ends the program, also from a thread, from a function that must not throw,
// and from the library.
// case: => error abort line=13
// case: -- -DTHREAD => error abort line=15
// case: -- -DNOEXCEPT => error abort line=13
// case: -- -DLIBRARY => error abort line=29
// case: -- -DAFTER => error abort line=13
// case: -- -DOTHER => error abort line=13
// case: -- -DCAUGHT => verified
#include <stdexcept>
#include <thread>
#include <vector>
static void fail() { throw 1; }

static void fail_with_words() { throw std::runtime_error("words"); }

static void must_not() noexcept { fail(); }

static void fine() {}

int main() {
  std::vector<int> numbers{1, 2};
#if defined THREAD
  std::thread(fail_with_words).join();
#elif defined NOEXCEPT
  must_not();
#elif defined LIBRARY
  try { fine(); } catch (...) { return 1; }
  return numbers.at(2);
#elif defined AFTER
  try { fine(); fine(); } catch (int) { return 1; }
  fail();
#elif defined OTHER
  // Nobody but the thread itself could catch it.
  try { std::thread(fail).join(); } catch (...) { return 1; }
#elif defined CAUGHT
  try { fail(); } catch (int) { return 0; }
#else
  fail();
#endif
}
