// std::unique_ptr frees its object, and can be moved.
// case: --check leaks => verified complete=1
#include <cassert>
#include <memory>
#include <utility>

static int alive;

struct Object {
  Object() { alive++; }
  ~Object() { alive--; }
};

int main() {
  auto one = std::make_unique<Object>();
  std::unique_ptr<Object> two = std::move(one);
  assert(!one && two && alive == 1);
  two.reset();
  assert(alive == 0);
  auto array = std::make_unique<int[]>(4);
  array[3] = 1;
}
