// A std::atomic of a structure of eight bytes.
// case: => verified complete=1
#include <atomic>
#include <cassert>

struct Pair {
  int a, b;
};

static std::atomic<Pair> pair{Pair{1, 2}};

int main() {
  Pair before = pair.load(), after{3, 4};
  assert(before.b == 2 && pair.compare_exchange_strong(before, after));
  assert(pair.exchange(Pair{5, 6}).a == 3 && pair.load().b == 6);
}
