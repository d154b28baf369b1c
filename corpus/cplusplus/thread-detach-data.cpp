// A detached thread uses a local variable of main that may be gone.
// case: => error use-after-free
#include <thread>
void start() {
  int local = 1;
  std::thread([&] { local++; }).detach();
}
int main() {
  start();
}
