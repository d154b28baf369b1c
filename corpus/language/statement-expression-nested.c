// GNU C: statement expressions, typeof, labels as values in them, the elvis operator, __auto_type.
// case: => verified complete=1
#include <assert.h>
#define max(a, b)                                                                                  \
  ({                                                                                               \
    __typeof__(a) _a = (a);                                                                        \
    __typeof__(b) _b = (b);                                                                        \
    _a > _b ? _a : _b;                                                                             \
  })
#define container_of(p, T, m)                                                                      \
  ({                                                                                               \
    const __typeof__(((T *)0)->m) *_p = (p);                                                       \
    (T *)((char *)_p - __builtin_offsetof(T, m));                                                  \
  })
struct node {
  int key;
  struct link {
    struct link *next;
  } link;
};
int main(void) {
  int i = 3;
  assert(max(i++, 2) == 3 && i == 4);
  struct node n = {.key = 7};
  assert(container_of(&n.link, struct node, link)->key == 7);
  __auto_type x = 5ul;
  assert(sizeof x == 8);
  int z = 0;
  assert((z ?: 9) == 9);
  int s = ({
    int acc = 0;
    for (int k = 0; k < 4; k++) {
      if (k == 2)
        continue;
      acc += k;
    }
    acc;
  });
  assert(s == 4);
}
