// A std::thread runs a member function of an object.
// case: => verified complete=1
#include <cassert>
#include <thread>

struct Account {
  int balance = 10;
  void deposit(int amount) { balance += amount; }
};

int main() {
  Account account;
  std::thread t(&Account::deposit, &account, 5);
  t.join();
  assert(account.balance == 15);
}
