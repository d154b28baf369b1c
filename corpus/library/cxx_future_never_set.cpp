// case: => error deadlock
// case: --model ra => error deadlock
#include <future>

int main() {
    std::promise<int> promise;
    return promise.get_future().get();
}
