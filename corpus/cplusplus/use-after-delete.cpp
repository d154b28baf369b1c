// A virtual call on a deleted object.
// case: => error use-after-free line=11
struct Base {
  virtual ~Base() {}
  virtual int value() { return 1; }
};

int main() {
  Base *b = new Base;
  delete b;
  return b->value(); // BUG
}
