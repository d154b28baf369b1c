// A program's own operator new replaces the library's, for arrays too.
// case: => verified complete=1 blocked=0
#include <cassert>
#include <cstdlib>
#include <new>

static int calls;

void *operator new(std::size_t size) {
    calls++;
    return std::malloc(size);
}
void operator delete(void *p) noexcept { std::free(p); }
void operator delete(void *p, std::size_t) noexcept { std::free(p); }

int main() {
    delete new int;
    delete[] new int[3];
    assert(calls == 2);
}
