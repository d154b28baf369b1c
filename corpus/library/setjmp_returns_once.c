// A program that never jumps back is checked; one that does is not.
// case: => verified
// case: -- -DJUMP => inconclusive
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
