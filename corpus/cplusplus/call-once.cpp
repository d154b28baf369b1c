// std::call_once runs its function once.
// case: --check races => verified
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag once;
static int runs;

static void work() {
  std::call_once(once, [] { runs++; });
  assert(runs == 1);
}

int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
}
