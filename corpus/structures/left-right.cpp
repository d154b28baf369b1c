// Left-right: readers never wait; the writer changes the copy that nobody reads.
// case: => verified
// case: -- -DBUG => error assertion
#include <atomic>
#include <cassert>
#include <thread>
struct LeftRight {
  int data[2][2] = {{0, 0}, {0, 0}};
  std::atomic<int> side{0};
  std::atomic<int> version{0};
  std::atomic<int> readers[2] = {0, 0};
  void read() {
    int v = version.load();
    readers[v]++;
    int *d = data[side.load()];
    int a = d[0], b = d[1];
    assert(a == b);
    readers[v]--;
  }
  void wait(int v) { while (readers[v].load() != 0) ; }
  void write(int x) {
    int s = side.load();
    data[1 - s][0] = x; data[1 - s][1] = x;
    side.store(1 - s);
#ifndef BUG
    int v = version.load();
    wait(1 - v);
    version.store(1 - v);
    wait(v);
#endif
    data[s][0] = x; data[s][1] = x;
  }
};
int main() {
  LeftRight l;
  std::thread w([&] { l.write(1); });
  l.read();
  w.join();
}
