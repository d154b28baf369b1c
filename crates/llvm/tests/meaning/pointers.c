// Arrays, pointers, static data with addresses in it, functions as values.
#include <assert.h>
#include <stdint.h>
#include <string.h>

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
int (*operations[])(int, int) = {add, subtract};

int array[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
int *middle = &array[1][2];
char text[] = "hello";
const char *names[] = {"a", "bc", 0};
struct node { int value; struct node *next; } first = {1, 0}, second = {2, &first};
uintptr_t address = (uintptr_t)&array[2][1];
_Thread_local int own = 7;
_Thread_local int *inner = &array[0][3];
static volatile int five = 5;

extern int aliased(int) __attribute__((alias("target")));
int target(int x) { return x * 2; }
extern int nowhere __attribute__((weak));

int main(void) {
    assert(operations[0](3, 4) == 7 && operations[1](3, 4) == -1);
    assert(*middle == 7 && middle[1] == 8 && array[2][five - 3] == 11);
    assert(middle - &array[0][0] == 6 && &array[2][0] > middle);
    int back = -1;
    assert(middle[back] == 6 && *(middle - five) == 2);
    assert(*(int *)address == 10 && address % 4 == 0);
    own += 3;
    assert(own == 10 && *inner == 4);
    assert(text[4] == 'o' && sizeof text == 6 && names[1][1] == 'c' && !names[2]);
    assert(second.next->value == 1 && !second.next->next);
    int n = five;
    int table[n][2];
    memset(table, 0, sizeof table);
    table[n - 1][1] = 6;
    assert(sizeof table == 40 && table[4][1] == 6 && table[3][1] == 0);
    assert(aliased(4) == 8 && &nowhere == 0);
    void *erased = (void *)add;
    assert(((int (*)(int, int))erased)(1, 2) == 3);
    return 0;
}
