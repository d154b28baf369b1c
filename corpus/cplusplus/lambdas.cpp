// Lambdas with state, generic lambdas, and std::function.
// case: => verified complete=1
#include <cassert>
#include <functional>

int main() {
  int calls = 0;
  auto next = [n = 1, &calls]() mutable {
    calls++;
    return n *= 2;
  };
  next();
  assert(next() == 4 && calls == 2);
  auto larger = [](auto a, auto b) { return a > b ? a : b; };
  assert(larger(1, 2) == 2 && larger(2.5, 1.5) == 2.5);
  std::function<int(int)> add = [&](int x) { return x + calls; };
  assert(add(5) == 7);
}
