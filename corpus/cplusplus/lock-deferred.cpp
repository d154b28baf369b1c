// std::lock with deferred locks, try_lock of several, adopt.
// case: => verified rf=unsupported
#include <cassert>
#include <mutex>
#include <thread>
struct Account { std::mutex m; int money; };
static void move_money(Account &a, Account &b, int n) {
  std::unique_lock<std::mutex> x(a.m, std::defer_lock), y(b.m, std::defer_lock);
  std::lock(x, y);
  a.money -= n; b.money += n;
}
int main() {
  Account a{{}, 10}, b{{}, 10};
  std::thread t(move_money, std::ref(a), std::ref(b), 1), u(move_money, std::ref(b), std::ref(a), 2);
  int r = std::try_lock(a.m, b.m);
  if (r == -1) {
    std::lock_guard<std::mutex> g(a.m, std::adopt_lock), h(b.m, std::adopt_lock);
    assert(a.money + b.money == 20);
  } else assert(r == 0 || r == 1);
  t.join(); u.join();
  assert(a.money == 11 && b.money == 9);
}
