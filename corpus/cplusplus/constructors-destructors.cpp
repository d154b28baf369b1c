// Constructors and destructors run in order; temporaries die at the end of their expression.
// case: => verified complete=1
#include <cassert>

static int trace;

struct Noisy {
  explicit Noisy(int id) : id(id) { trace = trace * 10 + id; }
  Noisy(const Noisy &other) : id(other.id + 1) { trace = trace * 10 + id; }
  ~Noisy() { trace = trace * 10 + id; }
  int id;
};

struct Pair {
  Noisy a{1}, b{2};
};

int main() {
  {
    Pair pair;
    assert(trace == 12);
  }
  assert(trace == 1221);
  trace = 0;
  {
    Noisy one(3);
    Noisy copy = one;
    assert(trace == 34);
  }
  assert(trace == 3443);
}
