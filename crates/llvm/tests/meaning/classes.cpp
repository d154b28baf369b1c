// C++: classes, templates, lambdas, virtual calls, static and thread-local objects.
#include <atomic>
#include <cassert>
#include <initializer_list>

struct Counted {
    static int alive;
    int value;
    explicit Counted(int value) : value(value) { alive++; }
    Counted(const Counted &other) : value(other.value) { alive++; }
    ~Counted() { alive--; }
};
int Counted::alive = 0;

struct Base {
    virtual int number() = 0;
    virtual ~Base() = default;
};
struct Other {
    virtual int other() { return 50; }
    int filler = 1;
};
struct Derived : Base, Other {
    int k;
    explicit Derived(int k) : k(k) {}
    int number() override { return k; }
    int other() override { return k + filler; }
};

struct Point {
    int a, b;
    int sum() const { return a + b; }
};

template <class T> T twice(T t) { return t + t; }
static int by_value(Counted c) { return c.value + Counted::alive; }
static Counted make(int v) { return Counted(v); }

thread_local Counted own(4);
static Counted global(make(8));
namespace spaces { inline std::atomic<int> counter{3}; }

int main() {
    assert(own.value == 4 && global.value == 8 && Counted::alive == 2);
    assert(by_value(global) == 8 + 3);
    assert(Counted::alive == 2);
    Base *base = new Derived(3);
    assert(base->number() == 3);
    Other *other = static_cast<Derived *>(base);
    assert(other->other() == 4 && dynamic_cast<Derived *>(base)->k == 3);
    delete base;
    int Point::*member = &Point::b;
    int (Point::*method)() const = &Point::sum;
    Point point{1, 2};
    assert(point.*member == 2 && (point.*method)() == 3);
    assert(twice(2.5) == 5.0 && twice(3) == 6);
    int sum = 0;
    for (int i : {1, 2, 3})
        sum += i;
    auto add = [=](auto x) { return x + sum; };
    auto change = [&] { sum = 10; };
    change();
    assert(add(1) == 7 && sum == 10);
    static Counted local(sum);
    assert(local.value == 10 && Counted::alive == 3);
    int expected = 3;
    assert(spaces::counter.compare_exchange_strong(expected, 7) && spaces::counter.load() == 7);
    int &reference = sum;
    reference++;
    assert(sum == 11);
}
