// case: => error abort
#include <thread>
int main() {
  std::thread t([] {});
}
