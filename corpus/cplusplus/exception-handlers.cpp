// Which handler takes which exception: by type, base class (not a private one), pointer, in order; rethrown as the same
// object, replaced by another; destructors run on the way.
// case: => verified complete=1
// case: --check leaks,uninitialized,races => verified
// case: --model ra => verified
// case: -- -DWRONG => error assertion line=87
#include <cassert>

static int destroyed;
struct Guard {
  ~Guard() { destroyed++; }
};
struct Base {
  virtual ~Base() {}
  int base = 1;
};
struct Other {
  virtual ~Other() {}
  int other = 2;
};
struct Derived : Other, Base {
  int derived = 3;
};
struct Virtual : virtual Base {};
struct Private : private Base {};
enum Colour { RED = 5 };

static int deep(int n) {
  Guard guard;
  if (n > 0)
    return deep(n - 1);
  throw Derived();
}

template <class F> static int kind(F f) {
  try {
    f();
  } catch (unsigned) {
    return 1;
  } catch (int i) {
    return 100 + i;
  } catch (char *) {
    return 2;
  } catch (const char *t) {
    return 200 + t[0];
  } catch (Base &b) {
    return 300 + b.base;
  } catch (const Base *b) {
    return b ? 400 + b->base : 400;
  } catch (void *) {
    return 500;
  } catch (Colour c) {
    return 600 + c;
  } catch (...) {
    return 700;
  }
  return 0;
}

int main() {
  assert(kind([] {}) == 0);
  assert(kind([] { throw 7; }) == 107);
  assert(kind([] { throw 7u; }) == 1);
  assert(kind([] { throw "x"; }) == 200 + 'x');
  assert(kind([] { throw Base(); }) == 301);
  assert(kind([] { throw Derived(); }) == 301);
  assert(kind([] { throw Virtual(); }) == 301);
  assert(kind([] { throw Private(); }) == 700);
  Derived d;
  assert(kind([&] { throw &d; }) == 401);
  assert(kind([] { throw static_cast<Derived *>(nullptr); }) == 400);
  int i = 0;
  assert(kind([&] { throw &i; }) == 500);
  assert(kind([] { throw RED; }) == 605);
  assert(kind([] { throw 1.5; }) == 700);
  assert(kind([] { deep(3); }) == 301 && destroyed == 4);
  int seen = 0;
  try {
    try {
      throw 7;
    } catch (int &n) {
      n++;
      throw;
    }
  } catch (int n) {
#ifdef WRONG
    assert(n == 7);
#endif
    seen = n;
  }
  assert(seen == 8);
  try {
    try {
      throw 1;
    } catch (int) {
      throw Derived();
    }
  } catch (int) {
    assert(0);
  } catch (const Derived &e) {
    seen = e.derived;
  }
  assert(seen == 3);
}
