// Copies of structures keep every member.
// case: => verified complete=1 blocked=0
// case: --check uninitialized => verified complete=1
#include <assert.h>
#include <string.h>

struct mixed {
    char c;
    long l;
    short s[3];
    void *p;
    double d;
};

int main(void) {
    struct mixed a, b, c;
    a.c = 'x';
    a.l = -5;
    a.s[0] = a.s[1] = a.s[2] = 7;
    a.p = &b;
    a.d = 1.5;
    memcpy(&b, &a, sizeof a);
    c = b;
    assert(c.c == 'x' && c.l == -5 && c.s[2] == 7 && c.p == &b && c.d == 1.5);
}
