// The flags of string streams, as the standard's table of conversions says: for output and for input.
// case: --algorithm optimal => verified
// case: --model c11 => verified
#include <cassert>
#include <cmath>
#include <iomanip>
#include <limits>
#include <sstream>
#include <string>

template <typename Write> static std::string written(Write write) {
  std::ostringstream out;
  write(out);
  return out.str();
}
#define EXPECT(expected, ...) assert(written([](std::ostream &out) { out << __VA_ARGS__; }) == (expected))

static void check_integers() {
  using namespace std;
  EXPECT("0xff ff 10 010 0 0", hex << showbase << 255 << noshowbase << ' ' << 255 << ' ' << oct << 8 << ' ' << showbase << 8
                                   << ' ' << 0 << ' ' << hex << 0);
  EXPECT("+5 -5 5 5 5", showpos << 5 << ' ' << -5 << ' ' << 5u << ' ' << noshowpos << 5 << ' ' << hex << showpos << 5);
  EXPECT("FF 0XFF ff", hex << uppercase << 255 << ' ' << showbase << 255 << nouppercase << noshowbase << ' ' << 255);
  EXPECT("ffffffff ffff 177777", hex << -1 << ' ' << short(-1) << ' ' << oct << short(-1));
  EXPECT("-00042|  42|42  |0x00ff", internal << setfill('0') << setw(6) << -42 << setfill(' ') << '|' << right << setw(4) << 42
                                        << '|' << left << setw(4) << 42 << '|' << internal << setfill('0') << hex << showbase
                                        << setw(6) << 255);
  EXPECT("  true|+1", boolalpha << setw(6) << true << '|' << noboolalpha << showpos << 1);
}

static void check_floats() {
  using namespace std;
  EXPECT("0.10000000000000001 0.1", setprecision(17) << 0.1 << ' ' << setprecision(6) << 0.1);
  EXPECT("1.00000 1", showpoint << 1.0 << ' ' << noshowpoint << 1.0);
  EXPECT("2 3. 1e+06", fixed << setprecision(0) << 2.5 << ' ' << showpoint << 3.0 << ' ' << defaultfloat << noshowpoint << 1e6);
  EXPECT("0x1.8p+0 0X1.8P+0", hexfloat << 1.5 << ' ' << uppercase << 1.5);
  EXPECT("1.50E+00 +1.5", uppercase << scientific << setprecision(2) << 1.5 << ' ' << defaultfloat << showpos << 1.5);
  EXPECT("inf -inf nan INF", HUGE_VAL << ' ' << -HUGE_VAL << ' ' << NAN << ' ' << uppercase << HUGE_VAL);
  EXPECT("-0001.5", internal << setfill('0') << setw(7) << -1.5);
}

static void check_pointers() {
  using namespace std;
  EXPECT("0 0x10 10", (void *)0 << ' ' << (void *)16 << ' ' << 10);
  EXPECT("  0x1f 1F", uppercase << setw(6) << (const void *)31 << ' ' << hex << 31);
}

static void check_input() {
  std::istringstream in("ff 0x10 010 true 7 abcdef 70000 inf");
  int a, b, c;
  bool d, e;
  in >> std::hex >> a;
  in.unsetf(std::ios::basefield);
  in >> b >> c >> std::boolalpha >> d >> std::dec >> std::noboolalpha;
  assert(a == 255 && b == 16 && c == 8 && d);
  in >> e;
  assert(in.fail() && e);
  in.clear();
  std::string start, rest;
  in >> std::setw(2) >> start >> rest;
  assert(start == "ab" && rest == "cdef");
  short small;
  in >> small;
  assert(in.fail() && small == std::numeric_limits<short>::max());
  in.clear();
  double real = 1;
  in >> real;
  assert(in.fail() && real == 0);
  std::istringstream spaces("a b");
  char first, second;
  spaces >> std::noskipws >> first >> second;
  assert(first == 'a' && second == ' ');
  std::istringstream hexadecimal("0x10 -5");
  hexadecimal >> real;
  assert(real == 0 && hexadecimal.peek() == 'x');
}

int main() {
  check_integers();
  check_floats();
  check_pointers();
  check_input();
}
