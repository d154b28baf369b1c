// The same in vectors, pairs and tuples, and with atomic exchanges.
// case: --check uninitialized => verified
// case: --model ra => verified
#include <atomic>
#include <optional>
#include <tuple>
#include <string>
#include <thread>
#include <cassert>
#include <variant>
#include <vector>
struct Msg {
  char tag;
  long id;
  bool last;
};
struct Small {
  short a;
  char b;
};
static Small flip(Small s) {
  Small r;
  r.a = s.b;
  r.b = (char)s.a;
  return r;
}
static std::optional<Msg> next(int i) {
  if (i > 1)
    return std::nullopt;
  Msg m;
  m.tag = 'a' + i;
  m.id = i;
  m.last = i == 1;
  return m;
}
static std::pair<char, int> pr(int i) {
  return {char('a' + i), i};
}
static std::tuple<char, double, short> tp() {
  return {'x', 1.5, 3};
}
int main() {
  std::vector<Msg> v;
  for (int i = 0;; i++) {
    auto m = next(i);
    if (!m)
      break;
    v.push_back(*m);
  }
  assert(v.size() == 2 && v[1].last && v[0].tag == 'a');
  Small s;
  s.a = 3;
  s.b = 4;
  Small t = flip(s);
  assert(t.a == 4 && t.b == 3);
  auto [c, n] = pr(2);
  assert(c == 'c' && n == 2);
  assert(std::get<1>(tp()) == 1.5);
  std::atomic<Small> as{Small{1, 2}};
  Small e = as.load();
  Small d{5, 6};
  as.exchange(d);
  assert(as.load().a == 5);
  (void)e;
  std::variant<std::monostate, int, std::string> x;
  x = 3;
  assert(std::get<int>(x) == 3);
  x = std::string("hello");
  assert(std::get<std::string>(x).size() == 5);
}
