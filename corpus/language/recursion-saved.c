// A deep recursion whose stack is saved at each call, and comes back when the calls return.
// case: => verified complete=101
// case: --check uninitialized => verified complete=101
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
static atomic_int calls;
struct pair {
  char first;
  long second;
};
static struct pair down(int n, ...) {
  va_list more;
  va_start(more, n);
  char text[8] = "abcdefg", copy[8];
  struct pair result;
  atomic_fetch_add(&calls, 1);
  text[n % 7] = (char)n;
  memcpy(copy, text, sizeof copy);
  if (n > 1)
    result = down(n - 1, n, 2 * n);
  else
    result.second = 0;
  assert(copy[n % 7] == (char)n && copy[7] == 0);
  assert(va_arg(more, int) == n + 1 && va_arg(more, int) == 2 * n + 2);
  va_end(more);
  result.first = (char)n;
  result.second += n;
  return result;
}
static void *look(void *argument) {
  int seen = atomic_load(&calls);
  assert(0 <= seen && seen <= 100);
  return argument;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, look, 0);
  struct pair all = down(100, 101, 202);
  assert(all.first == 100 && all.second == 5050);
  pthread_join(other, 0);
}
