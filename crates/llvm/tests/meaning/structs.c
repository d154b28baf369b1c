// Structs, unions and bit-fields: in memory, as arguments and as results.
#include <assert.h>
#include <stddef.h>
#include <string.h>

struct bits {
    unsigned a : 3, b : 20;
    int c : 9;
    unsigned long d : 37;
};
struct packed {
    char c;
    int i;
    short s;
} __attribute__((packed));
struct pair { float x, y; };
struct mixed { double d; int i; };
struct three { char c[3]; };
struct big { long q[5]; };
union view { int i; float f; char c[4]; };

static struct pair sum_first(struct pair p) { p.x += p.y; return p; }
static struct mixed twice(struct mixed m) { m.d *= 2; m.i--; return m; }
static struct three bump(struct three t) { t.c[1]++; return t; }
static struct big change(struct big b) { b.q[4] += b.q[0]; b.q[0] = 99; return b; }

static void bit_fields(void) {
    struct bits b;
    memset(&b, 0, sizeof b);
    b.a = 9;
    b.b = 0xfffff;
    b.c = -3;
    b.d = 0x1234567890ul;
    assert(b.a == 1 && b.b == 0xfffff && b.c == -3 && b.d == 0x1234567890ul);
    b.c -= 4;
    b.b++;
    assert(b.c == -7 && b.b == 0 && b.a == 1 && b.d == 0x1234567890ul);
}

static void by_value(void) {
    struct pair p = sum_first((struct pair){1.5f, 2.0f});
    assert(p.x == 3.5f && p.y == 2.0f);
    struct mixed m = twice((struct mixed){1.25, 8});
    assert(m.d == 2.5 && m.i == 7);
    struct three t = bump((struct three){{1, 2, 3}});
    assert(t.c[0] == 1 && t.c[1] == 3 && t.c[2] == 3);
    struct big before = {{1, 2, 3, 4, 5}}, after = change(before);
    assert(after.q[4] == 6 && after.q[0] == 99 && before.q[0] == 1 && before.q[4] == 5);
    struct big (*pointer)(struct big) = change;
    assert(pointer(before).q[0] == 99 && before.q[0] == 1);
}

int main(void) {
    bit_fields();
    by_value();
    struct packed p = {1, -2, 3};
    assert(sizeof p == 7 && offsetof(struct packed, s) == 5 && p.i == -2 && p.s == 3);
    p.i = 0x01020304;
    assert(((char *)&p)[1] == 4 && ((char *)&p)[4] == 1 && p.s == 3);
    union view v;
    v.f = 1.0f;
    assert(v.i == 0x3f800000 && v.c[3] == 0x3f);
    struct three t = {{1, 2, 3}}, u = t;
    char bytes[8] = {0};
    memcpy(bytes, &u, 3);
    memmove(bytes + 1, bytes, 3);
    assert(bytes[0] == 1 && bytes[1] == 1 && bytes[3] == 3 && bytes[4] == 0);
    return 0;
}
