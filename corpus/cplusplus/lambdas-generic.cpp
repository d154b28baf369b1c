// case: => verified
#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <numeric>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>
template <class... T> auto sum(T... v) {
  return (v + ...);
}
struct Base {
  virtual ~Base() = default;
  virtual int id() const {
    return 1;
  }
};
struct Derived final : Base {
  int id() const override {
    return 2;
  }
};
int main() {
  std::vector<int> v(4);
  std::iota(v.begin(), v.end(), 1);
  assert(std::accumulate(v.begin(), v.end(), 0) == 10);
  std::sort(v.rbegin(), v.rend());
  assert(v[0] == 4);
  auto [a, b, c] = std::tuple{1, 2.5, std::string("x")};
  assert(a == 1 && b == 2.5 && c == "x");
  assert(sum(1, 2, 3) == 6);
  std::function<int(int)> f = [n = 3](int x) { return x * n; };
  std::array<std::thread, 2> ts;
  std::array<int, 2> out{};
  for (int i = 0; i < 2; i++)
    ts[i] = std::thread([&, i] { out[i] = f(i + 1); });
  for (auto &t : ts)
    t.join();
  assert(out[0] == 3 && out[1] == 6);
  std::unique_ptr<Base> p = std::make_unique<Derived>();
  assert(p->id() == 2 && dynamic_cast<Derived *>(p.get()));
  std::string_view sv = "hello";
  assert(sv.substr(1, 3) == "ell");
}
