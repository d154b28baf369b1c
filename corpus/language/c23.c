// What C23 has new.
// case: -- -std=c23 => verified complete=2
// case: --model tso -- -std=c23 => verified
#include <assert.h>
#include <pthread.h>
#include <stdckdint.h>
constexpr int N = 2;
enum small : unsigned char { A, B };
static_assert(sizeof(enum small) == 1);
static int count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
[[nodiscard]] static int one(void) { return 0b1; }
static void *increment(void *) {
  auto step = one();
  typeof(step) sum;
  bool overflows = ckd_add(&sum, 2'147'483'647, step);
  pthread_mutex_lock(&mutex);
  count += overflows ? step : 0;
  pthread_mutex_unlock(&mutex);
  return nullptr;
}
int main() {
  pthread_t threads[N] = {};
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], nullptr, increment, nullptr);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], nullptr);
  assert(count == 2);
  _BitInt(40) wide = 5;
  assert(wide << 30 >> 30 == 5);
  unsigned _BitInt(7) narrow = 127;
  assert(++narrow == 0);
}
