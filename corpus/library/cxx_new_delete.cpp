// case: --check leaks => verified complete=1 blocked=0
#include <cassert>
#include <cstdint>
#include <new>

struct alignas(64) Wide {
    char bytes[64];
};

int main() {
    int *one = new int(5), *many = new int[4]{1, 2, 3};
    assert(*one == 5 && many[2] == 3 && many[3] == 0);
    Wide *wide = new Wide, *wides = new Wide[2];
    assert(reinterpret_cast<std::uintptr_t>(wide) % 64 == 0);
    assert(reinterpret_cast<std::uintptr_t>(wides) % 64 == 0);
    int *polite = new (std::nothrow) int(1);
    assert(polite);
    delete one;
    delete[] many;
    delete wide;
    delete[] wides;
    delete polite;
    delete static_cast<int *>(nullptr);
}
