// Exceptions are not supported: a throw ends the search.
// case: => inconclusive unsupported
#include <cassert>
#include <stdexcept>

static int destroyed;

struct Guard {
  ~Guard() { destroyed++; }
};

static int risky(int n) {
  Guard guard;
  if (n > 2)
    throw std::runtime_error("too large");
  return n;
}

int main() {
  int result = 0;
  try {
    result = risky(1);
    result = risky(3);
  } catch (const std::runtime_error &) {
    result += 10;
  }
  assert(result == 11 && destroyed == 2);
}
