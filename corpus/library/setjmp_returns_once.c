// A program that never jumps back, and one that does.
// case: => verified
// case: -- -DJUMP => error assertion line=10
#include <assert.h>
#include <setjmp.h>

int main(void) {
    static jmp_buf buffer;
    int result = setjmp(buffer);
    assert(result == 0);
#ifdef JUMP
    longjmp(buffer, 1);
#endif
}
