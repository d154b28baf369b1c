// case: -- -DHOW=1 => error double-free
// case: -- -DHOW=2 => error use-after-free line=14
// case: --check leaks -- -DHOW=3 => error leak
// case: -- -DHOW=4 => error abort line=17
#include <cstddef>

int main() {
    int *p = new int(1);
    if (HOW == 1) {
        delete p;
        delete p;
    } else if (HOW == 2) {
        delete p;
        return *p;
    } else if (HOW == 4) {
        volatile std::size_t huge = std::size_t(1) << 50;
        return *new char[huge];
    }
}
