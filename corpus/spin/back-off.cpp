// Back-off in C++: an object that counts, a pause by the clock, a condition as a function.
// case: => verified complete=2
// case: -- -DSLEEP => verified complete=2
// case: -- -DUNTIL => verified
// case: --model c11 => verified
// case: --model c11 -- -DSLEEP => verified
// case: --model c11 -- -DRELAXED => error data-race
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

#ifdef RELAXED
#define ACQUIRE std::memory_order_relaxed
#else
#define ACQUIRE std::memory_order_acquire
#endif

class Backoff {
public:
  void pause() {
    for (int i = 0; i < delay; ++i)
      std::atomic_signal_fence(std::memory_order_seq_cst);
    if (delay < 16)
      delay *= 2;
    else
      std::this_thread::yield();
  }

private:
  int delay = 1;
};

template <class Condition> void wait_until(Condition condition) {
  int rounds = 0;
  while (!condition()) {
    if (++rounds > 100) {
      std::this_thread::yield();
      rounds = 0;
    }
  }
}

static std::atomic<bool> taken{false};
static int counter;

static void lock() {
#ifdef SLEEP
  while (taken.exchange(true, ACQUIRE))
    std::this_thread::sleep_for(std::chrono::microseconds(10));
#elif defined UNTIL
  wait_until([] { return !taken.exchange(true, ACQUIRE); });
#else
  Backoff backoff;
  while (taken.exchange(true, ACQUIRE))
    backoff.pause();
#endif
}

int main() {
  auto work = [] {
    lock();
    ++counter;
    taken.store(false, std::memory_order_release);
  };
  std::thread one(work), other(work);
  one.join();
  other.join();
  assert(counter == 2);
}
