// The library looks again and again before it sleeps; a search needs one look.
// case: -- -std=c++20 => verified
// case: -- -std=c++20 -DBUG => error assertion line=18
#include <cassert>
#include <latch>
#include <semaphore>
#include <thread>

static std::latch both(2);
static std::counting_semaphore<2> done(0);
static int written;

static void work() {
#ifndef BUG
  written = 1;
#endif
  both.arrive_and_wait();
  assert(written == 1);
  done.release();
}

int main() {
  std::thread thread(work);
  both.arrive_and_wait();
  done.acquire();
  thread.join();
}
