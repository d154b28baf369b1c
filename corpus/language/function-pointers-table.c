// case: => verified
// case: -- -DBUG => error null-deref
#include <assert.h>
#include <pthread.h>
typedef int (*op)(int, int);
static int add(int a, int b) {
  return a + b;
}
static int sub(int a, int b) {
  return a - b;
}
static op ops[3] = {add, sub};
struct vt {
  int (*get)(void *);
  void (*set)(void *, int);
};
struct obj {
  const struct vt *vt;
  int v;
};
static int get(void *o) {
  return ((struct obj *)o)->v;
}
static void set(void *o, int v) {
  ((struct obj *)o)->v = v;
}
static const struct vt table = {get, set};
static op pick(int i) {
  return ops[i];
}
static void *t(void *a) {
  struct obj *o = a;
  o->vt->set(o, pick(0)(2, 3));
  return (void *)(long)o->vt->get(o);
}
int main(void) {
  struct obj o = {&table, 0};
  pthread_t x;
  void *r;
  pthread_create(&x, 0, t, &o);
  pthread_join(x, &r);
  assert((long)r == 5);
  op *p = &ops[1];
  assert((*p)(5, 3) == 2 && (**p)(5, 4) == 1);
#ifdef BUG
  return pick(2)(1, 1);
#endif
}
