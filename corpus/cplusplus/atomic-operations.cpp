// std::atomic of several types and all its operations.
// case: => verified complete=1
#include <atomic>
#include <cassert>
#include <cstdint>

static std::atomic<int> number{1};
static std::atomic<bool> flag{false};
static std::atomic<std::uint64_t> wide{0};
static std::atomic<char *> pointer{nullptr};

int main() {
  assert(number.load() == 1 && number.exchange(5) == 1 && number.fetch_add(2) == 5 && number == 7);
  assert(++number == 8 && number-- == 8 && (number |= 8) == 15 && (number &= 6) == 6 && (number ^= 3) == 5);
  int expected = 4;
  assert(!number.compare_exchange_strong(expected, 9) && expected == 5);
  assert(number.compare_exchange_weak(expected, 9, std::memory_order_acq_rel) && number.load() == 9);
  flag = true;
  assert(flag.exchange(false) && !flag);
  wide.store(UINT64_MAX, std::memory_order_release);
  assert(wide.fetch_add(1) == UINT64_MAX && wide.load(std::memory_order_acquire) == 0);
  static char text[] = "abc";
  pointer = text;
  pointer.fetch_add(2);
  assert(*pointer.load() == 'c');
  std::atomic_thread_fence(std::memory_order_seq_cst);
}
