// Output by streams is shown with the counterexample; that of string streams with them.
// case: => verified
// case: -- -DSTRING => verified
#include <iomanip>
#include <iostream>
#include <mutex>
#include <sstream>
#include <thread>
std::mutex m;
int main() {
  std::thread t([] {
    std::lock_guard<std::mutex> l(m);
    std::cout << "id " << 7 << ' ' << 2.5 << std::endl;
  });
  t.join();
#ifdef STRING
  std::ostringstream s;
  s << 42 << "x";
  std::cerr << s.str() << '\n';
#endif
}
