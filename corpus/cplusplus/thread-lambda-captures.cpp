// A lambda captures by value and by reference.
// case: => verified complete=1
#include <cassert>
#include <thread>

int main() {
  int by_reference = 1, by_value = 2;
  std::thread t([&by_reference, by_value] { by_reference += by_value; });
  by_value = 100;
  t.join();
  assert(by_reference == 3 && by_value == 100);
}
