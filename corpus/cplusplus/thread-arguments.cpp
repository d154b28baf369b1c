// Arguments of a std::thread are copied, references are passed with std::ref.
// case: => verified complete=1
#include <cassert>
#include <functional>
#include <thread>

static void add(int a, int b, int &sum) { sum = a + b; }

int main() {
  int sum = 0;
  std::thread t(add, 2, 3, std::ref(sum));
  t.join();
  assert(sum == 5);
}
