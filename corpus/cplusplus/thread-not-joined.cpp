// A std::thread that is destroyed without join or detach ends the program.
// case: => error abort
#include <thread>

int main() {
  std::thread t([] {});
}
