// case: => error abort
// case: -- -DINDEX => error out-of-bounds
#include <vector>

int main() {
    std::vector<int> v(3);
#ifdef INDEX
    return v[3];
#endif
    return v.at(3);
}
