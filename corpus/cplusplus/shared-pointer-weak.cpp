// A std::weak_ptr sees whether the object still lives.
// case: => verified complete=1
#include <cassert>
#include <memory>

int main() {
  std::weak_ptr<int> weak;
  {
    auto strong = std::make_shared<int>(5);
    weak = strong;
    assert(*weak.lock() == 5);
    assert(strong.use_count() == 1);
  }
  assert(weak.expired() && !weak.lock());
}
