// ldv-races: container_of, callbacks in a struct, a worker that is started and stopped.
// case: --check races => error data-race
// case: --check races -- -DSTOP => verified
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#define container_of(p, t, m) ((t *)((char *)(p) - offsetof(t, m)))
struct work { void (*fn)(struct work *); };
struct device { int state; struct work w; pthread_t t; };
static void irq(struct work *w) { struct device *d = container_of(w, struct device, w); d->state++; }
static void *runner(void *p) { struct work *w = p; w->fn(w); return 0; }
struct ops { int (*probe)(struct device *); void (*remove)(struct device *); };
static int probe(struct device *d) { d->w.fn = irq; return pthread_create(&d->t, 0, runner, &d->w); }
static void remove_(struct device *d) {
#ifdef STOP
  pthread_join(d->t, 0);
#endif
  d->state = -1;
}
static const struct ops ops = {.probe = probe, .remove = remove_};
int main(void) {
  static struct device d;
  if (ops.probe(&d)) return 1;
  ops.remove(&d);
  return 0;
}
