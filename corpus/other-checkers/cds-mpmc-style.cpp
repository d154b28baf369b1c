// CDSChecker's style: user_main is called by a small main of its own; C++11 atomics.
// case: => verified
#include <atomic>
#include <cassert>
#include <pthread.h>
#define MODEL_ASSERT(x) assert(x)
extern "C" int user_main(int, char **);
std::atomic<unsigned> read_index{0}, write_index{0};
int slots[2];
std::atomic<bool> full[2];
static void *producer(void *) {
  unsigned w = write_index.fetch_add(1, std::memory_order_relaxed);
  slots[w & 1] = (int)w + 10;
  full[w & 1].store(true, std::memory_order_release);
  return nullptr;
}
static void *consumer(void *) {
  unsigned r = read_index.load(std::memory_order_relaxed);
  if (full[r].load(std::memory_order_acquire))
    MODEL_ASSERT(slots[r] == (int)r + 10);
  return nullptr;
}
extern "C" int user_main(int, char **) {
  pthread_t a, b;
  pthread_create(&a, nullptr, producer, nullptr);
  pthread_create(&b, nullptr, consumer, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return 0;
}
int main(int c, char **v) {
  return user_main(c, v);
}
