// References, moves and swaps.
// case: => verified complete=1
#include <cassert>
#include <utility>

class Owner {
public:
  explicit Owner(int n) : data(new int(n)) {}
  Owner(Owner &&other) noexcept : data(std::exchange(other.data, nullptr)) {}
  Owner &operator=(Owner &&other) noexcept {
    std::swap(data, other.data);
    return *this;
  }
  ~Owner() { delete data; }
  bool empty() const { return data == nullptr; }
  int get() const { return *data; }

private:
  int *data;
};

static void increment(int &n) { n++; }

int main() {
  Owner a(1), b(std::move(a)), c(3);
  assert(a.empty() && b.get() == 1);
  c = std::move(b);
  assert(c.get() == 1 && b.get() == 3);
  int n = 1, &alias = n;
  increment(alias);
  assert(n == 2);
}
