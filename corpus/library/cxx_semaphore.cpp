// The waiting objects of C++20.
// case: --unroll 40 -- -std=c++20 => verified
// case: --model ra --unroll 40 -- -std=c++20 => verified
#include <cassert>
#include <latch>
#include <semaphore>
#include <thread>

static std::binary_semaphore s{0};
static std::latch done{1};
static int data;

int main() {
    std::thread t([] {
        data = 1;
        s.release();
        done.count_down();
    });
    s.acquire();
    assert(data == 1);
    done.wait();
    t.join();
}
