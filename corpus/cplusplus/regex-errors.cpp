// Patterns that are wrong, in a program that catches the exception and in one that has none.
// case: --model c11 => verified
// case: --model c11 -- -DUNCAUGHT => error abort
#include <cassert>
#include <regex>

int main() {
#ifdef UNCAUGHT
  std::regex wrong("(a");
#else
  bool caught = false;
  try {
    std::regex wrong("a{2,1}");
  } catch (const std::regex_error &error) {
    caught = error.code() == std::regex_constants::error_badbrace;
  }
  assert(caught);
  try {
    std::regex wrong("(a");
    assert(false);
  } catch (const std::runtime_error &) {
  }
#endif
}
