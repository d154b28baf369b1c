// Virtual calls, several bases, dynamic_cast, std::function.
// case: --check leaks => verified complete=1 blocked=0
#include <cassert>
#include <functional>
#include <memory>

struct Shape {
    virtual ~Shape() = default;
    virtual int area() const = 0;
};
struct Named {
    virtual ~Named() = default;
    virtual char name() const { return 'n'; }
};
struct Square : Shape, Named {
    int side;
    explicit Square(int s) : side(s) {}
    int area() const override { return side * side; }
    char name() const override { return 's'; }
};
struct Circle : Shape {
    int area() const override { return 3; }
};

int main() {
    std::unique_ptr<Shape> square = std::make_unique<Square>(4), circle = std::make_unique<Circle>();
    assert(square->area() == 16 && circle->area() == 3);
    Named *named = dynamic_cast<Named *>(square.get());
    assert(named && named->name() == 's');
    assert(dynamic_cast<Square *>(named) == square.get());
    assert(!dynamic_cast<Square *>(circle.get()) && !dynamic_cast<Named *>(circle.get()));
    int base = 10;
    std::function<int(int)> add = [base](int x) { return base + x; }, other = add;
    assert(add(5) == 15 && other(1) == 11 && !std::function<void()>());
}
