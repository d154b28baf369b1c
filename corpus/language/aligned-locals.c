// Local variables lie where their alignment says, in every thread and at every depth.
// case: => verified
// case: -- -DPAST_THE_END => error out-of-bounds
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

struct line {
  _Alignas(128) int value;
};

static int check(struct line *line, char *page) {
  assert((uintptr_t)line % 128 == 0);
  assert((uintptr_t)page % 4096 == 0);
  line->value++;
#ifdef PAST_THE_END
  page[40] = 1;
#endif
  return line->value + page[39];
}

static int deeper(int depth) {
  char odd[3] = {0};
  struct line line = {depth};
  _Alignas(4096) char page[40] = {0};
  int sum = check(&line, page) + odd[depth % 3];
  return depth ? sum + deeper(depth - 1) : sum;
}

static void *run(void *unused) {
  assert(deeper(2) == 6);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, run, NULL);
  pthread_join(other, NULL);
  run(NULL);
}
