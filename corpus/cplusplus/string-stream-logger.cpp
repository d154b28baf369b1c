// A logger: manipulators, thread identities, chrono, std::cout; and parsing with string streams.
// case: --algorithm optimal --model sc => verified
// case: --model c11 => verified
#include <cassert>
#include <chrono>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>
class Logger {
  std::mutex m_;
  std::vector<std::string> lines_;
public:
  template <class... Args> void log(int level, const Args &...args) {
    std::ostringstream out;
    out << '[' << std::setw(5) << std::setfill('0') << level << "] thread " << std::this_thread::get_id() << ' ';
    (out << ... << args);
    out << std::fixed << std::setprecision(2) << 3.14159 << ' ' << std::hex << 255 << std::boolalpha << true;
    std::lock_guard<std::mutex> l(m_);
    lines_.push_back(out.str());
    std::cout << lines_.back() << std::endl;
  }
  std::size_t size() { std::lock_guard<std::mutex> l(m_); return lines_.size(); }
};
int main() {
  Logger logger;
  auto start = std::chrono::steady_clock::now();
  std::thread a([&] { logger.log(1, "hello ", 42, ' ', 1.5); });
  std::thread b([&] { logger.log(2, std::string("world")); });
  a.join(); b.join();
  auto elapsed = std::chrono::steady_clock::now() - start;
  auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count();
  assert(ms >= 0);
  assert(logger.size() == 2);
  std::cerr << "done after " << ms << "ms\n";
  std::stringstream ss("1 2 3 x");
  int v, sum = 0;
  while (ss >> v) sum += v;
  assert(sum == 6);
  std::string line;
  std::istringstream in("a,b,,c");
  int fields = 0;
  while (std::getline(in, line, ',')) fields++;
  assert(fields == 4);
}
