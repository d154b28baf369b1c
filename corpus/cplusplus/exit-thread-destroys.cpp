// pthread_exit destroys the variables of the functions that it leaves, as an exception does; a handler of everything has to
// throw it again.
// case: => verified
// case: --check leaks => verified
// case: -- -DHANDLED => verified
// case: -- -DSWALLOWED => error abort
// case: -- -DMAIN => verified
#include <cassert>
#include <mutex>
#include <pthread.h>
#include <stdexcept>
#include <thread>

static std::mutex lock;
static int guarded, destroyed;

struct Note {
  ~Note() { destroyed++; }
};

static void leave(void *value) {
  Note note;
  pthread_exit(value);
}

static void *body(void *value) {
  std::lock_guard<std::mutex> guard(lock);
  guarded++;
  try {
    leave(value);
  } catch (const std::exception &) {
    assert(0);
  }
#if defined HANDLED || defined SWALLOWED
  catch (...) {
    guarded++;
#ifndef SWALLOWED
    throw;
#endif
  }
#endif
  assert(0);
  return nullptr;
}

int main() {
#ifdef MAIN
  Note note;
  std::thread([] {
    std::lock_guard<std::mutex> guard(lock);
    guarded = 1;
  }).detach();
  pthread_exit(nullptr);
#endif
  pthread_t thread;
  pthread_create(&thread, nullptr, body, &thread);
  std::thread other([] {
    std::lock_guard<std::mutex> guard(lock);
    assert(guarded == 0 || destroyed == 1);
  });
  void *value;
  pthread_join(thread, &value);
  other.join();
  assert(value == &thread && destroyed == 1);
}
