// A field that has no value yet is kept aside and put back: that copies it, and decides nothing.
// case: --model c11 => verified
// case: --model ra => verified
// case: --check uninitialized => verified
// case: --model c11 -- -DBUG => error uninitialized line=32
// case: --check uninitialized -- -DBUG => error uninitialized line=32
#include <pthread.h>
#include <string.h>

struct loop {
  void *data;
  int handles;
};

static void begin(struct loop *loop) {
  void *kept = loop->data;
  memset(loop, 0, sizeof *loop);
  loop->data = kept;
}

static void *run(void *argument) {
  struct loop *loop = argument;
  loop->handles++;
  return NULL;
}

int main(void) {
  pthread_t thread;
  struct loop loop;
  begin(&loop);
#ifdef BUG
  if (loop.data)
    return 1;
#endif
  pthread_create(&thread, NULL, run, &loop);
  pthread_join(thread, NULL);
  return loop.handles != 1;
}
