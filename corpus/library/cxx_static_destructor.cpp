// Objects of static duration are destroyed when main returns, the youngest first.
// case: => error assertion line=10
#include <cassert>

static int destroyed;

struct Thing {
    int expected;
    ~Thing() {
        assert(destroyed == expected);
        destroyed++;
    }
};

static Thing first{0}, second{1};

int main() {}
