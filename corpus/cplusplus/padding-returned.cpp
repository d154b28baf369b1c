// Objects with padding at their ends are returned as numbers, from which the padding is dropped. That is no use of it.
// case: --model c11 => verified
// case: --model ra => verified
// case: --check uninitialized => verified
// case: --model c11 -- -DBUG => error uninitialized
#include <cassert>
#include <thread>
#include <utility>

struct mask {
  constexpr mask(unsigned short base = 0, unsigned char more = 0) : base(base), more(more) {}
  mask operator&(mask other) const { return mask(base & other.base, more & other.more); }
  bool operator!=(mask other) const { return base != other.base || more != other.more; }
  unsigned short base;
  unsigned char more;
};

struct slot {
  slot(int index) : index(index) {}
  slot(int index, bool found) : index(index), found(found) {}
  int index;
  bool found;
};

static slot look(int index) {
#ifdef BUG
  return slot(index);
#else
  return slot(index, true);
#endif
}

static std::pair<int, char> both(int number) { return {number, 'x'}; }

int main() {
  static const mask classes[] = {mask(3, 1), mask(4, 0)};
  std::thread other([] { assert((classes[0] & mask(1, 0)) != mask()); });
  assert((classes[1] & mask(4, 1)) != mask(0));
  slot found = look(2);
  if (found.found)
    assert(found.index == 2);
  auto [number, letter] = both(5);
  assert(number == 5 && letter == 'x');
  other.join();
}
