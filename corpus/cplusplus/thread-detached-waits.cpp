// A detached thread that still waits when main returns is no deadlock.
// WAIT: main waits for it, which never goes on.
// STATIC: the end of the program destroys the condition variable for which the thread waits.
// case: => verified
// case: --model c11 => verified
// case: --model tso => verified
// case: --model ra => verified
// case: -- -DWAIT => error deadlock
// case: --model c11 -- -DWAIT => error deadlock
// case: -- -DSTATIC => error mutex-misuse
// case: --model c11 -- -DSTATIC => error mutex-misuse
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
#ifdef STATIC
static std::condition_variable changed;
#else
static std::condition_variable &changed = *new std::condition_variable;
#endif
static int jobs, done;

int main() {
  std::thread([] {
    for (;;) {
      std::unique_lock<std::mutex> lock(m);
      changed.wait(lock, [] { return jobs > 0; });
      jobs--;
      done++;
      changed.notify_all();
    }
  }).detach();
  std::unique_lock<std::mutex> lock(m);
  jobs = 1;
  changed.notify_all();
#ifdef WAIT
  changed.wait(lock, [] { return done == 2; });
#else
  changed.wait(lock, [] { return done == 1; });
#endif
}
