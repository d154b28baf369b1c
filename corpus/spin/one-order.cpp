// Spin locks by compare_exchange with one memory order, from which the header computes that of a failure.
// case: --model c11 => verified complete=2 blocked=0
// case: --model sc => verified complete=2 blocked=0
// case: --model c11 -- -DLOCK=2 => verified complete=2 blocked=0
// case: --model c11 -- -DBUG => error livelock
// case: --model sc -- -DBUG => error livelock
// case: --model tso -- -DLOCK=2 -DBUG => error livelock
// case: --model c11 -- -DLOCK=2 -DORDER=memory_order_relaxed => error data-race
#include <atomic>
#include <cassert>
#include <thread>

#ifndef LOCK
#define LOCK 1
#endif
#ifndef ORDER
#define ORDER memory_order_acquire
#endif

#if LOCK == 1
std::atomic<int> taken;
void lock() {
  int free = 0;
  while (!taken.compare_exchange_strong(free, 1)) {
    free = 0;
    std::this_thread::yield();
  }
}
#else
std::atomic<bool> taken;
void lock() {
  bool free = false;
  while (!taken.compare_exchange_weak(free, true, std::ORDER))
    free = false;
}
#endif

int count;

void work() {
  lock();
  count++;
#ifndef BUG
  taken.store(0, std::memory_order_release);
#endif
}

int main() {
  std::thread one(work), other(work);
  one.join();
  other.join();
  assert(count == 2);
}
