// Global objects are constructed before main, in the order of their definitions.
// case: => verified complete=1
#include <cassert>

static int order = 0;

struct Counter {
  explicit Counter(int weight) : place(order += weight) {}
  int place;
};

static Counter first(1), second(10);

int main() {
  assert(first.place == 1 && second.place == 11);
}
