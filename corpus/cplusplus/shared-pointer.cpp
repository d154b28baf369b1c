// std::shared_ptr: two threads drop their references, the last one frees.
// case: --check leaks => verified
// case: --model ra --check leaks => verified
#include <cassert>
#include <memory>
#include <thread>

struct Object {
  int value = 1;
};

int main() {
  auto object = std::make_shared<Object>();
  std::thread t([copy = object]() mutable {
    assert(copy->value == 1);
    copy.reset();
  });
  object.reset();
  t.join();
}
