// Virtual functions, abstract bases, multiple inheritance and casts.
// case: => verified complete=1
#include <cassert>

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
  virtual int corners() const { return 0; }
};
struct Named {
  virtual ~Named() = default;
  virtual char initial() const { return '?'; }
};
struct Square final : Shape, Named {
  explicit Square(int side) : side(side) {}
  int area() const override { return side * side; }
  int corners() const override { return 4; }
  char initial() const override { return 's'; }
  int side;
};
struct Circle : Shape {
  int area() const override { return 3; }
};

int main() {
  Square square(5);
  Circle circle;
  Shape *shapes[] = {&square, &circle};
  assert(shapes[0]->area() == 25 && shapes[1]->area() == 3);
  assert(shapes[0]->corners() == 4 && shapes[1]->corners() == 0);
  Named &named = square;
  assert(named.initial() == 's');
  assert(static_cast<Square *>(shapes[0])->side == 5);
}
