// Reference counts are atomic: the last owner deletes, whoever it is.
// case: --check races,leaks => verified blocked=0
#include <cassert>
#include <memory>
#include <thread>

struct Node {
    int value = 3;
    std::weak_ptr<Node> self;
};

int main() {
    auto p = std::make_shared<Node>();
    p->self = p;
    std::weak_ptr<Node> w = p;
    std::thread t([q = std::move(p)] { assert(q->value == 3); });
    t.join();
    assert(w.expired() && !w.lock());
    std::unique_ptr<int[]> array(new int[3]{1, 2, 3});
    assert(array[2] == 3);
}
