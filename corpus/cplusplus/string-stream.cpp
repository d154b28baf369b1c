// String streams: output with manipulators under a lock, input of numbers, words and lines, and their states.
// case: --algorithm optimal => verified
// case: --algorithm rf => verified
// case: --model c11 => verified
// case: --algorithm optimal -- -std=c++20 => verified
// case: --algorithm optimal -- -DBUG => error assertion
#include <cassert>
#include <iomanip>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

static std::mutex mutex;
static std::ostringstream text;

static void work(int number) {
  std::lock_guard<std::mutex> guard(mutex);
  text << "n=" << number << ' ' << 1.5 << std::hex << 255 << std::dec << ';';
}

static void check_output() {
  std::ostringstream out;
  out << std::setw(4) << std::setfill('.') << 42 << std::boolalpha << true << std::string("s") << 'c' << -7L;
  out << std::fixed << std::setprecision(2) << 2.0;
  assert(out.str() == "..42truesc-72.00");
  out.str("");
  assert(out.str().empty() && out.good());
}

static void check_input() {
  std::istringstream in("12 abc 3.5\nthe rest\nx");
  int number;
  std::string word, line;
  double half;
  in >> number >> word >> half;
  assert(number == 12 && word == "abc" && half == 3.5 && !in.eof());
  std::getline(in, line);
  assert(line.empty());
  std::getline(in, line);
  assert(line == "the rest");
  in >> number;
  assert(!in && in.fail());
  std::stringstream both;
  both << 40 << ',' << 2;
  char comma;
  int first, second;
  both >> first >> comma >> second;
  assert(first + second == 42 && comma == ',' && both.eof());
  int count = 0;
  std::stringstream list("1 2 3");
  while (list >> number)
    count += number;
  assert(count == 6);
}

int main() {
  std::thread one(work, 1), two(work, 2);
  one.join();
  two.join();
  const std::string first = "n=1 1.5ff;", second = "n=2 1.5ff;";
#ifdef BUG
  assert(text.str() == first + second);
#else
  assert(text.str() == first + second || text.str() == second + first);
#endif
  check_output();
  check_input();
}
