// Structures are copied as a whole, passed and returned by value.
// case: => verified complete=1
#include <assert.h>

struct point {
  int x, y;
};
struct shape {
  char name[12];
  struct point corners[3];
  double weight;
};

static struct shape global = {"triangle", {{1, 2}, {3, 4}, {5, 6}}, 0.5};

static struct point add(struct point a, struct point b) {
  a.x += b.x;
  a.y += b.y;
  return a;
}

static struct shape moved(struct shape s, struct point by) {
  for (int i = 0; i < 3; i++)
    s.corners[i] = add(s.corners[i], by);
  return s;
}

int main(void) {
  struct shape copy = moved(global, (struct point){10, 20});
  assert(copy.corners[2].x == 15 && copy.corners[2].y == 26);
  assert(global.corners[2].x == 5);
  assert(copy.name[0] == 't' && copy.weight == 0.5);
  global = copy;
  assert(global.corners[0].y == 22);
  return 0;
}
