// An exception that leaves a critical section gives the lock back; without the guard the lock stays taken.
// case: => verified complete=2
// case: --model ra => verified
// case: --check races => verified
// case: -- -DFORGETS => error deadlock
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex lock;
static int taken, refused;

static void take() {
#ifdef FORGETS
  lock.lock();
#else
  std::lock_guard<std::mutex> guard(lock);
#endif
  if (taken == 1)
    throw 1;
  taken++;
#ifdef FORGETS
  lock.unlock();
#endif
}

static void worker() {
  try {
    take();
  } catch (int) {
    std::lock_guard<std::mutex> guard(lock);
    refused++;
  }
}

int main() {
  std::thread first(worker), second(worker);
  first.join();
  second.join();
  assert(taken == 1 && refused == 1);
}
